"""The calendars of the settings: files, and addresses, which are downloaded for each call."""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from urllib.parse import urlsplit

from deskpet.chat.tool import ToolFailed
from deskpet.filesystem.bounded import UnusableFile, read_bounded
from deskpet.network.web_network import WebNetwork
from deskpet.processes.threads import run_in_thread

MAX_BYTES = 5_000_000
_WEBCAL = re.compile(r"webcals?://", re.IGNORECASE)
# The address of a calendar is often its key, so no message has it.
_REASONS = {
    "redirected": "its address leads to another one, which the user has to check",
    "too_many_redirects": "its address leads in circles, so the user has to check it",
    "http_error": "its server refused, so the user has to check the address",
    "too_large": f"it has more than {MAX_BYTES // 1_000_000} MB",
    "timed_out": "its server did not send it in time",
    "invalid_url": "its address is not valid",
    "refused_port": "its address is not valid",
}


@dataclass(frozen=True, slots=True)
class CalendarSource:
    """A calendar by its place: an absolute path, or an http, https or webcal address."""

    place: str

    @property
    def is_address(self) -> bool:
        """Whether it is downloaded."""
        return "://" in self.place

    @property
    def name(self) -> str:
        """A name that does not tell the address: the file's, or the host's."""
        return urlsplit(self.place).hostname or "?" if self.is_address else PurePath(self.place).stem

    async def read(self, network: WebNetwork) -> bytes:
        """Return the content. Raises ToolFailed."""
        if self.is_address:
            return await self._download(network)
        try:
            return await run_in_thread(partial(read_bounded, Path(self.place), MAX_BYTES))
        except UnusableFile as error:
            raise ToolFailed("unreadable", f"{self.name}: {error}.") from error
        except OSError as error:
            raise ToolFailed("unreadable", f"{self.name}: {error.strerror or type(error).__name__}.") from error

    async def _download(self, network: WebNetwork) -> bytes:
        from deskpet.llm.key_exposure import is_exposed
        from deskpet.network.addresses import WebAddress
        from deskpet.network.download import download

        url = _WEBCAL.sub("https://", self.place, count=1)
        if is_exposed(url):
            raise ToolFailed("unencrypted", f"{self.name}: outside of the own network, its address has to be https.")
        try:
            return (await download(network, WebAddress.parse(url, is_users_own=True))).body
        except ToolFailed as failed:
            reason = _REASONS.get(failed.error.code, "it can't be reached")
            raise ToolFailed(failed.error.code, f"{self.name}: {reason}.") from failed


@dataclass(frozen=True, slots=True)
class Calendars:
    """The calendars that the user chose."""

    sources: tuple[CalendarSource, ...]

    @classmethod
    def of(cls, places: tuple[str, ...]) -> "Calendars":
        """Return the calendars at these places of the settings."""
        return cls(tuple(map(CalendarSource, places)))
