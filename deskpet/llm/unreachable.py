"""Why no answer came, or why it broke off, as notices: the address, the connection, the time it took."""

import socket
import ssl
from dataclasses import dataclass, replace

import httpx

from deskpet.chat.actions import CONTINUE, RETRY, SETTINGS
from deskpet.chat.messages import Action
from deskpet.chat.model import NoticeDelta
from deskpet.llm.errors import causes, cut_stream, failure, needs_https
from deskpet.llm.proxies import ProxyFailed
from deskpet.llm.redirects import RedirectRefused
from deskpet.llm.secrets import redacted
from deskpet.words import tr, tr_noop


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A way in which a connection fails. `cause` names the {host}."""

    code: str
    title: str
    cause: str
    next_step: str
    actions: tuple[Action, ...] = (SETTINGS, RETRY)

    def told(self, host: str, details: str) -> NoticeDelta:
        """The notice of it."""
        return failure(self.code, tr(self.title), tr(self.cause, host=host), tr(self.next_step), details, *self.actions)


_NOT_TRUSTED = _Trouble(
    "tls",
    tr_noop("The connection is not secure"),
    tr_noop("The certificate of {host} was not accepted."),
    tr_noop("Check the address, the date of this computer, and any proxy between."),
    (SETTINGS,),
)
_NOT_SECURED = replace(_NOT_TRUSTED, cause=tr_noop("A secure connection to {host} could not be set up."))
_NO_TLS = _Trouble(
    "no_tls",
    tr_noop("The server has no secure connection"),
    tr_noop("What {host} answered is not TLS."),
    tr_noop("If the server is your own, let the base URL in the settings begin with http://; else check its port."),
    (SETTINGS,),
)
_NO_HTTP = _Trouble(
    "no_http",
    tr_noop("The server does not speak HTTP"),
    tr_noop("What {host} answered is not HTTP: it is another kind of server."),
    tr_noop("Check the base URL and its port in the settings."),
    (SETTINGS,),
)
_HUNG_UP = _Trouble(
    "no_answer",
    tr_noop("The server hung up"),
    tr_noop("{host} ended the connection without an answer."),
    tr_noop("Try again. If it stays, check the base URL: its port, and whether it should begin with https://."),
    (RETRY, SETTINGS),
)
_NO_SUCH_NAME = _Trouble(
    "dns",
    tr_noop("The server was not found"),
    tr_noop("No computer answers to the name {host}."),
    tr_noop("Check the base URL for typing errors, and that this computer is online."),
)
_TOO_SLOW = _Trouble(
    "timeout",
    tr_noop("The server took too long"),
    tr_noop("No connection to {host} in time."),
    tr_noop("Check the base URL, and that this computer is online."),
)
_NOBODY = _Trouble(
    "refused_connection",
    tr_noop("The server does not answer"),
    tr_noop("Nothing accepts connections at {host}."),
    tr_noop("Start the server, or check the base URL and its port."),
)
# Of OpenSSL, for bytes that are not TLS.
_NOT_TLS = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG", "HTTP_REQUEST")
# Of h11, for a first byte that no HTTP begins with; on a port for TLS it is that of an alert.
_NOT_EVEN_TEXT = "illegal request line"
_SILENT_END = "Server disconnected"
_STOPS = tuple(".!?…。！？")


# What sending a request raises; a time limit of our own is told by `silent`.
FAILURES = (RedirectRefused, httpx.HTTPError, httpx.InvalidURL, UnicodeEncodeError)


def not_sent(error: Exception, url: str, key: str) -> NoticeDelta:
    """One of FAILURES in words: the request could not be sent to `url`, or nobody answered it."""
    match error:
        case RedirectRefused() | ProxyFailed():
            return error.notice
        case httpx.InvalidURL() | httpx.UnsupportedProtocol():
            return bad_address(url, str(error))
        case UnicodeEncodeError() | httpx.LocalProtocolError():
            return bad_key()
        case _:
            return no_answer(error, url, key)


def no_answer(error: Exception, url: str, key: str) -> NoticeDelta:
    """The connection failed before anything of an answer came."""
    details = _details(error, url, key)
    if isinstance(error, httpx.RemoteProtocolError) and _NOT_EVEN_TEXT in str(error) and url.startswith("http:"):
        return needs_https(details)
    return _trouble(error).told(_host(url), details)


def broke_off(error: Exception, url: str, key: str) -> NoticeDelta:
    """The connection failed in the middle of an answer."""
    return cut_stream(_details(error, url, key))


def silent(url: str, seconds: float, *, begun: bool) -> NoticeDelta:
    """The connection stands and nothing comes; `begun` when a part of the answer had come."""
    return failure(
        "timeout",
        tr("The server fell silent" if begun else "The server took too long"),
        tr("Nothing came from {host} for {seconds:g} seconds.", host=_host(url), seconds=seconds),
        tr("What came is kept. Try again." if begun else "Try again; a local model may still be loading."),
        url,
        RETRY,
        *((CONTINUE,) if begun else ()),
    )


def bad_address(url: str, reason: str) -> NoticeDelta:
    """The base URL is no address."""
    title = tr("The base URL is not an address")
    return failure("bad_address", title, f"{url}: {reason}", tr("Mend it."), "", SETTINGS)


def bad_key() -> NoticeDelta:
    """The key has characters that no request can carry."""
    return failure(
        "bad_key",
        tr("The key can't be sent"),
        tr("It holds characters that no key has, such as a line's end or a letter with an accent."),
        tr("Enter the key again in the settings."),
        "",
        SETTINGS,
    )


def may_pass(error: Exception) -> bool:
    """Whether a connection that failed before any answer may succeed a moment later."""
    if any(isinstance(each, ssl.SSLError | socket.gaierror) for each in causes(error)):
        return False
    if isinstance(error, httpx.RemoteProtocolError):
        return _SILENT_END in str(error)
    return isinstance(error, httpx.ConnectError | httpx.ReadError | httpx.WriteError)


def after_tries(failed: NoticeDelta, tries: int) -> NoticeDelta:
    """The same notice, saying how often it was tried."""
    if tries == 1:
        return failed
    cause = failed.notice.cause
    # A server's own words, and a status behind them, often end without a full stop.
    told = tr_noop("{cause} Tried {n} times.") if cause.endswith(_STOPS) else tr_noop("{cause}. Tried {n} times.")
    cause = tr(told, cause=cause, n=tries)
    return NoticeDelta(replace(failed.notice, cause=cause))


def _trouble(error: Exception) -> _Trouble:
    words, chain = str(error), list(causes(error))
    if refused := next((each for each in chain if isinstance(each, ssl.SSLError)), None):
        return _tls_trouble(refused)
    if any(isinstance(each, socket.gaierror) for each in chain) or "getaddrinfo" in words:
        return _NO_SUCH_NAME
    if isinstance(error, httpx.RemoteProtocolError):
        return _HUNG_UP if _SILENT_END in words else _NO_HTTP
    if isinstance(error, httpx.TimeoutException):
        return _TOO_SLOW
    return _NOBODY if isinstance(error, httpx.ConnectError) else _HUNG_UP


def _tls_trouble(error: ssl.SSLError) -> _Trouble:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _NOT_TRUSTED
    return _NO_TLS if any(reason in str(error) for reason in _NOT_TLS) else _NOT_SECURED


def _host(url: str) -> str:
    return httpx.URL(url).netloc.decode()


def _details(error: Exception, url: str, key: str) -> str:
    return redacted(f"{type(error).__name__}: {error}\n{url}", key)
