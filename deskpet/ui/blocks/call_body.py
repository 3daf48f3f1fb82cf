"""The unfolded card of a tool call: its arguments, what it gave each time it ran, and what can be done with it."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from deskpet.chat.call_state import CallState, state_of
from deskpet.chat.messages import LaterRun, ToolError, ToolUse
from deskpet.ui.blocks.base import BlockView, CallWish, Context, ToolLook
from deskpet.ui.blocks.call_words import arguments_of, as_text, clock, span
from deskpet.ui.blocks.fitted import Fitted
from deskpet.ui.blocks.results import text_view, view_of_result
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.widgets import theme
from deskpet.words import tr, tr_noop

COPIED_MS = 1200
MOST_RUNS = 5
_GAP, _SECTION = 4, 12

_FAILED = {CallState.CANCELLED: tr_noop("Cancelled"), CallState.REFUSED: tr_noop("Refused")}


class CallBody(BlockView):
    """Sections, one below the other, and a line of buttons."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(context, parent)
        self._call = ToolUse("", "")
        self._look = ToolLook("", "")
        self._arguments = ValueTree(tr("Arguments"), self)
        self._arguments.resized.connect(self.resized)
        self._heads: list[QLabel] = []
        self._results: list[Fitted | BlockView] = []
        self._times = self._label("", "call_times")
        self._copy = self._button(tr("Copy"), tr("Copy this call and its result"))
        self._again = self._button(tr("Run again"), tr("Run this call again"))
        self._copy.clicked.connect(self._copy_call)
        self._again.clicked.connect(lambda: self.call_wished.emit(CallWish.AGAIN))
        self._no_arguments = self._label(tr("No arguments"), "call_times")
        self._head = self._label(tr("Arguments"), "call_section")

    def show_call(self, call: ToolUse, look: ToolLook) -> None:
        """Show the call as it is now."""
        before, self._call = self._call, call
        self._look = look
        arguments = arguments_of(call)
        is_bare = arguments is None or arguments in ({}, "")
        self._arguments.setVisible(not is_bare)
        self._no_arguments.setVisible(is_bare)
        self._head.setVisible(not is_bare)
        if not is_bare:
            self._arguments.show_value(arguments)
        if _result_of(before) != _result_of(call) or not self._results:
            self._rebuild()
        state = state_of(call)
        is_running = any(run.ended_at is None for run in call.later_runs)
        self._again.setVisible(state.is_final and isinstance(call.input, dict))
        self._again.setEnabled(not is_running)
        self._again.setText(tr("Running…" if is_running else "Run again"))
        self._times.setText(_times_of(call))

    def _rebuild(self) -> None:
        for old in (*self._heads, *self._results):
            old.hide()
            old.deleteLater()
        self._heads, self._results = [], []
        call = self._call
        if call.output is not None or call.error:
            title = _FAILED.get(state_of(call), tr_noop("Why it failed")) if call.error else tr_noop("Result")
            self._add(tr(title), call.error, call)
        first = max(len(call.later_runs) - MOST_RUNS, 0)
        for number, run in enumerate(call.later_runs[first:], first + 2):
            if run.ended_at is not None:
                times = _times(run.started_at, run.ended_at)
                self._add(tr("Run {number} · {times}", number=number, times=times), run.error, run)
        for widget in (*self._heads, *self._results):
            widget.show()
        for view in self._results:
            self.setTabOrder(view, self._copy)
        self.setTabOrder(self._copy, self._again)

    def _add(self, title: str, error: ToolError | None, gave: ToolUse | LaterRun) -> None:
        self._heads.append(self._label(title, "call_section"))
        if error:
            view: Fitted | BlockView = text_view(_why(error), self)
        else:
            view = view_of_result(self._look.result, gave.output, self)
        view.resized.connect(self.resized)
        self._results.append(view)

    def _label(self, text: str, name: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName(name)
        return label

    def _button(self, text: str, told: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("kind", "quiet")
        button.setAccessibleName(told)
        return button

    def _copy_call(self) -> None:
        call = self._call
        parts = [f"{call.tool_name} {as_text(arguments_of(call) or {})}"]
        if call.output is not None:
            parts.append(as_text(call.output))
        if call.error:
            parts.append(f"{call.error.code}: {call.error.message}")
        QGuiApplication.clipboard().setText("\n\n".join(parts))
        self._copy.setText(tr("Copied"))
        QTimer.singleShot(COPIED_MS, self._copy, lambda: self._copy.setText(tr("Copy")))

    def fit(self, width: int) -> int:
        y = 0
        if self._arguments.isVisibleTo(self):
            y = _placed(self._head, y, width)
            height = self._arguments.fit(width)
            self._arguments.setGeometry(0, y, width, height)
            y += height
        else:
            y = _placed(self._no_arguments, y, width)
        for head, view in zip(self._heads, self._results, strict=True):
            y = _placed(head, y + _SECTION, width)
            height = view.fit(width)
            view.setGeometry(0, y, width, height)
            y += height
        return self._place_foot(y + _SECTION, width)

    def _place_foot(self, y: int, width: int) -> int:
        """The buttons at the right, the times beside them; the foot's lower edge."""
        right = width
        height = self._copy.sizeHint().height()
        for button in (self._again, self._copy):
            if button.isVisibleTo(self):
                wide = button.sizeHint().width()
                button.setGeometry(right - wide, y, wide, height)
                right -= wide + theme.S1
        self._times.setGeometry(0, y, max(right, 0), height)
        return y + height

    def retheme(self) -> None:
        for view in self._results:
            if isinstance(view, BlockView):
                view.retheme()
        self.update()


def _why(error: ToolError) -> str:
    """The error's words, with what there is instead unless they name it already."""
    # What a tool says for itself is told as it is; what the program says, in the language in use.
    if all(name in error.message for name in error.available):
        return tr(error.message)
    return f"{tr(error.message)}\n{tr('Available: {names}', names=tr(', ').join(error.available))}"


def _result_of(call: ToolUse) -> object:
    return call.output, call.error, call.later_runs


def _placed(label: QLabel, y: int, width: int) -> int:
    height = label.sizeHint().height()
    label.setGeometry(0, y, width, height)
    return y + height + _GAP


def _times_of(call: ToolUse) -> str:
    if call.started_at is None:
        return ""
    if call.ended_at is None:
        since = clock(call.started_at)
        return tr("Since {time}", time=since) if since else ""
    return _times(call.started_at, call.ended_at)


def _times(started_at: float, ended_at: float) -> str:
    """When something began, and how long it took if that is worth a word."""
    return " · ".join(part for part in (clock(started_at), span(started_at, ended_at, ended_at)) if part)
