"""What can go wrong between here and a model, as notices: what happened, why, and what to do next."""

import json
import socket
import ssl
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx

from deskpet.chat.messages import Action, Notice
from deskpet.chat.model import NoticeDelta
from deskpet.llm.refusals import context_limit, is_too_long, refuses_pictures, refuses_tools
from deskpet.words import later, tr

_MAX_DETAILS = 4000

RETRY = Action("retry", later("Try again"))
CONTINUE = Action("continue", later("Continue"))
SETTINGS = Action("settings", later("Open settings"))


def _failure(code: str, title: str, cause: str, next_step: str, details: str, *actions: Action) -> NoticeDelta:
    return NoticeDelta(Notice("error", code, title, cause, next_step, _bounded(details), actions))


def _bounded(details: str) -> str:
    return details if len(details) <= _MAX_DETAILS else details[:_MAX_DETAILS] + "…"


def cut_stream(details: str = "") -> NoticeDelta:
    """The body ended before the server said that the answer was over.

    `details`: what the server sent last. llama.cpp's server names an error's field `error:`, which is no event.
    """
    try:
        said = _words_of(json.loads(details.strip().removeprefix("error:")))
    except (ValueError, RecursionError):
        said = ""
    return _failure(
        "cut_stream",
        tr("The answer was cut off"),
        said or tr("The connection ended before the server had said everything."),
        tr("What came is kept. Try again, or let it go on from there."),
        details,
        RETRY,
        CONTINUE,
    )


def empty_body() -> NoticeDelta:
    """The answer has no bytes at all."""
    return _failure(
        "empty_reply",
        tr("The server said nothing"),
        tr("It accepted the request and sent an empty answer."),
        tr("Try again; if it stays, check the model's name and the server's own log."),
        "",
        RETRY,
    )


def unreadable(raw: str) -> NoticeDelta:
    """A piece of the answer is no JSON."""
    if raw.lstrip().startswith("<"):
        return html(raw)
    return _failure(
        "unreadable",
        tr("Part of the answer could not be read"),
        tr("The server sent something that is not valid JSON."),
        tr("Try again. If it happens often, the server or a proxy before it damages its streams."),
        raw,
        RETRY,
    )


def html(raw: str) -> NoticeDelta:
    """A web page came instead of an answer."""
    return _failure(
        "html",
        tr("A web page came instead of an answer"),
        tr("The address leads to a web page, a login or a proxy, not to a model's API."),
        tr("Check the base URL in the settings: it usually ends in /v1."),
        raw,
        SETTINGS,
    )


def too_long(cause: str) -> NoticeDelta:
    """A part of the stream grew past all bounds."""
    title, told = tr("The answer was too long to read"), tr("The server sent {what}.", what=cause)
    return _failure("too_long", title, told, tr("Try again."), "")


def in_stream(error: object, whole: Mapping[str, Any]) -> NoticeDelta:
    """An error that the server reported inside its answer."""
    if refuses_pictures(_words_of(error)):
        return _refused_pictures("", _words_of(error))
    if is_too_long(_words_of(error)):
        return _too_long_request("", _words_of(error), json.dumps(whole, ensure_ascii=False))
    if refuses_tools(said := _words_of(error)):
        return _refused_tools("", said)
    return _failure(
        "server_error",
        tr("The server reported an error"),
        said or tr("It gave no reason."),
        tr("Try again; if it stays, the details below are for the server's operator."),
        json.dumps(whole, ensure_ascii=False, indent=2),
        RETRY,
    )


def ended_badly(reason: str, said: str = "") -> NoticeDelta:
    """The provider ended the answer with a word that means neither success nor a limit."""
    return _failure(
        "ended_badly",
        tr("The provider broke off the answer"),
        said or tr("It gave the reason {reason}.", reason=reason),
        tr("What came is kept. Try again, or ask in other words."),
        f"finish reason: {reason}",
        RETRY,
    )


def spliced(second: object) -> NoticeDelta:
    """A second answer began inside the first one."""
    return _failure(
        "spliced",
        tr("Two answers came in one"),
        tr("The server or a proxy before it mixed another answer into this one."),
        tr("What came is kept. Try again."),
        f"a second message began: {second}",
        RETRY,
    )


def blocked(reason: str, said: str = "") -> NoticeDelta:
    """The provider's filter stopped the question or the answer."""
    return _failure(
        "blocked",
        tr("The provider refused to answer"),
        said or tr("Its content filter stepped in: {reason}.", reason=reason),
        tr("Ask in other words, or try another model."),
        f"reason: {reason}",
    )


def server_tool(name: str, value: object) -> NoticeDelta:
    """The provider used a tool of its own, or tells what it gave. It has run there: here it is only shown."""
    details = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    title = tr("The provider's own tool: {name}", name=name)
    return NoticeDelta(Notice("info", "server_tool", title, details=_bounded(details)))


def _words_of(error: Any) -> str:
    """The sentence in an error, in whichever of the many shapes it came."""
    match error:
        case str():
            return error
        case {"message": str(message)} if message:
            return message
        case {"error": inner} | {"detail": inner} | {"msg": inner} | {"errors": inner}:
            return _words_of(inner)
        case [*several]:
            return "; ".join(filter(None, map(_words_of, several)))
        case _:
            return ""


def status(code: int, body: str, retry_after: str | None, key: str) -> NoticeDelta:
    """An answer with an HTTP status that means failure. `key` never shows, whoever sent it back."""
    body = redacted(body, key)
    if body.lstrip()[:1] == "<":
        notice = html(body).notice
        if code not in _STATUS:
            return NoticeDelta(notice)
    try:
        said = _words_of(json.loads(body))
    except ValueError:
        said = ""
    if code not in (401, 429) and refuses_pictures(said or body):
        return _refused_pictures(f" (HTTP {code})", said or body)
    if code in (400, 413, 422, 500) and is_too_long(said or body):
        return _too_long_request(f" (HTTP {code})", said or body, body)
    if refuses_tools(said or body, code):
        return _refused_tools(f" (HTTP {code})", said or body)
    name, title, next_step, actions = _STATUS.get(code) or (_SERVER if code >= 500 else _OTHER)
    next_step = tr(next_step)
    if retry_after:
        next_step = tr(
            "The server asks to wait {seconds} seconds. {next_step}", seconds=retry_after, next_step=next_step
        )
    cause = f"{said} (HTTP {code})" if said else tr("The server answered with HTTP {code}.", code=code)
    return _failure(name, tr(title), cause, next_step, f"HTTP {code}\n{body}", *actions)


_KEY = (
    "unauthorized",
    later("The server did not accept the key"),
    later("Check the key in the settings."),
    (SETTINGS,),
)
_STATUS: dict[int, tuple[str, str, str, tuple[Action, ...]]] = {
    401: _KEY,
    403: (
        "forbidden",
        later("The server refused the request"),
        later("Check that the key may use this model, in the settings or at the provider."),
        (SETTINGS,),
    ),
    404: (
        "not_found",
        later("The server does not know this address or model"),
        later("Check the base URL (it usually ends in /v1) and the model's name in the settings."),
        (SETTINGS,),
    ),
    429: (
        "rate_limited",
        later("Too many requests"),
        later("Wait a little, then try again; or check the account's quota."),
        (RETRY,),
    ),
}
_SERVER = (
    "server_error",
    later("The server failed"),
    later("It is the server's fault. Wait a little, then try again."),
    (RETRY,),
)
_OTHER = (
    "refused",
    later("The server refused the request"),
    later("The details say why. Check the settings."),
    (SETTINGS, RETRY),
)


def _refused_tools(status_words: str, said: str) -> NoticeDelta:
    return _failure(
        "tools_refused",
        tr("This model takes no native tool calls"),
        f"{said[:300]}{status_words}",
        tr("Switch the mode to text: tools are then written in the answer, which works with any model."),
        said,
        Action("use_text_mode", later("Switch to text mode and ask again")),
        SETTINGS,
    )


def _too_long_request(status_words: str, said: str, body: str) -> NoticeDelta:
    limit = context_limit(said) or context_limit(body)
    takes = tr("The model takes {limit:,} tokens.", limit=limit) if limit else ""
    summed_up = tr("Ask again: older turns are then summed up.")
    smaller = tr("Lower the context in the settings, so that older turns are summed up sooner, or begin a new talk.")
    return _failure(
        "context_full",
        tr("The conversation is too long for this model"),
        f"{takes} {said[:300]}{status_words}".strip(),
        summed_up if limit else smaller,
        body,
        Action("retry", tr("Ask again")) if limit else RETRY,
        SETTINGS,
    )


def _refused_pictures(status_words: str, said: str) -> NoticeDelta:
    return _failure(
        "images_refused",
        tr("This model takes no pictures"),
        f"{said[:300]}{status_words}",
        tr("Choose a model that sees pictures, or ask again without them: it is then told that there was one."),
        said,
        Action("without_pictures", tr("Ask again without pictures")),
        SETTINGS,
    )


def failed_connection(error: Exception, url: str, key: str) -> NoticeDelta:
    """No answer came: the connection failed, or broke."""
    host = httpx.URL(url).netloc.decode()
    details = redacted(f"{type(error).__name__}: {error}\n{url}", key)
    chain = _chain(error)
    if any(isinstance(each, ssl.SSLError) for each in chain) or "CERTIFICATE" in str(error):
        return _insecure(host, details)
    if "Name or service not known" in details or "getaddrinfo" in details or _is_name_error(chain):
        return _unknown_host(host, details)
    if isinstance(error, httpx.TimeoutException):
        return _not_in_time(host, details)
    if isinstance(error, httpx.ConnectError):
        return _nobody_listens(host, details)
    return cut_stream(details)


def _insecure(host: str, details: str) -> NoticeDelta:
    return _failure(
        "tls",
        tr("The connection is not secure"),
        tr("The certificate of {host} was not accepted.", host=host),
        tr("Check the address, the date of this computer, and any proxy between."),
        details,
        SETTINGS,
    )


def _unknown_host(host: str, details: str) -> NoticeDelta:
    return _failure(
        "dns",
        tr("The server was not found"),
        tr("No computer answers to the name {host}.", host=host),
        tr("Check the base URL for typing errors, and that this computer is online."),
        details,
        SETTINGS,
        RETRY,
    )


def _not_in_time(host: str, details: str) -> NoticeDelta:
    return _failure(
        "timeout",
        tr("The server took too long"),
        tr("No connection to {host} in time.", host=host),
        tr("Check the base URL, and that this computer is online."),
        details,
        SETTINGS,
        RETRY,
    )


def _nobody_listens(host: str, details: str) -> NoticeDelta:
    return _failure(
        "refused_connection",
        tr("The server does not answer"),
        tr("Nothing accepts connections at {host}.", host=host),
        tr("Start the server, or check the base URL and its port."),
        details,
        SETTINGS,
        RETRY,
    )


def silent(url: str, seconds: float, *, begun: bool) -> NoticeDelta:
    """The connection stands and nothing comes; `begun` when a part of the answer had come."""
    host = httpx.URL(url).netloc.decode()
    return _failure(
        "timeout",
        tr("The server fell silent" if begun else "The server took too long"),
        tr("Nothing came from {host} for {seconds:g} seconds.", host=host, seconds=seconds),
        tr("What came is kept. Try again." if begun else "Try again; a local model may still be loading."),
        url,
        RETRY,
        *((CONTINUE,) if begun else ()),
    )


def may_pass(error: Exception) -> bool:
    """Whether a connection that failed before any answer may succeed a moment later."""
    chain = _chain(error)
    if any(isinstance(each, ssl.SSLError | socket.gaierror) for each in chain):
        return False
    return isinstance(error, httpx.ConnectError | httpx.RemoteProtocolError | httpx.ReadError | httpx.WriteError)


def after_tries(failed: NoticeDelta, tries: int) -> NoticeDelta:
    """The same notice, saying how often it was tried."""
    if tries == 1:
        return failed
    cause = tr("{cause} Tried {n} times.", cause=failed.notice.cause, n=tries)
    return NoticeDelta(replace(failed.notice, cause=cause))


def bad_address(url: str, reason: str) -> NoticeDelta:
    """The base URL is no address."""
    title = tr("The base URL is not an address")
    return _failure("bad_address", title, f"{url}: {reason}", tr("Mend it."), "", SETTINGS)


def _chain(error: BaseException | None) -> list[BaseException]:
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain


def _is_name_error(chain: list[BaseException]) -> bool:
    return any(isinstance(each, socket.gaierror) for each in chain)


def redacted(text: str, key: str) -> str:
    """`text` without the key."""
    return text.replace(key, "•••") if key else text
