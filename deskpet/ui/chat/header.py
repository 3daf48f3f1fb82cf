"""The chat header: avatar, name, model status and the window's buttons."""

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.model_chip import ModelChip
from deskpet.ui.chat.running_calls import RunningChip
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.avatar import avatar_pixmap
from deskpet.ui.widgets.command_keys import command_keys, title_of
from deskpet.ui.widgets.elided_label import ElidedLabel
from deskpet.ui.widgets.form import STRETCH, column_of, line_in, line_of
from deskpet.ui.widgets.icons import IconButton, ScaledWidget
from deskpet.ui.widgets.painting import paint_box, smooth_painter
from deskpet.ui.widgets.popup_menu import PopupMenu

_SPACING = 6  # between dot, model and mode, in logical pixels
_FACE, _RING = 36, 2  # the face, and the room around it
_CENTRE = Qt.AlignmentFlag.AlignVCenter


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
        self._paint_face(QPainter(self), QRectF(self.rect()))

    def _paint_face(self, painter: QPainter, rect: QRectF) -> None:
        side, ratio = round(rect.width()), self.devicePixelRatioF()
        picture = avatar_pixmap(self._folder, side, ratio) if self._folder else None
        if picture is None:
            icons.paint(painter, "mikan", "accent", rect)
        else:
            painter.drawPixmap(rect.topLeft(), picture)


class _Face(QAbstractButton):
    """The face as a button, which leads to those who may speak. It is disabled unless something opens by a click."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.avatar = Avatar(_FACE, self)
        self.avatar.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.avatar.move(_RING, _RING)
        self.setFixedSize(_FACE + 2 * _RING, _FACE + 2 * _RING)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setEnabled(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        is_lit = self.isEnabled() and (self.underMouse() or self.isDown())
        edge = "accent" if self.hasFocus() else ""
        paint_box(smooth_painter(self), QRectF(self.rect()), theme.RADIUS_CARD, "hover" if is_lit else "", edge)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)


class _Dot(ScaledWidget):
    """Status dot: teal while idle, orange while an answer is generated, a ring while the model can't answer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QSize(8, 8), parent)
        self.setObjectName("status_dot")
        self.role = "teal"

    def show_role(self, role: str) -> None:
        """Show this colour of the theme."""
        self.role = role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colour = smooth_painter(self), theme.current().colour(self.role)
        is_ring = self.role == "muted"
        painter.setPen(QPen(colour, 1.4) if is_ring else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if is_ring else colour)
        edge = 1 if is_ring else 0.5
        painter.drawEllipse(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge))


class ChatHeader(QWidget):
    """Name, status, the `face`, the chips `model` and `running`, the sign of a private conversation, and the buttons.

    The buttons are `new`, `voice`, `pin`, `files`, `settings`, `size_button` and `collapse`.

    private_requested: Emitted to begin a private conversation, from the menu of `new`.
    """

    private_requested = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.face = _Face(self)
        self._name, self._title = QLabel(name), ElidedLabel("conversation_title")
        tooltip.attach(self._title)
        self._name.setObjectName("pet_name")
        self._dot = _Dot(self)
        self._is_full = self._has_edge = self._is_busy = False
        self._is_ready = True
        self.model, self.running = ModelChip(self), RunningChip(self)
        self._private = QLabel(self)
        self._private.setObjectName("private_sign")
        self._private.hide()
        tooltip.attach(self._private)
        self.new, self.voice, self.pin, self.files, self.settings, self.size_button, self.collapse = self._buttons = [
            IconButton("", "") for _ in range(7)
        ]
        self.new.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.new.customContextMenuRequested.connect(self._open_new_menu)
        self._speaks = False
        self.files.hide()
        status = line_of(_SPACING, self._private, (self._dot, 0, _CENTRE), self.model, self.running, STRETCH)
        title = line_of(theme.S2, self._name, (self._title, 1, Qt.AlignmentFlag.AlignBottom))
        names = line_of(2, (title, 1), *self._buttons)
        # The names of models are long: the buttons leave them the whole second line.
        self._text_column = column_of(0, names, status)
        line_in(self, 2, self.face, theme.S2 - _RING, (self._text_column, 1), margins=(14 - _RING, 6, 12, 4))
        command_keys().changed.connect(self._retranslate)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.face.setAccessibleName(tr("Who speaks"))
        tooltip.set_text(self.face, tr("Who speaks"))
        self.pin.set_icon("pin", tr("Keep the chat open"))
        keys = command_keys()
        self.new.set_icon("new", tr("{title}; right click for a private one", title=keys.with_keys("new_conversation")))
        self._private.setText(tr("Private"))
        self._private.setAccessibleName(tr("Private conversation"))
        self._private.setToolTip(
            tr("Nothing of this conversation is kept, and nothing that she remembers of you is told.")
        )
        if self._speaks:
            self.voice.set_icon("voice", tr("She speaks aloud. Let her be silent"))
        else:
            self.voice.set_icon("voice-off", tr("Let her speak aloud"))
        self.files.set_icon("files", keys.with_keys("files"))
        self.settings.set_icon("settings", keys.with_keys("settings"))
        self.collapse.set_icon("collapse", tr("Hide the chat"))
        if self._is_full:
            self.size_button.set_icon("shrink", keys.with_keys("full_window", tr("Back beside the character")))
        else:
            self.size_button.set_icon("expand", keys.with_keys("full_window", tr("Open as a window")))

    def show_private(self, private: bool) -> None:
        """Show whether nothing of the conversation is kept."""
        self._private.setVisible(private)
        self._fit_mode()

    def show_title(self, title: str) -> None:
        """Show the title of the conversation; empty while it has none."""
        self._title.setText(title)
        self._title.setAccessibleName(tr("Conversation: {title}", title=title) if title else "")
        tooltip.set_text(self._title, title)

    def show_voice(self, speaks: bool) -> None:
        """Show whether she reads her answers aloud."""
        self._speaks = speaks
        self._retranslate()

    def _open_new_menu(self) -> None:
        menu = PopupMenu(self)
        for name, icon, act in (
            ("new_conversation", "new", self.new.click),
            ("private_conversation", "eye-off", self.private_requested.emit),
        ):
            menu.add(icon, title_of(name), act, keys=command_keys().keys(name))
        menu.popup(self.new.mapToGlobal(QPoint(0, self.new.height() + 2)))

    def show_character(self, name: str, folder: Path | None) -> None:
        """Show the name and the face of the Live2D model in this folder."""
        self._name.setText(name)
        self.face.avatar.show_face(folder)

    def event(self, event: QEvent) -> bool:
        # The layout has handled the event before.
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._fit_mode()
        return handled

    def _fit_mode(self) -> None:
        """Shorten the mode where it would leave too little room for the name of the model."""
        chips = (each for each in (self.running, self._private) if each.isVisibleTo(self))
        others = self._dot.width() + _SPACING + sum(each.sizeHint().width() + _SPACING for each in chips)
        self.model.fit(self._text_column.geometry().width() - others)

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
        self._is_busy = busy
        self._update_dot()

    def _update_dot(self) -> None:
        self._dot.show_role("accent" if self._is_busy else "teal" if self._is_ready else "muted")

    def set_status(self, text: str, *, missing: str = "") -> None:
        """Show the model that answers, or with `missing`, what it lacks to answer."""
        self.model.show_model(text, missing)
        self._is_ready = not missing
        self._update_dot()

    def set_full(self, full: bool) -> None:
        """Hide the buttons that the full window's frame or list provides."""
        for button in (self.new, self.pin, self.collapse):
            button.setVisible(not full)
        self.files.setVisible(full)
        self._is_full = full
        self._retranslate()
