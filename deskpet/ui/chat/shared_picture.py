"""Draw a message as a picture to share, with the character beside it, and show it before it is saved or copied."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QImageWriter, QLinearGradient, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.message_row import MessageRow
from deskpet.ui.markdown.code_preferences import printing
from deskpet.ui.markdown.document import MarkdownDocument
from deskpet.ui.platform.background_worker import BackgroundWorker
from deskpet.ui.widgets import avatar, file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, column_in, line_of, show_text, text_label
from deskpet.ui.widgets.item_delegate import paint_line

MAX_HEIGHT = 4_000
"""Maximum height of the shown part of a message, in logical pixels; a longer one ends with a fade and an ellipsis."""
# Pixels per logical pixel of the picture.
_RATIO = 2
# In logical pixels: the margin, the gap between character and bubble, the line of the name, the fade of a long message.
_PAD, _GAP, _NAME, _FADE = 30, 16, 26, 90
_PET_HEIGHT, _PET_WIDTH, _FACE = 230, 190, 84
# Largest preview, as a share of the screen.
_PREVIEW = 0.6


@dataclass(frozen=True, slots=True)
class SpeakerLook:
    """The character beside the message: its name, and the folder of its model or the path of its portrait.

    figure: returns a picture of the whole character with transparent margins, or a null one.
    """

    name: str = ""
    folder: Path | None = None
    figure: Callable[[], QImage] = QImage


def draw(row: MessageRow, speaker: SpeakerLook) -> QImage:
    """Return the message of a row, with the character at its left, or beside the user's message at its right."""
    with _laid_out(row):
        return _drawn(row, speaker)


@contextmanager
def _laid_out(row: MessageRow) -> Generator[None]:
    """Lay out a row for a picture: long lines of code wrap, and there is nothing to click."""
    place, buttons = row.geometry(), [each for each in row.findChildren(QAbstractButton) if each.isVisibleTo(row)]

    def lay_out() -> None:
        for text in row.message_selection.texts:
            if isinstance(text.content, MarkdownDocument):
                text.content.apply_code_preferences()
        row.arrange(QRect(place.topLeft(), QSize(place.width(), row.fit(place.width()))))

    for each in buttons:
        each.hide()
    try:
        with printing():
            lay_out()
            yield
    finally:
        for each in buttons:
            each.show()
        lay_out()


def _drawn(row: MessageRow, speaker: SpeakerLook) -> QImage:
    bubble, pet = row.bubble(), _pet(speaker)
    height = min(bubble.height(), MAX_HEIGHT)
    pet_size = pet.deviceIndependentSize()
    beside = pet_size.width() + _GAP if not pet.isNull() else 0.0
    name = 0 if row.is_user or not speaker.name else _NAME
    body = max(height + name, pet_size.height())
    width = 2 * _PAD + bubble.width() + beside
    picture = QImage(round(width * _RATIO), round((2 * _PAD + body) * _RATIO), QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(_RATIO)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    _paint_ground(painter, QRectF(0, 0, width, 2 * _PAD + body))
    left, bottom = _PAD + (0.0 if row.is_user else beside), _PAD + body
    if not pet.isNull():
        x = _PAD + bubble.width() + _GAP if row.is_user else _PAD
        painter.drawPixmap(QPointF(x, bottom - pet_size.height()), pet)
    top = bottom - height
    if name:
        _paint_name(painter, QRectF(left, top - _NAME, bubble.width(), _NAME - 4), speaker.name)
    painter.save()
    painter.translate(left - bubble.left(), top - bubble.top())
    row.paint_message(painter, height)
    painter.restore()
    if height < bubble.height():
        _paint_end(
            painter, QRectF(left, bottom - _FADE, bubble.width(), _FADE), "user_bottom" if row.is_user else "surface"
        )
    painter.end()
    return picture


class SharedPicture(QDialog):
    """Shows the picture of a message, and lets the user copy or save it. `picture` is the image itself."""

    def __init__(self, picture: QImage, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("shared_picture")
        self.setWindowTitle(tr("Share as a picture"))
        self.picture = picture
        self._worker = BackgroundWorker(self)
        self._result = text_label("", "share_result")
        self._result.hide()
        preview = QLabel()
        preview.setPixmap(_preview(picture, self))
        preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        preview.setAccessibleName(tr("The picture of the message"))
        copy = plain_button(tr("Copy"), "share_copy", "")
        save = plain_button(tr("Save…"), "share_save", "primary")
        close = plain_button(tr("Close"), "share_close", "")
        for button, act in ((copy, self._copy), (save, self._choose_file), (close, self.close)):
            button.clicked.connect(act)
        buttons = line_of(-1, close, STRETCH, copy, save)
        column_in(self, theme.S3, (preview, 1), self._result, buttons, margins=theme.S4)
        save.setDefault(True)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setImage(self.picture)
        self._tell(tr("Copied"))

    def _choose_file(self) -> None:
        name = f"deskpet-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.png"
        file_dialogs.save_file(self, tr("Save the picture"), tr("Pictures (*.png *.jpg *.webp)"), name, self._save)

    def _save(self, file: Path) -> None:
        self._worker.submit(lambda: _write(file, self.picture), lambda why: self._on_saved(file, why.result()))

    def _on_saved(self, file: Path, why: str) -> None:
        failure = tr("{file} can't be written: {why}. Choose another place.", file=file, why=why)
        self._tell(failure if why else tr("Saved as {file}", file=file))

    def _tell(self, words: str) -> None:
        show_text(self._result, words)


def _write(file: Path, picture: QImage) -> str:
    """Write a picture, and return why it can't be written; empty if it was. Takes a tenth of a second."""
    writer = QImageWriter(str(file))
    return "" if writer.write(picture) else writer.errorString()


def _preview(picture: QImage, window: QWidget) -> QPixmap:
    room, ratio = window.screen().availableSize() * _PREVIEW, window.devicePixelRatioF()
    size = picture.deviceIndependentSize().toSize()
    if size.width() > room.width() or size.height() > room.height():
        size.scale(room, Qt.AspectRatioMode.KeepAspectRatio)
    modes = (Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    shown = QPixmap.fromImage(picture.scaled(size * ratio, *modes))
    shown.setDevicePixelRatio(ratio)
    return shown


def _pet(speaker: SpeakerLook) -> QPixmap:
    """Return the picture of the whole character, or its face; null if there is none."""
    whole = speaker.figure()
    if whole.isNull():
        face = avatar.avatar_pixmap(speaker.folder, _FACE, _RATIO) if speaker.folder else None
        return face or QPixmap()
    figure = whole.copy(avatar.visible_bounds(whole))
    room = (_PET_WIDTH * _RATIO, _PET_HEIGHT * _RATIO)
    modes = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    picture = QPixmap.fromImage(figure.scaled(*room, *modes))
    picture.setDevicePixelRatio(_RATIO)
    return picture


def _paint_ground(painter: QPainter, rect: QRectF) -> None:
    look = theme.current()
    fill = QLinearGradient(rect.topLeft(), rect.bottomRight())
    fill.setColorAt(0, look.colour("page"))
    fill.setColorAt(1, look.colour("accent_soft"))
    painter.fillRect(rect, look.colour("page"))
    painter.fillRect(rect, fill)


def _paint_end(painter: QPainter, rect: QRectF, role: str) -> None:
    """Let a message that goes on fade out, and end with an ellipsis."""
    colour = theme.current().colour(role)
    fade, clear = QLinearGradient(rect.topLeft(), rect.bottomLeft()), QColor(colour)
    clear.setAlpha(0)
    fade.setColorAt(0, clear)
    fade.setColorAt(0.6, colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fade)
    painter.drawRoundedRect(rect.adjusted(2, 0, -2, -3), theme.RADIUS_BUBBLE, theme.RADIUS_BUBBLE)
    painter.setFont(theme.ui_font(22))
    painter.setPen(theme.current().colour("muted"))
    painter.drawText(rect.adjusted(0, 0, 0, -14), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, "…")


def _paint_name(painter: QPainter, rect: QRectF, name: str) -> None:
    font = theme.ui_font()
    font.setWeight(QFont.Weight.Bold)
    paint_line(painter, name, rect.adjusted(8, 0, 0, 0), "muted", font)
