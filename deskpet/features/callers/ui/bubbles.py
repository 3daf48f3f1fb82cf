"""Bubbles of agents that call the character: their words, their questions, and whether they may call at all.

They look like neither her own words nor the permission requests of agents: their border is dashed, and they begin with
the name that the caller gives itself.
"""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFontMetricsF, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStyle, QStyleOptionButton, QStylePainter

from deskpet.features.callers.caller_rules import CallerDecision
from deskpet.features.callers.calls import MAX_CHOICE, Caller
from deskpet.translation import tr
from deskpet.ui.pet.floating_bubble import BubbleText, FloatingBubble, bubble_button, wrap_option, wrapped_lines
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.animation import FadeAnimation
from deskpet.ui.widgets.click_guard import ClickGuard
from deskpet.ui.widgets.form import STRETCH, at_top, column_of, line_of, text_label

# How long words are shown, in ms: a fixed time, and more for each character.
_SHOWN_MS, _CHARACTER_MS, _LONGEST_MS = 4000, 60, 20_000
# While the pointer is over the words, they stay.
_HOVER_MS = 1500
# In logical pixels: the width of a caller's name, and the room around a choice's text.
_MAX_NAME = 230
_TEXT_FRAME = QSize(8, 10)
_CHOICE_MARGIN, _CHOICE_PAD = 14, 18


def caller_name(caller: Caller) -> str:
    """Return the name to show for a caller."""
    return caller.label or tr("An agent without a name")


class CallerBubble(FloatingBubble):
    """A bubble that names its caller.

    closed: Emitted if the user closes it without an answer.
    """

    closed = Signal()
    accessible_role = QAccessible.Role.Notification

    def __init__(self, caller: Caller, icon: str, about: str, text: str) -> None:
        """about: what the caller does, as a short line. text: shown below it."""
        super().__init__("caller_bubble", "teal", Qt.PenStyle.DashLine)
        self.caller = caller
        name = caller_name(caller)
        self.setWindowTitle(name)
        self.setAccessibleName(f"{name}, {about}: {text}")
        self.close_button = icons.IconButton("close", tr("Close without an answer"), self)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.close_button.clicked.connect(self.closed)
        self.column.addLayout(self._head(name, icon, about))
        self.text = BubbleText("caller_text", text, frame=_TEXT_FRAME)
        self.text.setAccessibleName(text)
        self.column.addWidget(self.text)

    def _head(self, name: str, icon: str, about: str) -> QHBoxLayout:
        font = theme.ui_font(theme.TEXT)
        font.setBold(True)
        shown = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, theme.scaled(_MAX_NAME))
        title = text_label(shown, "card_title")
        title.setWordWrap(False)
        title.setToolTip(tr("{name}: this is how the program names itself", name=name))
        tooltip.attach(title)
        texts = column_of(1, title, text_label(about, "card_help"))
        return line_of(theme.S3, at_top(icons.Badge(icon)), (texts, 1), at_top(self.close_button))


class CallerWords(CallerBubble):
    """Words of a caller, which fade after a time.

    gone: Emitted when they are faded or closed.
    """

    gone = Signal()

    def __init__(self, caller: Caller, text: str) -> None:
        super().__init__(caller, "computer", tr("an agent says"), text)
        self.close_button.set_icon("close", tr("Close"))
        self._time = QTimer(self, singleShot=True, interval=min(_SHOWN_MS + len(text) * _CHARACTER_MS, _LONGEST_MS))
        self._time.timeout.connect(self._on_timeout)
        self._time.start()
        self._fade = FadeAnimation(self, self.setWindowOpacity, theme.SLOW)
        self._fade.gone.connect(self.gone)
        self.closed.connect(self.gone)

    def _on_timeout(self) -> None:
        if self.underMouse():
            self._time.start(_HOVER_MS)
        else:
            self._fade.to(0.0)


class CallerQuestion(CallerBubble):
    """A question of a caller with its choices.

    chosen: Emitted with the index of the choice.
    """

    chosen = Signal(int)

    def __init__(self, caller: Caller, question: str, choices: Sequence[str]) -> None:
        super().__init__(caller, "ask", tr("an agent asks you"), question)
        self.choices = [_Choice(text) for text in choices]
        for index, button in enumerate(self.choices):
            button.setObjectName(f"caller_choice_{index}")
            button.clicked.connect(lambda _=False, index=index: self.chosen.emit(index))
        # A click that was meant for something else answers nothing.
        ClickGuard(*self.choices)
        self.column.addLayout(column_of(theme.S2, *self.choices))

    def fit_width(self, width: int) -> None:
        super().fit_width(width)
        for button in self.choices:
            button.fit(width)


class CallerIntroduction(CallerBubble):
    """The first call of a caller: whether it may call her.

    decided: Emitted with a CallerDecision.
    """

    decided = Signal(object)

    def __init__(self, caller: Caller) -> None:
        super().__init__(
            caller,
            "wave",
            tr("an agent wants to call her"),
            tr(
                "It wants to show expressions, motions and a few words with her, and to ask you questions. It learns "
                "nothing of your conversations. Any program can give itself this name."
            ),
        )
        refuse = bubble_button("caller_no", tr("No"), "secondary", tr("It may not call her"))
        always = bubble_button("caller_always", tr("Always"), "secondary", tr("It may call her from now on"))
        now = bubble_button("caller_now", tr("Allow for now"), "primary", tr("It may call her until deskpet is closed"))
        pairs = (
            (refuse, CallerDecision.REFUSED),
            (always, CallerDecision.ALWAYS),
            (now, CallerDecision.FOR_NOW),
        )
        for button, decision in pairs:
            button.clicked.connect(lambda _=False, decision=decision: self.decided.emit(decision))
        ClickGuard(*(button for button, _ in pairs))
        self.column.addLayout(line_of(theme.S2, refuse, STRETCH, always, now))


class _Choice(QPushButton):
    """A button whose text wraps."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("kind", "secondary")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(text)

    def fit(self, width: int) -> None:
        """Take this width, and the height of the text."""
        self.ensurePolished()
        lines = wrapped_lines(self.text(), self.font(), width - 2 * _CHOICE_MARGIN, MAX_CHOICE)
        self.setFixedSize(width, math.ceil(sum(lines)) + _CHOICE_PAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""  # pyright: ignore[reportAttributeAccessIssue]
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(QPalette.ColorRole.ButtonText))
        room = QRectF(self.rect()).adjusted(_CHOICE_MARGIN, 0, -_CHOICE_MARGIN, 0)
        painter.drawText(room, self.text(), wrap_option())
