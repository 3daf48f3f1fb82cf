"""The body of a tool call's card: arguments, effect, result of each run; buttons to copy, run again and undo."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from deskpet.chat.call_state import CallState, state_of, waiting_run
from deskpet.chat.messages import Approval, DisplayValue, LaterRun, ToolError, ToolUse
from deskpet.chat.rerun import can_undo
from deskpet.chat.tool import ResultKind
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.argument_view import ArgumentsView
from deskpet.ui.blocks.base import BlockView, CallDecision, Context, Fitted, ToolLook
from deskpet.ui.blocks.call_format import arguments_of, call_notes, format_duration, format_time, to_text
from deskpet.ui.blocks.read_area import ReadArea
from deskpet.ui.blocks.results import DiffView, text_view, view_of_result
from deskpet.ui.blocks.value_tree import ValueTree
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import delete_widget, show_text

COPIED_MS = 1200
MAX_RUNS = 5
# Largest heights of the arguments and of the effect while the user is asked, in logical pixels at text size 1.
_MOST_ARGUMENTS, _MOST_EFFECT = 196, 220
_GAP, _SECTION = 4, 12

_FAILURE_TITLES = {CallState.CANCELLED: tr_noop("Cancelled"), CallState.REFUSED: tr_noop("Refused")}


class CallBody(BlockView):
    """Sections from top to bottom, then a row of buttons.

    While the user is asked, the arguments and the effect are shown in full, each in a part that scrolls.

    read: Emitted when all of what is asked about has been visible; `is_read` is True then.
    """

    read = Signal()

    def __init__(self, context: Context, decide: Callable[[CallDecision], object], parent: QWidget) -> None:
        """`decide` is called when the user wants the call to run again, to be undone or to stop."""
        super().__init__(context, parent)
        self._call = ToolUse("", "")
        self._look = ToolLook("", "")
        self._arguments = ValueTree(tr("Arguments"), self)
        self._arguments.resized.connect(self.resized)
        self._is_asking = False
        self._reading: list[ReadArea] = []  # what is asked about
        self._asked_arguments: ReadArea | None = None
        self._warnings = self._label("", "approval_reason")
        self._warnings.setTextFormat(Qt.TextFormat.PlainText)
        self._warnings.setWordWrap(True)
        self._titles: list[QLabel] = []
        self._results: list[Fitted] = []
        self._times = self._label("", "call_times")
        self._notes = self._label("", "call_times")
        self._notes.setWordWrap(True)
        self._copy = self._button(tr("Copy"), tr("Copy this call and its result"), self._copy_call)
        self._again, self._undo, self._stop = (
            self._button(text, description, partial(decide, wish))
            for text, description, wish in (
                (tr("Run again"), tr("Run this call again"), CallDecision.AGAIN),
                (tr("Undo"), tr("Undo what this call did"), CallDecision.UNDO),
                (tr("Stop"), tr("Stop this call"), CallDecision.STOP),
            )
        )
        self._no_arguments = self._label(tr("No arguments"), "call_times")
        self._arguments_title = self._label(tr("Arguments"), "call_section")

    def show_call(self, call: ToolUse, look: ToolLook) -> None:
        """Show this value of the call."""
        before, self._call = self._call, call
        self._look, state = look, state_of(call)
        was_asking, self._is_asking = self._is_asking, state is CallState.WAITING
        arguments = arguments_of(call)
        is_bare = arguments is None or arguments in ({}, "")
        self._arguments.setVisible(not (is_bare or self._is_asking))
        self._no_arguments.setVisible(is_bare)
        self._arguments_title.setVisible(not is_bare)
        if not (is_bare or self._is_asking):
            self._arguments.show_value(arguments)
        is_same = was_asking == self._is_asking and (not self._is_asking or before.input is call.input)
        if not is_same or _shown_values(before) != _shown_values(call) or not (self._results or self._reading):
            self._rebuild()
        self._copy.setVisible(not self._is_asking)
        is_running = any(run.ended_at is None for run in call.later_runs)
        self._again.setVisible(state.is_final and isinstance(call.input, dict))
        self._again.setEnabled(not is_running)
        self._again.setText(tr("Running…" if is_running else "Run again"))
        self._undo.setVisible(look.can_undo and state is CallState.SUCCESS and can_undo(call))
        self._stop.setVisible(state is CallState.RUNNING and call.background_at is not None)
        self._times.setText(_call_times(call))
        show_text(self._notes, "\n".join(call_notes(call)))

    def _rebuild(self) -> None:
        arguments = [self._asked_arguments] if self._asked_arguments else []
        for old in (*self._titles, *self._results, *arguments):
            delete_widget(old)
        self._titles, self._results, self._reading, self._asked_arguments = [], [], [], None
        call = self._call
        if self._is_asking and call.input:
            content = ArgumentsView(tr("Arguments"), call.input, self)
            self._asked_arguments = self._read_area(content, _MOST_ARGUMENTS)
            self._asked_arguments.show()
        waiting = waiting_run(call)
        if call.output is None and waiting is None:
            self._add_effect(call.approval)
        self._add_results(call)
        if waiting:
            self._add_effect(waiting.approval)
        self._show_warnings()
        for widget in (*self._titles, *self._results):
            widget.show()
        for before, after in pairwise((*self._results, self._copy, self._again, self._undo, self._stop)):
            self.setTabOrder(before, after)

    def _add_results(self, call: ToolUse) -> None:
        if call.output is not None or call.error:
            title = _FAILURE_TITLES.get(state_of(call), tr_noop("Why it failed")) if call.error else tr_noop("Result")
            self._add_result(tr(title), call.error, call)
        first = max(len(call.later_runs) - MAX_RUNS, 0)
        for number, run in enumerate(call.later_runs[first:], first + 2):
            if run.ended_at is not None:
                times = _time_and_duration(run.started_at, run.ended_at)
                self._add_result(tr("Run {number} · {times}", number=number, times=times), run.error, run)

    def _add_effect(self, approval: Approval | None) -> None:
        if approval and approval.effect:
            self._titles.append(self._label(tr("What it would do"), "call_section"))
            self._add_view(self._effect_view(approval.effect))

    def _effect_view(self, effect: DisplayValue) -> Fitted:
        if not self._is_asking:
            return view_of_result(ResultKind(effect.kind), effect.value, self)
        if effect.kind == ResultKind.DIFF.value and isinstance(effect.value, str):
            return self._read_area(DiffView(effect.value, self, is_framed=False), _MOST_EFFECT)
        return self._read_area(ArgumentsView(tr("What it would do"), effect.value, self), _MOST_EFFECT)

    def _read_area(self, content: Fitted, most: int) -> ReadArea:
        area = ReadArea(content, most, self)
        area.resized.connect(self.resized)
        area.read.connect(self._on_read)
        if isinstance(content, ArgumentsView):
            content.completed.connect(self._show_warnings)
        self._reading.append(area)
        return area

    @property
    def is_read(self) -> bool:
        """Whether all of what is asked about has been visible."""
        return all(area.is_read for area in self._reading)

    def _on_read(self) -> None:
        if self.is_read:
            self.read.emit()

    def _show_warnings(self) -> None:
        """Show what could mislead in what is asked about."""
        contents = (area.content for area in self._reading)
        notes = dict.fromkeys(note for each in contents if isinstance(each, ArgumentsView) for note in each.notes)
        text = "\n".join(notes)
        if text != self._warnings.text():
            show_text(self._warnings, text)
            self.resized.emit()

    def _add_result(self, title: str, error: ToolError | None, run: ToolUse | LaterRun) -> None:
        self._titles.append(self._label(title, "call_section"))
        if error:
            self._add_view(text_view(_error_text(error), self))
        else:
            self._add_view(view_of_result(self._look.result, run.output, self))

    def _add_view(self, view: Fitted) -> None:
        view.resized.connect(self.resized)
        self._results.append(view)

    def _label(self, text: str, name: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName(name)
        return label

    def _button(self, text: str, description: str, act: Callable[[], object]) -> QPushButton:
        button = plain_button(text, "", "quiet", description)
        button.setParent(self)
        button.clicked.connect(lambda _checked: act())
        return button

    def _copy_call(self) -> None:
        call = self._call
        parts = [f"{call.tool_name} {to_text(arguments_of(call) or {})}"]
        if call.output is not None:
            parts.append(to_text(call.output))
        if call.error:
            parts.append(f"{call.error.code}: {call.error.message}")
        QGuiApplication.clipboard().setText("\n\n".join(parts))
        self._copy.setText(tr("Copied"))
        QTimer.singleShot(COPIED_MS, self._copy, lambda: self._copy.setText(tr("Copy")))

    def fit(self, width: int) -> int:
        arguments = self._asked_arguments or (self._arguments if self._arguments.isVisibleTo(self) else None)
        if arguments:
            y = arguments.place(_place_label(self._arguments_title, 0, width), width)
        else:
            y = _place_label(self._no_arguments, 0, width)
        for title_label, view in zip(self._titles, self._results, strict=True):
            y = view.place(_place_label(title_label, y + _SECTION, width), width)
        for label in (self._warnings, self._notes):
            if label.isVisibleTo(self):
                y += _SECTION
                height = label.heightForWidth(width)
                label.setGeometry(0, y, width, height)
                y += height
        return y if self._is_asking else self._place_footer(y + _SECTION, width)

    def _place_footer(self, y: int, width: int) -> int:
        """Place the buttons at the right and the times beside them; returns the footer's lower edge."""
        right = width
        height = self._copy.sizeHint().height()
        for button in (self._stop, self._undo, self._again, self._copy):
            if button.isVisibleTo(self):
                button_width = button.sizeHint().width()
                button.setGeometry(right - button_width, y, button_width, height)
                right -= button_width + theme.S1
        self._times.setGeometry(0, y, max(right, 0), height)
        return y + height

    def on_style_changed(self) -> None:
        for view in self._results:
            if isinstance(view, BlockView):
                view.on_style_changed()
        self.update()


def _error_text(error: ToolError) -> str:
    """Return the error message, translated if it is the program's own, and the alternatives that it does not name."""
    if all(name in error.message for name in error.available):
        return tr(error.message)
    return f"{tr(error.message)}\n{tr('Available: {names}', names=tr(', ').join(error.available))}"


def _shown_values(call: ToolUse) -> object:
    return call.output, call.error, call.later_runs, call.approval and call.approval.effect


def _place_label(label: QLabel, y: int, width: int) -> int:
    height = label.sizeHint().height()
    label.setGeometry(0, y, width, height)
    return y + height + _GAP


def _call_times(call: ToolUse) -> str:
    if call.started_at is None:
        return ""
    if call.ended_at is None:
        since = format_time(call.started_at)
        return tr("Since {time}", time=since) if since else ""
    return _time_and_duration(call.started_at, call.ended_at)


def _time_and_duration(started_at: float, ended_at: float) -> str:
    """Return the start time, and the duration if it is long enough to be shown."""
    return " · ".join(
        part for part in (format_time(started_at), format_duration(started_at, ended_at, ended_at)) if part
    )
