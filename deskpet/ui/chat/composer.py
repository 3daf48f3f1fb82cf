"""The message composer: an auto-growing text field, waiting messages and pictures above it, the send/stop button."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage, QPaintEvent, QPen, QTextCursor
from PySide6.QtWidgets import QFrame, QWidget

from deskpet.chat.messages import Attachment, Document, Image
from deskpet.translation import tr
from deskpet.ui.chat import pictures
from deskpet.ui.chat.attachments import MAX_PICTURES, Attachments, DocumentChips, PictureRefusal
from deskpet.ui.chat.message_queue import MessageQueue, joined_text
from deskpet.ui.chat.writing_field import WritingField
from deskpet.ui.widgets import file_dialogs, icons, language, theme
from deskpet.ui.widgets.form import column_in, line_of
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.painting import paint_disc, smooth_painter

MAX_LINES = 6
BUTTON = 34  # the side of the buttons, in logical pixels
_MAX_PROBLEMS_SHOWN = 3
# Least width of a text of several lines beside the buttons, in logical pixels at the normal text size; and the margins
# of the frame.
_NARROW, _MARGINS = 200, (6, 5, 5, 5)
# Characters that fill a line of any width.
_LONGEST_LINE = 500


class SendButton(IconButton):
    """The coloured disc that sends a message, or stops the answer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("send", "", parent, BUTTON)
        self._is_busy = False
        language.keep_translated(self, self._retranslate)

    def on_style_changed(self) -> None:
        super().on_style_changed()
        # Not smaller with smaller text: the round ends of the composer would not fit, and Qt would draw none.
        side = max(self.width(), BUTTON)
        self.setFixedSize(side, side)

    def set_busy(self, busy: bool) -> None:
        self._is_busy = busy
        self._retranslate()

    def _retranslate(self) -> None:
        busy = self._is_busy
        self.setProperty("state", "running" if busy else "idle")
        self.set_icon("stop" if busy else "send", tr("Stop (Esc)" if busy else "Send (Enter)"))
        # The shortcut is in the tooltip only.
        self.setAccessibleName(tr("Stop" if busy else "Send"))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        hot = "accent_pressed" if self.isDown() else "accent_hover" if self.underMouse() else "accent"
        paint_disc(painter, QRectF(self.rect()), hot if self.isEnabled() else "accent_soft")
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.current().colour("on_accent"), 1.5))
            painter.drawEllipse(QRectF(self.rect()).adjusted(3, 3, -3, -3))
        role = "on_accent" if self.isEnabled() else "faint"
        margin = round(self.width() * 8 / BUTTON)
        icons.paint(painter, self._icon, role, QRectF(self.rect()).adjusted(margin, margin, -margin, -margin))


class ComposerRow(QWidget):
    """A row above the field, which hides itself.

    resized: Emitted when it is shown or hidden, or has another height.
    """

    resized = Signal()


class Composer(QFrame):
    """A rounded frame with the field and its buttons. Esc stops.

    queue: the messages that wait for the end of the answer: they belong to the draft until they are sent.
    refusal: the warning shown above the field when the model accepts no pictures.
    attachments, documents: the pictures and the documents of the next message.
    button: sends, or stops while a turn runs.

    submitted: Emitted with the text and a tuple of Attachment when the user sends a message, also while a turn runs.
    stop_requested: Emitted when the user stops the running turn, or the voice.
    listening_cancelled: Emitted when the user cancels what the microphone hears.
    height_changed: Emitted when the size hint's height changes.
    text_changed: Emitted with the draft's text when it changes.
    attachments_changed: Emitted when a picture or a document of the draft is added, read or removed.
    refused: Emitted with the reasons when pictures can't be attached, or a message can't be sent.
    """

    submitted = Signal(str, object)
    stop_requested = Signal()
    listening_cancelled = Signal()
    height_changed = Signal()
    text_changed = Signal(str)
    attachments_changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setAcceptDrops(True)
        self._is_busy = self._waits = self._is_speaking = self._is_listening = self._is_hands_free = False
        self._refusal_reason = self._folder = ""
        self._refused: Callable[[], object] | None = None  # takes a picture if the user sends it anyway
        self._can_be_sent = self._has_override = False
        self._awaited = 0  # the number of documents that a message waits for, which is sent when they are read
        self.queue = MessageQueue(self)
        self.refusal = PictureRefusal(self)
        self.attachments = Attachments(self)
        self.documents = DocumentChips(self)
        self._attach = IconButton("attach", "", self, BUTTON)
        self.field = WritingField(MAX_LINES, self, takes_files=True)
        self.button = SendButton(self)
        bottom = Qt.AlignmentFlag.AlignBottom
        self._before = line_of(theme.S1, (self._attach, 0, bottom))
        self._behind = line_of(theme.S1, theme.S1, (self.button, 0, bottom))
        # The field is beside the buttons, or above them.
        self._beside = line_of(0, (self.field, 1, Qt.AlignmentFlag.AlignVCenter))
        self._above, self._is_above = line_of(0), False
        line = line_of(theme.S1, self._before, (self._beside, 1), self._behind)
        rows = (self.queue, self.refusal, self.attachments, self.documents)
        self._column = column_in(self, 0, *rows, self._above, line, margins=_MARGINS)
        self._connect()
        self._text_changed()
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self._attach.set_icon("attach", tr("Add a file"))
        self.field.setAccessibleName(tr("Message"))

    def _connect(self) -> None:
        self.field.send_requested.connect(self.send)
        self.field.stop_requested.connect(self.stop)
        self.field.textChanged.connect(self._text_changed)
        self.field.focus_changed.connect(lambda focused: theme.restyle(self, focused=focused))
        self.field.pasted.connect(self.add_data)
        self.field.height_changed.connect(self.height_changed)
        self.queue.changed.connect(lambda: self.text_changed.emit(self.draft_text()))
        self.queue.changed.connect(self.attachments_changed)
        self.queue.resized.connect(self._on_row_resized)
        self.queue.left.connect(self.setFocus)
        self.attachments.changed.connect(self._pictures_changed)
        self.attachments.emptied.connect(self.setFocus)
        self.documents.changed.connect(self._on_documents_changed)
        self.documents.emptied.connect(self.setFocus)
        self.documents.refused.connect(self.refused)
        self.refusal.send_anyway.clicked.connect(self._override_refusal)
        self.refusal.resized.connect(self.height_changed)
        self._attach.clicked.connect(self.choose_files)
        self.button.clicked.connect(lambda: self.stop() if self._is_busy else self.send())

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Focus the text field. A focus proxy would make Tab skip the widgets before the field."""
        self.field.setFocus(reason)

    def text(self) -> str:
        return self.field.toPlainText()

    def set_text(self, text: str) -> None:
        self.field.setPlainText(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def draft_text(self) -> str:
        """Return the text of everything that is not sent: the waiting messages and the field."""
        return joined_text(self.queue.messages, self.text())

    def draft_attachments(self) -> tuple[Attachment, ...]:
        """Return the pictures and the read documents of everything that is not sent.

        Blocks until all attached pictures are packed.
        """
        waiting = (each for message in self.queue.messages for each in message.attachments)
        return (*waiting, *self.attachments.images, *self.documents.documents)

    def show_draft(self, text: str, attachments: Iterable[Attachment]) -> None:
        """Replace the draft: its text and its attachments. A stored draft has the waiting messages in its text."""
        shown, self._awaited = tuple(attachments), 0
        if unread := self.documents.unread_name:
            self.refused.emit(tr("{file} was still being read, and is not attached.", file=unread))
        self.queue.clear()
        if text != self.text():
            self.set_text(text)
        images = tuple(each for each in shown if isinstance(each, Image))
        documents = tuple(each for each in shown if isinstance(each, Document))
        if images or not self.attachments.is_empty:
            self.attachments.show_images(images)
        if documents or not self.documents.is_empty:
            self.documents.show_documents(documents)

    def quote(self, words: str) -> None:
        """Append these words to the draft as a Markdown quote, and focus the field."""
        quoted = "\n".join(f"> {line}".rstrip() for line in words.strip().splitlines())
        self.set_text(f"{self.text().rstrip()}\n\n{quoted}\n\n".lstrip("\n"))
        self.field.setFocus()

    def set_busy(self, busy: bool, *, elsewhere: bool = False) -> None:
        """While busy, turn the button into a stop button; Enter still submits what is typed.

        elsewhere: an answer in another conversation is not stopped from here, but what is sent waits for its end.
        """
        self._is_busy, self._waits = busy and not elsewhere, busy
        self.queue.set_busy(busy)
        self.button.set_busy(self._is_busy)
        self._update_button()

    def refuse_pictures(self, why: str, *, can_be_sent: bool = False) -> None:
        """Refuse pictures from now on and show `why` when one is attached; an empty `why` allows them.

        can_be_sent: offer to send pictures anyway.
        """
        if (why, can_be_sent) != (self._refusal_reason, self._can_be_sent):
            self._refusal_reason, self._can_be_sent = why, can_be_sent
            self._has_override = False
            self._check_pictures()

    def sizeHint(self) -> QSize:
        """Activate the layout first: nested layouts report their old size until the event loop runs."""
        if layout := self.layout():
            layout.activate()
        return super().sizeHint()

    def add_data(self, data: QMimeData) -> None:
        """Attach pasted or dropped pictures and documents; emits `refused` for those that can't be attached."""
        if pictures.has_pictures(data):
            self._add_pictures(pictures.pictures_of(data))
        self.documents.add_files(pictures.other_files_of(data))

    def add_files(self, paths: list[Path]) -> None:
        """Attach pictures and documents from files; emits `refused` for those that can't be attached."""
        self._add_pictures(pictures.read_all(path for path in paths if pictures.has_picture_suffix(path)))
        self.documents.add_files(path for path in paths if not pictures.has_picture_suffix(path))

    def add_picture(self, picture: QImage) -> None:
        """Attach a picture; emits `refused` if there are too many."""
        self._add_pictures(pictures.LoadedPictures((picture,)))

    def add_button(self, create: Callable[[QWidget, int], QWidget], *, is_behind: bool = False) -> Callable[[], None]:
        """Add a button before the field, or behind it if `is_behind`, and return what removes it.

        create: returns the button; it gets its parent, and its side in logical pixels at the normal text size.
        """
        button = create(self, BUTTON)
        line, place = (self._behind, 0) if is_behind else (self._before, self._before.count())
        line.insertWidget(place, button, 0, Qt.AlignmentFlag.AlignBottom)
        return button.deleteLater

    def add_row(self, create: "Callable[[QWidget], ComposerRow]") -> Callable[[], None]:
        """Add a row above the field, and return what removes it. create: returns the row; it gets its parent."""
        row = create(self)
        row.resized.connect(self._on_row_resized)
        self._column.insertWidget(self._column.count() - 2, row)
        return row.deleteLater

    def offer_picture(self, take: Callable[[], object]) -> None:
        """Call `take` for a picture, unless it could not be sent; then show why, and call it if the user insists."""
        if self._refuses_pictures:
            self._refused = take
            self._show_refusal()
        elif self.attachments.is_full:
            self.refused.emit(_too_many())
        else:
            take()

    def _add_pictures(self, loaded: pictures.LoadedPictures) -> None:
        problems = list(loaded.problems)
        for picture in loaded.pictures:
            if self.attachments.is_full:
                problems.append(_too_many())
                break
            self.attachments.add(picture)
        if problems:
            self.refused.emit("\n".join(problems[:_MAX_PROBLEMS_SHOWN]))

    def choose_files(self) -> None:
        """Open a dialog that attaches pictures and documents."""
        patterns = " ".join(f"*.{suffix}" for suffix in pictures.SUFFIXES)
        shown = (tr("All files ({patterns})", patterns="*"), tr("Pictures ({patterns})", patterns=patterns))
        where = self._folder or file_dialogs.StandardLocation.DocumentsLocation
        title = tr("Add pictures and documents")
        file_dialogs.open_files(self, title, ";;".join(shown), self._add_chosen_files, where)

    def _add_chosen_files(self, chosen: list[Path]) -> None:
        self._folder = str(chosen[0].parent) if chosen else self._folder
        self.add_files(chosen)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if pictures.has_files(event.mimeData()):
            file_dialogs.accept_copy(event)
            theme.restyle(self, dropping=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        theme.restyle(self, dropping=False)

    def dropEvent(self, event: QDropEvent) -> None:
        theme.restyle(self, dropping=False)
        file_dialogs.accept_copy(event)
        self.add_data(event.mimeData())

    @property
    def _refuses_pictures(self) -> bool:
        return bool(self._refusal_reason) and not self._has_override

    def _show_refusal(self) -> None:
        self.refusal.show_why(self._refusal_reason, can_be_sent=self._can_be_sent)
        self.height_changed.emit()

    def _override_refusal(self) -> None:
        """Allow pictures in the next message despite the refusal."""
        self._has_override, take = True, self._refused
        self._check_pictures()
        self.field.setFocus()
        if take:
            self.offer_picture(take)

    def _check_pictures(self) -> None:
        """Show the refusal as soon as pictures are attached; they stay attached, for another model."""
        self._refused = None
        if self._refuses_pictures and not self.attachments.is_empty:
            self._show_refusal()
        else:
            self.refusal.hide()
        self._update_button()
        self.height_changed.emit()

    def _pictures_changed(self) -> None:
        self._check_pictures()
        self._on_row_resized()
        self.attachments_changed.emit()

    def _on_documents_changed(self) -> None:
        """Send a message that waits for its documents, if all are read. It stays here if one was taken away."""
        self._update_button()
        self._on_row_resized()
        self.attachments_changed.emit()
        if self.documents.count < self._awaited:
            self._awaited = 0
        elif self._awaited and not self.documents.unread_name:
            self.send()

    def send(self) -> None:
        """Send the draft in the field, as its button does."""
        text, has_images = self.text().strip(), not self.attachments.is_empty
        if unread := self.documents.unread_name:
            self._awaited = self.documents.count
            self.refused.emit(
                tr("{file} is still being read; then the message is sent. Esc keeps it here.", file=unread)
            )
            return
        self._awaited = 0
        if has_images and self._refuses_pictures:
            self._show_refusal()
        elif self._waits and self.queue.is_full:
            self.refused.emit(tr("{n} messages wait already. This one stays here.", n=len(self.queue.messages)))
        elif text or has_images or not self.documents.is_empty:
            attachments = (*self.attachments.images, *self.documents.documents)
            self.field.clear()
            self.attachments.clear()
            self.documents.clear()
            self._has_override = False
            self.submitted.emit(text, attachments)

    def set_listening(self, is_listening: bool, *, is_hands_free: bool = False) -> None:
        """Note whether the microphone is open, so that `stop` closes it; hands-free, it stops an answer before that."""
        self._is_listening, self._is_hands_free = is_listening, is_hands_free

    def stop(self) -> None:
        """Stop what the microphone hears, or else the running turn or the voice, if there is one.

        A message that waits for its documents is not sent any more.
        """
        self._awaited = 0
        has_answer = self._is_busy or self._is_speaking
        if self._is_listening and not (self._is_hands_free and has_answer):
            self.listening_cancelled.emit()
        elif has_answer:
            self.stop_requested.emit()

    def set_speaking(self, speaking: bool) -> None:
        """Note whether an answer is read aloud, which `stop` ends as well."""
        self._is_speaking = speaking

    def _text_changed(self) -> None:
        self._awaited = 0
        self._update_button()
        self.text_changed.emit(self.draft_text())
        self._place_field()
        if self.field.fit():
            self.height_changed.emit()

    @property
    def _wants_width(self) -> bool:
        """Whether the buttons leave a text of several lines a narrow column only."""
        buttons = self._before.sizeHint().width() + self._behind.sizeHint().width() + 2 * theme.S1
        beside = self.width() - buttons - _MARGINS[0] - _MARGINS[2]
        if beside >= theme.scaled(_NARROW):
            return False
        document, metrics = self.field.document(), self.field.fontMetrics()
        first, room = document.firstBlock().text()[:_LONGEST_LINE], beside - 2 * document.documentMargin()
        return document.blockCount() > 1 or metrics.horizontalAdvance(first) > room

    def _place_field(self) -> None:
        """Place the field beside the buttons, or above them if it wants their width."""
        if self._wants_width == self._is_above:
            return
        self._is_above = not self._is_above
        before, now = (self._beside, self._above) if self._is_above else (self._above, self._beside)
        before.removeWidget(self.field)
        if self._is_above:
            self._beside.addStretch(1)
        else:
            self._beside.takeAt(0)
        now.addWidget(self.field, 1, Qt.AlignmentFlag.AlignVCenter)
        self._column.activate()
        self.field.fit()
        self.height_changed.emit()

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        is_resized = event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}
        if is_resized and self._wants_width != self._is_above:
            # The owner is in the middle of placing the composer.
            QTimer.singleShot(0, self, self._place_field)
        return handled

    def _on_row_resized(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()

    def _update_button(self) -> None:
        is_empty = self.attachments.is_empty and self.documents.is_empty
        has_something = bool(self.text().strip()) or not is_empty
        is_refused = self._refuses_pictures and not self.attachments.is_empty
        self.button.setEnabled(self._is_busy or (has_something and not is_refused))


def _too_many() -> str:
    return tr("A message takes {most} pictures at most.", most=MAX_PICTURES)
