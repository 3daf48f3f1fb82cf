"""Table of redirects for all wire formats and request kinds: the servers contacted and the notices shown.

python -m tests.campaigns.redirects    print the table
"""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import httpx

from deskpet.chat.messages import Notice, user_message
from deskpet.chat.model import ChatRequest, NoticeDelta
from deskpet.config.choices import FAMILIES, Family
from deskpet.llm import model_list
from deskpet.llm.catalog import open_model
from deskpet.llm.http import new_client

KEY = "sk-canary-0123456789"
PROMPT = "a secret conversation"
STATUSES = (301, 302, 303, 307, 308)
HOME = "https://home.example:8443/v1"
LOCATIONS = {
    "same origin": "https://home.example:8443/elsewhere",
    "same origin, relative": "/elsewhere",
    "another port": "https://home.example:9443/elsewhere",
    "another host": "https://away.example/elsewhere",
    "another host, no scheme": "//away.example/elsewhere",
    "http, same host": "http://home.example:8443/elsewhere",
    "another user": "https://you:pw@home.example:8443/elsewhere",
}
SAME_ORIGIN = ("same origin", "same origin, relative")
REQUESTS = ("chat", "models")


class Network(httpx.AsyncBaseTransport):
    """Transport for all hosts: paths below /v1 redirect to `location`, all others answer with an empty list."""

    def __init__(self, status: int, location: str) -> None:
        self._status, self._location = status, location
        self.requests: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        self.requests.append(request)
        if request.url.path.startswith("/v1"):
            return httpx.Response(self._status, headers={"location": self._location.encode()})
        return httpx.Response(200, stream=httpx.ByteStream(b'{"data": []}'))


@dataclass(frozen=True)
class Outcome:
    """The result of one redirected request: the requests to another origin, those that followed it, and the notice."""

    family: Family
    request: str
    status: int
    location: str
    elsewhere: list[httpx.Request] = field(default_factory=list)
    followed: list[httpx.Request] = field(default_factory=list)
    notice: Notice | None = None

    @property
    def is_right(self) -> bool:
        """Whether no request left the origin, and the request was repeated within it or a notice was shown."""
        if self.elsewhere:
            return False
        if self.location not in SAME_ORIGIN:
            return not self.followed and self.notice is not None and "example" in self.notice.cause
        method = "POST" if self.request == "chat" else "GET"
        return [each.method for each in self.followed] == [method] and self._carries_all(self.followed[0])

    def _carries_all(self, request: httpx.Request) -> bool:
        has_key = any(KEY in value for value in request.headers.values())
        return has_key and (self.request == "models" or PROMPT in request.content.decode())

    def line(self) -> str:
        """Returns a row of the table."""
        leaked = [str(each.url) for each in self.elsewhere] or ["nothing"]
        notice = f"{self.notice.title}: {self.notice.cause} {self.notice.next_step}" if self.notice else "-"
        followed = f"{self.followed[0].method} again" if self.followed else "no"
        mark = "ok  " if self.is_right else "BAD "
        head = f"{mark}{self.family:<10}{self.request:<7}{self.status}  {self.location:<24}"
        return f"{head}{followed:<11}{', '.join(leaked):<9}{notice}"


def cases() -> Iterator[tuple[Family, str, int, str]]:
    """Yields all combinations of wire format, request kind, status and location."""
    return product(FAMILIES, REQUESTS, STATUSES, LOCATIONS)


async def send_redirected(family: Family, request: str, status: int, location: str) -> Outcome:
    """Send one request and record where it is redirected to."""
    network = Network(status, LOCATIONS[location])
    async with new_client(network) as client:
        notice = await (_chat if request == "chat" else _models)(client, family)
    at_home = [each for each in network.requests if (each.url.scheme, each.url.port) == ("https", 8443)]
    at_home = [each for each in at_home if each.url.host == "home.example" and not each.url.userinfo]
    elsewhere = [each for each in network.requests if each not in at_home]
    return Outcome(family, request, status, location, elsewhere, at_home[1:], notice)


async def _chat(client: httpx.AsyncClient, family: Family) -> Notice | None:
    request = ChatRequest((user_message(PROMPT),))
    deltas = [delta async for delta in open_model(client, family, HOME, "m", KEY).stream(request)]
    return next((delta.notice for delta in deltas if isinstance(delta, NoticeDelta)), None)


async def _models(client: httpx.AsyncClient, family: Family) -> Notice | None:
    return (await model_list.fetch_models(client, family, HOME, KEY)).failure


async def main() -> int:
    """Print the table. Returns 1 if any result is wrong."""
    outcomes = [await send_redirected(*case) for case in cases()]
    sys.stdout.write("    provider  request     redirects to            followed   other origin     notice\n")
    for each in outcomes:
        sys.stdout.write(each.line() + "\n")
    wrong = sum(not each.is_right for each in outcomes)
    sys.stdout.write(f"{len(outcomes)} redirects, {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
