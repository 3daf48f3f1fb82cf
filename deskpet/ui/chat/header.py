"""The chat header: avatar, name, model status and the window's buttons."""

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.model_chip import ModelChip
from deskpet.ui.chat.running_calls import RunningChip
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.avatar import avatar_pixmap
from deskpet.ui.widgets.command_keys import command_keys, title_of
from deskpet.ui.widgets.icons import IconButton, ScaledWidget
from deskpet.ui.widgets.popup_menu import PopupMenu

_SPACING = 6  # between dot, model and mode, in logical pixels


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


class _TitleLabel(QLabel):
    """The title of the conversation, cut off at the end where the room ends."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme.current().colour("muted"))
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


class ChatHeader(QWidget):
    """Avatar, name, status, the chips `model` and `running`, the sign of a private conversation, and the buttons.

    These are `new`, `voice`, `pin`, `files`, `settings`, `size_button` and `collapse`.

    private_requested: Emitted to begin a private conversation, from the menu of `new`.
    """

    private_requested = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name, self._title = QLabel(name), _TitleLabel()
        self._title.setObjectName("conversation_title")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        tooltip.attach(self._title)
        self._name.setObjectName("pet_name")
        self._dot = _Dot(self)
        self._is_full = self._has_edge = False
        self.model, self.running = ModelChip(self), RunningChip(self)
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
        command_keys().changed.connect(self._retranslate)
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        self._text_column.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(_SPACING)
        line.addWidget(self._private)
        line.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.model)
        line.addWidget(self.running)
        line.addStretch(1)
        names = QHBoxLayout()
        names.setSpacing(theme.S2)
        names.addWidget(self._name)
        names.addWidget(self._title, 1, Qt.AlignmentFlag.AlignBottom)
        self._text_column.addLayout(names)
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
        self._avatar.show_face(folder)

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
        self._dot.set_busy(busy)

    def set_status(self, text: str, *, missing: str = "") -> None:
        """Show the model that answers, or with `missing`, what it lacks to answer."""
        self.model.show_model(text, missing)
        self._dot.set_ready(not missing)

    def set_full(self, full: bool) -> None:
        """Hide the buttons that the full window's frame or list provides."""
        for button in (self.new, self.pin, self.collapse):
            button.setVisible(not full)
        self.files.setVisible(full)
        self._is_full = full
        self._retranslate()
