"""Tells once of a run that had a fault, and offers a report."""

import logging
import os

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from deskpet.config import paths
from deskpet.features.host import Host
from deskpet.features.reports.report import report
from deskpet.features.reports.ui.report_window import ReportWindow
from deskpet.processes import run_log
from deskpet.processes.run_log import FaultyRun
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.platform import event_loop

logger = logging.getLogger(__name__)


class ReportsController:
    """Reads what earlier runs have left, and shows the window of a report."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._window: ReportWindow | None = None
        event_loop.spawn(self._tell())

    def close(self) -> None:
        """Close the window."""
        if self._window:
            self._window.close()

    def show(self) -> None:
        """Show a report of what is known, before it is written."""
        event_loop.spawn(self._show())

    async def _tell(self) -> None:
        new = [each for each in await _faulty_runs() if not each.is_known]
        if not new:
            return
        crashed = any(each.has_crashed for each in new)
        text = tr_noop("She had crashed the last time.") if crashed else tr_noop("Something went wrong the last time.")
        links = (LineLink(tr_noop("Make a report"), self.show), LineLink(tr_noop("Not now"), lambda: None))
        self._host.windows.status_lines.add(StatusLine(lambda: tr(text), links, is_brief=False))
        for each in new:
            each.mark_known()

    async def _show(self) -> None:
        content = report(self._host.settings.now, await _faulty_runs(), _details())
        if self._window is None:
            self._window = ReportWindow()
        self._window.show_report(content)


async def _faulty_runs() -> tuple[FaultyRun, ...]:
    try:
        return await run_in_thread(lambda: run_log.faulty_runs(paths.run_logs_folder(), own=os.getpid()))
    except OSError as error:
        logger.info("the faults of earlier runs can't be read: %s", error)
        return ()


def _details() -> tuple[tuple[str, str], ...]:
    sizes = ((each.size(), each.devicePixelRatio()) for each in QGuiApplication.screens())
    screens = ", ".join(f"{size.width()}x{size.height()} at {ratio:g}" for size, ratio in sizes)
    return (("Qt", qVersion()), ("windows", QGuiApplication.platformName()), ("screens", screens))
