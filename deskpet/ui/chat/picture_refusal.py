"""Warning above the composer that the current model accepts no pictures, with the reason and next steps."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import text_label
from deskpet.ui.widgets.icons import IconButton

_ICON = 16


class PictureRefusal(QFrame):
    """A warning with the buttons `choose_model` and `send_anyway`.

    resized: Emitted when the needed height may have changed.
    """

    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("picture_refusal")
        self._can_be_sent = True
        self._reason: QLabel = text_label("", "refusal_why")
        self._links = QWidget(self)
        self.choose_model, self.send_anyway = QPushButton(self._links), QPushButton(self._links)
        self._close = IconButton("close", "", self, 22)
        self.choose_model.setObjectName("refusal_model")
        self.send_anyway.setObjectName("refusal_anyway")
        self._close.clicked.connect(self.hide)
        self._lay_out()
        language.keep_translated(self, self._retranslate)
        self.hide()

    def show_why(self, why: str, *, can_be_sent: bool) -> None:
        """Show the reason; offers to send anyway if `can_be_sent`."""
        self._reason.setText(why)
        self.setAccessibleName(why)
        self._can_be_sent = can_be_sent
        self.send_anyway.setVisible(can_be_sent)
        self._retranslate()
        self.show()
        self._fit()

    def _lay_out(self) -> None:
        line, column, links = QHBoxLayout(self), QVBoxLayout(), FlowLayout(theme.S3)
        line.setContentsMargins(10 + _ICON + theme.S2, 8, 6, 8)
        line.setSpacing(theme.S1)
        column.setSpacing(theme.S1)
        for button in (self.choose_model, self.send_anyway):
            button.setProperty("kind", "link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            links.addWidget(button)
        self._links.setLayout(links)
        column.addWidget(self._reason)
        column.addWidget(self._links)
        line.addLayout(column, 1)
        line.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)

    def _retranslate(self) -> None:
        self.choose_model.setText(tr("Choose another model") if self._can_be_sent else tr("Connect a model"))
        self.send_anyway.setText(tr("Send it anyway"))
        for button in (self.choose_model, self.send_anyway):
            button.setAccessibleName(button.text())
        self._close.set_icon("close", tr("Close"))

    def _fit(self) -> None:
        """Set the height that the text needs at this width: a size hint ignores the width."""
        for part in (self._reason, self._links):
            before = part.maximumHeight()
            # heightForWidth() never returns less than the minimum height.
            part.setMinimumHeight(0)
            height = part.heightForWidth(part.width()) if self._reason.text() else 0
            part.setFixedHeight(height)
            if height != before:
                self.updateGeometry()
        self.resized.emit()

    def sizeHint(self) -> QSize:
        """Activate the layout first, like the composer."""
        if layout := self.layout():
            layout.activate()
        return super().sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            # The labels apply the new text size first.
            QTimer.singleShot(0, self, self._fit)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        icons.paint(QPainter(self), "warning", "warning", QRectF(11, 12, _ICON, _ICON))
