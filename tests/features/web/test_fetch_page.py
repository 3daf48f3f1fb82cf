"""Pages become text; private addresses are never connected to, and bodies, redirects and times are bounded."""

import gzip
import shutil
import ssl
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskpet.chat.toolbox import Toolbox
from deskpet.features.web import fetch_page
from deskpet.features.web.fetch_page import FETCH_TOOLS, MAX_CHARACTERS
from deskpet.llm.proxies import ProxyRouter
from deskpet.network import download
from deskpet.network.addresses import is_public
from deskpet.processes import child_kinds
from tests.llm.replay_server import ReplayServer, Reply
from tests.llm.socks_server import SocksServer
from tests.network.loopback_network import OTHER, PUBLIC, LoopbackNetwork
from tests.support.examples import examples

PAGE = """<!doctype html><html><head><title> Tea &amp; cups </title><style>p{}</style><script>alert(1)</script></head>
<body><nav><a href="/">Home</a></nav><main><h1>Tea</h1><p>A <b>drink</b>, from <a href="/leaf?q=1#x">leaves</a>.</p>
<ul><li>green</li><li>black</li></ul><pre>def f():
    return 1</pre><table><tr><td>a</td><td>b</td></tr></table><p><a href="javascript:alert(1)">no link</a></p>
</main><aside>Advertisement</aside><footer>Imprint</footer></body></html>"""


def html(body: str | bytes = PAGE, content_type: str = "text/html; charset=utf-8", **others) -> Reply:
    data = body if isinstance(body, bytes) else body.encode()
    return Reply(data, headers={"Content-Type": content_type} | others)


def redirect(location: str, status: int = 302) -> Reply:
    return Reply(b"", status, {"Location": location})


def network_of(server: ReplayServer, *answers, **others) -> LoopbackNetwork:
    return LoopbackNetwork({"tea.org": answers or [[PUBLIC]]}, {PUBLIC: server, OTHER: server}, **others)


async def fetch(network: LoopbackNetwork, url: str = "http://tea.org/kinds", **arguments) -> Any:
    outcome = await Toolbox(FETCH_TOOLS, network=network).call("fetch_page", {"url": url, **arguments})
    assert network.opened == network.closed
    assert all(is_public(each) or network.proxy for each in network.connected)
    return outcome


async def test_a_page_is_its_own_text():
    async with ReplayServer(html()) as server:
        network = network_of(server)
        outcome = await fetch(network)
    assert outcome.output == (
        "Tea & cups\nhttp://tea.org/kinds\n\nTea\n\nA drink, from leaves (http://tea.org/leaf?q=1).\n\n  • green\n"
        "  • black\ndef f():\n    return 1\na\t\tb\n\nno link"
    )
    assert network.connected == [PUBLIC]


async def test_the_request_has_no_keys_and_names_the_host(monkeypatch):
    monkeypatch.setenv("DESKPET_API_KEY", "sk-canary")
    async with ReplayServer(html(**{"Set-Cookie": "a=b"}), html()) as server:
        await fetch(network_of(server), "http://user.tea.org/")
        await fetch(network_of(server), "http://tea.org/a?b=c")
        (sent,) = server.requests
    assert sent.path == "/a?b=c"
    assert sent.headers["host"] == "tea.org"
    assert {"authorization", "cookie", "referer"}.isdisjoint(sent.headers)


@pytest.mark.parametrize(
    "answers",
    [
        [["127.0.0.1"]],
        [["10.0.0.7"]],
        [["::1"]],
        [["::ffff:127.0.0.1"]],
        [["64:ff9b::7f00:1"]],
        [["169.254.169.254"]],
        [[PUBLIC, "192.168.0.1"]],
        [["fe80::1%lo"]],
    ],
)
async def test_a_name_that_leads_to_a_private_address_is_refused(answers):
    async with ReplayServer(html()) as server:
        network = network_of(server, *answers)
        network.servers = {"127.0.0.1": server, "::1": server, PUBLIC: server}
        assert (await fetch(network)).error.code == "refused_address"
        assert network.connected == []


async def test_a_name_is_resolved_once_and_the_checked_address_is_used():
    async with ReplayServer(html()) as server:
        network = network_of(server, [PUBLIC], ["127.0.0.1"])
        assert (await fetch(network)).error is None
    assert network.resolved == ["tea.org"]
    assert network.connected == [PUBLIC]


async def test_a_name_that_leads_elsewhere_after_a_redirect_is_refused():
    async with ReplayServer(redirect("/again"), html()) as server:
        network = network_of(server, [PUBLIC], ["127.0.0.1"])
        assert (await fetch(network)).error.code == "refused_address"
    assert network.connected == [PUBLIC]


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("http://127.0.0.1/", "refused_address"),
        ("http://[::1]/", "refused_address"),
        ("http://2130706433/", "refused_address"),
        ("http://localhost/", "refused_address"),
        ("http://tea.org:6379/", "refused_port"),
        ("file:///etc/passwd", "invalid_url"),
        ("http://x.org:port/", "broken_redirect"),
        ("//169.254.169.254/latest", "refused_address"),
        ("https://www.tea.org/", "redirected"),
    ],
)
async def test_a_redirect_is_checked_and_to_another_host_told(location, code):
    async with ReplayServer(redirect(location), html()) as server:
        network = network_of(server)
        error = (await fetch(network)).error
        assert len(server.requests) == 1
    assert error.code == code
    assert code != "redirected" or error.available == ("https://www.tea.org/",)


async def test_redirects_at_the_same_host_are_followed_up_to_a_limit():
    async with ReplayServer(redirect("/a", 301), redirect("b", 308), html()) as server:
        assert "http://tea.org/b" in (await fetch(network_of(server))).output
    async with ReplayServer(redirect("/a")) as server:
        assert (await fetch(network_of(server))).error.code == "too_many_redirects"
        assert len(server.requests) == 6


async def test_the_next_address_is_used_if_one_does_not_answer():
    async with ReplayServer(html()) as server:
        network = network_of(server, ["8.8.8.8", OTHER])
        assert (await fetch(network)).error is None
    assert network.connected == ["8.8.8.8", OTHER]


@pytest.mark.parametrize("names", [{}, {"tea.org": [[]]}])
async def test_a_name_without_an_address(names):
    assert (await fetch(LoopbackNetwork(names, {}))).error.code == "not_reached"


async def test_a_page_that_is_too_large_is_not_read_whole(monkeypatch):
    bomb = gzip.compress(b"x" * 50_000_000)
    async with ReplayServer(html(bomb, **{"Content-Encoding": "gzip"})) as server:
        assert (await fetch(network_of(server))).error.code == "too_large"
    monkeypatch.setattr(download, "MAX_BYTES", 1000)
    async with ReplayServer(html("x" * 5000)) as server:
        assert (await fetch(network_of(server))).error.code == "too_large"


async def test_compressed_pages_are_read():
    async with ReplayServer(html(gzip.compress(PAGE.encode()), **{"Content-Encoding": "gzip"})) as server:
        assert "Tea & cups" in (await fetch(network_of(server))).output
    async with ReplayServer(html(b"nonsense", **{"Content-Encoding": "gzip"})) as server:
        assert (await fetch(network_of(server))).error.code == "broken_page"


async def test_a_server_that_is_silent_or_breaks_off(monkeypatch):
    monkeypatch.setattr(download, "_SECONDS", 0.2)
    async with ReplayServer(Reply(b"<html>", ending="hang")) as server:
        assert (await fetch(network_of(server))).error.code == "timed_out"
    async with ReplayServer(Reply(b"<html>", ending="abort")) as server:
        assert (await fetch(network_of(server))).error.code == "not_reached"


@pytest.mark.parametrize("status", [401, 404, 500])
async def test_an_error_of_the_server(status):
    async with ReplayServer(Reply(b"", status)) as server:
        error = (await fetch(network_of(server))).error
    assert error.code == "http_error"
    assert str(status) in error.message


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        ("plain <b>\nwords", "text/plain", "plain <b>\nwords"),
        ('{"a": 1}', "application/json", '{"a": 1}'),
        ("<r>x</r>", "application/rss+xml", "<r>x</r>"),
        ("<!DOCTYPE html><p>x", "", "\n\nx"),
        ("", "text/html", "[The page has no text.]"),
        ("<p>中文".encode("gb18030"), "text/html; charset=gb2312", "中文"),
        ("<meta charset=shift_jis><p>日本語の文章です".encode("shift_jis"), "text/html", "日本語の文章です"),
        ("<p>naïve".encode("latin-1"), "text/html; charset=iso-8859-1", "naïve"),
        ("<p>naïve", "text/html; charset=nonsense", "naïve"),
        (b"\xff\xfe" + "<p>wide".encode("utf-16-le"), "text/html; charset=utf-16", "wide"),
    ],
)
async def test_kinds_of_text_and_charsets(body, content_type, expected):
    async with ReplayServer(html(body, content_type)) as server:
        outcome = await fetch(network_of(server))
    assert outcome.error is None
    assert outcome.output.endswith(expected)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"%PDF-1.7 ...", "application/pdf"),
        (b"%PDF-1.7 ...", "text/html"),
        (b"\x89PNG", "image/png"),
        (b"x", "application/octet-stream"),
        (b"a\0b", "text/plain"),
    ],
)
async def test_a_file_that_is_no_text_is_told_as_such(body, content_type):
    async with ReplayServer(html(body, content_type)) as server:
        assert (await fetch(network_of(server))).error.code == "unsupported_type"


async def test_a_long_page_is_returned_in_parts():
    text = "".join(f"{number:07}\n" for number in range(5000)).strip()
    async with ReplayServer(html(text, "text/plain")) as server:
        first = (await fetch(network_of(server))).output
        second = (await fetch(network_of(server), offset=MAX_CHARACTERS)).output
        beyond = (await fetch(network_of(server), offset=10**6)).error
        negative = (await fetch(network_of(server), offset=-1)).error
    assert "Go on with offset=20000" in first
    assert first.partition("\n\n")[2][:MAX_CHARACTERS] + second.partition("\n\n")[2] == text
    assert beyond.code == negative.code == "invalid_offset"


@pytest.mark.parametrize(
    "page", ["<div>" * 200_000, "<a href=x>" * 50_000, "<" * 1_000_000, "<table><tr><td>" * 30_000, "&" * 500_000]
)
async def test_a_hostile_page_gives_a_text_or_an_error(page, monkeypatch):
    monkeypatch.setattr(fetch_page, "PAGE", replace(child_kinds.PAGE, seconds=2.0))
    async with ReplayServer(html(page)) as server:
        outcome = await fetch(network_of(server))
    assert outcome.error is None or outcome.error.code == "unreadable"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The context of a server with a certificate for tea.org, and that of a client that trusts it."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("needs the program openssl")
    folder: Path = tmp_path_factory.mktemp("certificate")
    key, file = folder / "key.pem", folder / "certificate.pem"
    names = ["-subj", "/CN=tea.org", "-addext", "subjectAltName=DNS:tea.org"]
    command = [program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    subprocess.run([*command, "-keyout", str(key), "-out", str(file)], check=True, capture_output=True, timeout=60)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file, key)
    return server, ssl.create_default_context(cafile=str(file))


async def test_the_certificate_is_checked_for_the_name_and_not_for_the_address(certificate):
    tls, trusted = certificate
    async with ReplayServer(html(), tls=tls) as server:
        assert (await fetch(network_of(server, trusted=trusted), "https://tea.org/")).error is None
        other = LoopbackNetwork({"coffee.org": [[PUBLIC]]}, {PUBLIC: server}, trusted)
        error = (await fetch(other, "https://coffee.org/")).error
    assert error.code == "not_reached"
    assert "coffee.org" in error.message


async def test_an_encrypted_page_does_not_lead_to_an_unencrypted_one(certificate):
    tls, trusted = certificate
    async with ReplayServer(redirect("http://tea.org/"), tls=tls) as server:
        error = (await fetch(network_of(server, trusted=trusted), "https://tea.org/")).error
    assert error.code == "redirected"


async def test_behind_a_proxy_the_name_is_sent_and_still_checked_as_far_as_it_can_be():
    async with ReplayServer(html()) as server:
        unresolvable = LoopbackNetwork({}, {"tea.org": server}, proxy=True)
        assert (await fetch(unresolvable)).error is None
        assert unresolvable.connected == ["tea.org"]
        private = LoopbackNetwork({"tea.org": [["10.0.0.1"]]}, {"tea.org": server}, proxy=True)
        assert (await fetch(private)).error.code == "refused_address"
        assert private.connected == []


class ProxiedNetwork(LoopbackNetwork):
    """Invented names, and the proxies of the environment."""

    async def open(self):
        return ProxyRouter()


async def test_a_socks5_proxy_gets_the_address_that_was_checked(monkeypatch):
    async with ReplayServer(html()) as server, SocksServer(server.url) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://{proxy.address}")
        assert (await fetch(ProxiedNetwork({"tea.org": [[PUBLIC], ["10.0.0.1"]]}, {}))).error is None
        assert (await fetch(ProxiedNetwork({"tea.org": [["10.0.0.1"]]}, {}))).error.code == "refused_address"
        assert (await fetch(ProxiedNetwork({}, {}))).error.code == "not_reached"
    assert proxy.targets == [(PUBLIC.encode(), 80)]
    assert server.requests[0].headers["host"] == "tea.org"


async def test_a_proxy_that_resolves_gets_the_name(monkeypatch):
    async with ReplayServer(html()) as server, SocksServer(server.url) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5h://{proxy.address}")
        assert (await fetch(ProxiedNetwork({}, {}))).error is None
    assert proxy.targets == [(b"tea.org", 80)]


async def test_a_name_that_needs_no_proxy_uses_none_although_its_address_is_connected_to(monkeypatch):
    async with SocksServer() as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://{proxy.address}")
        monkeypatch.setenv("NO_PROXY", "tea.org")
        router = ProxyRouter()
        request = httpx.Request("GET", "http://0.0.0.0:9/", extensions={"sni_hostname": "tea.org"})
        with pytest.raises(httpx.ConnectError):
            await router.handle_async_request(request)
        await router.aclose()
    assert proxy.targets == []


@settings(deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    url=st.text() | st.from_regex(r"https?://[\w.:@\[\]%/\\-]{1,30}", fullmatch=True),
    answers=st.lists(st.ip_addresses().map(str), max_size=3),
)
async def test_any_url_and_any_answer_of_the_resolver_never_reach_a_private_address(url, answers):
    class AnyNetwork(LoopbackNetwork):
        async def resolve(self, host, port):
            return tuple(answers)

    network = AnyNetwork({}, {})
    outcome = await fetch(network, url)
    assert outcome.error
    assert outcome.error.code != "failed"


async def test_without_the_extra_it_is_not_told_to_a_model(monkeypatch):
    monkeypatch.setattr(fetch_page, "find_spec", lambda name: None)
    assert Toolbox(FETCH_TOOLS, network=LoopbackNetwork({}, {})).specs() == ()
