"""The bar on a tool call's card that asks the user for approval."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from deskpet.chat.messages import Approval
from deskpet.chat.permission import NO_SCOPE, Scope
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks.base import AnswerStrip, CallDecision, answer_button, describe
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.click_guard import ClickGuard
from deskpet.ui.widgets.form import text_label

MAX_REASON = 300

_LEFT, _PAD, _GAP = 12, 12, 6
_QUESTION = tr_noop("May this run?")
_MANUAL = tr_noop("Only you run this. Run it now?")
_UNREAD = tr_noop("Read to the end, then decide.")
_RUN = (CallDecision.APPROVE, tr_noop("Run"), "primary", tr_noop("Run it this time"))
_CONVERSATION = (
    CallDecision.CONVERSATION,
    tr_noop("In this conversation"),
    "secondary",
    tr_noop("Run it, and stop asking in this conversation"),
)
_ALWAYS = (CallDecision.ALWAYS, tr_noop("Always"), "secondary", tr_noop("Run it, and never ask again for this tool"))
_REFUSE = (CallDecision.REFUSE, tr_noop("Refuse"), "secondary", tr_noop("Don't run it; the answer goes on without it"))


class ApprovalBar(AnswerStrip):
    """The question, the buttons, and a field for the reason of a refusal.

    answered: Emitted with a CallDecision and the reason, which is only filled in for a refusal.
    """

    answered = Signal(object, str)

    def __init__(self, approval: Approval, scope: Scope | None, parent: QWidget) -> None:
        """`scope` is what a rule would be limited to; None for the whole tool, NO_SCOPE if no rule can be given."""
        super().__init__(parent)
        self._asked = tr(_MANUAL if approval.is_manual else _QUESTION)
        self._question = QLabel(self._asked, self)
        self._question.setObjectName("approval_question")
        self._reason = text_label(tr(approval.reason), "approval_reason")
        self._reason.setParent(self)
        self._reason.setVisible(bool(approval.reason))
        # A rule would not help where the user is asked in spite of the rules.
        is_once = approval.is_manual or bool(approval.reason) or scope == NO_SCOPE
        choices = [_RUN, _REFUSE] if is_once else [_RUN, _CONVERSATION, _ALWAYS, _REFUSE]
        self._buttons = [self._button(*choice) for choice in choices]
        if scope:
            self._limit_always(scope)
        self._why = self._reason_field()
        self.controls = [*self._buttons, self._why]
        allowing = (each for each, choice in zip(self._buttons, choices, strict=True) if choice is not _REFUSE)
        self._guard = ClickGuard(*allowing)

    def _button(self, wish: CallDecision, text: str, kind: str, description: str) -> QPushButton:
        name = f"approval_{wish.value}"
        button = answer_button(tr(text), name, kind, tr(description), lambda: self._answer(wish))
        button.setParent(self)
        return button

    def _limit_always(self, scope: Scope) -> None:
        """Say on the button for "always" where that holds."""
        texts = {
            "folder": (tr_noop("Always in this folder"), tr_noop("Run it, and never ask again in {scope}")),
            "version": (tr_noop("Always"), tr_noop("Run it, and never ask again unless its server changes it")),
            "host": (tr_noop("Always for {scope}"), tr_noop("Run it, and never ask again for {scope}")),
        }
        if always := self.findChild(QPushButton, f"approval_{CallDecision.ALWAYS.value}"):
            text, description = texts.get(scope.kind, texts["host"])
            always.setText(tr(text, scope=_shortened(scope.label)))
            always.setAccessibleName(always.text())
            describe(always, tr(description, scope=scope.label))

    def _reason_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName("approval_why")
        field.setPlaceholderText(tr("Why not? (optional)"))
        field.setAccessibleName(tr("Reason for a refusal"))
        field.setMaxLength(MAX_REASON)
        field.returnPressed.connect(lambda: self._answer(CallDecision.REFUSE))
        return field

    def show_read(self, is_read: bool) -> None:
        """Offer to run it only after all that it would do was visible."""
        self._guard.set_open(is_read)
        self._question.setText(self._asked if is_read else tr(_UNREAD))

    def _answer(self, wish: CallDecision) -> None:
        self.answered.emit(wish, self._why.text().strip() if wish is CallDecision.REFUSE else "")

    def show_tool(self, title: str) -> None:
        """Add the tool's title to the accessible names of the buttons."""
        self._question.setAccessibleName(tr("May “{tool}” run?", tool=title))
        for button in self._buttons:
            button.setAccessibleName(f"{button.text()}: {title}")

    def fit(self, width: int) -> int:
        y = 0
        if self._reason.isVisibleTo(self):
            height = self._reason.heightForWidth(width - _LEFT - _PAD)
            self._reason.setGeometry(_LEFT, y, width - _LEFT - _PAD, height)
            y += height + _GAP
        y = self._place_buttons(width, y) + _GAP
        height = self._why.sizeHint().height()
        # Below the buttons, which are further left in a narrow card.
        left = min(_LEFT, *(button.x() for button in self._buttons))
        self._why.setGeometry(left, y, width - left - _PAD, height)
        return y + height + _PAD

    def _place_buttons(self, width: int, y: int) -> int:
        """Place the question and the buttons, on one line if they fit; returns their lower edge."""
        # The same for each of its texts, so that the buttons stay where they are.
        metrics = self._question.fontMetrics()
        longest = max(metrics.horizontalAdvance(text) for text in (self._asked, tr(_UNREAD)))
        hint = QSize(longest + _GAP, self._question.sizeHint().height())
        hints = [button.sizeHint() for button in self._buttons]
        row = sum(each.width() for each in hints) + theme.S2 * (len(hints) - 1)
        height = max(each.height() for each in hints)
        fits = _LEFT + hint.width() + theme.S3 + row + _PAD <= width
        self._question.setGeometry(_LEFT, y, width - _LEFT, height if fits else hint.height())
        # In a narrow card the buttons wrap and use its whole width.
        left = width - _PAD - row if fits else _LEFT if _LEFT + row + _PAD <= width else _PAD
        x, y = left, y if fits else y + hint.height() + _GAP
        for button, each in zip(self._buttons, hints, strict=True):
            if x > left and x + each.width() + _PAD > width:
                x, y = left, y + height + _GAP
            button.setGeometry(x, y, each.width(), height)
            x += each.width() + theme.S2
        return y + height


def _shortened(text: str, longest: int = 28) -> str:
    return text if len(text) <= longest else f"…{text[1 - longest :]}"
