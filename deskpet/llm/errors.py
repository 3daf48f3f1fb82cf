"""Error notices for HTTP statuses, errors inside a stream and malformed answers."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from deskpet.chat.messages import CONTINUE, RETRY, SETTINGS, Notice
from deskpet.chat.model import MALFORMED_CALL, NoticeDelta
from deskpet.llm.error_patterns import CALL_REJECTED, HTTPS_REQUIRED
from deskpet.llm.notices import MAX_CAUSE, NoticeText, truncated
from deskpet.llm.redaction import redact_secrets
from deskpet.llm.refusal_notices import refusal_notice
from deskpet.llm.refusals import decoded, error_message, read_refusal, refusal_kind
from deskpet.translation import tr, tr_noop

# Characters of a server's message that are matched; the patterns take superlinear time.
_MAX_MESSAGE = 4000
_MAX_DEPTH, _MAX_ITEMS = 8, 40


class RequestFailed(Exception):
    """A request failed for a reason that `notice` tells, with the next step."""

    def __init__(self, notice: NoticeDelta) -> None:
        super().__init__(notice.notice.cause)
        self.notice = notice


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and the chain of exceptions that caused it."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or error.__context__


def without_key(delta: NoticeDelta, key: str) -> NoticeDelta:
    """Return the notice without the key and without secrets in URLs, which servers may send back.

    Classify an error before this: the meaning of a redacted text may differ.
    """
    notice = delta.notice
    texts = {name: redact_secrets(getattr(notice, name), key) for name in ("title", "cause", "next_step", "details")}
    return NoticeDelta(replace(notice, **texts))


def _excerpt(value: object) -> str:
    """Return a JSON value as indented text, truncated so that encoding a large one is fast."""
    return json.dumps(_truncate_value(value, _MAX_DEPTH), ensure_ascii=False, indent=2)


def _truncate_value(value: object, depth: int) -> object:
    match value:
        case str():
            return truncated(value)
        case dict() | list() if not depth:
            return "…"
        case dict():
            fields = list(cast("dict[str, Any]", value).items())[:_MAX_ITEMS]
            return {truncated(name): _truncate_value(each, depth - 1) for name, each in fields}
        case list():
            return [_truncate_value(each, depth - 1) for each in cast("list[Any]", value)[:_MAX_ITEMS]]
        case _:
            return value


EMPTY_BODY = NoticeText(
    "empty_reply",
    tr_noop("The server said nothing"),
    tr_noop("It accepted the request and sent an empty answer."),
    tr_noop("Try again; if it stays, check the model's name and the server's own log."),
    (RETRY,),
)
PLACEHOLDER_TEXT = NoticeText(
    "placeholder",
    tr_noop("The gateway got no answer"),
    tr_noop("It sent a text of its own in place of one: {text}"),
    tr_noop("Try again. If it happens again, choose the model without a prefix such as 假流式/, or another model."),
    (RETRY, SETTINGS),
)
UNSUPPORTED_ENCODING = NoticeText(
    "packed",
    tr_noop("The answer is compressed and can't be read"),
    tr_noop("It came with the encoding {encoding}, which was not asked for."),
    tr_noop("Turn off compression in the server, or in the proxy before it."),
)
HTML_PAGE = NoticeText(
    "html",
    tr_noop("A web page came instead of an answer"),
    tr_noop("The address leads to a web page, a login or a proxy, not to a model's API."),
    tr_noop("Check the base URL in the settings: it usually ends in /v1."),
)
NEEDS_HTTPS = NoticeText(
    "needs_https",
    tr_noop("The server wants a secure connection"),
    tr_noop("It speaks TLS at this address, and was spoken to without it."),
    tr_noop("Let the base URL in the settings begin with https://."),
)
TOO_LONG = NoticeText(
    "too_long",
    tr_noop("The answer was too long to read"),
    tr_noop("The server sent {what}; reading it would hold up everything else."),
    tr_noop("Ask for less at once, or try again."),
    (),
)
SECOND_ANSWER = NoticeText(
    "spliced",
    tr_noop("Two answers came in one"),
    tr_noop("The server or a proxy before it mixed another answer into this one."),
    tr_noop("What was received is kept. Try again."),
    (RETRY,),
)
_CUT_STREAM = NoticeText(
    "cut_stream",
    tr_noop("The answer was cut off"),
    tr_noop("The connection ended before the server had said everything."),
    tr_noop("What was received is kept. Try again, or press Continue."),
    (RETRY, CONTINUE),
)
_UNREADABLE = NoticeText(
    "unreadable",
    tr_noop("Part of the answer could not be read"),
    tr_noop("The server sent something that is not valid JSON."),
    tr_noop("Try again. If it happens often, the server or a proxy before it damages its streams."),
    (RETRY,),
)
_STREAM_ERROR = NoticeText(
    "server_error",
    tr_noop("The server reported an error"),
    tr_noop("It gave no reason."),
    tr_noop("Try again; if it stays, the details below are for the server's operator."),
    (RETRY,),
)
_ABNORMAL_FINISH = NoticeText(
    "ended_badly",
    tr_noop("The provider broke off the answer"),
    tr_noop("It gave the reason {reason}."),
    tr_noop("What was received is kept. Try again, or ask in other words."),
    (RETRY,),
)
_MALFORMED_CALL = NoticeText(
    MALFORMED_CALL,
    tr_noop("The model wrote a tool call that the provider could not read"),
    tr_noop("It gave the reason {reason}."),
    tr_noop("Try again. If it happens often, text mode may work better."),
    (RETRY,),
)
_BLOCKED = NoticeText(
    "blocked",
    tr_noop("The provider refused to answer"),
    tr_noop("Its content filter stepped in: {reason}."),
    tr_noop("Ask in other words, or try another model."),
    (),
)


def cut_stream(details: str = "") -> NoticeDelta:
    """The body ended before the server marked the end of the answer.

    `details` is the unparsed end of the stream: llama.cpp's server reports errors in an `error:` field, which is not
    a field of server-sent events.
    """
    return _CUT_STREAM.notice(details, error_message(decoded(details.strip().removeprefix("error:"))))


def invalid_json(raw: str) -> NoticeDelta:
    """A part of the stream is not valid JSON."""
    return (HTML_PAGE if raw[:_MAX_MESSAGE].lstrip().startswith("<") else _UNREADABLE).notice(raw)


def stream_error(error: object, value: Mapping[str, Any]) -> NoticeDelta:
    """The server reported `error` inside the stream, in the JSON object `value`."""
    message, details = error_message(error), _excerpt(value)
    refusal = read_refusal(None, details)
    if CALL_REJECTED.search(refusal.all_text):
        return malformed_call(details, message)
    if kind := refusal_kind(refusal):
        return refusal_notice(kind, message or details, "", details)
    return _STREAM_ERROR.notice(details, message)


def abnormal_finish(reason: str, message: str = "") -> NoticeDelta:
    """The finish reason means neither success nor a length limit."""
    return _ABNORMAL_FINISH.notice(f"finish reason: {reason}", message, reason=truncated(reason, MAX_CAUSE))


def malformed_call(reason: str, message: str = "") -> NoticeDelta:
    """The provider refused a tool call as the model wrote it."""
    return _MALFORMED_CALL.notice(reason, message, reason=truncated(reason, MAX_CAUSE))


def blocked(reason: str, message: str = "") -> NoticeDelta:
    """The provider's content filter blocked the prompt or the answer."""
    return _BLOCKED.notice(f"reason: {reason}", message, reason=truncated(reason, MAX_CAUSE))


def server_tool(name: str, value: object) -> NoticeDelta:
    """The provider executed a tool of its own, or sent its result; the notice only informs."""
    details = value if isinstance(value, str) else _excerpt(value)
    title = tr("The provider's own tool: {name}", name=truncated(name, MAX_CAUSE))
    return NoticeDelta(Notice("info", "server_tool", title, details=truncated(details)))


def http_status(code: int, body: str, retry_after: float | None, key: str) -> NoticeDelta:
    """The server responded with an HTTP error status and asks to wait `retry_after` seconds, None if it does not.

    `key` is removed from the notice.
    """
    return without_key(_http_status(code, body, retry_after), key)


def _http_status(code: int, body: str, retry_after: float | None) -> NoticeDelta:
    details = f"HTTP {code}\n{body}"
    if code == 400 and HTTPS_REQUIRED.search(body[:_MAX_MESSAGE]):
        return NEEDS_HTTPS.notice(details)
    if body.lstrip()[:1] == "<" and code not in _BY_STATUS:
        return HTML_PAGE.notice(body)
    refusal = read_refusal(code, body)
    message = refusal.message
    if code == 400 and CALL_REJECTED.search(refusal.all_text):
        return malformed_call(details, message or body[:_MAX_MESSAGE])
    if kind := refusal_kind(refusal):
        return refusal_notice(kind, message or body[:_MAX_MESSAGE], f" (HTTP {code})", details)
    text = _BY_STATUS.get(code) or (_SERVER_ERROR if code >= 500 else _CLIENT_ERROR)
    told = text.notice(details, f"{message} (HTTP {code})" if message else "", code=code)
    if not retry_after:
        return told
    seconds = f"{retry_after:.0f}" if retry_after >= 1 else f"{retry_after:.1g}"
    wait = tr(
        "The server asks to wait {seconds} seconds. {next_step}", seconds=seconds, next_step=told.notice.next_step
    )
    return NoticeDelta(replace(told.notice, next_step=wait))


_WITH_CODE = tr_noop("The server answered with HTTP {code}.")
_BY_STATUS = {
    401: NoticeText(
        "unauthorized",
        tr_noop("The server did not accept the key"),
        _WITH_CODE,
        tr_noop("Check the key in the settings."),
    ),
    403: NoticeText(
        "forbidden",
        tr_noop("The server refused the request"),
        _WITH_CODE,
        tr_noop("Check that the key may use this model, in the settings or at the provider."),
    ),
    404: NoticeText(
        "not_found",
        tr_noop("The server does not know this address or model"),
        _WITH_CODE,
        tr_noop("Check the base URL (it usually ends in /v1) and the model's name in the settings."),
    ),
    429: NoticeText(
        "rate_limited",
        tr_noop("Too many requests"),
        _WITH_CODE,
        tr_noop("Wait a little, then try again; or check the account's quota."),
        (RETRY,),
    ),
}
_SERVER_ERROR = NoticeText(
    "server_error",
    tr_noop("The server failed"),
    _WITH_CODE,
    tr_noop("It is the server's fault. Wait a little, then try again."),
    (RETRY,),
)
_CLIENT_ERROR = NoticeText(
    "refused",
    tr_noop("The server refused the request"),
    _WITH_CODE,
    tr_noop("The details say why. Check the settings."),
    (SETTINGS, RETRY),
)
