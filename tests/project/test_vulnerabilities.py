"""The check for known vulnerabilities tells apart: none, some, and not reachable."""

import json
from collections.abc import Callable

import httpx
import pytest

from tests.campaigns import vulnerabilities
from tests.campaigns.vulnerabilities import locked

Answer = Callable[[httpx.Request], httpx.Response]


def client(answer: Answer) -> httpx.Client:
    return httpx.Client(transport=httpx.MockTransport(answer))


def about(**ids: list[str]) -> Answer:
    """Answer as the database does: vulnerabilities of some packages, and nothing about the others."""

    def answer(request: httpx.Request) -> httpx.Response:
        names = [query["package"]["name"] for query in json.loads(request.content)["queries"]]
        return httpx.Response(
            200,
            json={
                "results": [{"vulns": [{"id": each} for each in ids[name]]} if name in ids else {} for name in names]
            },
        )

    return answer


def test_every_locked_version_is_asked_about() -> None:
    assert ("httpx", "0.28.1") in locked()
    assert len(locked()) > 60


def test_nothing_known_is_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert vulnerabilities.main(client(about())) == 0
    assert "0 with known" in capsys.readouterr().out


def test_a_known_vulnerability_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert vulnerabilities.main(client(about(httpx=["PYSEC-1", "GHSA-2"]))) == 1
    assert "httpx 0.28.1: PYSEC-1, GHSA-2" in capsys.readouterr().out


def _refused(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("no network")


@pytest.mark.parametrize(
    "answer",
    [
        _refused,
        lambda _: httpx.Response(503),
        lambda _: httpx.Response(200, text="<html>log in</html>"),
        lambda _: httpx.Response(200, json={}),
        lambda _: httpx.Response(200, json={"results": []}),
    ],
)
def test_a_database_that_does_not_answer_says_nothing_about_the_packages(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert vulnerabilities.main(client(answer)) == 2
    assert "is not reachable, so nothing was checked" in capsys.readouterr().out
