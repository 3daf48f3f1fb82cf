"""The way to the web for tools: resolves names and opens connections. Tests provide another one."""

import asyncio
import socket
from typing import TYPE_CHECKING

from deskpet.processes.threads import run_in_thread

if TYPE_CHECKING:
    from deskpet.llm.proxies import ProxyRouter


class WebNetwork:
    """The system's resolver, and the proxies of the environment or the system."""

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        """Return the numeric addresses of `host`. Raises OSError."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except UnicodeError as error:
            raise OSError(f"{host!r} is no name") from error
        return tuple(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))

    async def open(self) -> "ProxyRouter":
        """Return a new transport. It is created in a thread, because reading the certificates takes 20 ms."""
        from deskpet.llm.proxies import ProxyRouter

        return await run_in_thread(ProxyRouter)
