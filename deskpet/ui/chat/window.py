"""The chat window: a panel beside the character that grows upwards with the conversation, or a full window."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QEnterEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.messages import Message
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat.beside_panel import BesidePanel
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.chat.toast import TextFactory
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.animation import FadeAnimation, ValueAnimation

if TYPE_CHECKING:
    from deskpet.ui.chat.full_chat import FullChat

# Interval of the checks while the chat is occupied.
RECHECK_MS = 2000

WIDTH, MAX_HEIGHT = 400, 600
FADE_MS = 600
SUGGESTIONS = (tr_noop("What can you do?"), tr_noop("Wave at me!"), tr_noop("Tell me a joke"))


class InactivityTimer(QTimer):
    """Tells when nothing has happened for some time; `restart` is called for each activity.

    expired: Emitted after that time, as soon as the chat is not occupied.
    """

    expired = Signal()

    def __init__(self, is_occupied: Callable[[], bool], parent: QObject) -> None:
        """`is_occupied` returns True while the chat is used or busy."""
        super().__init__(parent, singleShot=True)
        self._is_occupied, self._wait_ms = is_occupied, 0
        self.timeout.connect(self._on_timeout)

    def set_seconds(self, seconds: float) -> None:
        """Set the time, and restart it; 0 disables the timer."""
        self._wait_ms = round(seconds * 1000)
        self.restart()

    def restart(self) -> None:
        """Begin anew, after an activity."""
        if self._wait_ms:
            self.start(self._wait_ms)
        else:
            self.stop()

    def _on_timeout(self) -> None:
        if self._is_occupied():
            self.start(RECHECK_MS)
        else:
            self.expired.emit()


class ChatWindow(BesidePanel):
    """A pure view of the conversation: controllers call its methods and connect the signals of its parts.

    It is the panel beside the character; after `expand`, its ChatPane moves to the FullChat window. `transcript`,
    `header` and `composer` are those of the pane.

    expanded: Emitted when the full window is shown.
    resized: Emitted when the panel's width changes; it must be placed again.
    pin_requested: Emitted with True to keep the panel open, with False to let it fold and fade.
    dismissed: Emitted when the user has hidden or closed the chat.
    workspace_resized: As that of the full window.
    """

    expanded = Signal()
    resized = Signal()
    pin_requested = Signal(bool)
    dismissed = Signal()
    workspace_resized = Signal(int)

    def __init__(
        self,
        name: str = "Mikan",
        look: Callable[[str], ToolLook] = default_look,
        suggestions: tuple[str, ...] = SUGGESTIONS,
    ) -> None:
        self.pane = ChatPane(name, look, suggestions)
        self.transcript, self.header, self.composer = self.pane.transcript, self.pane.header, self.pane.composer
        super().__init__(self.pane, WIDTH, MAX_HEIGHT)
        self.setWindowTitle(name)
        self._retranslate()
        self._title, self._chosen_width = "", WIDTH
        self._is_folded = False
        self._full: FullChat | None = None
        self._side_panel: Callable[[QWidget], QWidget] | None = None
        self._panel_animation = ValueAnimation(self, lambda height: self.set_panel_height(round(height)), theme.SLOW)
        self._fade_animation = FadeAnimation(self, self.setWindowOpacity, FADE_MS)
        self._fade_animation.setEasingCurve(QEasingCurve.Type.Linear)
        self._fade_animation.gone.connect(self.hide)
        self._fold_timer, self._fade_timer = (InactivityTimer(self._is_occupied, self) for _ in range(2))
        self._connect()

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Chat with {name}", name=self.windowTitle()))

    def _connect(self) -> None:
        pane = self.pane
        pane.height_changed.connect(self._animate_height)
        pane.transcript.content_resized.connect(self._animate_height)
        pane.header.size_button.clicked.connect(lambda: self.shrink() if self.is_expanded else self.expand())
        pane.header.collapse.clicked.connect(self.hide)
        pane.header.pin.clicked.connect(lambda: self.pin_requested.emit(not pane.header.pin.property("on")))
        pane.composer.text_changed.connect(self.note_activity)
        self._fold_timer.expired.connect(self.fold)
        self._fade_timer.expired.connect(lambda: self._fade_animation.to(0.0))

    @property
    def name(self) -> str:
        """The character's name."""
        return self.windowTitle()

    @property
    def full(self) -> "FullChat | None":
        """The full window while it holds the pane, else None."""
        return self._full if self.is_expanded else None

    @property
    def is_expanded(self) -> bool:
        """Whether the pane is in the full window."""
        return self.pane.parent() is not self

    @property
    def is_shown(self) -> bool:
        """Whether the pane is visible in either window."""
        return self.pane.isVisible()

    @property
    def has_focus(self) -> bool:
        """Whether the window that holds the pane has the keyboard focus."""
        return self.pane.window().isActiveWindow() and self.is_shown

    def show_message(self, message: Message) -> None:
        """Append a message of either role in any state, also an empty one that will be streamed."""
        self.pane.show_message(message)
        self.note_activity()

    def show_path(self, messages: Sequence[Message]) -> None:
        """Replace the messages."""
        self.pane.show_path(messages)

    def clear(self) -> None:
        """Show an empty conversation."""
        self.transcript.clear()
        self.pane.show_path(())

    def show_character(self, name: str, folder: Path | None, suggestions: tuple[str, ...] = ()) -> None:
        """Show the name, the face of the Live2D model in this folder, and what can be said; without any, the usual."""
        self.setWindowTitle(name)
        self._retranslate()
        self.pane.show_character(name, folder, suggestions)
        self._name_full_window()

    def show_title(self, title: str) -> None:
        """Show the title of the conversation, empty while it has none."""
        self._title = title
        self.header.show_title(title)
        self._name_full_window()

    def _name_full_window(self) -> None:
        if self._full:
            self._full.show_names(self.name, self._title)

    def set_busy(self, busy: bool) -> None:
        """While a turn runs, show it and turn the send button into a stop button."""
        self.pane.set_busy(busy)

    def show_toast(self, words: TextFactory, undo: Callable[[], object] | None = None) -> None:
        """Show a toast; with `undo`, also a button that calls it."""
        self.pane.toast.say(words, undo)

    def fold(self) -> None:
        """Show only the last message until the next activity."""
        self._set_folded(True)

    def set_side_panel(self, create: Callable[[QWidget], QWidget]) -> None:
        """Have a panel on the left of the full window. `create` gets its parent, when that window is first made."""
        self._side_panel = create
        if self._full:
            self._full.add_side_panel(create)

    def expand(self) -> "FullChat":
        """Move the pane to the full window and show it."""
        full = self._full_chat()
        if not self.is_expanded:
            full.take(self.pane)
            self.hide()
            self.pane.set_full(True)
        full.show()
        full.raise_()
        full.activateWindow()
        self.composer.setFocus()
        self.expanded.emit()
        return full

    def shrink(self) -> None:
        """Move the pane back to the panel beside the character."""
        if full := self.full:
            self.pane.setParent(self)
            self.pane.set_full(False)
            self.pane.show()
            full.hide()
            self.show()
            self.activateWindow()

    def bring(self) -> None:
        """Show, raise and activate the window that holds the pane."""
        window = self.full or self
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def put_away(self) -> None:
        """Hide the window that holds the pane."""
        (self.full or self).hide()
        self.dismissed.emit()

    def setVisible(self, visible: bool) -> None:
        """Show or hide the panel; it stays hidden while the pane is in the full window."""
        if not (visible and self.is_expanded):
            super().setVisible(visible)

    def _full_chat(self) -> "FullChat":
        if self._full is None:
            from deskpet.ui.chat.full_chat import FullChat

            self._full = FullChat(self.windowTitle())
            self._full.closed.connect(self.shrink)
            self._full.workspace_resized.connect(self.workspace_resized)
            if self._side_panel:
                self._full.add_side_panel(self._side_panel)
            self._name_full_window()
        return self._full

    def set_behavior(self, width: int, fold_seconds: float, fade_seconds: float, *, keep_open: bool) -> None:
        """Set the panel's width in logical pixels and the times of inactivity before it folds and fades; 0: never."""
        self.pane.header.pin.set_on(keep_open)
        self._fold_timer.set_seconds(0 if keep_open else fold_seconds)
        self._fade_timer.set_seconds(0 if keep_open else fade_seconds)
        if keep_open:
            self._set_folded(False)
        if width != self._chosen_width:
            self._chosen_width = width
            self.set_panel_width(width)
            self.resized.emit()

    def _is_occupied(self) -> bool:
        is_in_use = self.isActiveWindow() or self.underMouse() or QApplication.activePopupWidget() is not None
        return self.is_expanded or is_in_use or self.pane.is_occupied

    def note_activity(self) -> None:
        """Restart the timeouts after an activity, and undo folding and fading."""
        self._fold_timer.restart()
        self._fade_timer.restart()
        if self._is_folded:
            self._set_folded(False)
        if self.windowOpacity() < 1.0:
            self._fade_animation.to(1.0)

    def _set_folded(self, folded: bool) -> None:
        if folded != self._is_folded and not self.is_expanded:
            self._is_folded = folded
            self.pane.set_folded(folded)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.note_activity()
        super().enterEvent(event)

    def _wanted_height(self) -> int:
        return min(self.pane.wanted_height(), self.max_panel_height)

    def _animate_height(self) -> None:
        if self.is_expanded:
            return
        wanted = self._wanted_height()
        animation = self._panel_animation
        if not self.isVisible():
            animation.at_once(wanted)
        elif wanted != (animation.endValue() if animation.is_running else animation.value):
            animation.to(wanted)
        elif not animation.is_running:
            self.pane.lay_out()

    # Qt

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fade_animation.at_once(1.0)
        self._set_folded(False)
        self._fold_timer.restart()
        self._fade_timer.restart()
        self._panel_animation.at_once(self._wanted_height())
        self.composer.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._full:
            self._full.hide()
        if event.spontaneous():
            self.dismissed.emit()
        super().closeEvent(event)
