"""The bar on a tool call's card that asks the user for approval."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from deskpet.ui.blocks.base import CallDecision, Fitted
from deskpet.ui.widgets import theme, tooltip
from deskpet.words import tr, tr_noop

_LEFT, _PAD = 38, 10
_CHOICES = (
    (CallDecision.APPROVE, tr_noop("Run"), "primary", tr_noop("Run it this time")),
    (CallDecision.ALWAYS, tr_noop("Always"), "secondary", tr_noop("Run it, and never ask again for this tool")),
    (CallDecision.REFUSE, tr_noop("Refuse"), "secondary", tr_noop("Don't run it; the answer goes on without it")),
)


class ApprovalBar(Fitted):
    """The question and its three buttons.

    answered: Emitted with a CallDecision.
    """

    answered = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._question = QLabel(tr("May this run?"), self)
        self._question.setObjectName("approval_question")
        self._buttons = [self._button(*choice) for choice in _CHOICES]

    def _button(self, wish: CallDecision, text: str, kind: str, description: str) -> QPushButton:
        button = QPushButton(tr(text), self)
        button.setObjectName(f"approval_{wish.value}")
        button.setProperty("kind", kind)
        button.setToolTip(tr(description))
        tooltip.attach(button)
        button.setAccessibleName(tr(text))
        button.setAccessibleDescription(tr(description))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self.answered.emit(wish))
        return button

    def set_tab_order_after(self, before: QWidget) -> None:
        """Place the buttons after `before` in the tab order."""
        for button in self._buttons:
            self.setTabOrder(before, button)
            before = button

    def show_tool(self, title: str) -> None:
        """Add the tool's title to the accessible names of the buttons."""
        self._question.setAccessibleName(tr("May “{tool}” run?", tool=title))
        for button, (_, text, _, _) in zip(self._buttons, _CHOICES, strict=True):
            button.setAccessibleName(f"{tr(text)}: {title}")

    def fit(self, width: int) -> int:
        hint = self._question.sizeHint()
        hints = [button.sizeHint() for button in self._buttons]
        row = sum(each.width() for each in hints) + theme.S2 * (len(hints) - 1)
        height = max(each.height() for each in hints)
        fits = _LEFT + hint.width() + theme.S3 + row + _PAD <= width
        self._question.setGeometry(_LEFT, 0, width - _LEFT, height if fits else hint.height())
        # In a narrow card the buttons wrap and use its whole width.
        left = width - _PAD - row if fits else _LEFT if _LEFT + row + _PAD <= width else _PAD
        x, y = left, 0 if fits else hint.height() + 6
        for button, each in zip(self._buttons, hints, strict=True):
            if x > left and x + each.width() + _PAD > width:
                x, y = left, y + height + 6
            button.setGeometry(x, y, each.width(), height)
            x += each.width() + theme.S2
        return y + height + _PAD
