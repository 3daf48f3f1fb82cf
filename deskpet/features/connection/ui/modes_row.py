"""Form row of the tool mode: three choices, each with the capabilities learned from the endpoint."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from deskpet.config.settings import Mode
from deskpet.llm.capabilities import ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.connection_check import format_seconds
from deskpet.text.local_time import local_time
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.settings.explained_choices import ExplainedChoicesRow
from deskpet.ui.widgets import icons, language
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.mode_names import MODES

# Notes on native tools: level, and sentence with and without the date.
_NATIVE_NOTES = {
    ToolSupport.WORK: (
        "good",
        tr_noop("Native tools worked with this endpoint on {day}."),
        tr_noop("Native tools worked with this endpoint."),
    ),
    ToolSupport.ACCEPTED: (
        "info",
        tr_noop("This endpoint accepted native tools in a test on {day}; none was called yet."),
        tr_noop("This endpoint accepted native tools in a test; none was called yet."),
    ),
    ToolSupport.REFUSED: (
        "warning",
        tr_noop("This endpoint refused native tools on {day}."),
        tr_noop("This endpoint refused native tools."),
    ),
}
_LEVELS = {"good": ("check", "success"), "warning": ("warning", "warning"), "info": ("info", "teal")}


def mode_note(capabilities: ModelCapabilities, mode: Mode) -> tuple[str, str]:
    """Return a note on `mode`: its level (good, info, warning) and sentence; both empty if nothing is known."""
    match mode, capabilities.tools:
        case Mode.NATIVE, tools if tools in _NATIVE_NOTES:
            level, dated, undated = _NATIVE_NOTES[tools]
            day = _day(capabilities.tools_at)
            return level, tr(dated, day=day) if day else tr(undated)
        case Mode.TEXT, ToolSupport.REFUSED:
            return "good", tr("Works with this endpoint: text works with any model.")
        case _:
            return "", ""


def endpoint_note(capabilities: ModelCapabilities) -> str:
    """Return the other known capabilities in one line, or an empty string."""
    parts: list[str] = []
    if capabilities.first_token_seconds is not None:
        parts.append(tr("first words after {time}", time=format_seconds(capabilities.first_token_seconds)))
    if capabilities.reasons:
        parts.append(tr("sends its reasoning"))
    if capabilities.pictures is not PictureSupport.UNKNOWN:
        parts.append(tr("takes pictures") if capabilities.pictures is PictureSupport.TAKEN else tr("takes no pictures"))
    if capabilities.context_tokens:
        parts.append(tr("takes {tokens:,} tokens at once", tokens=capabilities.context_tokens))
    if not parts:
        return ""
    day, facts = _day(capabilities.learned_at), tr(", ").join(parts)
    if not day:
        return tr("This endpoint: {facts}.", facts=facts)
    return tr("This endpoint, last seen on {day}: {facts}.", day=day, facts=facts)


def _day(at: float) -> str:
    when = local_time(at)
    return language.format_datetime(when, tr("d MMM")) if when else ""


class ModesRow(ExplainedChoicesRow):
    """Chooses native, text or automatic mode."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__("mode", MODES, changed)
        self._notes: dict[str, _NoteLine] = {}
        for mode, column in self.columns.items():
            self._notes[mode] = line = _NoteLine()
            line.setObjectName(f"known_{mode}")
            column.addWidget(line)
        self._endpoint_label = text_label("", "field_help")
        self._endpoint_label.setObjectName("known_besides")
        self._endpoint_label.hide()
        self.column.addWidget(self._endpoint_label)
        self.end()

    def show_capabilities(self, capabilities: ModelCapabilities) -> None:
        """Show the endpoint's capabilities below each mode."""
        for mode, line in self._notes.items():
            level, text = mode_note(capabilities, Mode(mode))
            line.show_note(level, text)
            self.buttons[mode].setAccessibleDescription(join_sentences(tr(MODES[Mode(mode)][1]), text))
        note = endpoint_note(capabilities)
        self._endpoint_label.setText(note)
        self._endpoint_label.setVisible(bool(note))


class _NoteLine(QWidget):
    """A note on a mode, with its icon."""

    def __init__(self) -> None:
        super().__init__()
        self._level = "info"
        self.label = text_label("", "known")
        line = QHBoxLayout(self)
        line.setContentsMargins(50, 3, 0, 0)
        line.addWidget(self.label, 1, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_note(self, level: str, text: str) -> None:
        self._level = level or "info"
        self.label.setText(text)
        self.label.setProperty("level", level)
        self.label.style().polish(self.label)
        self.setVisible(bool(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        name, role = _LEVELS[self._level]
        icons.paint(painter, name, role, QRectF(29, 4, 14, 14))
