"""Connects message rows with the action bar and the context menu, and emits the commands they trigger."""

from collections.abc import Callable
from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.message_tree import Variants
from deskpet.chat.messages import Message, Text
from deskpet.translation import tr
from deskpet.ui.chat.message_actions import HEIGHT, ActionBar, AvailableActions, MessageAction, add_actions
from deskpet.ui.chat.message_row import STRIP, MessageRow
from deskpet.ui.chat.shared_picture import SharedPicture, SpeakerLook, draw
from deskpet.ui.markdown.code_preferences import code_numbers, code_wrap
from deskpet.ui.markdown.diagrams import can_be_added
from deskpet.ui.markdown.marks import code_blocks, is_diagram, links_of
from deskpet.ui.widgets import language, links
from deskpet.ui.widgets.command_keys import command_keys
from deskpet.ui.widgets.popup_menu import PopupMenu, ThemedMenu

BESIDE = 4  # gap between the bar and the variant switch, in logical pixels
MAX_CODES = MAX_LINKS = MAX_TABLES = 5
MAX_COLUMNS = 20
_MAX_ENTRY = 60


class MessageToolbar(QObject):
    """The action bar and the menu of all watched rows. Messages are identified by their ids.

    regenerate_requested: Emitted with a message id to generate the answer again.
    edited: Emitted with a message id and the new text to send instead.
    delete_requested: Emitted with the id of the message to delete.
    variant_chosen: Emitted with the id of the sibling message to show.
    quoted: Emitted with the text to quote in the next message.
    details_requested: Emitted with a MessageRow and the button to open its turn's details beside.
    copied: Emitted after text was put on the clipboard.
    moved: Emitted when the bar is placed or hidden.
    """

    regenerate_requested = Signal(str)
    edited = Signal(str, str)
    delete_requested = Signal(str)
    variant_chosen = Signal(str)
    quoted = Signal(str)
    details_requested = Signal(object, object)
    copied = Signal()
    moved = Signal()

    def __init__(self, viewport: QWidget, has_details: Callable[[str], bool]) -> None:
        """Create the bar in `viewport`; `has_details` returns whether the turn details of a message id are kept."""
        super().__init__(viewport)
        self._viewport, self._has_details = viewport, has_details
        self.variants_of: Callable[[str], Variants] = lambda message_id: Variants((message_id,), 0)
        self.speaker = SpeakerLook()
        self._is_busy = False
        self._row: MessageRow | None = None
        # Of a removed row that had the focus: its message, and the direction in its variant switch.
        self._pending_focus: tuple[str, int] | None = None
        self.bar = ActionBar(viewport)
        self.bar.chosen.connect(lambda action: self._run(self._row, action))
        self.bar.more.clicked.connect(self._open_menu_at_bar)
        self.bar.faded.connect(self._clear_row)
        # The bar follows its row in the tab order.
        self.bar.is_in_use = lambda: self._row is not None and _contains_focus(self._row)

    def watch(self, row: MessageRow) -> None:
        """Connect a row; `unwatch` ends it."""
        row.attention_changed.connect(lambda here: self._attend(row) if here else self.bar.linger_timer.start())
        row.menu_requested.connect(lambda point_in_row, place: self._open_menu(row, point_in_row, place))
        row.edited.connect(lambda text: self.edited.emit(row.message.id, text))
        row.variant_requested.connect(lambda number: self._choose_variant(row, number))
        self.update_variants(row)
        if self._pending_focus and self._pending_focus[0] in self.variants_of(row.message.id).ids:
            # The row is not placed yet, and may be removed before it is.
            QTimer.singleShot(0, row, lambda: self._restore_focus(row))

    @property
    def has_keyboard_focus(self) -> bool:
        """Whether a message or its action bar has the focus, except for a text that was clicked."""
        focused = _focus_of_keyboard()
        return focused is not None and self._viewport.isAncestorOf(focused)

    @property
    def is_focus_pending(self) -> bool:
        """Whether the focused message was removed and no other row took the focus yet."""
        around = self._viewport.parentWidget()
        return self._pending_focus is not None and around is not None and around.hasFocus()

    def update_variants(self, row: MessageRow) -> None:
        """Update the row's variant switch."""
        variants = self.variants_of(row.message.id)
        row.show_variant(variants.index, len(variants.ids))

    def unwatch(self, row: MessageRow) -> None:
        """Disconnect a removed row. Its keyboard focus waits at the transcript for the row that replaces it."""
        around, focused = self._viewport.parentWidget(), QApplication.focusWidget()
        if self._has_focus(row):
            self._pending_focus = row.message.id, row.variants.step if row.variants else 0
        if around and focused and (self._has_focus(row) or row.isAncestorOf(focused)):
            # Qt would move the focus to another message.
            around.setFocus(Qt.FocusReason.OtherFocusReason)
        if row is self._row:
            self.bar.leave()

    def set_busy(self, busy: bool) -> None:
        """Disable changes to messages while an answer is generated."""
        self._is_busy = busy
        if self._row:
            self._attend(self._row)

    def follow(self) -> None:
        """Move the bar to the strip below its row's bubble, on the speaker's side, after the rows moved."""
        if row := self._row:
            bubble, bar, variants = row.bubble(), self.bar.size(), row.variants
            if row.is_user:
                left = (variants.x() - BESIDE if variants else bubble.right()) - bar.width()
            else:
                left = variants.geometry().right() + BESIDE if variants else bubble.left()
            y = row.y() + bubble.bottom() + (STRIP - bar.height()) / 2
            self.bar.move(round(row.x() + max(min(left, row.width() - bar.width()), 0)), round(y))
            self.moved.emit()

    def available_actions(self, row: MessageRow) -> AvailableActions:
        """Return the actions that a row's message offers now."""
        message = row.message
        ended = message.ended is not None
        is_in_tree = bool(self.variants_of(message.id).ids)
        return AvailableActions(
            is_user=row.is_user,
            has_words=bool(message.text),
            has_details=ended and self._has_details(message.id),
            is_ended=ended or row.is_user,
            changes=ended and is_in_tree and not self._is_busy,
            time_text=language.format_timestamp(message.created_at, datetime.now().astimezone()),
        )

    def _attend(self, row: MessageRow) -> None:
        if row.is_editing:
            self.bar.leave()
            return
        is_new_row, self._row = row is not self._row, row
        self.bar.attend(self.available_actions(row))
        if is_new_row:
            for before, after in pairwise((row, *self.bar.buttons)):
                QWidget.setTabOrder(before, after)
        self.follow()

    def refresh(self) -> None:
        """Update the bar after its message changed."""
        if self._row:
            self._attend(self._row)

    def _restore_focus(self, row: MessageRow) -> None:
        if self._pending_focus and self.is_focus_pending:
            step, self._pending_focus = self._pending_focus[1], None
            if step and row.variants:
                row.variants.focus_step(step)
            else:
                row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_focus(self, row: MessageRow) -> bool:
        return _contains_focus(row) or (row is self._row and self.bar.is_focused)

    def _clear_row(self) -> None:
        self._row = None
        self.moved.emit()

    def _run(self, row: MessageRow | None, action: MessageAction) -> None:
        if row is None:
            return
        message_id = row.message.id
        match action:
            case MessageAction.COPY:
                self._copy(row.message_selection.selected_text() or row.message_selection.plain_text())
            case MessageAction.COPY_MARKDOWN:
                self.copy_markdown(row.message)
            case MessageAction.QUOTE:
                self.quoted.emit(row.message_selection.selected_text() or _markdown_of(row.message))
            case MessageAction.REGENERATE:
                self.regenerate_requested.emit(message_id)
            case MessageAction.EDIT:
                self.bar.leave()
                row.edit()
            case MessageAction.SHARE:
                SharedPicture(draw(row, self.speaker), self._viewport).open()
            case MessageAction.DELETE:
                self.delete_requested.emit(message_id)
            case MessageAction.DETAILS:
                self.details_requested.emit(row, self.bar.button(action))

    def copy_markdown(self, message: Message) -> None:
        """Copy the text of a message."""
        self._copy(_markdown_of(message))

    def _copy(self, words: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.bar.button(MessageAction.COPY).confirm()
        self.copied.emit()

    def _choose_variant(self, row: MessageRow, number: int) -> None:
        variants = self.variants_of(row.message.id)
        if 0 <= number < len(variants.ids) and not self._is_busy:
            self.variant_chosen.emit(variants.ids[number])

    def _open_menu_at_bar(self) -> None:
        if self._row:
            self._open_menu(self._row, QPoint(), self.bar.buttons[-1].mapToGlobal(QPoint(0, HEIGHT)))

    def _open_menu(self, row: MessageRow, point_in_row: QPoint, place: QPoint) -> None:
        """Open the menu of a message, with entries for the link or text at `point_in_row` in row coordinates."""
        menu = PopupMenu(self._viewport)
        self._add_entries_at(menu, row, point_in_row)
        add_actions(menu, self.available_actions(row), lambda action: self._run(row, action))
        menu.popup(place)

    def _add_entries_at(self, menu: PopupMenu, row: MessageRow, point_in_row: QPoint) -> None:
        text = row.text_at(point_in_row)
        point = QPointF(text.mapFrom(row, point_in_row)) if text else QPointF()
        if text and (link := text.link_at(point)):
            words = text.link_text_at(point)
            menu.add("link", tr("Open link"), lambda: row.context.open_link(link, words))
            menu.add("link", tr("Copy link"), lambda: self._copy(link))
        else:
            self._add_links(menu, row)
        if text:
            menu.add("select", tr("Select all"), text.select_all)
            menu.addSeparator()
        self._add_code_blocks(menu, row)
        self._add_tables(menu, row)
        menu.addSeparator()

    @staticmethod
    def _add_links(menu: PopupMenu, row: MessageRow) -> None:
        """Add the first links of a message, which makes them reachable by keyboard."""
        found = [each for text in row.message_selection.texts for each in links_of(text.content.document, MAX_LINKS)]
        for target, words in found[:MAX_LINKS]:
            if link := links.parse(target):
                label = tr("Open {address}", address=_menu_text(link.shown))
                menu.add("link", label, lambda t=target, w=words: row.context.open_link(t, w))

    @staticmethod
    def _add_code_blocks(menu: PopupMenu, row: MessageRow) -> None:
        for each in row.message_selection.texts:
            for number, language_name in code_blocks(each.content.document)[:MAX_CODES]:
                words = tr("Copy {language}", language=language_name) if language_name else tr("Copy code")
                menu.add("copy", words, lambda t=each, n=number: t.copy_code(n))
                words = tr("Save {language}…", language=language_name) if language_name else tr("Save the code…")
                menu.add("save", words, lambda t=each, n=number: t.save_code(n))
                if is_diagram(each.content.document, number):
                    menu.add("code", each.source_label(number), lambda t=each, n=number: t.toggle_source(n))
                elif can_be_added(language_name):
                    menu.add("down", tr("Draw diagrams…"), each.want_diagrams)
        if any(each.content.code_count for each in row.message_selection.texts):
            menu.add("wrap", code_wrap().label, code_wrap().toggle, keys=command_keys().keys("wrap_code"))
            menu.add("numbers", code_numbers().label, code_numbers().toggle)

    @staticmethod
    def _add_tables(menu: PopupMenu, row: MessageRow) -> None:
        found = [(text, *each) for text in row.message_selection.texts for each in enumerate(text.tables)]
        if found:
            menu.addSeparator()
        for text, number, table in found[:MAX_TABLES]:
            name = _menu_text(table.heads[0])
            menu.add("copy", tr("Copy “{table}” as CSV", table=name), lambda t=text, n=number: t.copy_table(n))
            if table.can_sort:
                columns = ThemedMenu(menu, tr("Sort “{table}” by", table=name))
                for column, words in enumerate(table.heads[:MAX_COLUMNS]):
                    columns.addAction(_menu_text(words), lambda t=text, n=number, c=column: t.sort_table(n, c))
                menu.addMenu(columns)


def _menu_text(address: str) -> str:
    """Return an address shortened and escaped for a menu entry."""
    short = address if len(address) <= _MAX_ENTRY else f"{address[:_MAX_ENTRY]}…"
    return short.replace("&", "&&")


def _contains_focus(row: MessageRow) -> bool:
    focused = _focus_of_keyboard()
    return focused is not None and (focused is row or row.isAncestorOf(focused))


def _focus_of_keyboard() -> QWidget | None:
    """Return the focused widget if the keyboard can reach it; a click on a text only says where to select."""
    focused = QApplication.focusWidget()
    return focused if focused and focused.focusPolicy() & Qt.FocusPolicy.TabFocus else None


def _markdown_of(message: Message) -> str:
    return "\n\n".join(str(block.text) for block in message.blocks if isinstance(block, Text) and block.text)
