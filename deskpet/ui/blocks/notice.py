"""A notice in a message: title, cause, next step and action buttons, with foldable raw details."""

import re
from collections.abc import Callable
from itertools import takewhile
from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt, QTextBoundaryFinder
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from deskpet.chat.messages import UNASKED, Action, Block, Notice, Resolution
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.call_format import truncate
from deskpet.ui.blocks.fold import FoldHeader, FoldView, paint_card
from deskpet.ui.widgets import icons, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import delete_widget, show_text, text_label
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import smooth_painter

_LEFT, _PAD = 38, 12
# Maximum length of title, cause and next step; the details hold the complete server message.
_MAX_TEXT = 2_000
_MAX_DETAILS = 20_000
_MIN_TEXT_WIDTH = 24
_ROLES = {"info": "teal", "warning": "warning", "error": "error"}
_LINE_HEIGHT, _LINE_ICON, _LINE_GAP = 22, 14, 6
# Icons of notices that are a single line, by their code; others have the icon of their level.
_LINE_ICONS = {"stopped": "stop", UNASKED: "wave"}
_RESOLUTIONS: dict[Resolution, str] = {
    "continued": tr_noop("continued"),
    "joined": tr_noop("continued"),
    "retried": tr_noop("tried again"),
    "text_mode": tr_noop("tools are written in the answer since then"),
    "undone": tr_noop("undone"),
    "settings": tr_noop("the settings were changed"),
    "kept": tr_noop("everything is kept now"),
}
_LEVELS = {"info": tr_noop("Notice"), "warning": tr_noop("Warning"), "error": tr_noop("Error")}


class NoticeView(FoldView):
    """A notice, with raw details that fold. A resolved one, or information without a cause, is a single grey line."""

    accessible_role = QAccessible.Role.AlertMessage

    head_height = 24
    body_margins = (_PAD, 2, _PAD, 12)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._details = _DetailsHeader()
        super().__init__(context, self._details, parent)
        self._notice = Notice("info", "", "")
        self._count = 1
        self._labels = [text_label("", f"notice_{name}") for name in ("title", "cause", "next_step")]
        for label in self._labels:
            label.setParent(self)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons: list[QPushButton] = []
        # Of a notice that is a single line: its text, and the width for it in logical pixels.
        self._line_text, self._line_room = "", 0

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Notice)
        if block == self._notice:
            return
        self._notice, self._line_text = block, ""
        self._show(block)

    def set_count(self, count: int) -> None:
        """Show how many equal notices in a row this one stands for."""
        if count != self._count:
            self._count = count
            self._show(self._notice)

    def _show(self, block: Notice) -> None:
        self.setProperty("level", block.level)
        # Fixed texts are stored in English and translated here; others stay in the language of their time.
        texts = [truncate(tr(text), _MAX_TEXT) for text in (block.title, block.cause, block.next_step)]
        if self._count > 1:
            texts[0] = tr("{text} ({n} times)", text=texts[0], n=self._count)
        if block.resolution:
            self._show_line(f"{texts[0]} · {tr(_RESOLUTIONS[block.resolution])}", ())
            tooltip.set_text(self, join_sentences(*texts[1:]))
            tooltip.attach(self)
            return
        if block.level == "info" and not any((*texts[1:], block.details)):
            self._show_line(texts[0], block.actions)
            return
        self.setAccessibleName(f"{tr(_LEVELS[block.level])}: {texts[0]}")
        for label, text in zip(self._labels, texts, strict=True):
            show_text(label, text)
        self._show_actions(block.actions)
        self._details.setVisible(bool(block.details))
        self.refresh_body()

    def _show_line(self, text: str, actions: tuple[Action, ...]) -> None:
        """Show a single line, with its buttons behind the text."""
        self._line_text = text
        self.setAccessibleName(text)
        self._show_actions(actions)
        for part in (*self._labels, self._details, self._clip):
            part.hide()
        self.updateGeometry()
        self.update()

    def _show_actions(self, actions: tuple[Action, ...]) -> None:
        row = self.parentWidget()
        if row and any(button.hasFocus() for button in self._buttons):
            # Keep the keyboard focus in the message.
            row.setFocus()
        for button in self._buttons:
            delete_widget(button)
        self._buttons = [self._button(number, action) for number, action in enumerate(actions)]

    def _button(self, number: int, action: Action) -> QPushButton:
        kind = "quiet" if self._line_text else "secondary" if number else "primary"
        button = plain_button(tr(action.label), "", kind)
        button.setParent(self)
        button.clicked.connect(lambda: self.context.run_action(self.address[0], action.name))
        button.show()
        return button

    def body_source(self) -> str:
        details = self._notice.details[:_MAX_DETAILS]
        # Longer than any in the text, which could else end the block and go on as markdown.
        fence = "~" * (max(map(len, re.findall("~+", details)), default=0) + 3)
        return f"{fence}\n{details}\n{fence}"

    def natural_width(self, available: int) -> int:
        if not self._line_text:
            return available
        words = QFontMetricsF(theme.ui_font(theme.SMALL)).horizontalAdvance(self._line_text)
        buttons = sum(button.sizeHint().width() + theme.S1 for button in self._buttons)
        return min(ceil(theme.scaled(_LINE_ICON) + _LINE_GAP + words) + buttons, available)

    def _fit_line(self, width: int) -> int:
        """Place the buttons at the end of the line, behind the text that is painted."""
        heights = [button.sizeHint().height() for button in self._buttons]
        height, x = max([theme.scaled(_LINE_HEIGHT), *heights]), self.natural_width(width)
        for button in reversed(self._buttons):
            hint = button.sizeHint()
            x -= hint.width()
            button.setGeometry(x, (height - hint.height()) // 2, hint.width(), hint.height())
            x -= theme.S1
        self._line_room = x
        return height

    def fit(self, width: int) -> int:
        if self._line_text:
            return self._fit_line(width)
        y = _PAD - 2
        for label in self._labels:
            if label.isVisibleTo(self):
                inner = max(width - _LEFT - _PAD, _MIN_TEXT_WIDTH)
                label.setFixedWidth(inner)
                height = label.heightForWidth(inner)
                label.setGeometry(_LEFT, y, inner, height)
                y += height + 3
        y = self._place_buttons(width, y)
        if not self._notice.details:
            return y + _PAD - 3
        folded = super().fit(width)
        self._details.move(_LEFT - 6, y + 2)
        self._details.resize(self._details.natural_width(), self.head_height)
        self._clip.move(0, y + 2 + self.head_height)
        return y + 2 + folded + (0 if self._openness.value else 6)

    def _place_buttons(self, width: int, y: int) -> int:
        if not self._buttons:
            return y
        x = _LEFT
        y = bottom = y + theme.S2
        for number, button in enumerate(self._buttons):
            hint = _wrap_label(button, width - _LEFT - _PAD)
            if number and x + hint.width() > width - _PAD:
                x, y = _LEFT, bottom + 6
            button.setGeometry(x, y, min(hint.width(), width - _LEFT - _PAD), hint.height())
            x, bottom = x + hint.width() + theme.S2, max(bottom, y + hint.height())
        return bottom + 4

    def _paint_line(self) -> None:
        painter = QPainter(self)
        size = theme.scaled(_LINE_ICON)
        icon = "check" if self._notice.resolution else _LINE_ICONS.get(self._notice.code, self._notice.level)
        icons.paint(painter, icon, "faint", QRectF(0, (self.height() - size) / 2, size, size))
        left = size + _LINE_GAP
        room = QRectF(left, 0, max(self._line_room - left, 0) + 1, self.height())
        paint_line(painter, self._line_text, room, "muted", theme.ui_font(theme.SMALL))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._line_text:
            self._paint_line()
            return
        level = self._notice.level
        paint_card(self, event, f"{level}_soft", f"{level}_edge")
        painter = QPainter(self)
        icons.paint(painter, level, _ROLES[level], QRectF(12, _PAD - 1, 18, 18))


def _wrap_label(button: QPushButton, room: int) -> QSize:
    """Return the size of a button after wrapping its text to lines that fit into `room`, where it can be broken."""
    width = button.fontMetrics().horizontalAdvance
    frame = button.sizeHint().width() - max(width(line) for line in button.text().split("\n"))
    button.setText("\n".join(_halved_lines(button.accessibleName(), lambda line: width(line) + frame <= room)))
    return button.sizeHint()


def _halved_lines(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Break a text near its middle until each line fits; a line that can't be broken stays as it is."""
    places = [] if fits(text) else _break_places(text)
    if not places:
        return [text]
    middle = min(places, key=lambda place: abs(2 * place - len(text)))
    return [line for part in (text[:middle], text[middle:]) for line in _halved_lines(part.strip(), fits)]


def _break_places(text: str) -> list[int]:
    """Return where a line may end within a text: after a space, and between most Chinese and Japanese characters."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text)
    places = takewhile(lambda place: 0 <= place < len(text), iter(finder.toNextBoundary, -1))
    return [place for place in places if text[place:].strip()]


class _DetailsHeader(FoldHeader):
    """The header of the raw details."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Details"))

    def natural_width(self) -> int:
        return round(QFontMetricsF(theme.ui_font(theme.SMALL)).horizontalAdvance(tr("Details"))) + 30

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        room, role = QRectF(6, 0, self.width(), self.height()), "text" if self.underMouse() else "muted"
        paint_line(painter, tr("Details"), room, role, theme.ui_font(theme.SMALL))
        self.paint_chevron(painter, self.width() - 12, 12)
        self.paint_focus(painter, 7)
