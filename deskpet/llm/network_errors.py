"""Error notices for requests that failed in the network: invalid URLs, DNS, TLS, connections and timeouts."""

import socket
import ssl
from dataclasses import dataclass, replace

import httpx

from deskpet.chat.messages import CONTINUE, RETRY, SETTINGS, Action
from deskpet.chat.model import NoticeDelta
from deskpet.llm.errors import RequestFailed, causes, cut_stream, error_notice, needs_https
from deskpet.llm.redaction import redact_key
from deskpet.translation import tr, tr_noop


@dataclass(frozen=True, slots=True)
class _ConnectionError:
    """A kind of connection error. `cause` contains the placeholder {host}."""

    code: str
    title: str
    cause: str
    next_step: str
    actions: tuple[Action, ...] = (SETTINGS, RETRY)

    def notice(self, host: str, details: str) -> NoticeDelta:
        """Return the notice for this error."""
        return error_notice(
            self.code, tr(self.title), tr(self.cause, host=host), tr(self.next_step), details, *self.actions
        )


_CERTIFICATE_REJECTED = _ConnectionError(
    "tls",
    tr_noop("The connection is not secure"),
    tr_noop("The certificate of {host} was not accepted."),
    tr_noop("Check the address, the date of this computer, and any proxy between."),
    (SETTINGS,),
)
_TLS_FAILED = replace(_CERTIFICATE_REJECTED, cause=tr_noop("A secure connection to {host} could not be set up."))
_NO_TLS = _ConnectionError(
    "no_tls",
    tr_noop("The server has no secure connection"),
    tr_noop("What {host} answered is not TLS."),
    tr_noop("If the server is your own, let the base URL in the settings begin with http://; else check its port."),
    (SETTINGS,),
)
_NO_HTTP = _ConnectionError(
    "no_http",
    tr_noop("The server does not speak HTTP"),
    tr_noop("What {host} answered is not HTTP: it is another kind of server."),
    tr_noop("Check the base URL and its port in the settings."),
    (SETTINGS,),
)
_DISCONNECTED = _ConnectionError(
    "no_answer",
    tr_noop("The server closed the connection"),
    tr_noop("{host} ended the connection without an answer."),
    tr_noop("Try again. If it happens again, check the base URL: its port, and whether it should begin with https://."),
    (RETRY, SETTINGS),
)
_UNKNOWN_HOST = _ConnectionError(
    "dns",
    tr_noop("The server was not found"),
    tr_noop("No computer answers to the name {host}."),
    tr_noop("Check the base URL for typing errors, and that this computer is online."),
)
_CONNECT_TIMEOUT = _ConnectionError(
    "timeout",
    tr_noop("The server took too long"),
    tr_noop("No connection to {host} in time."),
    tr_noop("Check the base URL, and that this computer is online."),
)
_CONNECTION_REFUSED = _ConnectionError(
    "refused_connection",
    tr_noop("The server does not answer"),
    tr_noop("Nothing accepts connections at {host}."),
    tr_noop("Start the server, or check the base URL and its port."),
)
# OpenSSL's reasons for a response that is not TLS.
_NOT_TLS_REASONS = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG", "HTTP_REQUEST")
# h11's message for a response that can't be HTTP; on a TLS port it is the alert.
_NOT_HTTP_MESSAGE = "illegal request line"
_DISCONNECTED_MESSAGE = "Server disconnected"
_SENTENCE_ENDS = tuple(".!?…。！？")


# The exceptions that sending a request raises. Timeouts of our own are reported by `silent`.
FAILURES = (RequestFailed, httpx.HTTPError, httpx.InvalidURL, UnicodeEncodeError)


def request_failed(error: Exception, url: str, key: str) -> NoticeDelta:
    """Return the notice for one of FAILURES that a request to `url` raised."""
    match error:
        case RequestFailed():
            return error.notice
        case httpx.InvalidURL() | httpx.UnsupportedProtocol():
            return invalid_url(url, str(error))
        # Headers are ASCII, everything else is UTF-8.
        case UnicodeEncodeError(encoding="ascii") | httpx.LocalProtocolError():
            return invalid_key()
        case UnicodeEncodeError():
            return invalid_text()
        case _:
            return connection_failed(error, url, key)


def connection_failed(error: Exception, url: str, key: str) -> NoticeDelta:
    """The connection failed before the response started."""
    details = _details(error, url, key)
    if isinstance(error, httpx.RemoteProtocolError) and _NOT_HTTP_MESSAGE in str(error) and url.startswith("http:"):
        return needs_https(details)
    return _classify(error).notice(_host(url), details)


def connection_lost(error: Exception, url: str, key: str) -> NoticeDelta:
    """The connection failed in the middle of the response."""
    return cut_stream(_details(error, url, key))


def timed_out(url: str, seconds: float, *, has_started: bool) -> NoticeDelta:
    """The server sent nothing for `seconds`; `has_started` if a part of the answer was received before."""
    return error_notice(
        "timeout",
        tr("The server stopped responding" if has_started else "The server took too long"),
        tr("Nothing came from {host} for {seconds:g} seconds.", host=_host(url), seconds=seconds),
        tr(
            "What was received is kept. Try again." if has_started else "Try again; a local model may still be loading."
        ),
        url,
        RETRY,
        *((CONTINUE,) if has_started else ()),
    )


def invalid_url(url: str, reason: str) -> NoticeDelta:
    """The base URL is invalid."""
    title = tr("The base URL is not an address")
    return error_notice("bad_address", title, f"{url}: {reason}", tr("Correct it."), "", SETTINGS)


def invalid_key() -> NoticeDelta:
    """The key contains characters that are not allowed in a header."""
    return error_notice(
        "bad_key",
        tr("The key can't be sent"),
        tr("It holds characters that no key has, such as a line's end or a letter with an accent."),
        tr("Enter the key again in the settings."),
        "",
        SETTINGS,
    )


def invalid_text() -> NoticeDelta:
    """The request contains a lone surrogate, which UTF-8 can't encode."""
    return error_notice(
        "bad_text",
        tr("The request can't be sent"),
        tr("A text in it holds half of a character, such as a broken emoji."),
        tr("Edit the message with it, or begin a new conversation."),
        "",
    )


def can_retry(error: Exception, attempt: int) -> bool:
    """Whether a retry may succeed after `error`, raised before the response of `attempt` (from 1) started."""
    if any(isinstance(each, ssl.SSLError | socket.gaierror) for each in causes(error)):
        return False
    if isinstance(error, httpx.RemoteProtocolError):
        # A kept connection may hold the rest of an earlier response whose length was wrong. A retry opens another one.
        return _DISCONNECTED_MESSAGE in str(error) or (attempt == 1 and _NOT_HTTP_MESSAGE not in str(error))
    return isinstance(error, httpx.ConnectError | httpx.ReadError | httpx.WriteError)


def with_attempts(delta: NoticeDelta, attempts: int) -> NoticeDelta:
    """Return the notice with the number of attempts added to its cause."""
    if attempts == 1:
        return delta
    cause = delta.notice.cause
    # Messages of servers, with the status added, often end without a full stop.
    template = (
        tr_noop("{cause} Tried {n} times.") if cause.endswith(_SENTENCE_ENDS) else tr_noop("{cause}. Tried {n} times.")
    )
    cause = tr(template, cause=cause, n=attempts)
    return NoticeDelta(replace(delta.notice, cause=cause))


def _classify(error: Exception) -> _ConnectionError:
    message, chain = str(error), list(causes(error))
    if ssl_error := next((each for each in chain if isinstance(each, ssl.SSLError)), None):
        return _classify_tls(ssl_error)
    if any(isinstance(each, socket.gaierror) for each in chain) or "getaddrinfo" in message:
        return _UNKNOWN_HOST
    if isinstance(error, httpx.RemoteProtocolError):
        return _DISCONNECTED if _DISCONNECTED_MESSAGE in message else _NO_HTTP
    if isinstance(error, httpx.TimeoutException):
        return _CONNECT_TIMEOUT
    return _CONNECTION_REFUSED if isinstance(error, httpx.ConnectError) else _DISCONNECTED


def _classify_tls(error: ssl.SSLError) -> _ConnectionError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _CERTIFICATE_REJECTED
    return _NO_TLS if any(reason in str(error) for reason in _NOT_TLS_REASONS) else _TLS_FAILED


def _host(url: str) -> str:
    return httpx.URL(url).netloc.decode()


def _details(error: Exception, url: str, key: str) -> str:
    return redact_key(f"{type(error).__name__}: {error}\n{url}", key)
