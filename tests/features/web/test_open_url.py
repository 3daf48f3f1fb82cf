"""An address is shown whole before it is opened, and is exactly the one that is opened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.permission import NO_SCOPE, Scope
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.features.web.open_url import open_url


class Browser:
    """Records the opened addresses."""

    def __init__(self, *, works: bool = True) -> None:
        self.opened: list[str] = []
        self._works = works

    def __call__(self, target: str, /) -> bool:
        self.opened.append(target)
        return self._works


async def call(url: str, *, works: bool = True):
    browser = Browser(works=works)
    return await Toolbox((open_url,), opener=browser).call("open_url", {"url": url}), browser.opened


async def test_the_whole_address_is_shown_before_and_then_opened():
    url = "https://tea.org/kinds?q=" + "x" * 500
    browser = Browser()
    box = Toolbox((open_url,), opener=browser)
    proposal = await box.propose("open_url", {"url": url})
    assert proposal
    assert proposal.shown == url
    assert browser.opened == []
    assert (await box.call("open_url", {"url": url}, proposal=proposal)).error is None
    assert browser.opened == [url]


async def test_a_host_with_foreign_letters_is_shown_as_the_browser_resolves_it():
    proposal = await Toolbox((open_url,), opener=Browser()).propose("open_url", {"url": "https://раypal.com/"})
    assert proposal
    assert proposal.shown == "https://xn--ypal-43d9g.com/"


@pytest.mark.parametrize(
    "url",
    [
        *("", "tea.org", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b.org", "ftp://tea.org", "https://"),
        *("https://user@tea.org/", "https://tea.org@evil.org/", "https://tea.org/\u202ecod.exe", "https://a b.org"),
        *("https://tea.org\\@evil.org", "https://tea.org/\nhttps://evil.org", "vscode://x", "https://" + "a" * 5000),
    ],
)
async def test_what_is_no_web_address_is_not_opened(url):
    outcome, opened = await call(url)
    assert outcome.error.code == "invalid_url"
    assert opened == []


@given(st.text() | st.from_regex(r"https?://[\w.:@\[\]%/\\-]{1,30}", fullmatch=True))
async def test_any_text_is_opened_as_a_web_address_or_refused(url):
    outcome, opened = await call(url)
    assert bool(outcome.error) != bool(opened)
    assert outcome.error is None or outcome.error.code == "invalid_url"
    assert all(each.lower().startswith(("http://", "https://")) for each in opened)


async def test_a_browser_that_does_not_open_it_is_told():
    outcome, _ = await call("https://tea.org/", works=False)
    assert outcome.error.code == "not_opened"


def test_it_asks_for_each_host_and_counts_as_sending():
    box = {"opener": Browser()}
    assert open_url.policy is Policy.ASK
    assert open_url.sends
    assert open_url.scope({"url": "https://Tea.org./x"}, box) == Scope("host", "tea.org")
    assert open_url.scope({"url": 3}, box) == NO_SCOPE


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://localhost:3000/", "localhost:3000"),
        ("http://localhost/", "localhost"),
        ("https://tea.org:443/", "tea.org"),
        ("http://tea.org:443/", "tea.org:443"),
        ("https://tea.org.evil.org/", "tea.org.evil.org"),
        ("https://TEA.org../", "tea.org"),
        ("https://xn--ypal-43d9g.com/", "xn--ypal-43d9g.com"),
        ("https://раypal.com/", "xn--ypal-43d9g.com"),
        ("https://tea.org#@evil.org/", "tea.org"),
    ],
)
def test_the_host_of_a_rule_is_that_of_the_browser_with_an_unusual_port(url, host):
    assert open_url.scope({"url": url}, {"opener": Browser()}) == Scope("host", host)


@pytest.mark.parametrize("url", ["https://tea.org%2eevil.org/", "https://tea.org%00.evil.org/", "https://tea%2Eorg/"])
def test_a_host_with_escapes_is_never_a_plain_one(url):
    scope = open_url.scope({"url": url}, {"opener": Browser()})
    assert scope
    assert scope.value not in ("tea.org", "evil.org")
