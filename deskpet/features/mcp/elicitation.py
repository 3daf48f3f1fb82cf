"""Questions of servers to the user ("elicitation"). Imported in the child process only.

A form is a flat JSON Schema, as MCP restricts it: texts, numbers, booleans and choices.
"""

import asyncio
import math
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Any, cast
from urllib.parse import urlsplit

import anyio
import mcp_types as types

from deskpet.chat.question import MAX_ANSWER, Question, QuestionField, Value
from deskpet.text.invisible import INVISIBLE

MAX_FIELDS, MAX_CHOICES = 20, 60
"""Limits of a form, of its choices in all; a longer one is declined."""
MAX_QUESTIONS = 20
"""Number of questions that the user is asked during one call; more are cancelled."""
_MAX_MESSAGE, _MAX_DESCRIPTION, _MAX_TITLE, _MAX_NAME, _MAX_URL = 1500, 300, 100, 200, 2000
_MAX_LINES = 20

Emit = Callable[[Mapping[str, Any]], None]


def question_of(server: str, params: types.ElicitRequestParams) -> Question | None:
    """Return the question without unseen characters and cut to the limits; None if it can't be asked."""
    message = _text(params.message, _MAX_MESSAGE, lines=True)
    asker = _text(server, _MAX_TITLE)
    if isinstance(params, types.ElicitRequestURLParams):
        return Question(asker, message, url=params.url) if _is_web_address(params.url) else None
    schema = params.requested_schema
    properties: Any = schema.get("properties") or {}
    required: Any = schema.get("required") or []
    if not isinstance(properties, dict) or not isinstance(required, list):
        return None
    named = cast("dict[str, Any]", properties)
    if len(named) > MAX_FIELDS:
        return None
    fields: list[QuestionField] = []
    for name, node in named.items():
        is_required = name in cast("list[Any]", required)
        field = _field(name, node, is_required=is_required) if isinstance(node, dict) else None
        if field:
            fields.append(field)
        elif is_required:
            return None
    has_too_many = sum(len(each.choices) for each in fields) > MAX_CHOICES
    return None if has_too_many else Question(asker, message, tuple(fields))


def _field(name: str, node: Any, *, is_required: bool) -> QuestionField | None:
    """Return the field of a property, None for one that a form can't have."""
    schema = cast("dict[str, Any]", node)
    choices = _choices(schema)
    kinds = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
    kind: Any = "choice" if choices else kinds.get(str(schema.get("type")))
    if kind is None or len(name) > _MAX_NAME or choices is None:
        return None
    low, high = ("minLength", "maxLength") if kind == "text" else ("minimum", "maximum")
    default = schema.get("default")
    return QuestionField(
        name,
        _text(schema.get("title") or name, _MAX_TITLE) or "?",
        kind,
        _text(schema.get("description"), _MAX_DESCRIPTION),
        is_required,
        _default(kind, default, choices),
        choices,
        _number(schema.get(low)),
        _number(schema.get(high)),
        _text(schema.get("format"), 20),
    )


def _choices(schema: dict[str, Any]) -> tuple[tuple[str, str], ...] | None:
    """Return the choices of an enum with their titles, none for another property, None if they are no texts."""
    values: Any = schema.get("enum")
    if isinstance(values, list):
        titles: Any = schema.get("enumNames")
        names = cast("list[Any]", titles) if isinstance(titles, list) else []
        pairs = [(value, names[i] if i < len(names) else value) for i, value in enumerate(cast("list[Any]", values))]
    else:
        options: Any = schema.get("oneOf") or schema.get("anyOf")
        constants = cast("list[Any]", options) if isinstance(options, list) else []
        named = [cast("dict[str, Any]", each) for each in constants if isinstance(each, dict)]
        pairs = [(each["const"], each.get("title") or each["const"]) for each in named if "const" in each]
    texts = [
        (value, _text(title, _MAX_TITLE) or "?")
        for value, title in pairs
        if isinstance(value, str) and len(value) <= MAX_ANSWER
    ]
    return tuple(texts) if len(texts) == len(pairs) else None


def _default(kind: str, value: Any, choices: tuple[tuple[str, str], ...]) -> Value | None:
    """Return the default if it is a value of the field."""
    match kind:
        case "choice":
            return value if value in [each for each, _ in choices] else None
        case "boolean":
            return value if isinstance(value, bool) else None
        case "text":
            # What people can't see they can't mean.
            is_plain = isinstance(value, str) and len(value) <= MAX_ANSWER and _text(value, MAX_ANSWER) == value
            return value if is_plain else None
        case _:
            return _number(value)


def _number(value: Any) -> float | int | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
    return value if is_number and math.isfinite(value) else None


def _text(value: Any, most: int, *, lines: bool = False) -> str:
    """Return a stranger's text without unseen characters, on one line unless `lines` is set."""
    if not isinstance(value, str):
        return ""
    text = INVISIBLE.sub("", value[: 4 * most])
    text = "\n".join(text.strip().split("\n")[:_MAX_LINES]) if lines else " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    is_plain = len(url) <= _MAX_URL and not INVISIBLE.search(url) and not re.search(r"\s", url)
    return is_plain and parts.scheme in {"http", "https"} and bool(parts.hostname)


class OpenQuestions:
    """The questions that wait for the user, by the key that their answers have."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._keys = 0
        self._waiting: dict[int, asyncio.Future[types.ElicitResult]] = {}

    def ask(self, call: int, question: Question) -> "asyncio.Future[types.ElicitResult]":
        """Ask the user during the pet's request with the number `call`."""
        self._keys += 1
        key = self._keys
        answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda _: self._waiting.pop(key, None))
        self._emit({"event": "question", "id": call, "key": key, "question": asdict(question)})
        return answer

    def answer(self, key: int, action: str, content: dict[str, Any]) -> None:
        """Take the user's answer."""
        answer = self._waiting.get(key)
        if answer and not answer.done():
            result = {"action": action} | ({"content": content} if action == "accept" else {})
            answer.set_result(types.ElicitResult.model_validate(result))


@dataclass(frozen=True, slots=True)
class CalledTool:
    """The tool that a call is for. digest: that of the definition that the user let run."""

    name: str
    digest: str


class ServerCall:
    """A call of a tool: its time limit, which rests while the user is asked, and the questions of its server.

    scope: ends the call when its time is over. was_sent: whether it may have left for the server. was_forgotten:
    whether the server refused it because it has forgotten the session, so that it has not run.
    """

    current: ContextVar["ServerCall | None"] = ContextVar("current", default=None)
    """The call in whose context the SDK sends its requests, also after an answer that asks for more input."""

    def __init__(self, server: str, tool: CalledTool, number: int, seconds: float, questions: OpenQuestions) -> None:
        self.tool, self.number = tool, number
        self.was_sent = self.was_forgotten = False
        self._server, self._seconds, self._questions = server, seconds, questions
        self._asking, self._count, self._has_ended = asyncio.Lock(), 0, False
        self._answer: asyncio.Future[types.ElicitResult] | None = None
        self.scope = anyio.CancelScope(deadline=anyio.current_time() + seconds)

    async def ask(self, params: types.ElicitRequestParams) -> types.ElicitResult:
        """Return the user's answer, `cancel` if the call ends before it. One question is asked at a time."""
        question = question_of(self._server, params)
        if question is None:
            return types.ElicitResult(action="decline")
        self._count += 1
        async with self._asking:
            if self._has_ended or self._count > MAX_QUESTIONS:
                return types.ElicitResult(action="cancel")
            self.scope.deadline = math.inf
            self._answer = self._questions.ask(self.number, question)
            try:
                return await self._answer
            finally:
                self.scope.deadline = anyio.current_time() + self._seconds

    def end(self) -> None:
        """Cancel the questions that wait; their server may wait for the answer in a call that was stopped."""
        self._has_ended = True
        if self._answer and not self._answer.done():
            self._answer.set_result(types.ElicitResult(action="cancel"))
