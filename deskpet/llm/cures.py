"""Finds what to change in a request, so that the server accepts it, where its refusal says that.

Each cure belongs to one cause, by which a request is repeated at most once. What changes is in the options, so that it
can be learned for the model.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta
from deskpet.llm import refusal_notices
from deskpet.llm.adaptations import (
    DUMMY_SIGNATURE,
    EFFORTS,
    ReasoningHistory,
    signature_digests,
    tool_digest,
    tool_name,
)
from deskpet.llm.error_patterns import compiled, named_field
from deskpet.llm.notices import NoticeText
from deskpet.llm.refusals import SYSTEM_ROLE, TOOL_POSITION, Refusal, RefusalKind, refusal_kind
from deskpet.llm.request_options import STREAM_OPTIONS, Fields, RequestOptions


@dataclass(frozen=True, slots=True)
class Cure:
    """The options with which a refused request is repeated, and the notice about what changes for the user, if any."""

    cause: str
    options: RequestOptions
    notice: NoticeDelta | None = None
    is_field: bool = False
    """Whether an optional field is left out, unless it has another name by which its value is sent."""


@dataclass(frozen=True)
class RefusedRequest:
    """A refusal with what was sent: the body, its optional fields and the options. `error` is its notice."""

    refusal: Refusal
    error: Notice
    body: Mapping[str, Any]
    fields: Fields
    options: RequestOptions

    @cached_property
    def kind(self) -> RefusalKind | None:
        """The kind of the refusal; None if it is not known."""
        return refusal_kind(self.refusal)

    @property
    def text(self) -> str:
        """The words of the refusal."""
        return self.refusal.text

    @cached_property
    def tools(self) -> list[dict[str, Any]]:
        """The descriptions of the tools that were sent, in any format."""
        tools = cast("list[dict[str, Any]]", self.body.get("tools") or [])
        return [each for group in tools for each in group.get("functionDeclarations", (group,))]

    @cached_property
    def reasoning_fields(self) -> list[str]:
        """The paths of the optional fields that set the amount of reasoning."""
        return [path for path in self.fields if _REASONING_FIELD.search(path)]

    def notice(self, text: NoticeText, **values: object) -> NoticeDelta:
        """Return the notice about what is changed because of the refusal."""
        return text.notice(self.error.details, self.error.cause, **values)

    def adapted(self, cause: str, notice: NoticeDelta | None = None, **changes: Any) -> Cure:
        """Return the cure that changes the adaptations."""
        adaptations = replace(self.options.adaptations, **changes)
        return Cure(cause, replace(self.options, adaptations=adaptations), notice)

    def without_fields(self, paths: Iterable[str], cause: str, notice: NoticeDelta | None = None) -> Cure:
        """Return the cure that leaves out optional fields."""
        options = replace(self.options, refused=self.options.refused | set(paths))
        return Cure(cause, options, notice, is_field=True)


_REASONING_FIELD = re.compile(r"reasoning|thinking|output_config\.effort")


# Statuses with which servers refuse what a request contains; some take one of their own failures for it, and a stream
# has none.
_CURABLE_STATUSES = {None, 400, 404, 413, 422, 500, 501, 502}
_INCURABLE = {RefusalKind.DATA_POLICY, RefusalKind.CREDIT, RefusalKind.KEY, RefusalKind.CONTENT_FILTER}


def possible_cures(request: RefusedRequest) -> Iterator[Cure]:
    """Yield the cures for a refusal, the most precise first."""
    if request.refusal.status not in _CURABLE_STATUSES or request.kind in _INCURABLE:
        return
    for find in _CURES:
        if cure := find(request):
            yield cure


# Tools.


def _without_refused_tools(request: RefusedRequest) -> Cure | None:
    """Leave out the tools whose descriptions are refused, by their positions or names."""
    if request.kind is not RefusalKind.TOOL_SCHEMA or not request.tools:
        return None
    refused = _tools_at(request) or [
        tool
        for tool in request.tools
        if re.search(rf"(?<![\w.-]){re.escape(tool_name(tool))}(?![\w-])", request.refusal.message)
    ]
    if not refused:
        return None
    digests = {tool_name(tool): tool_digest(tool) for tool in refused}
    notice = request.notice(refusal_notices.TOOLS_LEFT_OUT, names=refusal_notices.shown_names([*digests]))
    cause = "tools " + " ".join(digests)
    return request.adapted(cause, notice, refused_tools={**request.options.adaptations.refused_tools, **digests})


def _tools_at(request: RefusedRequest) -> list[dict[str, Any]]:
    declared = [match for match in TOOL_POSITION.finditer(request.text) if match[1]]
    # Gemini's tools are groups of declarations.
    matches = declared or [*TOOL_POSITION.finditer(request.text)]
    positions = {int(match[1] or match[2]) for match in matches if len(match[1] or match[2]) < _MAX_DIGITS}
    return [tool for position, tool in enumerate(request.tools) if position in positions]


_MAX_DIGITS = 9
_TOOL_LIMIT = compiled(
    r"(?:maximum length|more than|at most|limit(?: of| is|:)?|up to|maximum(?: of| is|:)?|max(?:imum)? \w+(?: is|:)?"
    r"|最多|超过)\D{0,12}(\d{1,5})"
)


def _fewer_tools(request: RefusedRequest) -> Cure | None:
    """Send as many tools as the refusal allows."""
    if request.kind is not RefusalKind.TOOL_COUNT or not (match := _TOOL_LIMIT.search(request.text)):
        return None
    limit = int(match[1])
    if not 0 < limit < len(request.tools):
        return None
    notice = request.notice(
        refusal_notices.TOOLS_LEFT_OUT, names=refusal_notices.shown_names([*map(tool_name, request.tools[limit:])])
    )
    return request.adapted("tool count", notice, max_tools=limit)


# The amount of reasoning.

_EFFORT_WITH_TOOLS = compiled(
    r"(?:tools?|functions?)\b.{0,40}\breasoning[_ ]effort\b.{0,80}(?:not|n't|un)\W?support"
    r"|reasoning[_ ]effort.{0,60}(?:not|n't|un)\W?(?:be )?(?:support|us)\w*.{0,40}\b(?:tools?|functions?)\b"
)


def _no_reasoning_with_tools(request: RefusedRequest) -> Cure | None:
    """Switch reasoning off in requests with tools."""
    if not request.tools or not _EFFORT_WITH_TOOLS.search(request.text):
        return None
    notice = request.notice(refusal_notices.VALUE_CHANGED, field="reasoning_effort", value="none")
    return request.adapted("effort with tools", notice, effort_with_tools="none")


_ABOUT_EFFORT = compiled(
    r"reasoning[_. ]?effort|\beffort\b|(?:think(?:ing)?|reasoning) (?:value|level)|thinking_?level|思考(?:强度|等级)"
)
_EFFORT_LIST = compiled(
    r"(?<![a-z])(?:supported|valid|allowed|possible|available|accepted|permitted)\b.{0,40}?(?:are|is|:|values?"
    r"|options?)"
    r"|one of|should be|must be|expected|supports? only|only supports?|use\b"
)
_EFFORT_NAME = compiled(rf"(?<![\w-])({'|'.join(EFFORTS)})(?![\w-])")
_ALWAYS_REASONS = compiled(
    r"\b(?:reasoning|thinking)\b.{0,40}(?:mandatory|be disabled|be turned off|is required|always on)"
)
_NOT_TAKEN = compiled(r"(?:\bnot|n't|\bun)\W?(?:\w+ )?(?:support|valid|allow|accept|available)|invalid")


def _supported_effort(request: RefusedRequest) -> Cure | None:
    """Send the nearest of the efforts that the refusal lists; without a list, a low one in place of none."""
    path = next((each for each in request.fields if each.rpartition(".")[2] in _EFFORT_FIELDS), "")
    always_reasons = _ALWAYS_REASONS.search(request.text) is not None
    if not path or not (always_reasons or _ABOUT_EFFORT.search(request.text)):
        return None
    start = _EFFORT_LIST.search(request.text)
    end = start.end() if start else len(request.text)
    named = {match.lower() for match in _EFFORT_NAME.findall(request.text, end, end + _MAX_LIST)}
    sent, listed = str(request.fields[path]), tuple(each for each in EFFORTS if each in named)
    is_named = sent in request.text.lower() and _NOT_TAKEN.search(request.text) is not None
    if not listed and sent in ("none", "minimal") and (always_reasons or is_named):
        listed = ("low", "medium", "high")
    if not listed or sent in listed:
        return None
    nearest = replace(request.options.adaptations, efforts=listed).nearest_effort(sent)
    notice = request.notice(refusal_notices.VALUE_CHANGED, field=path.rpartition(".")[2], value=nearest)
    return request.adapted("effort", notice, efforts=listed, effort_with_tools="")


_EFFORT_FIELDS = ("reasoning_effort", "effort", "thinkingLevel")
_MAX_LIST = 120


_ADAPTIVE_DEMANDED = compiled(
    r"thinking\.type\.adaptive|\b(?:use|set|requires?|must be|should be|supports? only"
    r"|only supports?)\b.{0,30}\badaptive\b"
    r"|\badaptive\b.{0,30}\b(?:instead|is required)\b"
)
_ADAPTIVE_REFUSED = compiled(
    r"\badaptive\b.{0,60}(?:\bnot|n't|\bun)\W?(?:\w+ )?(?:support|allow|valid|available|permit)"
)


def _adaptive_thinking(request: RefusedRequest) -> Cure | None:
    """Set the reasoning of Claude by an effort instead of a number of tokens, or the other way round."""
    thinking = request.fields.get("thinking")
    kind = cast("dict[str, Any]", thinking).get("type") if isinstance(thinking, dict) else ""
    is_refused = _ADAPTIVE_REFUSED.search(request.text) is not None
    if kind == "enabled" and not is_refused and _ADAPTIVE_DEMANDED.search(request.text):
        return request.adapted("adaptive thinking", is_adaptive=True)
    return request.adapted("adaptive thinking", is_adaptive=False) if kind == "adaptive" and is_refused else None


_ABOUT_BUDGET = compiled(r"budget|thinking can(?:'t|not) be disabled|only works in thinking mode|思考(?:预算|长度)")
_RANGE = compiled(r"(?:between|from|range\D{0,40})\W{0,2}(\d{1,7})\s*(?:and|to|,|-|–|~|到|至)\s*(\d{1,7})")
_LEAST_BUDGET, _MOST_BUDGET = 128, 1_000_000


def _budget_in_range(request: RefusedRequest) -> Cure | None:
    """Send the nearest number of tokens for reasoning in the range that the refusal names; the least in place of 0."""
    path = next((each for each in request.fields if each.rpartition(".")[2] in _BUDGET_FIELDS), "")
    if not path or not _ABOUT_BUDGET.search(request.text):
        return None
    sent = int(request.fields[path])
    if match := _RANGE.search(request.text):
        allowed = int(match[1]), int(match[2])
    elif not sent:
        allowed = _LEAST_BUDGET, _MOST_BUDGET
    else:
        return None
    budget = replace(request.options.adaptations, thinking_range=allowed).budget(sent)
    notice = request.notice(refusal_notices.VALUE_CHANGED, field=path.rpartition(".")[2], value=budget)
    return request.adapted("budget", notice, thinking_range=allowed)


_BUDGET_FIELDS = ("thinkingBudget", "thinking_budget")

_SWITCHES = (
    compiled(r"\bset\w*\W{0,3}(enable_thinking)\W{0,3}(?:to|=|为)\W{0,3}(true|false)(?![a-z])"),
    compiled(
        r"(?<!\w)(enable_thinking)(?![a-z_]).{0,40}?(?:must|should|has to|restricted|only|必须|需要).{0,30}?"
        r"(?<![a-z])(true|false)(?![a-z])"
    ),
    compiled(r"(?<!\w)(enable_thinking) only supports? stream()"),
)


_ABOUT_STREAMS = compiled(r"stream|流式")


def _demanded_switch(request: RefusedRequest) -> Cure | None:
    """Set a switch to the value that the refusal demands."""
    matches = (pattern.search(request.text) for pattern in _SWITCHES)
    if not (match := next(filter(None, matches), None)):
        return None
    name, value = match[1], match[2].lower() == "true"
    notice = (
        request.notice(refusal_notices.VALUE_CHANGED, field=name, value=str(value).lower())
        if name in request.fields
        else None
    )
    is_about_streams = not request.options.streams and _ABOUT_STREAMS.search(request.text) is not None
    adaptations, where = request.options.adaptations, "unstreamed_values" if is_about_streams else "values"
    return request.adapted(f"switch {name}", notice, **{where: {**getattr(adaptations, where), name: value}})


_NO_REASONING = compiled(
    r"(?:\bnot|n't|\bun)\W?(?:\w+ )?support\w*.{0,30}\b(?:thinking|reasoning)\b"
    r"|\b(?:thinking|reasoning|think value)\b.{0,60}(?:\bnot|n't|\bun)\W?(?:\w+ )?(?:support|enabl|allow|available)"
    r"|不支持(?:思考|推理)"
)


def _without_reasoning(request: RefusedRequest) -> Cure | None:
    """Leave out what sets the amount of reasoning."""
    if not request.reasoning_fields or not _NO_REASONING.search(request.text):
        return None
    notice = request.notice(refusal_notices.FIELD_REFUSED, field=", ".join(request.reasoning_fields))
    return request.without_fields(request.reasoning_fields, "reasoning", notice)


# The length of the answer.

_OUTPUT_FIELDS = ("max_tokens", "max_completion_tokens", "maxOutputTokens")
_LEFT_IN_CONTEXT = (
    # The groups are the context and what of it is used.
    compiled(
        r"context (?:length|window|limit)\D{0,20}(?P<all>\d+).{0,120}?\b(?:has|contains|with)\D{0,20}(?P<used>\d+) "
    ),
    compiled(
        r"context (?:length|window)\D{0,20}(?P<all>\d+).{0,120}?\((?:about )?(?P<used>\d+) "
        r"(?:in the messages|of text input)"
    ),
    compiled(r"(?P<used>\d+) \+ \d+ > (?P<all>\d+)"),
)
_LARGEST_OUTPUT = (
    compiled(r"to (?P<bound>\d+) ?\(exclusive\)"),
    compiled(r"\[ ?\d+ ?, ?(?P<limit>\d+) ?\]"),
    compiled(r"> ?(?P<limit>\d+)"),
    compiled(r"(?:at most|up to|less than or equal to|no more than|not exceed|<=|≤)\W{0,3}(?P<limit>\d+)"),
    compiled(r"between \d+ and (?P<limit>\d+)"),
    compiled(r"(?:less|smaller|lower) than \W?(?P<bound>\d+)"),
    compiled(r"(?:maximum|limit|最大|超过)\D{0,60}(?P<limit>\d+)"),
)
_MIN_OUTPUT = 16


def _shorter_answer(request: RefusedRequest) -> Cure | None:
    """Lower the limit of the answer to the largest that the refusal names, or to what is left of the context."""
    values = (value for path, value in request.fields.items() if path.rpartition(".")[2] in _OUTPUT_FIELDS)
    sent: int = next(values, request.body.get("max_tokens", 0))
    if not sent or request.kind not in (RefusalKind.OUTPUT_LIMIT, RefusalKind.CONTEXT):
        return None
    if left := _named_number(_LEFT_IN_CONTEXT, request.text):
        # The next request leaves another number of tokens: nothing is learned.
        is_enough = _MIN_OUTPUT <= left < sent
        return Cure("max_tokens", replace(request.options, max_output_now=left)) if is_enough else None
    limit = _named_number(_LARGEST_OUTPUT, request.text) if request.kind is RefusalKind.OUTPUT_LIMIT else 0
    if not _MIN_OUTPUT <= limit < sent:
        return None
    is_chosen = any(name in path for path in request.fields for name in _OUTPUT_FIELDS)
    notice = request.notice(refusal_notices.VALUE_CHANGED, field="max_tokens", value=limit) if is_chosen else None
    return request.adapted("max_tokens", notice, max_output=limit)


def _named_number(patterns: Iterable[re.Pattern[str]], text: str) -> int:
    """Return the limit that the first matching pattern finds; 0 if there is none."""
    for pattern in patterns:
        if match := pattern.search(text.replace(",", "") if "[" not in text else text):
            groups = {name: int(value) for name, value in match.groupdict().items() if len(value) <= _MAX_DIGITS}
            if "all" in groups:
                return groups["all"] - groups.get("used", groups["all"])
            return groups["bound"] - 1 if "bound" in groups else groups.get("limit", 0)
    return 0


# Messages.

_ALTERNATION = compiled(r"must alternate|alternating")


def _system_in_user(request: RefusedRequest) -> Cure | None:
    """Put the system text into the first message of the user."""
    is_refused = SYSTEM_ROLE.search(request.text) or _ALTERNATION.search(request.text)
    is_sent = "systemInstruction" in request.body or any(
        message.get("role") == "system" for message in request.body.get("messages", ())
    )
    return request.adapted("system role", system_in_user=True) if is_refused and is_sent else None


_EMPTY_CONTENT = compiled(
    r"content\b.{0,80}(?:non-?empty|\bempty|must be null|should be null|\bblank|at least (?:one|1))"
    r"|(?:empty|blank) content"
)


def _null_content(request: RefusedRequest) -> Cure | None:
    """Send null as the content of a message that has calls and no text."""
    messages = cast("list[dict[str, Any]]", request.body.get("messages", ()))
    is_sent = any(message.get("content") == "" and "tool_calls" in message for message in messages)
    is_refused = is_sent and _EMPTY_CONTENT.search(request.text)
    return request.adapted("empty content", null_content=True) if is_refused else None


_ID_FORM = compiled(r"too long|length|pattern|match|must be|characters?|invalid|format|unique|duplicate|重复")


def _own_ids(request: RefusedRequest) -> Cure | None:
    """Replace the ids of all calls by our own, which are short and plain."""
    is_refused = request.kind is RefusalKind.CALL_IDS and _ID_FORM.search(request.text)
    return request.adapted("call ids", replaces_ids=True) if is_refused else None


# The reasoning of earlier answers.

_REASONING_FIELD_NAME = r"(?:reasoning[_ ]content|content\[\]\.thinking)"
_REASONING_MISSING = compiled(
    rf"{_REASONING_FIELD_NAME}.{{0,80}}(?:passed back|must be (?:passed|provided|set|included)|missing|required|needed)"
    rf"|(?:missing|requires?|without|must (?:have|include|contain)).{{0,60}}{_REASONING_FIELD_NAME}"
    r"|缺少.{0,20}reasoning"
)
_UNKNOWN = r"(?:not permitted|not allowed|unsupported|not supported|unknown|unexpected|unrecogni[sz]ed|extra|forbidden)"
_REASONING_UNKNOWN = compiled(
    rf"reasoning(?:_content|_details)?\b(?!_effort).{{0,80}}{_UNKNOWN}"
    rf"|{_UNKNOWN}.{{0,60}}\breasoning(?:_content|_details)?\b(?!_effort)|signature.{{0,10}}field required"
)


def _reasoning_in_history(request: RefusedRequest) -> Cure | None:
    """Send some reasoning with every answer after a call, or none at all."""
    if request.kind not in (RefusalKind.REASONING, None):
        return None
    if _REASONING_MISSING.search(request.text):
        return request.adapted("reasoning missing", reasoning=ReasoningHistory.REQUIRED)
    if _REASONING_UNKNOWN.search(request.text) and request.kind is RefusalKind.REASONING:
        return request.adapted("reasoning unknown", reasoning=ReasoningHistory.REFUSED)
    return None


_SIGNATURE_MISSING = compiled(r"missing.{0,30}thought[ _-]?signature|thought[ _-]?signature.{0,40}(?:missing|required)")


def _signed_calls(request: RefusedRequest) -> Cure | None:
    """Sign calls of other models with the dummy that Gemini accepts."""
    is_missing = _SIGNATURE_MISSING.search(request.text)
    return request.adapted("signature missing", signs_calls=True) if is_missing else None


def _without_signatures(request: RefusedRequest) -> Cure | None:
    """Leave out the signed reasoning that was sent."""
    if request.kind is not RefusalKind.REASONING:
        return None
    if not (sent := frozenset(signature_digests(request.body))):
        has_dummy = "signature" in request.text.lower() and DUMMY_SIGNATURE in json.dumps(request.body)
        return request.adapted("dummy signature", signs_calls=False) if has_dummy else None
    options = replace(request.options, refused_signatures=request.options.refused_signatures | sent)
    return Cure("signatures", options, request.notice(refusal_notices.REASONING_LEFT_OUT))


_THINKING_EXPECTED = compiled(r"expected.{0,3}thinking.{0,60}but found|must start with a thinking block")


def _suspended_reasoning(request: RefusedRequest) -> Cure | None:
    """Answer without reasoning, because the turn has begun without: Claude can't begin to reason after a call."""
    if not request.reasoning_fields or not _THINKING_EXPECTED.search(request.text):
        return None
    options = replace(request.options, suspends_reasoning=True)
    return Cure("reasoning suspended", options, request.notice(refusal_notices.REASONING_SUSPENDED))


# Any other optional field.


def _without_field(request: RefusedRequest) -> Cure | None:
    """Leave out the optional field that the refusal names first, or send its value under another name."""
    is_about_fields = request.refusal.status in (None, 400, 422) and request.kind in (None, RefusalKind.OUTPUT_LIMIT)
    usage = (STREAM_OPTIONS,) if STREAM_OPTIONS in request.body else ()
    paths = {*request.fields, *usage} - request.options.refused
    path = named_field(request.text, paths) if is_about_fields else ""
    if not path:
        return None
    return request.without_fields((path,), f"field {path}", request.notice(refusal_notices.FIELD_REFUSED, field=path))


_CURES: tuple[Callable[[RefusedRequest], Cure | None], ...] = (
    _without_refused_tools,
    _fewer_tools,
    _no_reasoning_with_tools,
    _adaptive_thinking,
    _supported_effort,
    _budget_in_range,
    _demanded_switch,
    _shorter_answer,
    _reasoning_in_history,
    _signed_calls,
    _suspended_reasoning,
    _without_signatures,
    _system_in_user,
    _null_content,
    _own_ids,
    _without_field,
    _without_reasoning,
)
