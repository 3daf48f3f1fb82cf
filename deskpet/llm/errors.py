"""Error notices for HTTP statuses, errors inside a stream and malformed answers.

Each public function returns the notice (title, cause, next step) for the error that its docstring describes.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from deskpet.chat.messages import CONTINUE, RETRY, SETTINGS, Action, Notice
from deskpet.chat.model import MALFORMED_CALL, NoticeDelta
from deskpet.llm.error_patterns import rejects_call, requires_https
from deskpet.llm.redaction import redact_secrets
from deskpet.llm.refusal_notices import refusal_notice
from deskpet.llm.refusals import error_message, json_message, read_refusal, refusal_kind
from deskpet.translation import tr, tr_noop

_MAX_DETAILS = 4000
_MAX_CAUSE = 300
# Characters of a server's message that are matched; the patterns take superlinear time.
_MAX_MESSAGE = 4000
_MAX_DEPTH, _MAX_ITEMS = 8, 40


class RequestFailed(Exception):
    """A request failed for a reason that `notice` tells, with the next step."""

    def __init__(self, notice: NoticeDelta) -> None:
        super().__init__(notice.notice.cause)
        self.notice = notice


def error_notice(code: str, title: str, cause: str, next_step: str, details: str, *actions: Action) -> NoticeDelta:
    """Return an error notice with a machine-readable `code`; `cause` and `details` are truncated."""
    return NoticeDelta(Notice("error", code, title, _truncate(cause), next_step, _truncate(details), actions))


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


def _truncate(text: str, max_length: int = _MAX_DETAILS) -> str:
    return text if len(text) <= max_length else text[:max_length] + "…"


def _excerpt(value: object) -> str:
    """Return a JSON value as indented text, truncated so that encoding a large one is fast."""
    return json.dumps(_truncate_value(value, _MAX_DEPTH), ensure_ascii=False, indent=2)


def _truncate_value(value: object, depth: int) -> object:
    match value:
        case str():
            return _truncate(value)
        case dict() | list() if not depth:
            return "…"
        case dict():
            fields = list(cast("dict[str, Any]", value).items())[:_MAX_ITEMS]
            return {_truncate(name): _truncate_value(each, depth - 1) for name, each in fields}
        case list():
            return [_truncate_value(each, depth - 1) for each in cast("list[Any]", value)[:_MAX_ITEMS]]
        case _:
            return value


def cut_stream(details: str = "") -> NoticeDelta:
    """The body ended before the server marked the end of the answer.

    `details` is the unparsed end of the stream: llama.cpp's server reports errors in an `error:` field, which is not
    a field of server-sent events.
    """
    message = json_message(details.strip().removeprefix("error:"))
    return error_notice(
        "cut_stream",
        tr("The answer was cut off"),
        message or tr("The connection ended before the server had said everything."),
        tr("What was received is kept. Try again, or press Continue."),
        details,
        RETRY,
        CONTINUE,
    )


def placeholder_text(text: str) -> NoticeDelta:
    """A gateway sent `text`, its placeholder for an answer that it did not get from the provider."""
    return error_notice(
        "placeholder",
        tr("The gateway got no answer"),
        tr("It sent a text of its own in place of one: {text}", text=text),
        tr("Try again. If it happens again, choose the model without a prefix such as 假流式/, or another model."),
        text,
        RETRY,
        SETTINGS,
    )


def empty_body() -> NoticeDelta:
    """The response body is empty."""
    return error_notice(
        "empty_reply",
        tr("The server said nothing"),
        tr("It accepted the request and sent an empty answer."),
        tr("Try again; if it stays, check the model's name and the server's own log."),
        "",
        RETRY,
    )


def invalid_json(raw: str) -> NoticeDelta:
    """A part of the stream is not valid JSON."""
    if raw[:_MAX_MESSAGE].lstrip().startswith("<"):
        return html_page(raw)
    return error_notice(
        "unreadable",
        tr("Part of the answer could not be read"),
        tr("The server sent something that is not valid JSON."),
        tr("Try again. If it happens often, the server or a proxy before it damages its streams."),
        raw,
        RETRY,
    )


def unsupported_encoding(encoding: str) -> NoticeDelta:
    """The response has a Content-Encoding that was not requested and is not supported."""
    return error_notice(
        "packed",
        tr("The answer is compressed and can't be read"),
        tr("It came with the encoding {encoding}, which was not asked for.", encoding=encoding[:40]),
        tr("Turn off compression in the server, or in the proxy before it."),
        "",
        SETTINGS,
    )


def html_page(raw: str) -> NoticeDelta:
    """The response is an HTML page."""
    return error_notice(
        "html",
        tr("A web page came instead of an answer"),
        tr("The address leads to a web page, a login or a proxy, not to a model's API."),
        tr("Check the base URL in the settings: it usually ends in /v1."),
        raw,
        SETTINGS,
    )


def needs_https(details: str) -> NoticeDelta:
    """The server expects TLS but the URL starts with http://."""
    return error_notice(
        "needs_https",
        tr("The server wants a secure connection"),
        tr("It speaks TLS at this address, and was spoken to without it."),
        tr("Let the base URL in the settings begin with https://."),
        details,
        SETTINGS,
    )


def too_long(cause: str) -> NoticeDelta:
    """A part of the stream exceeded its limit; `cause` names it."""
    title = tr("The answer was too long to read")
    sentence = tr("The server sent {what}; reading it would hold up everything else.", what=cause)
    return error_notice("too_long", title, sentence, tr("Ask for less at once, or try again."), "")


def stream_error(error: object, value: Mapping[str, Any]) -> NoticeDelta:
    """The server reported `error` inside the stream, in the JSON object `value`."""
    message, details = error_message(error), _excerpt(value)
    refusal = read_refusal(None, details)
    if rejects_call(refusal.all_text):
        return malformed_call(details, message)
    if kind := refusal_kind(refusal):
        return refusal_notice(kind, message or details, "", details)
    return error_notice(
        "server_error",
        tr("The server reported an error"),
        message or tr("It gave no reason."),
        tr("Try again; if it stays, the details below are for the server's operator."),
        details,
        RETRY,
    )


def abnormal_finish(reason: str, message: str = "") -> NoticeDelta:
    """The finish reason means neither success nor a length limit."""
    return error_notice(
        "ended_badly",
        tr("The provider broke off the answer"),
        message or tr("It gave the reason {reason}.", reason=_truncate(reason, _MAX_CAUSE)),
        tr("What was received is kept. Try again, or ask in other words."),
        f"finish reason: {reason}",
        RETRY,
    )


def malformed_call(reason: str, message: str = "") -> NoticeDelta:
    """The provider refused a tool call as the model wrote it."""
    return error_notice(
        MALFORMED_CALL,
        tr("The model wrote a tool call that the provider could not read"),
        message or tr("It gave the reason {reason}.", reason=_truncate(reason, _MAX_CAUSE)),
        tr("Try again. If it happens often, text mode may work better."),
        reason,
        RETRY,
    )


def second_answer(message_id: object) -> NoticeDelta:
    """A second answer started inside the first one."""
    return error_notice(
        "spliced",
        tr("Two answers came in one"),
        tr("The server or a proxy before it mixed another answer into this one."),
        tr("What was received is kept. Try again."),
        f"a second message began: {message_id}",
        RETRY,
    )


def blocked(reason: str, message: str = "") -> NoticeDelta:
    """The provider's content filter blocked the prompt or the answer."""
    return error_notice(
        "blocked",
        tr("The provider refused to answer"),
        message or tr("Its content filter stepped in: {reason}.", reason=_truncate(reason, _MAX_CAUSE)),
        tr("Ask in other words, or try another model."),
        f"reason: {reason}",
    )


def server_tool(name: str, value: object) -> NoticeDelta:
    """The provider executed a tool of its own, or sent its result; the notice only informs."""
    details = value if isinstance(value, str) else _excerpt(value)
    title = tr("The provider's own tool: {name}", name=_truncate(name, _MAX_CAUSE))
    return NoticeDelta(Notice("info", "server_tool", title, details=_truncate(details)))


def http_status(code: int, body: str, retry_after: float | None, key: str) -> NoticeDelta:
    """The server responded with an HTTP error status and asks to wait `retry_after` seconds, None if it does not.

    `key` is removed from the notice.
    """
    return without_key(_http_status(code, body, retry_after), key)


def _http_status(code: int, body: str, retry_after: float | None) -> NoticeDelta:
    if code == 400 and requires_https(body[:_MAX_MESSAGE]):
        return needs_https(f"HTTP {code}\n{body}")
    if body.lstrip()[:1] == "<":
        notice = html_page(body).notice
        if code not in _BY_STATUS:
            return NoticeDelta(notice)
    refusal = read_refusal(code, body)
    message = refusal.message
    if code == 400 and rejects_call(refusal.all_text):
        return malformed_call(f"HTTP {code}\n{body}", message or body[:_MAX_MESSAGE])
    if kind := refusal_kind(refusal):
        return refusal_notice(kind, message or body[:_MAX_MESSAGE], f" (HTTP {code})", f"HTTP {code}\n{body}")
    name, title, next_step, actions = _BY_STATUS.get(code) or (_SERVER_ERROR if code >= 500 else _CLIENT_ERROR)
    next_step = tr(next_step)
    if retry_after:
        seconds = f"{retry_after:.0f}" if retry_after >= 1 else f"{retry_after:.1g}"
        next_step = tr("The server asks to wait {seconds} seconds. {next_step}", seconds=seconds, next_step=next_step)
    cause = f"{message} (HTTP {code})" if message else tr("The server answered with HTTP {code}.", code=code)
    return error_notice(name, tr(title), cause, next_step, f"HTTP {code}\n{body}", *actions)


_UNAUTHORIZED = (
    "unauthorized",
    tr_noop("The server did not accept the key"),
    tr_noop("Check the key in the settings."),
    (SETTINGS,),
)
_BY_STATUS: dict[int, tuple[str, str, str, tuple[Action, ...]]] = {
    401: _UNAUTHORIZED,
    403: (
        "forbidden",
        tr_noop("The server refused the request"),
        tr_noop("Check that the key may use this model, in the settings or at the provider."),
        (SETTINGS,),
    ),
    404: (
        "not_found",
        tr_noop("The server does not know this address or model"),
        tr_noop("Check the base URL (it usually ends in /v1) and the model's name in the settings."),
        (SETTINGS,),
    ),
    429: (
        "rate_limited",
        tr_noop("Too many requests"),
        tr_noop("Wait a little, then try again; or check the account's quota."),
        (RETRY,),
    ),
}
_SERVER_ERROR = (
    "server_error",
    tr_noop("The server failed"),
    tr_noop("It is the server's fault. Wait a little, then try again."),
    (RETRY,),
)
_CLIENT_ERROR = (
    "refused",
    tr_noop("The server refused the request"),
    tr_noop("The details say why. Check the settings."),
    (SETTINGS, RETRY),
)
