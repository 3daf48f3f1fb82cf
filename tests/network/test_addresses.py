"""Which addresses are public, and which URLs are refused."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deskpet.chat.permission import Scope
from deskpet.chat.tool import ToolFailed
from deskpet.features.web.fetch_page import host_scope
from deskpet.network.addresses import WebAddress, is_public

PRIVATE = [
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
    *("169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1"),
    *("203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.88.99.1"),
    *("::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::127.0.0.1", "fe80::1", "fe80::1%eth0"),
    *("fec0::1", "fc00::1", "fd12::1", "ff02::1", "2002:7f00:1::", "2002:808:808::", "2001:0:53aa:64c:0:0:0:1"),
    *("192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.0.192", "192.0.0.255", "192.88.99.2", "198.19.255.255"),
    *("2001:1::1", "2001:1ff::1", "2001:20::1", "3fff:fff:ffff::1", "100:0:0:1::1", "5f00:1::1", "64:ff9b::c000:c0"),
    *("2001:db8::1", "64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "5f00::1", "3fff::1%2"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("8.8.8.8", "93.184.216.34", "192.0.1.1", "100.128.0.1", "198.20.0.1", "192.31.196.1", "1.1.1.1"),
        *("2606:4700::1111", "64:ff9b::808:808", "2001:200::1", "2001:4860::8888", "2620:4f:8000::1", "3fff:1000::1"),
    ],
)
def test_public_addresses(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "text", ["", "x", "1", "127.1", "0x7f.0.0.1", "256.1.1.1", "1.2.3.4.5", "08.8.8.8", " 8.8.8.8"]
)
def test_what_is_no_address_is_not_public(text):
    assert not is_public(text)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        *((f"http://[{each}]/" if ":" in each else f"http://{each}/", "refused_address") for each in PRIVATE[:30]),
        *((f"http://{host}/", "refused_address") for host in ("2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0")),
        *((f"http://{host}/", "refused_address") for host in ("134744072", "8.8.2056", "0x8.0x8.0x8.0x8", "1.2.3.4.5")),
        *((f"http://{host}/", "refused_address") for host in ("localhost", "LOCALHOST.", "a.localhost", "router")),
        *((f"http://{host}/", "refused_address") for host in ("nas.local", "x.internal", "1.0.0.127.in-addr.arpa")),
        ("http://x.org:22/", "refused_port"),
        ("http://x.org:6379/", "refused_port"),
        ("https://x.org:0/", "refused_port"),
        ("http://x.org:99999/", "refused_port"),
        ("http://user:password@x.org/", "invalid_url"),
        ("http://127.0.0.1@x.org/", "invalid_url"),
        *(
            (url, "invalid_url")
            for url in ("", "x.org", "file:///etc/passwd", "ftp://x.org/", "//x.org/", "javascript:1")
        ),
        *(
            (url, "invalid_url")
            for url in ("http:/x.org", "http://[::1", "http://x.org:a/", "gopher://x.org/", "data:,x")
        ),
        ("https://x.org/" + "a" * 5000, "invalid_url"),
    ],
)
def test_urls_that_are_refused(url, code):
    with pytest.raises(ToolFailed) as failed:
        WebAddress.parse(url)
    assert failed.value.error.code in (code, "invalid_url", "refused_address")
    assert len(failed.value.error.message) < 5000
    assert host_scope({"url": url}) is None


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("https://Example.ORG/a?b=c#d", "example.org", 443),
        ("  http://example.org.  ", "example.org", 80),
        ("https://例え.jp/", "xn--r8jz45g.jp", 443),
        ("http://example.org:443/", "example.org", 443),
        ("http://8.8.8.8/", "8.8.8.8", 80),
        ("http://[2606:4700::1111]/", "2606:4700::1111", 80),
    ],
)
def test_urls_that_can_be_used(url, host, port):
    address = WebAddress.parse(url)
    assert (address.host, address.port) == (host, port)
    assert "#" not in str(address.url)
    assert host_scope({"url": url}) == Scope("host", host)


@given(st.text() | st.from_regex(r"https?://[\w.:@\[\]%/\\-]{1,30}", fullmatch=True))
@example("http://\u2460\u2461\u2466.0.0.1/")
@example("http://127。0。0。1/")
@example("http://\uff11\uff12\uff17.0.0.1/")
@example("http://[::ffff:127.0.0.1]/")
@example("https://x.org\\@127.0.0.1/")
@example("http://\ud800/")
@example("http://a..b/")
def test_any_text_is_an_address_or_refused(text):
    try:
        address = WebAddress.parse(text)
    except ToolFailed:
        return
    assert address.scheme in ("http", "https")
    assert address.port in (80, 443)
    assert address.host.isascii()
    assert not address.is_literal or is_public(address.host)


@pytest.mark.parametrize("arguments", [{}, {"url": None}, {"url": 3}, {"url": ["http://x.org"]}, {"url": "nothing"}])
def test_a_call_that_will_fail_has_no_scope(arguments):
    assert host_scope(arguments) is None
