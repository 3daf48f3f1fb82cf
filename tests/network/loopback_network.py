"""A network for tools whose names are invented, and whose public addresses are served on loopback."""

import ssl
from collections.abc import Mapping, Sequence

import httpx

from deskpet.network.web_network import WebNetwork
from tests.llm.replay_server import ReplayServer

PUBLIC, OTHER = "93.184.216.34", "2606:2800:220:1::1"


class LoopbackNetwork(WebNetwork):
    """Resolves names with `names`, whose answers are used in turn, and the last again and again.

    `servers` are reached by their invented addresses; no other address is ever connected to, but each is recorded.
    """

    def __init__(
        self,
        names: Mapping[str, Sequence[Sequence[str]]],
        servers: Mapping[str, ReplayServer],
        trusted: ssl.SSLContext | None = None,
        *,
        proxy: bool = False,
    ) -> None:
        self._names = {name: list(answers) for name, answers in names.items()}
        self.servers = servers
        self.trusted = trusted
        self.proxy = proxy
        self.resolved: list[str] = []
        self.connected: list[str] = []
        self.opened = self.closed = 0

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        self.resolved.append(host)
        answers = self._names.get(host)
        if not answers:
            raise OSError(f"no such name: {host}")
        return tuple(answers.pop(0) if len(answers) > 1 else answers[0])

    async def open(self) -> "LoopbackTransport":
        self.opened += 1
        return LoopbackTransport(self)


class LoopbackTransport:
    """Connects to the server of the address in the URL."""

    def __init__(self, network: LoopbackNetwork) -> None:
        self._network = network
        verify: ssl.SSLContext | bool = network.trusted or False
        self._transport = httpx.AsyncHTTPTransport(verify=verify)

    def resolves_names(self, url: httpx.URL) -> bool:
        return self._network.proxy

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.host
        self._network.connected.append(host)
        server = self._network.servers.get(host)
        if server is None:
            raise httpx.ConnectError(f"nobody answers at {host}")
        here = httpx.URL(server.url)
        request.url = request.url.copy_with(host=here.host, port=here.port)
        return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        self._network.closed += 1
        await self._transport.aclose()
