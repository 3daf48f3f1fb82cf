"""Error notices for requests that failed in the network: invalid URLs, DNS, TLS, connections and timeouts."""

import socket
import ssl
from dataclasses import replace

import httpx

from deskpet.chat.messages import CONTINUE, RETRY, SETTINGS
from deskpet.chat.model import NoticeDelta
from deskpet.llm.errors import NEEDS_HTTPS, RequestFailed, causes, cut_stream
from deskpet.llm.notices import NoticeText
from deskpet.llm.redaction import redact_key
from deskpet.translation import tr, tr_noop

_CERTIFICATE_REJECTED = NoticeText(
    "tls",
    tr_noop("The connection is not secure"),
    tr_noop("The certificate of {host} was not accepted."),
    tr_noop("Check the address, the date of this computer, and any proxy between."),
)
_TLS_FAILED = replace(_CERTIFICATE_REJECTED, cause=tr_noop("A secure connection to {host} could not be set up."))
_NO_TLS = NoticeText(
    "no_tls",
    tr_noop("The server has no secure connection"),
    tr_noop("What {host} answered is not TLS."),
    tr_noop("If the server is your own, let the base URL in the settings begin with http://; else check its port."),
)
_NO_HTTP = NoticeText(
    "no_http",
    tr_noop("The server does not speak HTTP"),
    tr_noop("What {host} answered is not HTTP: it is another kind of server."),
    tr_noop("Check the base URL and its port in the settings."),
)
_DISCONNECTED = NoticeText(
    "no_answer",
    tr_noop("The server closed the connection"),
    tr_noop("{host} ended the connection without an answer."),
    tr_noop("Try again. If it happens again, check the base URL: its port, and whether it should begin with https://."),
    (RETRY, SETTINGS),
)
_UNKNOWN_HOST = NoticeText(
    "dns",
    tr_noop("The server was not found"),
    tr_noop("No computer answers to the name {host}."),
    tr_noop("Check the base URL for typing errors, and that this computer is online."),
    (SETTINGS, RETRY),
)
_CONNECT_TIMEOUT = NoticeText(
    "timeout",
    tr_noop("The server took too long"),
    tr_noop("No connection to {host} in time."),
    tr_noop("Check the base URL, and that this computer is online."),
    (SETTINGS, RETRY),
)
_CONNECTION_REFUSED = NoticeText(
    "refused_connection",
    tr_noop("The server does not answer"),
    tr_noop("Nothing accepts connections at {host}."),
    tr_noop("Start the server, or check the base URL and its port."),
    (SETTINGS, RETRY),
)
_TIMED_OUT = NoticeText(
    "timeout",
    tr_noop("The server took too long"),
    tr_noop("Nothing came from {host} for {seconds:g} seconds."),
    tr_noop("Try again; a local model may still be loading."),
    (RETRY,),
)
_STOPPED_RESPONDING = NoticeText(
    "timeout",
    tr_noop("The server stopped responding"),
    _TIMED_OUT.cause,
    tr_noop("What was received is kept. Try again."),
    (RETRY, CONTINUE),
)
# Its cause is the address, and what is wrong with it.
_INVALID_URL = NoticeText("bad_address", tr_noop("The base URL is not an address"), "", tr_noop("Correct it."))
_INVALID_KEY = NoticeText(
    "bad_key",
    tr_noop("The key can't be sent"),
    tr_noop("It holds characters that no key has, such as a line's end or a letter with an accent."),
    tr_noop("Enter the key again in the settings."),
)
# UTF-8 can't encode a lone surrogate.
_INVALID_TEXT = NoticeText(
    "bad_text",
    tr_noop("The request can't be sent"),
    tr_noop("A text in it holds half of a character, such as a broken emoji."),
    tr_noop("Edit the message with it, or begin a new conversation."),
    (),
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
            return _INVALID_URL.notice("", f"{url}: {error}")
        # Headers are ASCII, everything else is UTF-8.
        case UnicodeEncodeError(encoding="ascii") | httpx.LocalProtocolError():
            return _INVALID_KEY.notice()
        case UnicodeEncodeError():
            return _INVALID_TEXT.notice()
        case _:
            return connection_failed(error, url, key)


def connection_failed(error: Exception, url: str, key: str) -> NoticeDelta:
    """The connection failed before the response started."""
    details = _details(error, url, key)
    if isinstance(error, httpx.RemoteProtocolError) and _NOT_HTTP_MESSAGE in str(error) and url.startswith("http:"):
        return NEEDS_HTTPS.notice(details)
    return _classify(error).notice(details, host=_host(url))


def connection_lost(error: Exception, url: str, key: str) -> NoticeDelta:
    """The connection failed in the middle of the response."""
    return cut_stream(_details(error, url, key))


def timed_out(url: str, seconds: float, *, has_started: bool) -> NoticeDelta:
    """The server sent nothing for `seconds`; `has_started` if a part of the answer was received before."""
    text = _STOPPED_RESPONDING if has_started else _TIMED_OUT
    return text.notice(url, host=_host(url), seconds=seconds)


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


def _classify(error: Exception) -> NoticeText:
    message, chain = str(error), list(causes(error))
    if ssl_error := next((each for each in chain if isinstance(each, ssl.SSLError)), None):
        if isinstance(ssl_error, ssl.SSLCertVerificationError):
            return _CERTIFICATE_REJECTED
        return _NO_TLS if any(reason in str(ssl_error) for reason in _NOT_TLS_REASONS) else _TLS_FAILED
    if any(isinstance(each, socket.gaierror) for each in chain) or "getaddrinfo" in message:
        return _UNKNOWN_HOST
    if isinstance(error, httpx.RemoteProtocolError):
        return _DISCONNECTED if _DISCONNECTED_MESSAGE in message else _NO_HTTP
    if isinstance(error, httpx.TimeoutException):
        return _CONNECT_TIMEOUT
    return _CONNECTION_REFUSED if isinstance(error, httpx.ConnectError) else _DISCONNECTED


def _host(url: str) -> str:
    return httpx.URL(url).netloc.decode()


def _details(error: Exception, url: str, key: str) -> str:
    return redact_key(f"{type(error).__name__}: {error}\n{url}", key)
