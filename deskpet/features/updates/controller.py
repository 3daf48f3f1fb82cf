"""Ask once whether to look for updates, look once a day, and install at the end what the user wanted."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from deskpet.config.state_files import BadStateFile
from deskpet.features.host import Host
from deskpet.features.updates import folder_swap, state, windows_setup
from deskpet.features.updates.installed_release import InstalledRelease, Target, UpdateFailed, installed_release
from deskpet.listeners import Listeners
from deskpet.processes import exit_actions
from deskpet.text.reasons import reason_of
from deskpet.text.sizes import format_size
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.platform import event_loop

if TYPE_CHECKING:
    from deskpet.features.updates.manifest import Update
    from deskpet.features.updates.updater import Updater

# How long after the start the server may be asked, and how often.
_AFTER_START_S, _EVERY = 30.0, timedelta(days=1)

logger = logging.getLogger(__name__)


class Phase(StrEnum):
    """What is being done about an update."""

    IDLE = "idle"
    CHECKING = "checking"
    NEWEST = "newest"
    AVAILABLE = "available"
    DOWNLOADING = "downloading"
    WAITS = "waits"
    """It is installed when the program ends."""
    BY_USER = "by_user"
    """It was downloaded, and the user has to install it."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Status:
    """What the card shows. done: bytes that have come. text: why it failed, or what the user has to do."""

    phase: Phase = Phase.IDLE
    update: "Update | None" = None
    done: int = 0
    text: str = ""


class UpdatesController:
    """The updates of this installed program."""

    def __init__(self, host: Host) -> None:
        self._host, self._problem = host, ""
        self.status, self.changed = Status(), Listeners[[]]()
        self.release = self._find_release()
        self._updater: Updater | None = None
        self._work: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self.begun = asyncio.Event()
        """Set once the start has told and asked what it has to."""
        self._watching: asyncio.Task[None] | None = None
        self._ends = [
            host.chat.listen_to_opening(lambda: event_loop.spawn(self._begin())),
            host.settings.listen("updates.check", lambda _, after: self._watch(checks=after.updates.check)),
        ]
        if self.release:
            exit_actions.add(self._install)

    def close(self) -> None:
        """Stop listening. What waits is installed when the process ends."""
        for end in self._ends:
            end()

    @property
    def request(self) -> str:
        """The request that is sent to look for an update; why there is none if it can't be."""
        if not self.release or not self.release.keys:
            return self._problem or tr("This release has no key for updates, so it never looks for one.")
        from deskpet.network.file_download import DownloadFailed, request_text

        try:
            return request_text(self.release.address)
        except DownloadFailed as error:
            return str(error)

    def check(self) -> None:
        """Look for an update now."""
        self._run(partial(self._check, is_asked=True))

    def prepare(self) -> None:
        """Download the update that was found, to install it when the program ends."""
        if update := self.status.update:
            self._run(partial(self._prepare, update))

    def stop(self) -> None:
        """Stop a download; what has come is kept."""
        if self._work:
            self._work.cancel()

    def _find_release(self) -> InstalledRelease | None:
        try:
            return installed_release()
        except BadStateFile as error:
            self._problem = tr("The note of this release can't be read: {reason}", reason=error)
            return None

    async def _begin(self) -> None:
        """Tell of an update that did not start, ask once, then look each day."""
        if self.release is None:
            return
        if unfinished := await event_loop.in_thread(self._confirm):
            self._tell_unfinished(unfinished)
        known = await event_loop.in_thread(state.read)
        if known.failed:
            self._tell_failed(known.failed)
        if self._host.settings.now.updates.check:
            self._watch(checks=True, after_s=_AFTER_START_S)
        elif self.release.keys and not known.was_asked:
            self._ask()
        self.begun.set()

    def _confirm(self) -> str:
        """Note that this version came up, and what is left of one that did not.

        Returns the version that could not be installed; empty if there is none.
        """
        assert self.release
        try:
            folder_swap.confirm(self.release)
            if failed := folder_swap.failed_version(self.release):
                state.change(failed=failed)
                folder_swap.remove_failed(self.release)
            if self.release.target is Target.SETUP:
                return windows_setup.confirm(self.release, failed)
        except (OSError, BadStateFile) as error:
            logger.warning("the folder of the last update can't be put in order: %s", reason_of(error))
        return ""

    def _tell_unfinished(self, version: str) -> None:
        text = tr_noop(
            "Version {version} could not be installed: a program of deskpet was still running, or the disk was full. "
            "Close coding agents that use deskpet, then install it again in Settings → About."
        )
        self._host.windows.status_lines.add(StatusLine(lambda: tr(text, version=version), is_brief=False))

    def _tell_failed(self, version: str) -> None:
        assert self.release
        present = self.release.version
        text = tr_noop("Version {version} did not start twice. This is {present} again; nothing else was changed.")
        line = StatusLine(lambda: tr(text, version=version, present=present), is_brief=False)
        self._host.windows.status_lines.add(line)
        state.change(failed="", told=version)

    def _ask(self) -> None:
        self._host.windows.status_lines.add(question_line(self.request, lambda: self._set_check(True)))
        state.change(was_asked=True)

    def _set_check(self, checks: bool) -> None:
        self._host.settings.change(lambda _: {("updates", "check"): checks})

    def _watch(self, *, checks: bool, after_s: float = 0) -> None:
        """Look each day from now on, or never. after_s: the first time not before; 0 for at once."""
        if self._watching:
            self._watching.cancel()
        self._watching = event_loop.spawn(self._look_each_day(after_s)) if checks and self.release else None

    async def _look_each_day(self, after_s: float) -> None:
        if after_s:
            await asyncio.sleep(after_s)
            last = (await event_loop.in_thread(state.read)).checked
            await asyncio.sleep(max((last + _EVERY - datetime.now(UTC)).total_seconds(), 0) if last else 0)
        while True:
            if self.status.phase not in (Phase.DOWNLOADING, Phase.WAITS):
                await self._check(is_asked=False)
            await asyncio.sleep(_EVERY.total_seconds())

    def _run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do what the user asked for, after what is being done."""
        self.stop()
        self._work = event_loop.spawn(self._take_turn(work))

    async def _take_turn(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do work once what was stopped has ended."""
        async with self._turn:
            await work()

    async def _check(self, *, is_asked: bool) -> None:
        self._show(Status(Phase.CHECKING))
        try:
            update = await (await self._updates()).check()
        except (UpdateFailed, OSError) as error:
            self._show(Status(Phase.FAILED, text=reason_of(error)))
            return
        self._show(Status(Phase.AVAILABLE, update) if update else Status(Phase.NEWEST))
        if update and not is_asked and state.read().told != update.version:
            self._tell(update)

    async def _prepare(self, update: "Update") -> None:
        from deskpet.features.updates.updater import Way

        self._show(Status(Phase.DOWNLOADING, update))
        try:
            prepared = await (await self._updates()).prepare(update, self._on_progress)
        except asyncio.CancelledError:
            self._show(Status(Phase.AVAILABLE, update))
            raise
        except (UpdateFailed, OSError) as error:
            self._show(Status(Phase.FAILED, update, text=reason_of(error)))
            return
        phase = Phase.WAITS if prepared.way is Way.AT_QUIT else Phase.BY_USER
        self._show(Status(phase, update, text=prepared.instruction))

    async def _updates(self) -> "Updater":
        """Return what looks for updates; its modules are imported in a thread. Raises UpdateFailed."""
        if self.release is None:
            raise UpdateFailed(self._problem)
        if self._updater is None:
            await event_loop.in_thread(lambda: import_module("deskpet.features.updates.updater"))
            from deskpet.features.updates.updater import Updater

            self._updater = Updater(self.release)
        return self._updater

    def _tell(self, update: "Update") -> None:
        show = partial(self._host.windows.open_settings, "about")
        self._host.windows.status_lines.add(update_line(update, show, self.prepare))
        state.change(told=update.version)

    def _on_progress(self, done: int, _whole: int) -> None:
        # A hundredth of the file moves the bar by a few pixels.
        update = self.status.update
        assert update
        if done - self.status.done >= update.file.size / 100 or done == update.file.size:
            self._show(replace(self.status, done=done))

    def _show(self, status: Status) -> None:
        self.status = status
        self.changed()

    def _install(self) -> None:
        """Install what waits. Nothing can be imported after it."""
        assert self.release
        if self.release.swaps_folder:
            folder_swap.install(self.release)
        elif self.release.target is Target.SETUP:
            windows_setup.install(self.release)


def question_line(request: str, accept: Callable[[], object]) -> StatusLine:
    """Return the question whether to look for updates, with what would be sent."""
    text = tr_noop("Look for a new version once a day? This is sent, and nothing else:\n{request}")
    links = (LineLink(tr_noop("Once a day"), accept), LineLink(tr_noop("Never"), lambda: None))
    return StatusLine(lambda: tr(text, request=request), links, is_brief=False)


def update_line(update: "Update", show: Callable[[], object], install: Callable[[], object]) -> StatusLine:
    """Return the line that tells of an update. show: shows what is new in it."""
    text = tr_noop("Version {version} is out ({size}).")
    named = {"version": update.version, "size": format_size(update.file.size)}
    links = (LineLink(tr_noop("What is new"), show, ends=False), LineLink(tr_noop("Install"), install))
    return StatusLine(lambda: tr(text, **named), links, is_brief=False)
