"""Reads why a server refused a request: one kind for each cause that has its own remedy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from pydantic_core import from_json

from deskpet.llm.error_patterns import CONTEXT_EXCEEDED, compiled, error_texts, rejects_images, rejects_tools

# Characters of an error that are matched; the patterns take superlinear time.
_MAX_TEXT = 1500
_MAX_MESSAGE = 4000
_MAX_BODY = 64 * 1024
_MAX_DEPTH, _MAX_ITEMS = 5, 20
_MAX_ERROR_DEPTH, _MAX_ERROR_ITEMS = 8, 40


class RefusalKind(StrEnum):
    """What a refusal is about. The values are the codes of the notices."""

    IMAGES = "images_refused"
    TOOLS = "tools_refused"
    TOOL_COUNT = "too_many_tools"
    TOOL_SCHEMA = "tool_schema"
    CALL_IDS = "call_ids"
    ROLES = "roles"
    REASONING = "reasoning_refused"
    CONTENT_FILTER = "blocked"
    CREDIT = "no_credit"
    KEY = "unauthorized"
    CONTEXT = "context_full"
    OUTPUT_LIMIT = "max_tokens"
    DATA_POLICY = "data_policy"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error of a server: its HTTP status (None inside a stream), its message, and its machine-readable codes.

    `text` is the message with the names of the parts of the request that the error gives beside it.
    """

    status: int | None
    message: str
    text: str
    codes: str = ""

    @property
    def all_text(self) -> str:
        """The text and the codes."""
        return f"{self.text} {self.codes}"


def read_refusal(status: int | None, body: str) -> Refusal:
    """Return the error in the body of a response, or in the JSON text of a stream's error."""
    value = decoded(body)
    message = error_message(value)
    named = [each for each in error_texts(body) if each not in message] if value is not None else []
    text = " ".join(filter(None, (message, *named))) or body
    return Refusal(status, message, text[:_MAX_TEXT], " ".join(_codes(value, _MAX_DEPTH))[:_MAX_TEXT])


def error_message(error: Any) -> str:
    """Return the message in an error of any known shape, truncated."""
    message = _find_message(error, _MAX_ERROR_DEPTH)
    return message if len(message) <= _MAX_MESSAGE else message[:_MAX_MESSAGE] + "…"


def _find_message(error: Any, depth: int) -> str:
    match error:
        case str():
            # A gateway may pass on the error of its upstream as JSON text.
            is_json = depth and error.lstrip().startswith("{")
            return (_find_message(decoded(error), depth - 1) if is_json else "") or error
        case {"message": str(message), "metadata": {"raw": raw}} if depth and (
            cause := _upstream_message(raw, depth - 1)
        ):
            return f"{message}: {cause}" if message else cause
        case {"message": str(message)} if message:
            return _find_message(message, depth - 1) if depth else message
        case {"error": inner} | {"detail": inner} | {"msg": inner} | {"errors": inner} if depth:
            return _find_message(inner, depth - 1)
        case [*items] if depth:
            return "; ".join(filter(None, (_find_message(each, depth - 1) for each in items[:_MAX_ERROR_ITEMS])))
        case _:
            return ""


def _upstream_message(raw: object, depth: int) -> str:
    """Return the message in an error that OpenRouter passes on: an object, JSON text or any other text."""
    if not isinstance(raw, str):
        return _find_message(raw, depth)
    return _find_message(decoded(raw), depth) or raw


def decoded(text: str) -> object:
    """Return the value of a JSON text; None if it is none, or too long."""
    try:
        return from_json(text) if len(text) <= _MAX_BODY else None
    except ValueError:
        return None


_CODE_FIELDS = {"code", "type", "status", "reason", "error_code"}


def _codes(value: object, depth: int) -> Iterator[str]:
    match value:
        case dict() if depth:
            for name, inner in cast("dict[str, Any]", value).items():
                if name in _CODE_FIELDS and isinstance(inner, str | int):
                    yield str(inner)
                elif name not in ("messages", "request", "body", "input"):
                    yield from _codes(inner, depth - 1)
        case list() if depth:
            for inner in cast("list[Any]", value)[:_MAX_ITEMS]:
                yield from _codes(inner, depth - 1)
        case _:
            pass


_NOT = r"(?:\bnot|n't|\bno longer|\bun)[ -]?(?:\w+ )?"
_TAKEN = r"(?:support|enabl|allow|accept|permitted|valid|recogni[sz]ed|expected)"

DATA_POLICY = compiled(
    r"data[ _](?:policy|policies|retention|collection)|settings/privacy|privacy settings?|guardrail restriction"
    r"|(?:model|prompt|free|paid)[ _](?:model )?training\b.{0,40}(?:polic|setting|violation)|\bzdr\b"
    r"|数据(?:政策|策略|保留)"
)
# The status 429 stands for a lack of money only if the error says so: it is mostly a limit of requests a minute.
CREDIT = compiled(
    r"insufficient[ _](?:\w+[ _])?(?:quota|balance|credits?|funds?)|credit balance|(?:more|enough|available|of) credits"
    r"|balance is (?:insufficient|too low|not enough)|balance.{0,20}insufficient|out of credit|no credits?\b"
    r"|exceeded_current_quota|payment[ _]required|billing[ _](?:hard|is|has|account|not)|spending limit|arrear"
    r"|free tier.{0,60}exhausted|account.{0,30}(?:overdue|good standing|suspended|prepay)|\brecharg|\btop[ -]?up\b"
    r"|余额|欠费|充值|残高|クレジット不足"
)
# A limit of requests a minute mentions them as well.
_BILLING = compiled(r"billing (?:details|page|to be enabled)|enable billing")
KEY = compiled(
    r"(?:api[ _-]?key|x-api-key|access token|密钥|令牌|APIキー).{0,60}?"
    r"(?:not valid|invalid|incorrect|expired|missing|wrong|revoked|not found|required|disabled|leaked|blocked"
    r"|无效|过期|错误|無効)"
    r"|(?:not valid|invalid|incorrect|expired|missing|wrong|no|without|provide a)\W(?:\w+ ){0,3}?"
    r"(?:api[ _-]?key|x-api-key|credentials|authorization header)|unregistered caller"
    r"|authentication[ _](?:fail|error|is required)|api_key_invalid"
)
CONTENT_FILTER = compiled(
    r"content[ _-]?(?:filter|(?:management )?polic)|content exists risk|data[ _]?inspection|inappropriate content"
    r"|(?<![\w-])sensitive(?! to)|sensitivecontent|\bflagged\b|high risk|usage polic|moderation|safety system"
    r"|prohibited[ _]content|responsibleai|policy[ _]violation|内容(?:安全|审核|风险)|敏感|违规|不当な内容"
)
TOOL_POSITION = compiled(r"function_?declarations?\W{1,2}(\d+)|\btools(?:\[|\.|\s)(\d+)(?=[\].\s]|$)")
_TOOL_SCHEMA = compiled(
    rf"{TOOL_POSITION.pattern}|schema.{{0,60}}\b(?:function|tool)s?\b|input_?schema"
    r"|schema produces|function_?declaration|any_of.{0,40}only field"
    r"|(?:\btool|\bfunction)s?\b.{0,60}\bschema"
    r"|(?:\btool|\bfunction)s?\b.{0,60}(?:parameters|definition).{0,80}"
    rf"(?:invalid|not valid|unsupport|must|missing|{_NOT}{_TAKEN})"
    r"|invalid.{0,20}(?:tool|function)s?.{0,20}(?:schema|parameter|definition)"
    r"|\bparameters\W{0,3}(?:properties|required)\b|(?:工具|函数).{0,20}(?:参数|定义|schema).{0,20}(?:无效|不合法|错误)"
)
_TOOL_COUNT = compiled(
    r"(?:\btools\b|\bfunctions\b|工具数量|function[_ ]?declarations).{0,60}"
    r"(?:too long|too many|above max|maximum|at most|no more than|more than \d|exceed|limit|超过|最多)"
    r"|(?:too many|more than|maximum|limit|at most|up to|above max|最多|超过).{0,40}(?:\btools\b|\bfunctions\b|工具)"
)
_CALL_IDS = compiled(
    r"tool_?(?:call|use)s?[_.]?ids?\b|number of function calls|\btool call ids?\b"
    r"|tool_calls?\W{1,3}\d+\W{1,2}\.?\W?id\b|\bcall_id\b|`?tool_use`? ids"
    r"|tool_result.{0,80}tool_use|tool_use.{0,80}tool_result|must be followed by tool|no tool (?:call|output)"
    r"|tool_calls?.{0,40}(?:without|no matching|corresponding)|function response parts.{0,60}function call"
)
SYSTEM_ROLE = compiled(
    r"\b(?:system|developer)\W{0,3}(?:role|message|instruction|prompt)s?\b.{0,60}"
    rf"(?:{_NOT}{_TAKEN}|does not exist)"
    rf"|(?:{_NOT}(?:support|allow|accept|permit)\w*|unknown variant|unknown role|invalid (?:role|value)"
    rf"|unexpected role)"
    r"\W{0,4}(?:the |role |a )?\W?(?:system|developer)\b"
    r"|input should be.{0,60}'user'.{0,20}'assistant'(?!.{0,30}'(?:system|developer)')"
)
_ROLES = compiled(
    rf"{SYSTEM_ROLE.pattern}|roles? must alternate|must alternate between|alternating|unexpected role"
    r"|expected last role|(?:after|for|invalid|unknown|unsupported|a valid) role"
    r"|\brole\b.{0,40}(?:invalid|not one of|must be|should be|unsupported)|must be a response to a prece|prefill"
    r"|must end with a user|(?:first|last) message.{0,40}\b(?:must|should|role|user)\b"
    r"|function call turn comes|\bmessages?\W{1,3}\d+\W{1,3}role\b|function response turn"
)
_REASONING = compiled(
    r"thought[ _-]?signature|signature.{0,60}(?:thinking|thought|reasoning)"
    r"|(?:thinking|thought|reasoning).{0,60}signature|reasoning[ _-]?(?:content|details|item)|redacted_thinking"
    r"|thinking.{0,3} blocks?|content\[\]\.thinking|expected.{0,3}thinking|type \W?reasoning"
)
_LIMIT_FIELD = r"(?:max_?(?:completion_?|output_?|new_?)?tokens|max(?:imum)? output tokens|最大输出)"
_OUTPUT_LIMIT = compiled(
    rf"{_LIMIT_FIELD}\W{{0,6}}(?:\w+\)? ){{0,6}}?\W?(?:too (?:large|big|high)|must"
    r"|should be|range|exceed|greater|larger"
    r"|:? ?\d+ >|cannot|can't|invalid|not valid|out of|超过|范围|value of)"
    rf"|(?:range of|invalid|value (?:of|for)) \W?{_LIMIT_FIELD}"
    rf"|{_LIMIT_FIELD}.{{0,40}}(?:too large|supported range|maximum allowed|valid range)"
)
# The limit of the answer is right, and too long together with what was sent.
_SUM_EXCEEDS_CONTEXT = compiled(
    r"input length and .{0,20}exceed|in the (?:messages|completion|output)\b|reduce the length"
)


# A message of one of these may be about the request itself; 429 is a limit, whatever its text mentions.
_REQUEST_STATUSES = frozenset({None, 400, 403, 404, 413, 422, 451, 500, 501, 502})


@dataclass(frozen=True, slots=True)
class _Rule:
    """The refusals of one kind: what the error says, with which statuses, and whether its codes may say it as well."""

    kind: RefusalKind
    says: Callable[[str], object]
    statuses: frozenset[int | None] = _REQUEST_STATUSES
    in_codes: bool = False

    def applies(self, refusal: Refusal) -> bool:
        text = refusal.all_text if self.in_codes else refusal.text
        return refusal.status in self.statuses and bool(self.says(text))


# In order: what costs money or is forbidden can't be mended by another request, and a schema or a message is
# named precisely, while texts about them often mention tools.
_RULES = (
    _Rule(RefusalKind.DATA_POLICY, DATA_POLICY.search),
    _Rule(RefusalKind.CREDIT, CREDIT.search, _REQUEST_STATUSES | {401, 429}, in_codes=True),
    _Rule(RefusalKind.CREDIT, _BILLING.search),
    _Rule(RefusalKind.KEY, KEY.search, frozenset({None, 400, 401, 403, 422}), in_codes=True),
    _Rule(RefusalKind.CONTENT_FILTER, CONTENT_FILTER.search, in_codes=True),
    _Rule(RefusalKind.OUTPUT_LIMIT, lambda text: _OUTPUT_LIMIT.search(text) and not _SUM_EXCEEDS_CONTEXT.search(text)),
    _Rule(RefusalKind.TOOL_SCHEMA, _TOOL_SCHEMA.search),
    _Rule(RefusalKind.TOOL_COUNT, _TOOL_COUNT.search),
    _Rule(RefusalKind.REASONING, _REASONING.search),
    _Rule(RefusalKind.CALL_IDS, _CALL_IDS.search),
    _Rule(RefusalKind.ROLES, _ROLES.search),
    _Rule(RefusalKind.IMAGES, rejects_images),
    _Rule(RefusalKind.CONTEXT, CONTEXT_EXCEEDED.search),
    _Rule(RefusalKind.TOOLS, rejects_tools),
)


def refusal_kind(refusal: Refusal) -> RefusalKind | None:
    """Return what the refusal is about; None if it is none of these."""
    if refusal.status == 402:
        return RefusalKind.CREDIT
    return next((rule.kind for rule in _RULES if rule.applies(refusal)), None)
