"""The chip with the number of calls in the background, and the list that it opens."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from deskpet.chat.background import CallAddress, RunningCall
from deskpet.translation import tr
from deskpet.ui.blocks.base import ToolLook
from deskpet.ui.blocks.call_format import format_duration
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import at_top, column_of, delete_widget, line_in, text_label
from deskpet.ui.widgets.painting import paint_box, smooth_painter
from deskpet.ui.widgets.popup_panel import PopupPanel

_WIDTH, _BAR, _SECOND_MS = 300, 4, 1000


class RunningChip(QPushButton):
    """Shows how many calls run in the background, and lists them at a click; hidden while there are none.

    stop_requested: Emitted with the address of a call that the user stops in the list.
    """

    stop_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("running_chip")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tooltip.attach(self)
        self._calls: tuple[RunningCall, ...] = ()
        self._look_of: Callable[[str], ToolLook] = lambda name: ToolLook(name, "tool")
        self._panel: RunningPanel | None = None
        self.clicked.connect(self._open)
        self.hide()
        language.keep_translated(self, self._retranslate)

    def show_calls(self, calls: Sequence[RunningCall], look_of: Callable[[str], ToolLook]) -> None:
        """Show these calls; `look_of` returns the look of a tool by its name."""
        has_changed = len(calls) != len(self._calls)
        self._calls, self._look_of = tuple(calls), look_of
        if has_changed:
            self._retranslate()
            self.setVisible(bool(calls))
        if self._panel:
            self._panel.show_calls(self._calls, look_of)

    def _retranslate(self) -> None:
        count = tr("{n} running", n=len(self._calls))
        self.setText(count)
        self.setAccessibleName(tr("In the background: {count}", count=count))
        self.setToolTip(tr("What goes on in the background."))

    def _open(self) -> None:
        panel = self._panel = RunningPanel(self.window(), self.stop_requested.emit)
        panel.closed.connect(self._forget_panel)
        panel.show_calls(self._calls, self._look_of)
        panel.open_beside(self)
        panel.focusNextChild()

    def _forget_panel(self) -> None:
        self._panel = None


class RunningPanel(PopupPanel):
    """Lists running calls with their times, progress and a button that stops each. Closes with the last of them."""

    def __init__(self, owner: QWidget, stop: Callable[[CallAddress], object]) -> None:
        super().__init__(owner, opens_below=True)
        self._stop = stop
        self.setObjectName("details_panel")
        self.setAccessibleName(tr("In the background"))
        self._rows: dict[CallAddress, _Row] = {}
        title = QLabel(tr("In the background"))
        title.setObjectName("details_title")
        self._list = column_of(theme.S3, title)
        self._list.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        self.column.addLayout(self._list)
        second = QTimer(self, interval=_SECOND_MS)
        second.timeout.connect(self._show_times)
        second.start()

    def show_calls(self, calls: Sequence[RunningCall], look_of: Callable[[str], ToolLook]) -> None:
        """Show these calls."""
        if not calls:
            self.close()
            return
        addresses = {call.address for call in calls}
        is_same = addresses == self._rows.keys()
        for address in [each for each in self._rows if each not in addresses]:
            delete_widget(self._rows.pop(address), self._list)
        for call in calls:
            if call.address not in self._rows:
                row = self._rows[call.address] = _Row(look_of(call.tool_name), self)
                row.stop.clicked.connect(lambda _=False, address=call.address: self._stop(address))
                self._list.addWidget(row)
            self._rows[call.address].show_call(call)
        if not is_same and self.isVisible():
            self.place()

    def _show_times(self) -> None:
        for row in self._rows.values():
            row.show_time()


class _Row(QWidget):
    def __init__(self, look: ToolLook, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMinimumWidth(theme.scaled(_WIDTH))
        self._call: RunningCall | None = None
        title, self._state = text_label(look.title, "details_value"), text_label("", "details_name")
        for label in (title, self._state):
            label.setWordWrap(False)
        self.stop = plain_button(tr("Stop"), "", "quiet", tr("Stop {title}", title=look.title))
        stop, texts = (self.stop, 0, Qt.AlignmentFlag.AlignVCenter), column_of(2, title, self._state)
        # Room for the bar.
        line_in(self, theme.S3, at_top(icons.Badge(look.icon)), (texts, 1), stop, margins=(0, 0, 0, _BAR + 4))

    def show_call(self, call: RunningCall) -> None:
        self._call = call
        self.show_time()
        self.update()

    def show_time(self) -> None:
        """Show how long the call has run, and what it says about its progress."""
        if self._call is None:
            return
        seconds = max(int(time.time() - self._call.started_at), 0)
        elapsed = format_duration(0, None, seconds) if seconds >= 60 else tr("{s} s", s=seconds)
        progress = self._call.progress
        percent = f"{progress.fraction:.0%}" if progress and progress.fraction is not None else ""
        self._state.setText(" · ".join(filter(None, (elapsed, percent, progress.words if progress else ""))))

    def paintEvent(self, event: QPaintEvent) -> None:
        progress = self._call.progress if self._call else None
        if progress is None or progress.fraction is None:
            return
        painter, groove = smooth_painter(self), QRectF(0, self.height() - _BAR, self.width(), _BAR)
        paint_box(painter, groove, 2, "inset_edge")
        groove.setWidth(progress.fraction * groove.width())
        paint_box(painter, groove, 2, "accent")
