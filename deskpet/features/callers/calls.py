"""Calls of agents: what `deskpet mcp` asks the running pet for, and the answers, as lines on the local socket.

A call is one JSON object on one line. The pet answers with one line when it has been carried out; a caller that closes
the connection before takes the call back. Only the standard library is imported. Errors are for the caller's model and
are not translated.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, cast

from deskpet.processes.local_channel import MAX_NAME, BadLocalLine, decode_object
from deskpet.text.invisible import INVISIBLE

# They join emoji and letters, and choose how an emoji is drawn.
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_SURROGATE = re.compile("[\ud800-\udfff]")


def plain_line(text: str, longest: int) -> str:
    """Return the text as one line of at most `longest` characters, without invisible ones."""
    # A caller may send megabytes; more than this is cut off anyway.
    start = _SURROGATE.sub("\ufffd", text[: 8 * longest])
    line = " ".join(INVISIBLE.sub(" ", start).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def plain_lines(text: str) -> str:
    """Return the text without invisible characters and empty lines. Joiners of emoji are kept."""
    plain = INVISIBLE.sub(lambda found: found[0] if found[0] in _JOINERS else "", _SURROGATE.sub("\ufffd", text))
    return "\n".join(filter(None, (" ".join(line.split()) for line in plain.split("\n"))))


MAX_WORDS, MAX_QUESTION, MAX_CHOICE = 400, 300, 80
MIN_CHOICES, MAX_CHOICES = 2, 6
# How long a question is shown, in seconds. Many clients give up on a tool after a minute.
MIN_SECONDS, DEFAULT_SECONDS, MAX_SECONDS = 10, 50, 600
MAX_ANSWER = 256 << 10
_MAX_CALLER = 48
# Maximum number of names in a description for callers, and maximum length of the text of each.
_MAX_OFFERED, _MAX_DESCRIPTION = 200, 160
# What the line of a call begins with.
PREFIX = b'{"call": '

Values = dict[str, Any]


class CallKind(StrEnum):
    """The kind of a call. DESCRIBE: the names of the character's expressions and motions, once they have changed."""

    DESCRIBE = "describe"
    EXPRESSION = "expression"
    MOTION = "motion"
    SAY = "say"
    ASK = "ask"


class CallError(Exception):
    """A call that is not carried out. The message says why and what to do.

    details: further fields of the error, such as `available` or `retry_after_seconds`.
    """

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.code, self.details = code, details

    @property
    def values(self) -> Values:
        """The error as JSON."""
        return {"code": self.code, "message": str(self), **self.details}


def switched_off() -> CallError:
    """Return the error of a pet that accepts no calls."""
    return CallError(
        "switched_off",
        "The user does not let agents call the character. They can allow it in deskpet: Settings > Agents > "
        "Let agents call her. Don't try again before they say so.",
    )


@dataclass(frozen=True, slots=True)
class Caller:
    """A program as it names itself, which may be a lie: one line each, without invisible characters."""

    name: str
    title: str = ""

    @property
    def label(self) -> str:
        """The name to show: the title, and the name if they differ."""
        if not self.title or self.title.casefold() == self.name.casefold():
            return self.title or self.name
        return f"{self.title} ({self.name})"


def caller_of(name: object, title: object) -> Caller:
    """Return the caller with its self-given names, made safe to show; an empty name if it gives none."""
    texts = (plain_line(each, _MAX_CALLER) if isinstance(each, str) else "" for each in (name, title))
    return Caller(*texts)


@dataclass(frozen=True, slots=True)
class Describe:
    """`known`: the digest of the description that the caller has; it is answered when that is no longer true."""

    known: str


@dataclass(frozen=True, slots=True)
class ShowExpression:
    """Show an expression, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayMotion:
    """Play a motion: its group, and which variant of it, from 0."""

    group: str
    index: int = 0


@dataclass(frozen=True, slots=True)
class Say:
    """Show words in a bubble."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the user a question with choices; without an answer, it goes away after `seconds`."""

    question: str
    choices: tuple[str, ...]
    seconds: float = DEFAULT_SECONDS


Call = Describe | ShowExpression | PlayMotion | Say | Ask


@dataclass(frozen=True, slots=True)
class CallRequest:
    """A call with its caller, and the id that its answer repeats. `call` is a CallError if it is invalid."""

    request_id: str
    caller: Caller
    call: Call | CallError


def description_of(name: str, expressions: Mapping[str, str], motions: Mapping[str, tuple[str, int]]) -> Values:
    """Return a description of the character for callers as JSON, bounded: the names they may use, and what each means.

    motions: by group, what it means and the number of its variants.
    """
    return {
        "name": plain_line(name, _MAX_CALLER),
        "expressions": {
            each: plain_line(text, _MAX_DESCRIPTION)
            for each, text in islice(expressions.items(), _MAX_OFFERED)
            if len(each) <= MAX_NAME
        },
        "motions": {
            each: {"description": plain_line(text, _MAX_DESCRIPTION), "count": count}
            for each, (text, count) in islice(motions.items(), _MAX_OFFERED)
            if len(each) <= MAX_NAME
        },
    }


def digest_of(values: Values) -> str:
    """Return a digest of a description's JSON, by which a change is noticed."""
    return hashlib.blake2s(json.dumps(values, sort_keys=True).encode(), digest_size=12).hexdigest()


def to_line(request_id: str, caller: Caller, kind: CallKind, arguments: Values) -> bytes:
    """Return a call as a line."""
    about = {"name": caller.name, "title": caller.title}
    return (
        json.dumps({"call": kind, "request_id": request_id, "caller": about, "arguments": arguments}).encode() + b"\n"
    )


def from_line(line: bytes) -> CallRequest:
    """Return the call in a line. Raises BadLocalLine if it can't be answered either."""
    values = decode_object(line)
    request_id, about, arguments = values.get("request_id"), values.get("caller"), values.get("arguments")
    if not isinstance(request_id, str) or not 0 < len(request_id) <= MAX_NAME:
        raise BadLocalLine("request_id")
    names = cast("Values", about) if isinstance(about, dict) else {}
    try:
        given = cast("Values", arguments) if isinstance(arguments, dict) else {}
        call = read_call(str(values.get("call")), given)
    except CallError as error:
        call = error
    return CallRequest(request_id, caller_of(names.get("name"), names.get("title")), call)


def read_call(kind: str, arguments: Values) -> Call:
    """Return a checked call. Raises CallError."""
    match kind:
        case CallKind.DESCRIBE:
            return Describe(_text(arguments, "known", MAX_NAME))
        case CallKind.EXPRESSION:
            return ShowExpression(_text(arguments, "expression", MAX_NAME))
        case CallKind.MOTION:
            return PlayMotion(_text(arguments, "motion", MAX_NAME), _variant(arguments.get("variant", 0)))
        case CallKind.SAY:
            return Say(_words(arguments, "text", MAX_WORDS))
        case CallKind.ASK:
            return _question(arguments)
        case _:
            raise CallError("unknown_tool", "There is no such tool.", available=[*CallKind][1:])


def _question(arguments: Values) -> Ask:
    given = arguments.get("choices")
    choices = cast("list[object]", given) if isinstance(given, list) else []
    if not MIN_CHOICES <= len(choices) <= MAX_CHOICES:
        raise CallError("invalid_arguments", f"`choices` has to be a list of {MIN_CHOICES} to {MAX_CHOICES} texts.")
    texts = tuple(_words({"choices": each}, "choices", MAX_CHOICE, is_line=True) for each in choices)
    if len(set(texts)) < len(texts):
        raise CallError("invalid_arguments", "Two `choices` look the same.")
    seconds: object = arguments.get("timeout_seconds", DEFAULT_SECONDS)
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    # Written so that NaN is refused too.
    if not (is_number and MIN_SECONDS <= cast("float", seconds) <= MAX_SECONDS):
        raise CallError("invalid_arguments", f"`timeout_seconds` has to be {MIN_SECONDS} to {MAX_SECONDS}.")
    return Ask(_words(arguments, "question", MAX_QUESTION), texts, float(cast("float", seconds)))


def _variant(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise CallError("invalid_arguments", "`variant` has to be a whole number, from 0.")
    return value


def _text(arguments: Values, name: str, longest: int) -> str:
    value = arguments.get(name)
    if not isinstance(value, str):
        raise CallError("invalid_arguments", f"`{name}` has to be a text.")
    if len(value) > longest:
        raise CallError("too_long", f"`{name}` has {len(value)} characters; at most {longest} are shown.", most=longest)
    return value


def _words(arguments: Values, name: str, longest: int, *, is_line: bool = False) -> str:
    """Return the text, made safe to show."""
    text = _text(arguments, name, longest)
    words = plain_line(text, longest) if is_line else plain_lines(text)
    if not words:
        raise CallError("invalid_arguments", f"`{name}` has nothing to show.")
    return words
