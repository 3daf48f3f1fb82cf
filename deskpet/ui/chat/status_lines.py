"""Quiet lines under the conversation: what happened beside it, each with a few links."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.toast import TextFactory
from deskpet.ui.widgets import language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import STRETCH, column_in, delete_widget, line_in, text_label
from deskpet.ui.widgets.icons import Icon, IconButton

_MAX_LINES = 5
_ICON, _BUTTON = 16, 22


@dataclass(frozen=True, slots=True)
class LineLink:
    """A link of a line: its label in English, what it does, and whether the line is gone after it."""

    label: str
    act: Callable[[], object]
    ends: bool = True


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A line. `is_brief` ones are removed when the conversation goes on."""

    text: TextFactory
    links: Sequence[LineLink] = ()
    is_brief: bool = True


class StatusLines(theme.FollowsStyle, QFrame):
    """Shows a few lines above the composer, the newest last; hidden without one.

    resized: Emitted when the needed height may have changed.
    """

    accessible_role = QAccessible.Role.Notification

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("quiet_lines")
        self._rows: list[_Row] = []
        self._column = column_in(self, theme.S2 - 2, margins=(10, 2, 4, 4))
        language.keep_translated(self, self._retranslate)
        self.hide()

    @property
    def lines(self) -> tuple[StatusLine, ...]:
        """The shown lines."""
        return tuple(row.line for row in self._rows)

    def add(self, line: StatusLine) -> None:
        """Add a line; the oldest one goes if there are too many."""
        for row in self._rows[: max(len(self._rows) + 1 - _MAX_LINES, 0)]:
            self._remove(row)
        row = _Row(line, self)
        self._rows.append(row)
        self._column.addWidget(row)
        row.show()
        self._on_changed()

    def clear_brief(self) -> None:
        """Remove the lines that are brief."""
        brief = [row for row in self._rows if row.line.is_brief]
        for row in brief:
            self._remove(row)
        if brief:
            self._on_changed()

    def remove(self, line: StatusLine) -> None:
        """Remove a line, if it is there."""
        if row := next((each for each in self._rows if each.line is line), None):
            self.end(row)

    def show_unless_empty(self, shown: bool) -> None:
        """Show the lines, if there are any, or hide them."""
        self.setVisible(shown and bool(self._rows))

    def height_at(self, width: int) -> int:
        """Return the height in logical pixels that the lines need at this width; 0 without any."""
        return 0 if self.isHidden() else max(self.heightForWidth(width), self.minimumSizeHint().height())

    def end(self, row: "_Row") -> None:
        """Remove a row."""
        self._remove(row)
        self._on_changed()

    def _remove(self, row: "_Row") -> None:
        self._rows.remove(row)
        delete_widget(row, self._column)

    def _on_changed(self) -> None:
        self.setVisible(bool(self._rows))
        self.setAccessibleName(" ".join(row.line.text() for row in self._rows))
        self.updateGeometry()
        self.resized.emit()

    def _retranslate(self) -> None:
        for row in self._rows:
            row.retranslate()
        self._on_changed()

    def on_style_changed(self) -> None:
        # The labels apply the new text size first.
        QTimer.singleShot(0, self, self.resized.emit)


class _Row(QWidget):
    """A line with its links and a button that removes it."""

    def __init__(self, line: StatusLine, lines: StatusLines) -> None:
        super().__init__(lines)
        self.line, self._lines = line, lines
        self._label = text_label("", "quiet_text")
        self._buttons = [plain_button("", "", "link") for _ in line.links]
        for button, link in zip(self._buttons, line.links, strict=True):
            button.clicked.connect(lambda _=False, link=link: self._follow(link))
        self._close = IconButton("close", "", size=_BUTTON)
        self._close.clicked.connect(lambda: lines.end(self))
        centre = Qt.AlignmentFlag.AlignVCenter
        # The links stand beside a short text, and below a long one.
        links = QWidget()
        line_in(links, theme.S2, *self._buttons, STRETCH)
        links.setVisible(bool(self._buttons))
        words = FlowLayout(theme.S2, self._label, links)
        line_in(self, theme.S2, (Icon("note", "muted", _ICON), 0, centre), (words, 1), (self._close, 0, centre))
        self.retranslate()

    def _follow(self, link: LineLink) -> None:
        link.act()
        if link.ends:
            self._lines.end(self)

    def retranslate(self) -> None:
        text = self.line.text()
        self._label.setText(text)
        for button, link in zip(self._buttons, self.line.links, strict=True):
            button.setText(tr(link.label))
            button.setAccessibleName(tr("{title}: {choice}", title=text, choice=tr(link.label)))
        self._close.set_icon("close", tr("Close"))
