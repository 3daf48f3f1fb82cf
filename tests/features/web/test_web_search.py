"""Searches in the form of each engine, against servers that speak it; their errors; the key stays where it belongs."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskpet.chat.toolbox import Toolbox
from deskpet.config.keys import KeyStore
from deskpet.config.settings import ToolSettings
from deskpet.features.web.web_search import SEARCH_TOOLS, SearchAccess
from deskpet.network.web_network import WebNetwork
from tests.llm.replay_server import ReplayServer, Reply

KEY = "sk-canary"
RESULT = {"title": " Tea  and\ncups ", "url": "https://tea.org/", "content": "A drink.", "description": "A drink."}
FOUND = [{"title": "Tea and cups", "note": "https://tea.org/\nA drink."}]
ANSWERS = {
    "searxng": {"query": "tea", "number_of_results": 0, "results": [RESULT | {"engine": "x", "score": 1.0}]},
    "brave": {"type": "search", "query": {"original": "tea"}, "web": {"type": "search", "results": [RESULT]}},
    "tavily": {"query": "tea", "answer": None, "images": [], "results": [RESULT], "response_time": "1.67"},
}
EMPTY = {
    "searxng": {"query": "tea", "results": [], "unresponsive_engines": [["x", "timeout"]]},
    "brave": {"type": "search", "query": {"original": "tea"}},
    "tavily": {"query": "tea", "results": []},
}


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("DESKPET_SEARCH_KEY", KEY)


def reply(body: object, status: int = 200, **headers: str) -> Reply:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Reply(data, status, {"Content-Type": "application/json"} | headers)


def box(engine: str, url: str = "") -> Toolbox:
    access = SearchAccess(ToolSettings.model_validate({"search_engine": engine, "search_url": url}), KeyStore())
    return Toolbox(SEARCH_TOOLS, search=access, network=WebNetwork())


async def search(engine: str, answer: Reply, query: str = "green  tea\n") -> tuple[Any, ReplayServer]:
    async with ReplayServer(answer) as server:
        base = server.url.removesuffix("/v1")
        outcome = await box(engine, base).call("web_search", {"query": query})
    assert KEY not in str(outcome)
    return outcome, server


@pytest.mark.parametrize("engine", ANSWERS)
async def test_results_of_each_engine(engine):
    outcome, _ = await search(engine, reply(ANSWERS[engine]))
    assert outcome.error is None
    assert outcome.output == FOUND


@pytest.mark.parametrize("engine", EMPTY)
async def test_nothing_was_found(engine):
    outcome, _ = await search(engine, reply(EMPTY[engine]))
    assert outcome.error is None
    assert outcome.output == []


async def test_the_request_of_searxng():
    _, server = await search("searxng", reply(ANSWERS["searxng"]))
    assert server.requests[0].path == "/search?q=green+tea&format=json"


async def test_the_request_of_brave():
    _, server = await search("brave", reply(ANSWERS["brave"]))
    (sent,) = server.requests
    assert sent.path == "/res/v1/web/search?q=green+tea&count=10&text_decorations=false"
    assert sent.headers["x-subscription-token"] == KEY


async def test_the_request_of_tavily():
    _, server = await search("tavily", reply(ANSWERS["tavily"]))
    (sent,) = server.requests
    assert sent.path == "/search"
    assert sent.body == {"query": "green tea", "max_results": 10}
    assert sent.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("engine", ANSWERS)
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (reply({"detail": "no"}, 401), "key_refused"),
        (reply({"detail": "no"}, 429), "rate_limited"),
        (reply({}, 302, Location="https://elsewhere.org/"), "redirected"),
        (reply({}, 500), "http_error"),
        (reply(b"<html>", 200), "not_json"),
        (reply(b"", 200), "not_json"),
        (reply([], 200), "not_json"),
        (reply({"results": "x", "web": "x"}, 200), "not_json"),
        (reply(b"[" * 100_000), "not_json"),
        (reply(b'"' + b"x" * 3_000_000 + b'"'), "too_large"),
        (Reply(b"{", ending="abort"), "not_reached"),
    ],
)
async def test_errors_of_an_engine(engine, answer, code):
    outcome, server = await search(engine, answer)
    assert outcome.error.code == code
    assert len(server.requests) == 1


async def test_a_searxng_without_json_is_told_as_such():
    outcome, _ = await search("searxng", reply(b"<html>", 403))
    assert outcome.error.code == "not_offered"
    assert "search.formats" in outcome.error.message


async def test_an_engine_that_does_not_run():
    outcome = await box("searxng", "http://127.0.0.1:9").call("web_search", {"query": "tea"})
    assert outcome.error.code == "not_reached"


async def test_results_are_cut_and_strange_ones_left_out():
    strange = [None, 1, {}, {"url": 1}, {"url": "javascript:alert(1)"}, {"url": "https://x.org/" + "a" * 1000}]
    many = [{"url": f"https://tea.org/{n}", "title": "t" * 5000, "content": "c" * 5000} for n in range(50)]
    outcome, _ = await search("searxng", reply({"results": [*strange, {"url": "http://a.org", "title": None}, *many]}))
    assert outcome.output[0] == {"title": "http://a.org", "note": "http://a.org"}
    assert len(outcome.output) == 10
    assert len(json.dumps(outcome.output)) < 10_000


@pytest.mark.parametrize("query", ["", "  \n", "x" * 401])
async def test_a_query_that_no_engine_takes_is_not_sent(query):
    outcome, server = await search("brave", reply(ANSWERS["brave"]), query)
    assert outcome.error.code == "invalid_query"
    assert server.requests == []


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    answer=st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["web", "results", "url", "title"]), inner),
    )
)
@pytest.mark.parametrize("engine", ANSWERS)
async def test_any_json_of_an_engine_is_a_list_or_an_error(engine, answer):
    outcome, _ = await search(engine, reply(answer))
    assert isinstance(outcome.output, list) or outcome.error.code == "not_json"


@pytest.mark.parametrize(
    ("engine", "needed"), [("none", "search engine"), ("searxng", "SearXNG"), ("brave", "Brave"), ("tavily", "Tavily")]
)
async def test_what_is_missing_is_told_and_the_tool_not_offered(engine, needed, monkeypatch):
    monkeypatch.delenv("DESKPET_SEARCH_KEY")
    tools = box(engine)
    if engine in ("brave", "tavily"):
        assert (await tools.call("web_search", {"query": "tea"})).error.code == "key_missing"
    (tool,) = tools.all
    assert needed in tools.missing(tool)
    assert tools.specs() == ()
