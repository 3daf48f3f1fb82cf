"""Where the person types: a field that grows with the text, pictures above it, and the button that sends or stops."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QFrame, QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from deskpet.chat.messages import Image
from deskpet.ui.chat import pictures
from deskpet.ui.chat.attachments import MOST, Attachments
from deskpet.ui.chat.picture_refusal import PictureRefusal
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import file_dialogs, icons, language, theme, tooltip
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr

MOST_LINES = 6
BUTTON = 34
_MOST_TOLD = 3


class Composer(QFrame):
    """A pill with the field and its buttons. Enter sends, Shift+Enter breaks the line, Esc stops."""

    submitted = Signal(str, object)  # the person sent this text, with a tuple of Image
    stop_requested = Signal()  # the running turn is to stop
    height_changed = Signal()  # the field grew or shrank
    text_changed = Signal(str)  # what will be sent is this now
    pictures_changed = Signal()  # a picture came or went
    refused = Signal(str)  # a picture was not taken, and why
    model_wanted = Signal()  # another model is to be chosen, one that sees pictures

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setAcceptDrops(True)
        self._is_busy = False
        self._why_no_pictures = self._folder = ""
        self._can_be_sent = self._insists = False
        self._refusal = PictureRefusal(self)
        self._attachments = Attachments(self)
        self._attach = IconButton("picture", "", self, BUTTON)
        self._field = WritingField(MOST_LINES, self, takes_pictures=True)
        self._button = _SendButton(self)
        self._lay_out()
        self._connect()
        self._text_changed()
        language.say(self, self._say)

    def _say(self) -> None:
        self._attach.set_icon("picture", tr("Add a picture"))
        self._field.setAccessibleName(tr("Message"))

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(theme.S1)
        line.addWidget(self._attach, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self._field, 1, Qt.AlignmentFlag.AlignVCenter)
        line.addSpacing(theme.S1)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 5, 5, 5)
        column.setSpacing(0)
        column.addWidget(self._refusal)
        column.addWidget(self._attachments)
        column.addLayout(line)

    def _connect(self) -> None:
        self._field.send_requested.connect(self._send)
        self._field.stop_requested.connect(self._stop)
        self._field.textChanged.connect(self._text_changed)
        self._field.focus_changed.connect(self._mark_focus)
        self._field.pasted.connect(self.add_pictures)
        self._field.height_changed.connect(self.height_changed)
        self._attachments.changed.connect(self._pictures_changed)
        self._attachments.emptied.connect(self.setFocus)
        self._refusal.model_wanted.connect(self.model_wanted)
        self._refusal.insisted.connect(self._insist)
        self._refusal.resized.connect(self.height_changed)
        self._attach.clicked.connect(self._pick)
        self._button.clicked.connect(lambda: self._stop() if self._is_busy else self._send())

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Let the person type. A focus proxy would keep the Tab key from what stands before the field."""
        self._field.setFocus(reason)

    @property
    def field(self) -> QTextEdit:
        """The text edit itself."""
        return self._field

    @property
    def button(self) -> QAbstractButton:
        """Sends, or stops while a turn runs."""
        return self._button

    @property
    def attachments(self) -> Attachments:
        """The pictures that go with the next message."""
        return self._attachments

    def text(self) -> str:
        return self._field.toPlainText()

    def set_text(self, text: str) -> None:
        self._field.setPlainText(text)
        self._field.moveCursor(QTextCursor.MoveOperation.End)

    def show_draft(self, text: str, images: Iterable[Image]) -> None:
        """Go on with what was being written, and with the pictures that waited beside it."""
        shown = tuple(images)
        if text != self.text():
            self.set_text(text)
        if shown or not self._attachments.is_empty:
            self._attachments.show_images(shown)

    def quote(self, words: str) -> None:
        """Begin the next message with these words, quoted."""
        quoted = "\n".join(f"> {line}".rstrip() for line in words.strip().splitlines())
        self.set_text(f"{self.text().rstrip()}\n\n{quoted}\n\n".lstrip("\n"))
        self._field.setFocus()

    def set_busy(self, busy: bool) -> None:
        """While a turn runs, the button stops it and nothing is sent; typing goes on."""
        self._is_busy = busy
        self._button.set_busy(busy)
        self._enable()

    def refuse_pictures(self, why: str, *, can_be_sent: bool = False) -> None:
        """Send no pictures from now on, and say `why` where one is brought; empty: send them.

        can_be_sent: one is sent all the same, where the person insists.
        """
        if (why, can_be_sent) != (self._why_no_pictures, self._can_be_sent):
            self._why_no_pictures, self._can_be_sent = why, can_be_sent
            self._insists = False
            self._check_pictures()

    def sizeHint(self) -> QSize:
        """As large as it is now: a layout within a layout would tell what it was until the event loop gets to it."""
        if layout := self.layout():
            layout.activate()
        return super().sizeHint()

    # Pictures

    def add_pictures(self, data: QMimeData) -> None:
        """Take the pictures that are pasted or dropped; `refused` tells of those that can't be taken."""
        self._add(pictures.pictures_of(data))

    def add_files(self, paths: list[Path]) -> None:
        """Take pictures from files; `refused` tells of those that can't be taken."""
        self._add(pictures.read_all(paths))

    def _add(self, brought: pictures.LoadedPictures) -> None:
        problems = list(brought.problems)
        for picture in brought.pictures:
            if self._attachments.is_full:
                problems.append(tr("A message takes {most} pictures at most.", most=MOST))
                break
            self._attachments.add(picture)
        if problems:
            self.refused.emit("\n".join(problems[:_MOST_TOLD]))

    def _pick(self) -> None:
        if self._refuses_pictures:
            self._refuse()
            return
        patterns = " ".join(f"*.{suffix}" for suffix in pictures.SUFFIXES)
        where = self._folder or file_dialogs.place(file_dialogs.Place.PicturesLocation)
        dialog = QFileDialog(self, tr("Add pictures"), where, tr("Pictures ({patterns})", patterns=patterns))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._add_named)
        dialog.open()

    def _add_named(self, names: list[str]) -> None:
        chosen = [Path(name) for name in names]
        self._folder = str(chosen[0].parent) if chosen else self._folder
        self.add_files(chosen)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if pictures.has_pictures(event.mimeData()):
            file_dialogs.take_copy(event)
            self._mark("dropping", True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark("dropping", False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._mark("dropping", False)
        file_dialogs.take_copy(event)
        self.add_pictures(event.mimeData())

    @property
    def _refuses_pictures(self) -> bool:
        return bool(self._why_no_pictures) and not self._insists

    def _refuse(self) -> None:
        self._refusal.show_why(self._why_no_pictures, can_be_sent=self._can_be_sent)
        self.height_changed.emit()

    def _insist(self) -> None:
        """The next message takes its pictures along; it knows what is thought of that."""
        self._insists = True
        self._check_pictures()
        if self._attachments.is_empty:
            self._pick()
        self._field.setFocus()

    def _check_pictures(self) -> None:
        """Say at once where pictures wait that would not be seen: they stay, for another model."""
        if self._refuses_pictures and not self._attachments.is_empty:
            self._refuse()
        else:
            self._refusal.hide()
        self._enable()
        self.height_changed.emit()

    def _pictures_changed(self) -> None:
        self._check_pictures()
        self.updateGeometry()
        self.height_changed.emit()
        self.pictures_changed.emit()

    # Words

    def _send(self) -> None:
        text, has_images = self.text().strip(), not self._attachments.is_empty
        if has_images and self._refuses_pictures:
            self._refuse()
        elif (text or has_images) and not self._is_busy:
            images = self._attachments.images
            self._field.clear()
            self._attachments.clear()
            self._insists = False
            self.submitted.emit(text, images)

    def _stop(self) -> None:
        if self._is_busy:
            self.stop_requested.emit()

    def _text_changed(self) -> None:
        self._enable()
        self.text_changed.emit(self.text())
        if self._field.fit():
            self.height_changed.emit()

    def _enable(self) -> None:
        has_something = bool(self.text().strip()) or not self._attachments.is_empty
        is_refused = self._refuses_pictures and not self._attachments.is_empty
        self._button.setEnabled(self._is_busy or (has_something and not is_refused))

    def _mark_focus(self, focused: bool) -> None:
        self._mark("focused", focused)

    def _mark(self, state: str, on: bool) -> None:
        self.setProperty(state, on)
        self.style().polish(self)


class _SendButton(QAbstractButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(BUTTON, BUTTON))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tooltip.attach(self)
        self._is_busy = False
        language.say(self, self._say)

    def set_busy(self, busy: bool) -> None:
        self._is_busy = busy
        self._say()

    def _say(self) -> None:
        busy = self._is_busy
        self._icon = "stop" if busy else "send"
        self.setProperty("state", "running" if busy else "idle")
        self.setAccessibleName(tr("Stop" if busy else "Send"))
        self.setToolTip(tr("Stop (Esc)" if busy else "Send (Enter)"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        hot = "accent_pressed" if self.isDown() else "accent_hover" if self.underMouse() else "accent"
        painter.setBrush(look.colour(hot if self.isEnabled() else "accent_soft"))
        painter.drawEllipse(self.rect())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(look.colour("text"))
            painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        role = "on_accent" if self.isEnabled() else "faint"
        icons.paint(painter, self._icon, role, QRectF(8, 8, 18, 18))
