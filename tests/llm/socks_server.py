"""A SOCKS5 proxy on loopback."""

import asyncio
from ipaddress import IPv4Address
from typing import Self
from urllib.parse import urlsplit

_IPV4, _NAME = 1, 3


class SocksServer:
    """A SOCKS5 proxy on loopback that connects every request to `target` (RFC 1928, RFC 1929)."""

    def __init__(self, target: str = "", reply: int = 0, password: bytes = b"") -> None:
        self.targets: list[tuple[bytes, int]] = []
        self._target, self._reply, self._password = urlsplit(target).port, reply, password

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, count = await reader.readexactly(2)
        method = 2 if self._password else 0
        is_offered = method in await reader.readexactly(count)
        writer.write(bytes([5, method if is_offered else 255]))
        if is_offered and await self._authenticate(reader, writer):
            await self._connect(reader, writer)
        writer.close()

    async def _authenticate(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        if not self._password:
            return True
        _, length = await reader.readexactly(2)
        await reader.readexactly(length)
        is_correct = await reader.readexactly((await reader.readexactly(1))[0]) == self._password
        writer.write(bytes([1, 0 if is_correct else 1]))
        return is_correct

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        *head, kind = await reader.readexactly(4)
        assert head == [5, 1, 0]
        if kind == _IPV4:
            host = str(IPv4Address(await reader.readexactly(4))).encode()
        else:
            assert kind == _NAME
            host = await reader.readexactly((await reader.readexactly(1))[0])
        self.targets.append((host, int.from_bytes(await reader.readexactly(2), "big")))
        writer.write(bytes([5, self._reply, 0, 1, 0, 0, 0, 0, 0, 0]))
        if self._reply or self._target is None:
            return
        target_reader, target_writer = await asyncio.open_connection("127.0.0.1", self._target)
        sending = asyncio.create_task(_copy(reader, target_writer))
        await _copy(target_reader, writer)
        sending.cancel()
        target_writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(4096):
        writer.write(piece)
        await writer.drain()
