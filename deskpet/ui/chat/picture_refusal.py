"""Says above the field that whoever answers takes no pictures, why, and what can be done about it."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton
from deskpet.words import tr

_ICON = 16


class PictureRefusal(QFrame):
    """A word of warning with two ways on.

    model_wanted: another model is to be chosen. insisted: pictures are to be sent all the same.
    resized: it needs another height.
    """

    model_wanted = Signal()
    insisted = Signal()
    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("picture_refusal")
        self._can_be_sent = True
        self._why: QLabel = text_label("", "refusal_why")
        self._ways = QWidget(self)
        self._model, self._anyway = QPushButton(self._ways), QPushButton(self._ways)
        self._close = IconButton("close", "", self, 22)
        self._model.setObjectName("refusal_model")
        self._anyway.setObjectName("refusal_anyway")
        self._model.clicked.connect(self.model_wanted)
        self._anyway.clicked.connect(self.insisted)
        self._close.clicked.connect(self.hide)
        self._lay_out()
        language.say(self, self._say)
        self.hide()

    def show_why(self, why: str, *, can_be_sent: bool) -> None:
        """Say `why`; where pictures can't be sent at all, that is not offered."""
        self._why.setText(why)
        self.setAccessibleName(why)
        self._can_be_sent = can_be_sent
        self._anyway.setVisible(can_be_sent)
        self._say()
        self.show()
        self._fit()

    def _lay_out(self) -> None:
        line, column, ways = QHBoxLayout(self), QVBoxLayout(), FlowLayout(theme.S3)
        line.setContentsMargins(10 + _ICON + theme.S2, 8, 6, 8)
        line.setSpacing(theme.S1)
        column.setSpacing(theme.S1)
        for button in (self._model, self._anyway):
            button.setProperty("kind", "link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            ways.addWidget(button)
        self._ways.setLayout(ways)
        column.addWidget(self._why)
        column.addWidget(self._ways)
        line.addLayout(column, 1)
        line.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)

    def _say(self) -> None:
        self._model.setText(tr("Choose another model") if self._can_be_sent else tr("Connect a model"))
        self._anyway.setText(tr("Send it anyway"))
        for button in (self._model, self._anyway):
            button.setAccessibleName(button.text())
        self._close.set_icon("close", tr("Close"))

    def _fit(self) -> None:
        """As high as its words are in this width: a size hint knows no width."""
        for part in (self._why, self._ways):
            before = part.maximumHeight()
            # A label tells no height that is lower than what it has to have.
            part.setMinimumHeight(0)
            height = part.heightForWidth(part.width()) if self._why.text() else 0
            part.setFixedHeight(height)
            if height != before:
                self.updateGeometry()
        self.resized.emit()

    def sizeHint(self) -> QSize:
        """As large as it is now, like the composer's."""
        if layout := self.layout():
            layout.activate()
        return super().sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            # When the words have taken in the new size.
            QTimer.singleShot(0, self, self._fit)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        icons.paint(QPainter(self), "warning", "warning", QRectF(11, 12, _ICON, _ICON))
