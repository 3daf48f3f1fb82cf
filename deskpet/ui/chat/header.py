"""The chat header: avatar, name, model status and the window's buttons."""

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget, QWidgetAction

from deskpet.config.settings import Mode
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.running_calls import RunningChip
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.avatar import avatar_pixmap
from deskpet.ui.widgets.icons import IconButton, ScaledWidget
from deskpet.ui.widgets.mode_names import MODES
from deskpet.ui.widgets.popup_menu import FloatingMenu, PopupMenu

# The names that are shorter on the chip, where the model's name needs room.
_SHORT = {Mode.AUTO: tr_noop("Auto")}
# In logical pixels.
_MENU_WIDTH, _PAD, _CHECK = 290, 10, 26

PRIVATE_KEYS = "Ctrl+Shift+N"
"""Begins a private conversation."""

_SPACING = 6  # between dot, model and mode, in logical pixels
_MIN_CHARACTERS = 6  # of the model's name


class ModeChip(QPushButton):
    """Shows the mode of the settings.

    chosen: Emitted with the Mode that the user chooses in the menu.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mode_chip")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tooltip.attach(self)
        self._mode, self._is_compact = Mode.AUTO, False
        self.clicked.connect(self._open_menu)
        language.keep_translated(self, self._retranslate)

    def show_mode(self, mode: Mode) -> None:
        self._mode = mode
        self._retranslate()

    @property
    def full_width(self) -> int:
        """The width with the name of the mode, in logical pixels."""
        metrics = self.fontMetrics()
        return self.sizeHint().width() + metrics.horizontalAdvance(self._name) - metrics.horizontalAdvance(self.text())

    def set_compact(self, compact: bool) -> None:
        """Show only the first letter of the name, or all of it."""
        if compact != self._is_compact:
            self._is_compact = compact
            self._retranslate()

    @property
    def _title(self) -> str:
        return tr(MODES[self._mode][0])

    @property
    def _name(self) -> str:
        return tr(_SHORT.get(self._mode, MODES[self._mode][0]))

    def _retranslate(self) -> None:
        self.setText(self._name[0] if self._is_compact else self._name)
        self.setAccessibleName(tr("Tool mode: {mode}", mode=self._title))
        if self._is_compact:
            self.setToolTip(tr("Tool mode: {mode}", mode=self._title))
        else:
            self.setToolTip(tr("How the model uses tools."))

    def _open_menu(self) -> None:
        menu = FloatingMenu(parent=self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("Mode"))
        for mode in MODES:
            menu.addAction(action := _ModeAction(mode, menu, is_checked=mode is self._mode))
            action.triggered.connect(lambda _checked, mode=mode: self.chosen.emit(mode))
            if mode is self._mode:
                menu.setActiveAction(action)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))


class _ModeAction(QWidgetAction):
    """An entry with the mode's name, and its explanation below: a QMenu draws one line only."""

    def __init__(self, mode: Mode, menu: FloatingMenu, *, is_checked: bool) -> None:
        super().__init__(menu)
        self.setText(tr(MODES[mode][0]))
        self.setCheckable(True)
        self.setChecked(is_checked)
        self.setDefaultWidget(_ModeEntry(self, tr(MODES[mode][1]), menu))


class _ModeEntry(QWidget):
    def __init__(self, action: _ModeAction, explanation: str, menu: FloatingMenu) -> None:
        super().__init__(menu)
        self._action, self._menu, self._explanation = action, menu, explanation
        self.setAccessibleName(action.text())
        self.setAccessibleDescription(explanation)
        # The menu keeps the keyboard focus, and reports the active entry.
        menu.hovered.connect(self.update)

    def _fonts(self) -> tuple[QFont, QFont]:
        title = theme.ui_font(theme.TEXT - 1)
        title.setWeight(QFont.Weight.DemiBold)
        return title, theme.ui_font(theme.SMALL)

    def _text_room(self) -> QRectF:
        width = theme.scaled(_MENU_WIDTH)
        return QRectF(_CHECK, _PAD - 3, width - _CHECK - _PAD, 10_000)

    def sizeHint(self) -> QSize:
        title, small = map(QFontMetrics, self._fonts())
        room = self._text_room()
        text = small.boundingRect(room.toRect(), Qt.TextFlag.TextWordWrap, self._explanation)
        return QSize(theme.scaled(_MENU_WIDTH), round(room.top()) * 2 + title.height() + text.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._menu.setActiveAction(self._action)
        super().enterEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self._action.trigger()
            self._menu.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._menu.activeAction() is self._action:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent_soft"))
            painter.drawRoundedRect(self.rect(), 7, 7)
        title, small = self._fonts()
        height, room = QFontMetrics(title).height(), self._text_room()
        if self._action.isChecked():
            icons.paint(painter, "check", "accent", QRectF(7, room.top() + (height - 14) / 2, 14, 14))
        painter.setFont(title)
        painter.setPen(look.colour("text"))
        painter.drawText(room, self._action.text())
        painter.setFont(small)
        painter.setPen(look.colour("muted"))
        painter.drawText(room.translated(0, height), Qt.TextFlag.TextWordWrap, self._explanation)


class Avatar(QWidget):
    """The character's face, or an icon while there is none."""

    def __init__(self, size: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._folder: Path | None = None
        self.setFixedSize(size, size)

    def show_face(self, folder: Path | None) -> None:
        """Show the face of the Live2D model in this folder; None shows the icon."""
        self._folder = folder
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        picture = avatar_pixmap(self._folder, self.width(), self.devicePixelRatioF()) if self._folder else None
        if picture is None:
            icons.paint(painter, "mikan", "accent", QRectF(self.rect()))
        else:
            painter.drawPixmap(0, 0, picture)


class _Dot(ScaledWidget):
    """Status dot: teal while idle, orange while an answer is generated, a ring while the model can't answer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QSize(8, 8), parent)
        self.setObjectName("status_dot")
        self._is_busy, self._is_ready = False, True

    @property
    def role(self) -> str:
        """The theme's colour of the dot."""
        if self._is_busy:
            return "accent"
        return "teal" if self._is_ready else "muted"

    def set_busy(self, busy: bool) -> None:
        self._is_busy = busy
        self.update()

    def set_ready(self, ready: bool) -> None:
        self._is_ready = ready
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.current().colour(self.role)
        is_ring = self.role == "muted"
        painter.setPen(QPen(colour, 1.4) if is_ring else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if is_ring else colour)
        edge = 1 if is_ring else 0.5
        painter.drawEllipse(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge))


class _StatusLabel(QLabel):
    """A line that is cut off where the room ends."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme.current().colour("muted"))
        metrics = self.fontMetrics()
        # With few characters the beginning says more than both ends.
        is_short = self.width() < _least_width(metrics)
        mode = Qt.TextElideMode.ElideRight if is_short else Qt.TextElideMode.ElideMiddle
        shown = metrics.elidedText(self.text(), mode, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


def _least_width(metrics: QFontMetrics) -> int:
    """Return the width of the fewest characters of a model's name beside the whole name of the mode."""
    return metrics.horizontalAdvance("0" * _MIN_CHARACTERS)


class ChatHeader(QWidget):
    """Avatar, name, status, the chips `mode` and `running`, the sign of a private conversation, and the buttons.

    These are `new`, `voice`, `pin`, `files`, `settings`, `size_button` and `collapse`.

    private_requested: Emitted to begin a private conversation, from the menu of `new`.
    """

    private_requested = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name, self._status = QLabel(name), _StatusLabel("")
        self._name.setObjectName("pet_name")
        self._status.setObjectName("status")
        self._dot = _Dot(self)
        self._is_full = self._has_edge = False
        self._model = ""
        self.mode, self.running = ModeChip(self), RunningChip(self)
        self._private = QLabel(self)
        self._private.setObjectName("private_sign")
        self._private.hide()
        tooltip.attach(self._private)
        self.pin = IconButton("pin", "")
        self.new = IconButton("new", "")
        self.new.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.new.customContextMenuRequested.connect(self._open_new_menu)
        self.voice = IconButton("voice-off", "")
        self._speaks = False
        self.files = IconButton("files", "")
        self.files.hide()
        self.settings = IconButton("settings", "")
        self.size_button = IconButton("expand", "")
        self.collapse = IconButton("collapse", "")
        self._text_column, self._avatar = QVBoxLayout(), Avatar(36, self)
        self._lay_out()
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        self._text_column.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(_SPACING)
        line.addWidget(self._private)
        line.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._status)
        line.addWidget(self.mode)
        line.addWidget(self.running)
        line.addStretch(1)
        self._text_column.addWidget(self._name)
        self._text_column.addLayout(line)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 12, 4)
        layout.setSpacing(2)
        layout.addWidget(self._avatar)
        layout.addSpacing(theme.S2)
        layout.addLayout(self._text_column, 1)
        for button in (self.new, self.voice, self.pin, self.files, self.settings, self.size_button, self.collapse):
            layout.addWidget(button)

    def _retranslate(self) -> None:
        self.pin.set_icon("pin", tr("Keep the chat open"))
        self.new.set_icon("new", tr("New conversation (Ctrl+N); right click for a private one"))
        self._private.setText(tr("Private"))
        self._private.setAccessibleName(tr("Private conversation"))
        self._private.setToolTip(
            tr("Nothing of this conversation is kept, and nothing that she remembers of you is told.")
        )
        if self._speaks:
            self.voice.set_icon("voice", tr("She speaks aloud. Let her be silent"))
        else:
            self.voice.set_icon("voice-off", tr("Let her speak aloud"))
        self.files.set_icon("files", tr("Files (Ctrl+Shift+E)"))
        self.settings.set_icon("settings", tr("Settings (Ctrl+,)"))
        self.collapse.set_icon("collapse", tr("Hide the chat"))
        if self._is_full:
            self.size_button.set_icon("shrink", tr("Back beside the character (Ctrl+Shift+F)"))
        else:
            self.size_button.set_icon("expand", tr("Open as a window (Ctrl+Shift+F)"))
        answered_by = tr("Answered by {model}", model=self._model)
        is_ready = self._status.text() == self._model
        self._status.setAccessibleName(answered_by if is_ready else f"{answered_by}: {self._status.text()}")
        tooltip.set_text(self._status, self._status.text())

    def show_private(self, private: bool) -> None:
        """Show whether nothing of the conversation is kept."""
        self._private.setVisible(private)
        self._fit_mode()

    def show_voice(self, speaks: bool) -> None:
        """Show whether she reads her answers aloud."""
        self._speaks = speaks
        self._retranslate()

    def _open_new_menu(self) -> None:
        menu = PopupMenu(self)
        menu.add("new", tr("New conversation"), self.new.click, keys="Ctrl+N")
        menu.add("eye-off", tr("New private conversation"), self.private_requested.emit, keys=PRIVATE_KEYS)
        menu.popup(self.new.mapToGlobal(QPoint(0, self.new.height() + 2)))

    def show_character(self, name: str, folder: Path | None) -> None:
        """Show the name and the face of the Live2D model in this folder."""
        self._name.setText(name)
        self._avatar.show_face(folder)

    def event(self, event: QEvent) -> bool:
        # The layout has handled the event before.
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._fit_mode()
        return handled

    def _fit_mode(self) -> None:
        """Shorten the mode where it would leave too little room for the name of the model."""
        name_width = min(self._status.sizeHint().width(), _least_width(self._status.fontMetrics()))
        running = self.running.sizeHint().width() + _SPACING if self.running.isVisibleTo(self) else 0
        private = self._private.sizeHint().width() + _SPACING if self._private.isVisibleTo(self) else 0
        needed = self._dot.width() + name_width + self.mode.full_width + 2 * _SPACING + running + private
        self.mode.set_compact(self._text_column.geometry().width() < needed)

    def show_edge(self, shown: bool) -> None:
        """Draw a line at the lower edge while messages are scrolled behind the header."""
        if shown != self._has_edge:
            self._has_edge = shown
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._has_edge:
            line = self.height() - 0.5
            painter = QPainter(self)
            painter.setPen(theme.current().colour("panel_edge"))
            painter.drawLine(QPointF(1, line), QPointF(self.width() - 1, line))

    def set_busy(self, busy: bool) -> None:
        self._dot.set_busy(busy)

    def set_status(self, text: str, *, missing: str = "") -> None:
        """Show the model that answers, or with `missing`, what it lacks to answer."""
        self._model = text
        self._status.setText(missing or text)
        tooltip.set_text(self._status, text if missing else "")
        self._dot.set_ready(not missing)
        self._retranslate()

    def set_full(self, full: bool) -> None:
        """Hide the buttons that the full window's frame or list provides."""
        for button in (self.new, self.pin, self.collapse):
            button.setVisible(not full)
        self.files.setVisible(full)
        self._is_full = full
        self._retranslate()
