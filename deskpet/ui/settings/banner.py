"""A word from the program on a form: what happened, what to do, and at most one button."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.ui.widgets import icons
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr

Level = Literal["info", "success", "error"]

_ICONS = {"info": ("info", "teal"), "success": ("check", "success"), "error": ("error", "error")}


@dataclass(frozen=True, slots=True)
class BannerText:
    """What a banner says. `details` fold away; `button` is a label, and `act` what it does."""

    level: Level
    title: str
    text: str = ""
    details: str = ""
    button: str = ""
    act: Callable[[], None] = lambda: None


class Banner(QFrame):
    """Shows what was said last, until it is closed; not there while there is nothing to say."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._said: BannerText | None = None
        self._icon = _Icon()
        self._title, self._text = text_label("", "banner_title"), text_label("", "banner_text")
        self._details = text_label("", "banner_details")
        for label in (self._title, self._text, self._details):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fold = QPushButton()
        self.fold.setProperty("kind", "link")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._fold_details)
        self.fold.setAccessibleName(tr("Details"))
        self.button = QPushButton()
        self.button.setAccessibleName(tr("Undo"))
        self.button.setObjectName("banner_button")
        self.button.clicked.connect(self._act)
        self.closing = IconButton("close", tr("Close"), size=24)
        self.closing.clicked.connect(lambda: self.show_said(None))
        for pressed in (self.fold, self.button):
            pressed.setCursor(Qt.CursorShape.PointingHandCursor)
        self._lay_out()
        self.hide()

    @property
    def said(self) -> BannerText | None:
        """What is being said."""
        return self._said

    def show_said(self, said: BannerText | None) -> None:
        """Say this instead of what was said before; None says nothing."""
        self._said = said
        self.setVisible(said is not None)
        if said is None:
            return
        self.setProperty("level", said.level)
        self.style().polish(self)
        self.setAccessibleName(f"{said.title} {said.text}".strip())
        self._icon.show_icon(*_ICONS[said.level])
        for label, text in ((self._title, said.title), (self._text, said.text), (self._details, said.details)):
            label.setText(text)
            label.setVisible(bool(text))
        edge = Qt.AlignmentFlag.AlignTop if said.text or said.details else Qt.AlignmentFlag.AlignVCenter
        for part in (self._icon, self.closing):
            self._line.setAlignment(part, edge)
        self.fold.setVisible(bool(said.details))
        self.fold.setChecked(False)
        self._fold_details(False)
        self.button.setText(said.button)
        self.button.setAccessibleName(said.button or tr("Undo"))
        self.button.setVisible(bool(said.button))

    def _lay_out(self) -> None:
        line, column, below = QHBoxLayout(self), QVBoxLayout(), QHBoxLayout()
        self._line = line
        line.setContentsMargins(12, 10, 8, 10)
        line.setSpacing(10)
        column.setSpacing(3)
        below.addWidget(self.fold)
        below.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addLayout(below)
        column.addWidget(self._details)
        line.addWidget(self._icon)
        line.addLayout(column, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.closing)

    def _fold_details(self, unfolded: bool) -> None:
        self._details.setVisible(unfolded)
        self.fold.setText(tr("Hide details" if unfolded else "Details"))
        self.fold.setAccessibleName(self.fold.text())

    def _act(self) -> None:
        if self._said:
            self._said.act()


class _Icon(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._name, self._role = "info", "teal"
        self.setFixedSize(20, 20)

    def show_icon(self, name: str, role: str) -> None:
        self._name, self._role = name, role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        icons.paint(QPainter(self), self._name, self._role, QRectF(0, 0, 20, 20))
