"""Between the rows and whoever can do something about a message: the bar, the menu, and what they ask for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.branches import Variants
from deskpet.chat.messages import Message, Text
from deskpet.ui.chat.message_actions import EDGE, HEIGHT, ActionBar, AvailableActions, MessageAction, fill_menu
from deskpet.ui.chat.rows import MessageRow
from deskpet.ui.markdown.marks import code_blocks, links_of
from deskpet.ui.widgets import language, links
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu
from deskpet.words import tr

BELOW = 20  # how far the bar reaches below its bubble: it covers no words, not even the next bubble's
BESIDE = 4  # between the bar and the switch of the variants
MOST_CODES = MOST_LINKS = 5
_LONGEST_ENTRY = 60


@dataclass(frozen=True, slots=True)
class _Left:
    """Where the keyboard was when its message went: at which one, and which way in the switch of its variants."""

    message_id: str
    step: int


class MessageToolbar(QObject):
    """Takes care of the rows that it watches. Messages are told by their ids."""

    regenerate_requested = Signal(str)  # this answer is to be made once more
    edited = Signal(str, str)  # this question is to be asked again in these words
    delete_requested = Signal(str)
    variant_chosen = Signal(str)  # this message is to be shown in its sibling's place
    quoted = Signal(str)  # these words are to be quoted in the next message
    details_requested = Signal(object, object)  # what happened in this Row's turn, to be shown beside this button
    copied = Signal()  # something was put on the clipboard

    def __init__(self, viewport: QWidget, has_details: Callable[[str], bool]) -> None:
        """The bar lives in `viewport`; `has_details` tells whether it is known what happened in an answer's turn."""
        super().__init__(viewport)
        self._viewport, self._has_details = viewport, has_details
        self.variants_of: Callable[[str], Variants] = lambda message_id: Variants((message_id,), 0)
        self._is_busy = False
        self._row: MessageRow | None = None
        self._left: _Left | None = None
        self.bar = ActionBar(viewport)
        self.bar.chosen.connect(lambda action: self._act(self._row, action))
        self.bar.menu_wanted.connect(self._open_menu_at_bar)
        self.bar.faded.connect(self._forget)
        self.bar.is_wanted = self._is_row_in_use

    def watch(self, row: MessageRow) -> None:
        """Be there for this row until it is let go of."""
        row.attended.connect(lambda here: self._attend(row) if here else self.bar.let_go())
        row.menu_requested.connect(lambda spot, place: self._open_menu(row, spot, place))
        row.edited.connect(lambda text: self.edited.emit(row.message.id, text))
        row.variant_wanted.connect(lambda number: self._choose(row, number))
        self.tell_variants(row)
        if self._left and self._left.message_id in self.variants_of(row.message.id).ids:
            # It is not in its place yet, and may be let go of before it is.
            QTimer.singleShot(0, row, lambda: self._give_keyboard(row))

    @property
    def has_keyboard(self) -> bool:
        """Whether the keyboard is at a message, or at what can be done with it."""
        focused = QApplication.focusWidget()
        return focused is not None and self._viewport.isAncestorOf(focused)

    @property
    def is_keyboard_waiting(self) -> bool:
        """Whether the message that had the keyboard is gone, and nothing took its place."""
        around = self._viewport.parentWidget()
        return self._left is not None and around is not None and around.hasFocus()

    def tell_variants(self, row: MessageRow) -> None:
        """Let the row tell which variant it is."""
        variants = self.variants_of(row.message.id)
        row.show_variant(variants.index, len(variants.ids))

    def let_go(self, row: MessageRow) -> None:
        """The row is no more. What comes in its place takes the keyboard, which waits at the conversation itself."""
        if self._has_keyboard(row) and (around := self._viewport.parentWidget()):
            self._left = _Left(row.message.id, row.variants.step if row.variants else 0)
            around.setFocus(Qt.FocusReason.OtherFocusReason)
        if row is self._row:
            self.bar.leave()

    def set_busy(self, busy: bool) -> None:
        """While an answer grows, nothing that was said can be changed."""
        self._is_busy = busy
        if self._row:
            self._attend(self._row)

    def follow(self) -> None:
        """Rows have moved: the bar goes with its own."""
        if row := self._row:
            bubble, bar = row.bubble(), self.bar.size()
            left = max(bubble.right() - bar.width() + EDGE - 6, bubble.left() if not row.is_user else 0)
            if variants := row.variants:
                beside = variants.x() - bar.width() + EDGE - BESIDE
                left = beside if row.is_user else max(left, variants.geometry().right() - EDGE + BESIDE)
            y = row.y() + bubble.bottom() + BELOW + EDGE - bar.height()
            lowest = self._viewport.height() - bar.height() + EDGE
            self.bar.move(round(row.x() + min(left, row.width() - bar.width())), round(min(y, lowest)))

    def offer_of(self, row: MessageRow) -> AvailableActions:
        """What can be done with a row's message now."""
        message = row.message
        ended = message.ended is not None
        is_known = bool(self.variants_of(message.id).ids)
        return AvailableActions(
            is_user=row.is_user,
            has_words=bool(message.text),
            has_details=ended and self._has_details(message.id),
            changes=ended and is_known and not self._is_busy,
            said_at=language.moment(message.created_at, datetime.now().astimezone()),
        )

    def _attend(self, row: MessageRow) -> None:
        if row.is_kept:
            self.bar.leave()
            return
        is_other, self._row = row is not self._row, row
        self.bar.attend(self.offer_of(row))
        if is_other:
            for before, after in pairwise((row, *self.bar.buttons)):
                QWidget.setTabOrder(before, after)
        self.follow()

    def refresh(self) -> None:
        """Something about the attended message changed."""
        if self._row:
            self._attend(self._row)

    def _is_row_in_use(self) -> bool:
        """Whether the keyboard is within the message: the bar comes after all that is in it."""
        return self._row is not None and _holds_keyboard(self._row)

    def _give_keyboard(self, row: MessageRow) -> None:
        if self._left and self.is_keyboard_waiting:
            step, self._left = self._left.step, None
            if step and row.variants:
                row.variants.go_on(step)
            else:
                row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_keyboard(self, row: MessageRow) -> bool:
        return _holds_keyboard(row) or (row is self._row and self.bar.is_focused)

    def _forget(self) -> None:
        self._row = None

    # What is asked for

    def _act(self, row: MessageRow | None, action: MessageAction) -> None:
        if row is None:
            return
        message_id = row.message.id
        match action:
            case MessageAction.COPY:
                self._copy(row.reading.selected_text() or row.reading.plain_text())
            case MessageAction.COPY_MARKDOWN:
                self._copy(_markdown_of(row.message))
            case MessageAction.QUOTE:
                self.quoted.emit(row.reading.selected_text() or _markdown_of(row.message))
            case MessageAction.REGENERATE:
                self.regenerate_requested.emit(message_id)
            case MessageAction.EDIT:
                self.bar.leave()
                row.edit()
            case MessageAction.DELETE:
                self.delete_requested.emit(message_id)
            case MessageAction.DETAILS:
                self.details_requested.emit(row, self.bar.button(action))

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.bar.button(MessageAction.COPY).confirm()
        self.copied.emit()

    def _choose(self, row: MessageRow, number: int) -> None:
        variants = self.variants_of(row.message.id)
        if 0 <= number < len(variants.ids) and not self._is_busy:
            self.variant_chosen.emit(variants.ids[number])

    def _open_menu_at_bar(self) -> None:
        if self._row:
            button: IconButton = self.bar.buttons[-1]
            self._open_menu(self._row, QPoint(), button.mapToGlobal(QPoint(0, HEIGHT)))

    def _open_menu(self, row: MessageRow, spot: QPoint, place: QPoint) -> None:
        """All that can be done with a message, and with what lies at `spot` of its row."""
        menu = PopupMenu(self._viewport)
        self._add_what_lies_at(menu, row, spot)
        fill_menu(menu, self.offer_of(row), lambda action: self._act(row, action))
        menu.popup(place)

    def _add_what_lies_at(self, menu: PopupMenu, row: MessageRow, spot: QPoint) -> None:
        text = row.text_at(spot)
        point = QPointF(text.mapFrom(row, spot)) if text else QPointF()
        if text and (link := text.link_at(point)):
            words = text.link_words_at(point)
            menu.add("link", tr("Open link"), lambda: row.link_activated.emit(link, words))
            menu.add("link", tr("Copy link"), lambda: self._copy(link))
        else:
            self._add_links(menu, row)
        if text:
            menu.add("select", tr("Select all"), text.select_all)
            menu.addSeparator()
        self._add_codes(menu, row)

    @staticmethod
    def _add_links(menu: PopupMenu, row: MessageRow) -> None:
        """Offer the first links of a message, so that the keyboard reaches them as well."""
        found = [each for text in row.reading.texts for each in links_of(text.content.document, MOST_LINKS)]
        for target, words in found[:MOST_LINKS]:
            if link := links.read(target):
                told = tr("Open {address}", address=_menu_text(link.shown))
                menu.add("link", told, lambda t=target, w=words: row.link_activated.emit(t, w))

    @staticmethod
    def _add_codes(menu: PopupMenu, row: MessageRow) -> None:
        for each in row.reading.texts:
            for number, called in code_blocks(each.content.document)[:MOST_CODES]:
                words = tr("Copy {language}", language=called) if called else tr("Copy code")
                menu.add("copy", words, lambda t=each, n=number: t.copy_code(n))


def _menu_text(address: str) -> str:
    """An address as the text of a menu's entry."""
    short = address if len(address) <= _LONGEST_ENTRY else f"{address[:_LONGEST_ENTRY]}…"
    return short.replace("&", "&&")


def _holds_keyboard(row: MessageRow) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is row or row.isAncestorOf(focused))


def _markdown_of(message: Message) -> str:
    return "\n\n".join(str(block.text) for block in message.blocks if isinstance(block, Text) and block.text)
