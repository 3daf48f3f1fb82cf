"""The buttons of the lines in a text that fold and unfold what stands below them."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.ui.markdown.document import MarkdownDocument, PlainDocument
from deskpet.ui.markdown.marks import FOLD_STEP, Mark
from deskpet.ui.widgets import accessibility, icons
from deskpet.ui.widgets.buttons import EnterButton
from deskpet.ui.widgets.painting import paint_box, smooth_painter

_ICON, _RADIUS = 14, 5


class FoldButton(EnterButton):
    """The chevron before a summary; a click, Space or Enter folds and unfolds. Checked while what folds is shown."""

    accessible_role = QAccessible.Role.Button

    def __init__(self, parent: QWidget, act: Callable[[], object]) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(act)
        self.toggled.connect(lambda: accessibility.notify_expanded(self))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        if self.hasFocus():
            paint_box(painter, QRectF(self.rect()), _RADIUS, "", "accent")
        painter.translate(QPointF(self.rect().center()) + QPointF(0.5, 0.5))
        painter.rotate(90 if self.isChecked() else 0)
        icons.paint(painter, "chevron", "muted", QRectF(-_ICON / 2, -_ICON / 2, _ICON, _ICON))


class FoldButtons:
    """The buttons of a document, by the numbers of what they fold."""

    def __init__(self, content: MarkdownDocument | PlainDocument, owner: QWidget, act: Callable[[int], object]) -> None:
        """The buttons become children of `owner`, which shows the document. act: called with the number of a fold."""
        self._content, self._owner, self._act = content, owner, act
        self._buttons: dict[int, FoldButton] = {}

    def place(self) -> None:
        """Add, place and remove buttons after the layout of the document."""
        summaries = self._content.summaries
        if not (summaries or self._buttons):
            return
        layout = self._content.document.documentLayout()
        for number in self._buttons.keys() - summaries.keys():
            button = self._buttons.pop(number)
            button.hide()
            button.deleteLater()
        for number, place in summaries.items():
            block = place.block()
            button = self._buttons.get(number) or self._add(number)
            line, top = block.layout().lineAt(0), layout.blockBoundingRect(block).top()
            if line.isValid():
                left, height = round(line.x() - FOLD_STEP), round(line.height())
                button.setGeometry(max(left, 0), round(top + line.y()), FOLD_STEP - 2, height)
            button.setAccessibleName(block.text())
            button.setChecked(not block.blockFormat().boolProperty(Mark.FOLDED))

    def _add(self, number: int) -> FoldButton:
        button = self._buttons[number] = FoldButton(self._owner, lambda: self._act(number))
        button.show()
        return button
