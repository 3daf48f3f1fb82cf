"""The pane of one file: its name and state, buttons to compare, revert and open it, and its lines."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from time import perf_counter

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from deskpet.chat.background import CallAddress
from deskpet.chat.messages import ToolUse
from deskpet.chat.tool import ResultKind
from deskpet.features.workspace.file_activity import FileActivity, FileCall, FileState, TouchedFile
from deskpet.features.workspace.file_change import ChangeStream, change_lines
from deskpet.features.workspace.folder_access import UnreadableFile
from deskpet.features.workspace.streaming_diff import DiffLine, LineKind, counts, text_lines, unified_lines
from deskpet.features.workspace.ui.file_view import FileView
from deskpet.features.workspace.ui.state_names import LOOKS
from deskpet.translation import tr
from deskpet.ui.blocks.base import CallDecision
from deskpet.ui.platform.background_worker import BackgroundWorker
from deskpet.ui.widgets import icons, language, links, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.links import escape_ambiguous

# The most lines and characters of a file that are shown, and the lines shown above those that are read.
MAX_LINES, MAX_TEXT, LINES_ABOVE = 1_500, 90_000, 40

ReadText = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Contents:
    """The lines of a file. `lit`: the numbers of those that are read. `problem`: why there are none."""

    lines: tuple[DiffLine, ...] = ()
    lit: range = range(0)
    language: str = ""
    problem: str = ""


def load_text(read_text: ReadText, path: str, call: FileCall | None) -> Contents:
    """Read a file, and return the part of it around the lines that `call` reads."""
    try:
        text = read_text(path)
    except UnreadableFile as error:
        return Contents(problem=str(error))
    lines, lit = text_lines(text), range(0)
    if call and call.has_lines:
        end = call.first_line + call.line_count if call.line_count else len(lines) + 1
        lit = range(call.first_line, min(end, len(lines) + 1))
    first = max(lit.start - 1 - LINES_ABOVE, 0) if len(lines) > MAX_LINES or len(text) > MAX_TEXT else 0
    shown, room = list[DiffLine](), MAX_TEXT
    for number, line in enumerate(lines[first : first + MAX_LINES], first + 1):
        room -= len(line)
        if room < 0:
            break
        shown.append(DiffLine(LineKind.SAME, line, number))
    above = [DiffLine(LineKind.GAP, str(first))] if first else []
    below = len(lines) - first - len(shown)
    return Contents((*above, *shown, *([DiffLine(LineKind.GAP, str(below))] if below else [])), lit, _language_of(path))


def load_change(read_text: ReadText, path: str, use: ToolUse, before: str | None) -> Sequence[DiffLine]:
    """Return the lines of a complete change: as the tool proposed it, or else computed from its arguments.

    before: the text before the change, None if it is not known.
    """
    effect = use.approval.effect if use.approval else None
    if effect and effect.kind == ResultKind.DIFF.value and isinstance(effect.value, str):
        return list(unified_lines(effect.value))
    if before is None and use.tool_name == "edit_file":
        before = text_or_nothing(read_text, path)
    return change_lines(use, before or "")


def text_or_nothing(read_text: ReadText, path: str) -> str:
    """Return the text of a file; empty if it has none that can be shown."""
    try:
        return read_text(path)
    except UnreadableFile:
        return ""


def _language_of(path: str) -> str:
    """Return the name of the Pygments lexer for a file; empty if there is none."""
    from pygments.lexers import find_lexer_class_for_filename  # pyright: ignore[reportUnknownVariableType]

    lexer = find_lexer_class_for_filename(path)
    return lexer.aliases[0] if lexer and lexer.aliases else ""


_COMPARED_TOOLS = {"write_file", "edit_file"}
_REVERTED_STATES = {FileState.WRITTEN, FileState.EDITED, FileState.MOVED, FileState.DELETED}
# How many texts of files from before their changes are kept, each of up to 5 MB.
MAX_BEFORE = 10
# How long one frame may read arguments that arrived in a burst, in seconds.
READ_S = 0.008


class FilePane(QWidget):
    """Shows the file `path`, empty before the first: what is read, the change that is written, or the text.

    read_text: set it to what returns the text of a file; called in a thread. Raises UnreadableFile.

    call_decided: Emitted with a message id, a block index and a CallDecision, as by the call's card.
    """

    call_decided = Signal(str, int, object)

    read_text: ReadText

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._worker = BackgroundWorker(self)
        self.path, self._file = "", None
        self._use: ToolUse | None = None
        self._compares = False
        self._shown_key: object = None
        self._stream: tuple[CallAddress, ChangeStream] | None = None
        # The texts of files from before the calls that change them; None while they are being read.
        self._before: dict[CallAddress, str | None] = {}
        self._lay_out()
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        self._heading = _Heading(self)
        self.compare_button = plain_button("", "workspace_compare", "quiet")
        self.compare_button.setCheckable(True)
        self.compare_button.clicked.connect(self._on_compare)
        self.revert_button = plain_button("", "workspace_revert", "quiet")
        self.revert_button.clicked.connect(self._on_revert)
        self.open_button = plain_button("", "workspace_open", "quiet")
        self.open_button.clicked.connect(lambda: links.open_file(Path(self.path)))
        buttons = QHBoxLayout()
        buttons.setContentsMargins(12, 0, 12, 6)
        buttons.setSpacing(theme.S1)
        self._counts = QLabel("", self)
        self._counts.setObjectName("workspace_counts")
        buttons.addWidget(self._counts)
        buttons.addStretch(1)
        for button in (self.compare_button, self.revert_button, self.open_button):
            tooltip.attach(button)
            buttons.addWidget(button)
        self.view = FileView(self)
        self._message = QLabel("", self)
        self._message.setObjectName("workspace_message")
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._message)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._heading)
        column.addLayout(buttons)
        column.addLayout(self._stack, 1)

    def _retranslate(self) -> None:
        for button, text, description in (
            (self.compare_button, tr("Compare"), tr("Show what was changed in this file")),
            (self.revert_button, tr("Revert"), tr("Make the file as it was before the last change")),
            (self.open_button, tr("Open"), tr("Open the file with its own program")),
        ):
            button.setText(text)
            button.setToolTip(description)
            button.setAccessibleName(text)
            button.setAccessibleDescription(description)
        self._update_heading()

    def prepare(self, call: FileCall, use: ToolUse) -> None:
        """Read the text from before a change, while the change is being written."""
        is_written = call.tool_name in _COMPARED_TOOLS and use.started_at is None and use.status != "error"
        if not is_written or call.id in self._before:
            return
        self._before[call.id] = None
        while len(self._before) > MAX_BEFORE:
            del self._before[next(iter(self._before))]
        self._worker.submit(partial(text_or_nothing, self.read_text, call.path), partial(self._on_before, call.id))

    def _on_before(self, address: CallAddress, job: "Future[str]") -> None:
        if address in self._before:
            self._before[address] = job.result()
            self._refresh()

    def show_file(self, path: str, activity: FileActivity, *, compares: bool | None = None) -> None:
        """Show a file and its present state. compares: show its last change, or its text; None keeps that."""
        self.path, self._file = path, activity.files.get(path)
        change = self._change
        self._use = activity.use(change.id) if change else None
        if compares is not None:
            self._compares = compares
        self._refresh()

    @property
    def _change(self) -> FileCall | None:
        """The last call that wrote or edited the shown file."""
        calls = self._file.calls if self._file else ()
        return next((call for call in reversed(calls) if call.tool_name in _COMPARED_TOOLS), None)

    def _refresh(self) -> None:
        """Show the present state; called once per frame while a change is written."""
        self._update_heading()
        change, use = self._change, self._use
        if not self._compares or change is None or use is None:
            self._show_text()
        elif change.state is FileState.WRITING and use.input is None:
            self._show_stream(change, use)
        else:
            self._show_change(change, use)

    def _show_text(self) -> None:
        call, calls = (self._file.call, self._file.calls) if self._file else (None, ())
        changes = tuple((each.id, each.state) for each in calls if each.is_change and not each.state.is_active)
        lines = (call.first_line, call.line_count) if call and call.has_lines else ()
        key = ("text", self.path, lines, changes)
        if key == self._shown_key or not self.path:
            return
        self._shown_key, self._stream = key, None
        self._worker.submit(partial(load_text, self.read_text, self.path, call), partial(self._on_text, key))

    def _on_text(self, key: object, job: "Future[Contents]") -> None:
        if key != self._shown_key:
            return
        contents = job.result()
        self._counts.clear()
        if contents.problem or not contents.lines:
            self._show_message(contents.problem or tr("The file is empty"))
        else:
            self._stack.setCurrentWidget(self.view)
            self.view.show_lines(contents.lines, contents.lit, contents.language)

    def _show_stream(self, change: FileCall, use: ToolUse) -> None:
        self.prepare(change, use)
        before = self._before.get(change.id)
        if before is None:
            return
        if self._stream is None or self._stream[0] != change.id:
            self._shown_key, self._stream = ("stream", change.id), (change.id, ChangeStream(change.tool_name, before))
            self._stack.setCurrentWidget(self.view)
            self.view.show_lines(())
        stream = self._stream[1]
        lines, until = stream.read(use), perf_counter() + READ_S
        while stream.is_behind and perf_counter() < until:
            lines += stream.read(use)
        self.view.append_lines(lines, stream.partial)
        self._show_counts(self.view.lines)
        if stream.is_behind:
            QTimer.singleShot(theme.FRAME, self, self._refresh)

    def _show_change(self, change: FileCall, use: ToolUse) -> None:
        is_known = self._before.get(change.id, "") is not None
        key = ("change", change.id, is_known, use.asked_at)
        if key == self._shown_key or not is_known:
            return
        self._shown_key, self._stream = key, None
        self._worker.submit(
            partial(load_change, self.read_text, change.path, use, self._before.get(change.id)),
            partial(self._on_change, key),
        )

    def _on_change(self, key: object, job: "Future[Sequence[DiffLine]]") -> None:
        if key != self._shown_key:
            return
        lines = job.result()
        self._show_counts(lines)
        if lines:
            self._stack.setCurrentWidget(self.view)
            self.view.show_lines(lines)
        else:
            self._show_message(tr("Nothing is changed"))

    def _show_message(self, words: str) -> None:
        self._message.setText(words)
        self._stack.setCurrentWidget(self._message)

    def _show_counts(self, lines: Sequence[DiffLine]) -> None:
        added, removed = counts(lines)
        self._counts.setText(f"+{added}  \N{MINUS SIGN}{removed}" if added or removed else "")
        self._counts.setAccessibleName(tr("{came} lines added, {went} removed", came=added, went=removed))

    def _update_heading(self) -> None:
        file = self._file
        self._heading.show_file(self.path, file)
        change = file.last_change if file else None
        self.compare_button.setVisible(self._change is not None)
        self.compare_button.setChecked(self._compares)
        self.revert_button.setVisible(change is not None and change.state in _REVERTED_STATES)
        is_there = bool(self.path) and not (file and file.state in {FileState.DELETED, FileState.WRITING})
        self.open_button.setVisible(is_there)
        self.view.setAccessibleName(tr("Contents of {name}", name=PurePath(self.path).name))

    def _on_compare(self) -> None:
        self._compares = self.compare_button.isChecked()
        self._refresh()

    def _on_revert(self) -> None:
        change = self._file.last_change if self._file else None
        if change:
            message_id, block = change.id
            self.call_decided.emit(message_id, block, CallDecision.UNDO)


class _Heading(QWidget):
    """The name of a file and its folder, and what is done with it."""

    accessible_role = QAccessible.Role.StaticText

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._path, self._file = "", None
        tooltip.attach(self)
        self.setFixedHeight(theme.scaled(40))

    def show_file(self, path: str, file: TouchedFile | None) -> None:
        self._path, self._file = path, file
        name, state = PurePath(path).name, self._state_text()
        self.setAccessibleName(tr("{title}, {state}", title=name, state=state) if state else name)
        tooltip.set_text(self, escape_ambiguous(path))
        self.update()

    def _state_text(self) -> str:
        if self._file is None:
            return ""
        call = self._file.call
        if call.state is FileState.READING and call.has_lines and call.line_count:
            last = call.first_line + call.line_count - 1
            return tr("reads lines {first} to {last}", first=call.first_line, last=last)
        return tr(LOOKS[call.state].name)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._path:
            return
        painter, height = QPainter(self), self.height()
        right, glyph = self.width() - 14.0, float(theme.scaled(14))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._file:
            right = self._paint_state(painter, self._file.state, right)
        icons.paint(painter, "file", "accent", QRectF(12, (height - glyph) / 2, glyph, glyph))
        left = 12 + glyph + 7
        bold = theme.ui_font(theme.TEXT - 1)
        bold.setWeight(QFont.Weight.DemiBold)
        name, folder = (escape_ambiguous(each.name) for each in (PurePath(self._path), PurePath(self._path).parent))
        room, cut = QRectF(left, 0, right - left, height), Qt.TextElideMode.ElideMiddle
        room.setLeft(left + paint_line(painter, name, room, "text", bold, cut) + 8)
        if room.width() > 30:
            paint_line(painter, folder, room, "muted", theme.ui_font(theme.SMALL), cut)

    def _paint_state(self, painter: QPainter, state: FileState, right: float) -> float:
        words, font, glyph = self._state_text(), theme.ui_font(theme.SMALL), float(theme.scaled(14))
        width = min(QFontMetricsF(font).horizontalAdvance(words), self.width() / 2)
        _, icon, role, _ = LOOKS[state]
        # Half a pixel more, so that no rounding cuts the words.
        paint_line(painter, words, QRectF(right - width, 0, width + 0.5, self.height()), "muted", font)
        left = right - width - glyph - 5
        icons.paint(painter, icon, role, QRectF(left, (self.height() - glyph) / 2, glyph, glyph))
        return left - 10

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedHeight(theme.scaled(40))
