"""Which addresses of the web a tool may reach: public ones only, on the usual ports, named without tricks."""

import ipaddress
import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING

from deskpet.chat.tool import ToolFailed

if TYPE_CHECKING:
    import httpx

_MAX_LENGTH = 4000
_PORTS = {"http": 80, "https": 443}
# Browsers read a host whose last part is a number as an IPv4 address, also `0x7f.1` and `2130706433`.
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.IGNORECASE)
_LOCAL_NAMES = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "arpa", "onion")
# Blocks that are not reachable from everywhere, or that lead to other addresses: IANA's IPv4 and IPv6 Special-Purpose
# Address Registries (RFC 6890) and multicast. Python's own table differs between its versions. Of the blocks for IETF
# protocols (192.0.0.0/24, 2001::/23), addresses that the registries call reachable are left out as well: they have no
# pages, and those of services that any router may offer (192.0.0.9, RFC 7723) are answered by the nearest one.
_NOT_PUBLIC_BLOCKS = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
    *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
)
_NOT_PUBLIC = tuple(map(ipaddress.IPv4Network, _NOT_PUBLIC_BLOCKS))
# The blocks below 2000::/3, the only ones for unicast (IANA's IPv6 Address Space); none of the others is public. 6to4
# and Teredo (in 2001::/23) are tunnels to IPv4 addresses.
_UNICAST = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_UNICAST = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
# Translates to the IPv4 address in the last 32 bits (RFC 6052); networks without IPv4 reach all of it so.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A checked http or https URL without user, password and fragment. `host` is in lower case and ASCII.

    is_users_own: it is from the settings, so its host may be of the own network, and its port any.
    """

    url: "httpx.URL"
    scheme: str
    host: str
    port: int
    is_users_own: bool = False

    @classmethod
    def parse(cls, text: str, *, is_users_own: bool = False) -> "WebAddress":
        """Raises ToolFailed for everything that is not the URL of a public host, or of any host if it is the user's."""
        import httpx

        text = text.strip()
        if not re.match(r"https?://", text, re.IGNORECASE) or len(text) > _MAX_LENGTH:
            raise ToolFailed("invalid_url", "Give a whole address that begins with http:// or https://.")
        try:
            url = httpx.URL(text).copy_with(fragment=None)
            host = url.raw_host.decode("ascii").lower().rstrip(".")
        # The parser of names raises a few types of its own for hostile ones.
        except (httpx.InvalidURL, ValueError) as error:
            raise ToolFailed("invalid_url", f"That is no valid address: {error}"[:300]) from error
        if url.userinfo:
            raise ToolFailed("invalid_url", "An address with a user name or a password can't be used.")
        port = _PORTS[url.scheme] if url.port is None else url.port
        if is_users_own and host and 0 < port < 1 << 16:
            return cls(url, url.scheme, host, port, is_users_own=True)
        if port not in _PORTS.values():
            raise ToolFailed("refused_port", f"Port {port} can't be used: only pages on ports 80 and 443 can.")
        if reason := _host_refusal(host):
            raise ToolFailed("refused_address", reason)
        return cls(url, url.scheme, host, port)

    @property
    def is_literal(self) -> bool:
        """Whether the host is an IP address instead of a name."""
        return _parse(self.host) is not None


def is_public(address: str) -> bool:
    """Return whether a numeric address belongs to the public internet."""
    parsed = _parse(address)
    if isinstance(parsed, IPv4Address):
        return not any(parsed in each for each in _NOT_PUBLIC)
    if isinstance(parsed, IPv6Address) and parsed in _NAT64:
        return is_public(str(IPv4Address(int(parsed) & 0xFFFFFFFF)))
    if parsed is None or parsed.scope_id or parsed not in _UNICAST:
        return False
    return not any(parsed in each for each in _NOT_PUBLIC_UNICAST)


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _host_refusal(host: str) -> str:
    """Return why a host can't be used, for the model; empty if it can."""
    if _parse(host):
        return "" if is_public(host) else f"{host} is not an address of the public internet."
    *_, last = labels = host.split(".")
    if _NUMBER.fullmatch(last):
        return f"{host!r} is a number instead of a name. Write the host's name."
    if len(labels) < 2 or last in _LOCAL_NAMES or not all(labels):
        return f"{host!r} is not a name of the public internet."
    return ""
