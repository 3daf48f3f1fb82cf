"""Whether an address lets others read along: unencrypted, and beyond this computer and the local network."""

import ipaddress
import socket

import httpx

from deskpet.chat.actions import SETTINGS
from deskpet.chat.messages import Notice
from deskpet.chat.model import NoticeDelta
from deskpet.llm.redirects import shown_address
from deskpet.words import join_sentences, tr

# Private use, loopback, link-local (RFC 1918, 3927, 4193, 4291) and "this host"; all else can be routed. So can the
# provider's shared addresses, 100.64.0.0/10 (RFC 6598): that a VPN encrypts what goes there can't be seen from here.
_LOCAL_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        (
            *("0.0.0.0/32", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"),
            *("::/128", "::1/128", "fc00::/7", "fe80::/10"),
        ),
    )
)
# Names that no public server can have (RFC 6761, 6762, 8375, and ICANN's resolution on .internal).
_LOCAL_ENDINGS = ("localhost", "local", "internal", "home.arpa")


def is_exposed(base_url: str) -> bool:
    """Whether requests to `base_url` go over foreign networks unencrypted. No name is looked up."""
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL:
        return False
    return url.scheme == "http" and bool(url.host) and not _is_local(url.host)


def cause_of(base_url: str) -> str:
    """Who can read along, in a sentence; empty where nobody can."""
    if not is_exposed(base_url):
        return ""
    return tr("The address is not encrypted (http://): anyone on the way can read the key and everything you say.")


def next_step() -> str:
    """What to do about it."""
    return tr("Let the base URL begin with https:// if the server has that.")


def warning_of(base_url: str) -> str:
    """What speaks against sending a key to `base_url`, and what to do; empty where nothing does."""
    cause = cause_of(base_url)
    return join_sentences(cause, next_step()) if cause else ""


def notice_of(base_url: str) -> NoticeDelta:
    """The same as a notice, for an address that is exposed."""
    address = shown_address(httpx.URL(base_url.strip()))
    title = tr("The key goes unencrypted to {address}", address=address)
    return NoticeDelta(Notice("warning", "exposed_key", title, cause_of(base_url), next_step(), actions=(SETTINGS,)))


def _is_local(host: str) -> bool:
    name = host.rstrip(".").lower()
    address = _address(name)
    if address is not None:
        return any(address.version == network.version and address in network for network in _LOCAL_NETWORKS)
    return "." not in name or name.endswith(tuple(f".{ending}" for ending in _LOCAL_ENDINGS))


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that `host` is, also as the system reads it (`127.1`, `0x7f000001`); None for a name."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, ValueError):
            return None
    return getattr(found, "ipv4_mapped", None) or found
