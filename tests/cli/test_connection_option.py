"""`deskpet ask --connection NAME`: the saved connection answers, through its headers, in this run."""

import pytest

from deskpet.cli import run_options
from deskpet.config import paths
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.llm.connections import Connection, Connections
from deskpet.llm.endpoints import Endpoints
from deskpet.processes.console import UsageError
from tests.llm.replay_server import ReplayServer, Reply

MODELS = Reply(b'{"data": [{"id": "big"}]}', headers={"Content-Type": "application/json"})


async def test_a_connection_is_chosen_by_its_name_and_has_its_own_headers() -> None:
    async with ReplayServer(MODELS) as server:
        endpoint = EndpointSettings(base_url=server.url, model="big", headers={"X-Title": "pet"}, proxy="none")
        Connections(paths.connections_file()).keep(Connection("w1", "Work", endpoint))
        settings = run_options.with_connection(Settings(), "work", is_offline=False)
        assert (settings.endpoint.connection, settings.endpoint.model) == ("w1", "big")
        endpoints = Endpoints()
        assert (await endpoints.models(settings.endpoint)).models == ("big",)
        await endpoints.aclose()
        assert server.requests[0].headers["x-title"] == "pet"
        with pytest.raises(UsageError, match="Choose one of: Work"):
            run_options.with_connection(Settings(), "home", is_offline=False)
        with pytest.raises(UsageError, match="--offline"):
            run_options.with_connection(Settings(), "work", is_offline=True)


async def test_a_connection_has_a_proxy_of_its_own_which_is_named_when_it_fails() -> None:
    endpoints = Endpoints()
    dead = EndpointSettings(base_url="http://llm.example/v1", proxy="http://127.0.0.1:9")
    failure = (await endpoints.models(dead)).failure
    await endpoints.aclose()
    assert failure
    assert failure.code == "proxy"
    assert "the connection" in failure.cause


@pytest.mark.parametrize(
    "values",
    [
        {"headers": {"Authorization": "Bearer x"}},
        {"headers": {"X-Title": "a\nb"}},
        {"headers": {"a b": "c"}},
        {"proxy": "http://user:secret@127.0.0.1:1"},
        {"proxy": "ftp://127.0.0.1"},
    ],
)
def test_no_key_and_no_forged_header_gets_into_a_connection(values: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"headers|address without a password"):
        EndpointSettings.model_validate(values)
