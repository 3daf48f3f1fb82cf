"""The three modes as choices that explain themselves, each with what is known of the endpoint in use."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from deskpet.llm.capabilities import Known, Tools
from deskpet.llm.trial import shown_seconds
from deskpet.settings import Mode
from deskpet.ui import icons
from deskpet.ui.form import Row, words

MODES = {
    Mode.NATIVE: ("Native", "Uses the server's own tool calls. Best where the model supports them."),
    Mode.TEXT: ("Text", "Calls are written in the answer. Works with any model, also without tool support."),
    Mode.AUTO: ("Automatic", "Starts native. If the server refuses tools, you are asked before it switches to text."),
}
_LEVELS = {"good": ("check", "success"), "warning": ("warning", "warning"), "info": ("info", "teal")}


def known_of_mode(known: Known, mode: Mode) -> tuple[str, str]:
    """What is known for `mode`: a level (good, info, warning) and a sentence; both empty where nothing is."""
    on = _day(known.tools_at)
    match mode, known.tools:
        case Mode.NATIVE, Tools.WORK:
            return "good", f"Native tools worked with this endpoint on {on}."
        case Mode.NATIVE, Tools.ACCEPTED:
            return "info", f"This endpoint accepted native tools in a test on {on}; none was called yet."
        case Mode.NATIVE, Tools.REFUSED:
            return "warning", f"This endpoint refused native tools on {on}."
        case Mode.TEXT, Tools.REFUSED:
            return "good", "Works with this endpoint: text works with any model."
        case _:
            return "", ""


def known_besides(known: Known) -> str:
    """What else is known of the endpoint, in one line."""
    parts: list[str] = []
    if known.first_token_seconds is not None:
        parts.append(f"first words after {shown_seconds(known.first_token_seconds)}")
    if known.reasons:
        parts.append("sends its reasoning")
    if known.takes_images:
        parts.append("takes pictures")
    return f"This endpoint, last seen on {_day(known.learned_at)}: {', '.join(parts)}." if parts else ""


def _day(at: float) -> str:
    day = datetime.fromtimestamp(at).astimezone()
    return f"{day.day} {day:%b}"


class ModesRow(Row):
    """Native, text or automatic."""

    at_once = True

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__("")
        self._group = QButtonGroup(self)
        self._buttons: dict[Mode, QRadioButton] = {}
        self._known: dict[Mode, _KnownLine] = {}
        for mode, (title, told) in MODES.items():
            self._buttons[mode] = button = QRadioButton(title)
            button.setObjectName(f"mode_{mode}")
            button.setAccessibleName(title)
            button.setAccessibleDescription(told)
            button.clicked.connect(lambda _=False, mode=mode: changed(mode.value))
            self._group.addButton(button)
            self._known[mode] = line = _KnownLine()
            line.setObjectName(f"known_{mode}")
            choice = QVBoxLayout()
            choice.setSpacing(0)
            for widget in (button, words(told, "mode_help"), line):
                choice.addWidget(widget)
            self.column.addLayout(choice)
        self.column.setSpacing(9)
        self._besides = words("", "field_help")
        self._besides.setObjectName("known_besides")
        self._besides.hide()
        self.column.addWidget(self._besides)
        self.end()

    def show_value(self, value: Any) -> None:
        self._buttons[value].setChecked(True)

    def show_known(self, known: Known) -> None:
        """Say beside each mode what is known of it at this endpoint."""
        for mode, line in self._known.items():
            level, text = known_of_mode(known, mode)
            line.show_words(level, text)
            self._buttons[mode].setAccessibleDescription(f"{MODES[mode][1]} {text}".strip())
        besides = known_besides(known)
        self._besides.setText(besides)
        self._besides.setVisible(bool(besides))


class _KnownLine(QWidget):
    """What is known of a mode, with its icon."""

    def __init__(self) -> None:
        super().__init__()
        self._level = "info"
        self.label = words("", "known")
        line = QHBoxLayout(self)
        line.setContentsMargins(50, 3, 0, 0)
        line.addWidget(self.label, 1, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_words(self, level: str, text: str) -> None:
        self._level = level or "info"
        self.label.setText(text)
        self.label.setProperty("level", level)
        self.label.style().polish(self.label)
        self.setVisible(bool(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        name, role = _LEVELS[self._level]
        icons.paint(painter, name, role, QRectF(29, 4, 14, 14))
