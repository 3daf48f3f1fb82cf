"""Addresses of the own network, written in every way that a browser or a resolver reads."""

import ipaddress
import random
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import IPv4Address, IPv6Address

from deskpet.chat.tool import ToolFailed
from deskpet.features.web.fetch_page import host_scope
from deskpet.network.addresses import WebAddress, is_public
from tests.attacks.attack import Attack, GotThroughError, Try

# IANA's special-purpose registries, multicast, and the space that is not allocated for unicast.
_BLOCKS_4 = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
    *("192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
    *("224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32", "192.0.0.192/32", "169.254.169.254/32"),
)
_BLOCKS_6 = (
    *("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/32"),
    *("2001:2::/48", "2001:10::/28", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10"),
    *("fec0::/10", "ff00::/8", "4000::/2", "8000::/1", "::1/128"),
)


def _of(block: str, numbers: random.Random) -> IPv4Address | IPv6Address:
    network = ipaddress.ip_network(block)
    offset = numbers.choice((0, network.num_addresses - 1, numbers.randrange(network.num_addresses)))
    return network[offset]


def _translated(address: IPv4Address) -> str:
    return str(IPv6Address(int(IPv6Address("64:ff9b::")) + int(address)))


_FORMS_4: tuple[Callable[[IPv4Address], str], ...] = (
    str,
    lambda address: f"::ffff:{address}",
    lambda address: f"::{address}",
    lambda address: IPv6Address(int(IPv6Address("::ffff:0:0")) + int(address)).exploded,
    _translated,
    lambda address: f"64:ff9b::{address}",
    lambda address: str(IPv6Address((0x2002 << 112) + (int(address) << 80) + 1)),
    lambda address: str(IPv6Address((0x20010000 << 96) + (int(address) ^ 0xFFFFFFFF))),
)
_FORMS_6: tuple[Callable[[IPv6Address], str], ...] = (
    str,
    lambda address: address.exploded,
    lambda address: str(address).upper(),
    lambda address: f"{address}%eth0",
    lambda address: f"{address}%25lo",
)


def _digits(text: str, zero: int) -> str:
    return "".join(chr(zero + int(each)) if each.isdigit() else each for each in text)


def _octal(address: IPv4Address) -> str:
    return ".".join(f"0{part:o}" for part in address.packed)


def _short(address: IPv4Address) -> str:
    first, *_ = address.packed
    return f"{first}.{int(address) & 0xFFFFFF}"


_HOSTS: tuple[Callable[[IPv4Address], str], ...] = (
    str,
    lambda address: f"{address}.",
    lambda address: str(int(address)),
    lambda address: hex(int(address)),
    lambda address: f"0{int(address):o}",
    _octal,
    _short,
    lambda address: ".".join(map(hex, address.packed)),
    lambda address: _digits(str(address), 0xFF10),
    lambda address: str(address).replace(".", "。"),
    lambda address: str(address).replace(".", "%2e"),
    lambda address: f"[::ffff:{address}]",
    lambda address: f"[{_translated(address)}]",
    lambda address: f"tea.org@{address}",
    lambda address: f"{address}:80",
    lambda address: f"{address}\\@tea.org",
    lambda address: f"{address}\t",
)


def _check_resolved(address: str) -> None:
    if is_public(address):
        raise GotThroughError(f"{address} is taken for public")


def _check_url(url: str) -> None:
    """Raise GotThroughError if a URL may be fetched whose host is no name, and no public address."""
    try:
        host = WebAddress.parse(url).host
    except ToolFailed:
        return
    if not host.rpartition(".")[2].isalpha() and not host.rpartition(".")[2].startswith("xn--"):
        raise GotThroughError(f"{url!r} may be fetched from {host!r}")


def _check_scope(url: str) -> None:
    if scope := host_scope({"url": url}):
        _check_url(url)
        if not scope.value.rpartition(".")[2].isalpha():
            raise GotThroughError(f"{url!r} has a rule for {scope.value!r}")


def _try_of(block: str, numbers: random.Random) -> Try:
    address = _of(block, numbers)
    if isinstance(address, IPv6Address):
        written = numbers.choice(_FORMS_6)(address)
        check = numbers.choice((partial(_check_resolved, written), partial(_check_url, f"http://[{written}]/")))
        return Try(written, check)
    if numbers.random() < 0.5:
        written = numbers.choice(_FORMS_4)(address)
        return Try(written, partial(_check_resolved, written))
    url = f"{numbers.choice(('http', 'https', 'HTTP'))}://{numbers.choice(_HOSTS)(address)}/"
    return Try(url, numbers.choice((partial(_check_url, url), partial(_check_scope, url))))


def _tries(numbers: random.Random) -> Iterator[Try]:
    for block in (*_BLOCKS_4, *_BLOCKS_6):
        for edge in (0, -1):
            written = str(ipaddress.ip_network(block)[edge])
            yield Try(written, partial(_check_resolved, written))
    for form in _HOSTS:
        url = f"http://{form(IPv4Address('192.0.0.192'))}/"
        yield Try(url, partial(_check_url, url))
    while True:
        yield _try_of(numbers.choice((*_BLOCKS_4, *_BLOCKS_6)), numbers)


ATTACKS = (Attack("addresses of the own network", "No page is fetched from an address that is not public.", _tries),)
