"""What can go wrong between here and a model, as notices: what happened, why, and what to do next."""

import json
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx

from deskpet.chat.messages import Action, Notice
from deskpet.chat.model import NoticeDelta

_MAX_DETAILS = 4000

RETRY = Action("retry", "Try again")
CONTINUE = Action("continue", "Continue")
SETTINGS = Action("settings", "Open settings")


def _failure(code: str, title: str, cause: str, next_step: str, details: str, *actions: Action) -> NoticeDelta:
    return NoticeDelta(Notice("error", code, title, cause, next_step, _bounded(details), actions))


def _bounded(details: str) -> str:
    return details if len(details) <= _MAX_DETAILS else details[:_MAX_DETAILS] + "…"


def cut_stream(details: str = "") -> NoticeDelta:
    """The body ended before the server said that the answer was over."""
    return _failure(
        "cut_stream",
        "The answer was cut off",
        "The connection ended before the server had said everything.",
        "What came is kept. Try again, or let it go on from there.",
        details,
        RETRY,
        CONTINUE,
    )


def empty_body() -> NoticeDelta:
    """The answer has no bytes at all."""
    return _failure(
        "empty_reply",
        "The server said nothing",
        "It accepted the request and sent an empty answer.",
        "Try again; if it stays, check the model's name and the server's own log.",
        "",
        RETRY,
    )


def unreadable(raw: str) -> NoticeDelta:
    """A piece of the answer is no JSON."""
    if raw.lstrip().startswith("<"):
        return html(raw)
    return _failure(
        "unreadable",
        "Part of the answer could not be read",
        "The server sent something that is not valid JSON.",
        "Try again. If it happens often, the server or a proxy before it damages its streams.",
        raw,
        RETRY,
    )


def html(raw: str) -> NoticeDelta:
    """A web page came instead of an answer."""
    return _failure(
        "html",
        "A web page came instead of an answer",
        "The address leads to a web page, a login or a proxy, not to a model's API.",
        "Check the base URL in the settings: it usually ends in /v1.",
        raw,
        SETTINGS,
    )


def too_long(cause: str) -> NoticeDelta:
    """A part of the stream grew past all bounds."""
    return _failure("too_long", "The answer was too long to read", f"The server sent {cause}.", "Try again.", "")


_NO_TOOLS = re.compile(r"(?:not support|unsupported|no endpoints).*(?:tool|function)", re.IGNORECASE | re.DOTALL)


def in_stream(error: object, whole: Mapping[str, Any]) -> NoticeDelta:
    """An error that the server reported inside its answer."""
    if _NO_TOOLS.search(said := _words_of(error)):
        return _refused_tools("", said)
    return _failure(
        "server_error",
        "The server reported an error",
        said or "It gave no reason.",
        "Try again; if it stays, the details below are for the server's operator.",
        json.dumps(whole, ensure_ascii=False, indent=2),
        RETRY,
    )


def ended_badly(reason: str, said: str = "") -> NoticeDelta:
    """The provider ended the answer with a word that means neither success nor a limit."""
    return _failure(
        "ended_badly",
        "The provider broke off the answer",
        said or f"It gave the reason {reason}.",
        "What came is kept. Try again, or ask in other words.",
        f"finish reason: {reason}",
        RETRY,
    )


def spliced(second: object) -> NoticeDelta:
    """A second answer began inside the first one."""
    return _failure(
        "spliced",
        "Two answers came in one",
        "The server or a proxy before it mixed another answer into this one.",
        "What came is kept. Try again.",
        f"a second message began: {second}",
        RETRY,
    )


def blocked(reason: str, said: str = "") -> NoticeDelta:
    """The provider's filter stopped the question or the answer."""
    return _failure(
        "blocked",
        "The provider refused to answer",
        said or f"Its content filter stepped in: {reason}.",
        "Ask in other words, or try another model.",
        f"reason: {reason}",
    )


def server_tool(name: str, value: object) -> NoticeDelta:
    """The provider used a tool of its own, or tells what it gave. It has run there: here it is only shown."""
    details = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return NoticeDelta(Notice("info", "server_tool", f"The provider's own tool: {name}", details=_bounded(details)))


def _words_of(error: Any) -> str:
    """The sentence in an error, in whichever of the many shapes it came."""
    match error:
        case str():
            return error
        case {"message": str(message)} if message:
            return message
        case {"error": inner} | {"detail": inner} | {"msg": inner}:
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
    if _refuses_tools(code, said or body):
        return _refused_tools(f" (HTTP {code})", said or body)
    name, title, next_step, actions = _STATUS.get(code) or (_SERVER if code >= 500 else _OTHER)
    if retry_after:
        next_step = f"The server asks to wait {retry_after} seconds. {next_step}"
    cause = f"{said} (HTTP {code})" if said else f"The server answered with HTTP {code}."
    return _failure(name, title, cause, next_step, f"HTTP {code}\n{body}", *actions)


_KEY = ("unauthorized", "The server did not accept the key", "Check the key in the settings.", (SETTINGS,))
_STATUS: dict[int, tuple[str, str, str, tuple[Action, ...]]] = {
    401: _KEY,
    403: (
        "forbidden",
        "The server refused the request",
        "Check that the key may use this model, in the settings or at the provider.",
        (SETTINGS,),
    ),
    404: (
        "not_found",
        "The server does not know this address or model",
        "Check the base URL (it usually ends in /v1) and the model's name in the settings.",
        (SETTINGS,),
    ),
    429: (
        "rate_limited",
        "Too many requests",
        "Wait a little, then try again; or check the account's quota.",
        (RETRY,),
    ),
}
_SERVER = ("server_error", "The server failed", "It is the server's fault. Wait a little, then try again.", (RETRY,))
_OTHER = ("refused", "The server refused the request", "The details say why. Check the settings.", (SETTINGS, RETRY))


def _refuses_tools(code: int, said: str) -> bool:
    words = said.lower()
    names_tools = any(word in words for word in ("tool", "function call", "functions"))
    return code in (400, 404, 422) and names_tools


def _refused_tools(status_words: str, said: str) -> NoticeDelta:
    return _failure(
        "tools_refused",
        "This model takes no native tool calls",
        f"{said[:300]}{status_words}",
        "Switch the mode to text: tools are then written in the answer, which works with any model.",
        said,
        Action("use_text_mode", "Switch to text mode and ask again"),
        SETTINGS,
    )


def failed_connection(error: Exception, url: str, key: str) -> NoticeDelta:
    """No answer came: the connection failed, or broke."""
    host = httpx.URL(url).netloc.decode()
    details = redacted(f"{type(error).__name__}: {error}\n{url}", key)
    chain = _chain(error)
    if any(isinstance(each, ssl.SSLError) for each in chain) or "CERTIFICATE" in str(error):
        return _failure(
            "tls",
            "The connection is not secure",
            f"The certificate of {host} was not accepted.",
            "Check the address, the date of this computer, and any proxy between.",
            details,
            SETTINGS,
        )
    if "Name or service not known" in details or "getaddrinfo" in details or _is_name_error(chain):
        return _failure(
            "dns",
            "The server was not found",
            f"No computer answers to the name {host}.",
            "Check the base URL for typing errors, and that this computer is online.",
            details,
            SETTINGS,
            RETRY,
        )
    if isinstance(error, httpx.TimeoutException):
        return _failure(
            "timeout",
            "The server took too long",
            f"No connection to {host} in time.",
            "Check the base URL, and that this computer is online.",
            details,
            SETTINGS,
            RETRY,
        )
    if isinstance(error, httpx.ConnectError):
        return _failure(
            "refused_connection",
            "The server does not answer",
            f"Nothing accepts connections at {host}.",
            "Start the server, or check the base URL and its port.",
            details,
            SETTINGS,
            RETRY,
        )
    return cut_stream(details)


def silent(url: str, seconds: float, *, begun: bool) -> NoticeDelta:
    """The connection stands and nothing comes; `begun` when a part of the answer had come."""
    host = httpx.URL(url).netloc.decode()
    return _failure(
        "timeout",
        "The server fell silent" if begun else "The server took too long",
        f"Nothing came from {host} for {seconds:g} seconds.",
        "What came is kept. Try again." if begun else "Try again; a local model may still be loading.",
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
    return NoticeDelta(replace(failed.notice, cause=f"{failed.notice.cause} Tried {tries} times."))


def bad_address(url: str, reason: str) -> NoticeDelta:
    """The base URL is no address."""
    return _failure("bad_address", "The base URL is not an address", f"{url}: {reason}", "Mend it.", "", SETTINGS)


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
