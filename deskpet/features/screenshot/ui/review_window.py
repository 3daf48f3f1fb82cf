"""Window in which the user looks at a picture of the screen before it is sent, cuts it and blurs parts of it."""

from dataclasses import dataclass, replace

from pydantic.fields import FieldInfo
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from deskpet.features.screenshot.ui.picture_canvas import PictureCanvas
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import SwitchRow, text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.screen_fit import ScreenFit
from deskpet.ui.widgets.segmented_control import SegmentedControl

# In logical pixels.
_SIZE, _MINIMUM = QSize(960, 720), QSize(560, 420)
_PET_FIELD = FieldInfo(
    title=tr_noop("With the character and the chat"),
    description=tr_noop("They step aside for the picture otherwise. A change takes it anew."),
)


# Side of a pixelated block in pixels, at least. Blocks of about a line of text can't be read back.
MIN_BLOCK = 24
# Blocks along the shorter side of a box, at most.
_BLOCKS = 6


@dataclass(frozen=True, slots=True)
class PictureEdit:
    """The kept part and the boxes, in pixels of the original picture."""

    kept: QRect
    boxes: tuple[QRect, ...] = ()

    def cut(self, part: QRect) -> "PictureEdit":
        """Return the edit that keeps only `part` of the kept part, in pixels of the edited picture."""
        return replace(self, kept=part.translated(self.kept.topLeft()).intersected(self.kept))

    def blur(self, box: QRect) -> "PictureEdit":
        """Return the edit with another pixelated box, in pixels of the edited picture."""
        return replace(self, boxes=(*self.boxes, box.translated(self.kept.topLeft()).intersected(self.kept)))

    def apply(self, original: QImage) -> QImage:
        """Return the edited picture. What is below a box is not in its data."""
        edited = original.copy(self.kept)
        painter = QPainter(edited)
        for box in self.boxes:
            seen = box.intersected(self.kept).translated(-self.kept.topLeft())
            if not seen.isEmpty():
                painter.drawImage(seen.topLeft(), pixelated(original.copy(box.intersected(self.kept))))
        painter.end()
        return edited


def pixelated(picture: QImage) -> QImage:
    """Return a picture of the same size in large blocks, each of the mean colour of its pixels."""
    side = max(MIN_BLOCK, min(picture.width(), picture.height()) // _BLOCKS)
    across, down = max(round(picture.width() / side), 1), max(round(picture.height() / side), 1)
    ignoring = Qt.AspectRatioMode.IgnoreAspectRatio
    means = picture.scaled(across, down, ignoring, Qt.TransformationMode.SmoothTransformation)
    return means.scaled(picture.size(), ignoring, Qt.TransformationMode.FastTransformation)


class ReviewWindow(QWidget):
    """Shows the picture in a `canvas`, exactly as it is sent.

    sent: Emitted with the edited picture, a QImage, when it is to be sent, or added to the draft.
    cancelled: Emitted when the picture is not wanted, also by closing the window.
    retake_requested: Emitted with whether the character and the chat are to be on the picture.
    """

    sent = Signal(QImage)
    cancelled = Signal()
    retake_requested = Signal(bool)

    def __init__(self, picture: QImage, *, with_pet: bool, for_draft: bool = False) -> None:
        """with_pet: whether the character and the chat are on it. for_draft: it is sent with the next message."""
        super().__init__(None, Qt.WindowType.Window)
        self.setObjectName("screenshot_review")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(tr("Picture of the screen"))
        self._original, self._edits = picture, [PictureEdit(picture.rect())]
        self.canvas = PictureCanvas(picture)
        self.canvas.selected.connect(self._on_selected)
        self._mode = SegmentedControl()
        self.cut, self.blur = self._mode.add(tr("Cut")), self._mode.add(tr("Blur"))
        self.cut.setAccessibleDescription(tr("A selection keeps only this part of the picture"))
        self.blur.setAccessibleDescription(tr("A selection makes this part unreadable"))
        self.blur.setChecked(True)
        self.undo = IconButton("undo", tr("Undo"))
        self.undo.clicked.connect(self._undo)
        self.pet_row = SwitchRow(_PET_FIELD, self._request_retake)
        self.pet_row.show_value(with_pet)
        self._title = tr("This picture is sent to the model")
        self.cancel, self.send = QPushButton(tr("Don't send")), QPushButton(tr("Send"))
        if for_draft:
            self._title = tr("This picture is added to your message")
            self.cancel.setText(tr("Don't add"))
            self.send.setText(tr("Add"))
        self.send.setProperty("kind", "primary")
        self.cancel.clicked.connect(self.cancelled)
        self.send.clicked.connect(lambda: self.sent.emit(self.picture))
        self._lay_out()
        self._show_edit()
        self.screen_fit = ScreenFit(self, _SIZE, lambda: QSize(_MINIMUM))

    @property
    def picture(self) -> QImage:
        """The picture as it is sent."""
        return self._edit.apply(self._original)

    @property
    def _edit(self) -> PictureEdit:
        return self._edits[-1]

    def _lay_out(self) -> None:
        tools, buttons, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        column.setContentsMargins(theme.S5, theme.S4, theme.S5, theme.S4)
        column.setSpacing(theme.S3)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(text_label(self._title, "review_title"))
        texts.addWidget(text_label(tr("Select what nobody should see. What is blurred is not sent."), "review_help"))
        tools.addLayout(texts, 1)
        tools.addWidget(self._mode, 0, Qt.AlignmentFlag.AlignVCenter)
        tools.addWidget(self.undo, 0, Qt.AlignmentFlag.AlignVCenter)
        buttons.setSpacing(theme.S2)
        buttons.addWidget(self.pet_row, 1)
        buttons.addSpacing(theme.S3)
        buttons.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignVCenter)
        buttons.addWidget(self.send, 0, Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(tools)
        column.addWidget(self.canvas, 1)
        column.addLayout(buttons)

    def _request_retake(self, with_pet: bool) -> None:
        self.retake_requested.emit(with_pet)

    def _on_selected(self, box: QRect) -> None:
        self._edits.append(self._edit.cut(box) if self.cut.isChecked() else self._edit.blur(box))
        self._show_edit()

    def _undo(self) -> None:
        if len(self._edits) > 1:
            self._edits.pop()
            self._show_edit()

    def _show_edit(self) -> None:
        self.canvas.show_picture(self.picture)
        self.undo.setEnabled(len(self._edits) > 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self._undo()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.cancelled.emit()
        super().closeEvent(event)
