"""Warns before an API key is sent unencrypted beyond this computer and the local network."""

import ipaddress
import socket

import httpx

from deskpet.chat.messages import SETTINGS
from deskpet.chat.model import NoticeDelta
from deskpet.llm.notices import NoticeText
from deskpet.llm.redirects import display_url
from deskpet.translation import join_sentences, tr, tr_noop

# Private, loopback and link-local networks (RFC 1918, 3927, 4193, 4291) and "this host"; all others are routable. So is
# the shared address space 100.64.0.0/10 (RFC 6598): whether a VPN encrypts it can't be detected here.
_LOCAL_BLOCKS = (
    *("0.0.0.0/32", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"),
    *("::/128", "::1/128", "fc00::/7", "fe80::/10"),
)
_LOCAL_NETWORKS = tuple(map(ipaddress.ip_network, _LOCAL_BLOCKS))
# Domains reserved for local names (RFC 6761, 6762, 8375, and ICANN's resolution on .internal).
_LOCAL_DOMAINS = ("localhost", "local", "internal", "home.arpa")
_EXPOSED_KEY = NoticeText(
    "exposed_key",
    tr_noop("The key goes unencrypted to {address}"),
    tr_noop("The address is not encrypted (http://): anyone on the way can read the key and everything you say."),
    tr_noop("Let the base URL begin with https:// if the server has that."),
    (SETTINGS,),
    "warning",
)


def is_exposed(base_url: str) -> bool:
    """Whether requests to `base_url` leave the local network unencrypted. No name is resolved."""
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL:
        return False
    return url.scheme == "http" and bool(url.host) and not _is_local(url.host)


def exposure_warning(base_url: str) -> str:
    """Return the risk of sending a key to `base_url` and the advice; empty if there is none."""
    return join_sentences(tr(_EXPOSED_KEY.cause), tr(_EXPOSED_KEY.next_step)) if is_exposed(base_url) else ""


def exposure_notice(base_url: str) -> NoticeDelta:
    """Return the warning as a notice; `base_url` must be exposed."""
    return _EXPOSED_KEY.notice(address=display_url(httpx.URL(base_url.strip())))


def _is_local(host: str) -> bool:
    name = host.rstrip(".").lower()
    address = _address(name)
    if address is not None:
        return any(address.version == network.version and address in network for network in _LOCAL_NETWORKS)
    return "." not in name or name.endswith(tuple(f".{ending}" for ending in _LOCAL_DOMAINS))


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address of `host`, also in the forms of inet_aton (`127.1`, `0x7f000001`); None for a name."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, ValueError):
            return None
    return getattr(address, "ipv4_mapped", None) or address
