"""The chat beside the character: a panel that grows upward with the talk, on a window nobody sees."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QVariantAnimation, Signal
from PySide6.QtGui import QCloseEvent, QEnterEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.events import TurnEvent
from deskpet.chat.messages import Message
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat.beside_panel import BesidePanel
from deskpet.ui.chat.composer import Composer
from deskpet.ui.chat.inactivity import InactivityTimer
from deskpet.ui.chat.pane import ChatPane
from deskpet.ui.chat.toast import Words
from deskpet.ui.chat.transcript import Transcript
from deskpet.ui.chat.turn_details import TurnDetails
from deskpet.ui.widgets import animation, language, theme
from deskpet.ui.widgets.fade_animation import FadeAnimation
from deskpet.words import later, tr

if TYPE_CHECKING:
    from deskpet.ui.chat.full_chat import FullChat

WIDTH, TALLEST = 400, 600
FADE_MS = 600
SUGGESTIONS = (later("What can you do?"), later("Wave at me!"), later("Tell me a joke"))


class ChatWindow(BesidePanel):
    """The conversation with the character. It draws and asks; the program answers through its methods.

    It is a panel beside the character, or, when `expand` was asked for, a window of its own that takes its pane.
    """

    submitted = Signal(str, object)  # the person sent this text, with a tuple of Image
    stop_requested = Signal()  # the running turn is to stop
    action_requested = Signal(str, str)  # a notice's button was pressed: message id, action name
    call_wished = Signal(str, int, object)  # a person wants something of a tool call: message id, block, CallWish
    settings_requested = Signal()  # the settings are to be shown
    new_requested = Signal()  # an empty conversation is to begin
    collapsed = Signal()  # the person put the chat away
    expanded = Signal()  # the window of its own came
    resized = Signal()  # the panel has another width: it wants to be placed
    pin_wanted = Signal(bool)  # the panel is to stay open, or to fold and fade

    def __init__(
        self,
        name: str = "Mikan",
        look: Callable[[str], ToolLook] = default_look,
        suggestions: tuple[str, ...] = SUGGESTIONS,
    ) -> None:
        self.pane = ChatPane(name, look, suggestions)
        super().__init__(self.pane, WIDTH, TALLEST)
        self.setWindowTitle(name)
        language.say(self, self._say)
        self._height, self._wide = 0, WIDTH
        self._is_folded = False
        self._full: FullChat | None = None
        self._growing = QVariantAnimation(self, duration=animation.duration(theme.SLOW))
        self._growing.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._growing.valueChanged.connect(self._set_height)
        self._fading = FadeAnimation(self, self.setWindowOpacity, FADE_MS)
        self._fading.setEasingCurve(QEasingCurve.Type.Linear)
        self._fading.gone.connect(self._collapse)
        self._rest = InactivityTimer(self._is_occupied, self)
        self._connect()

    def _say(self) -> None:
        self.setAccessibleName(tr("Chat with {name}", name=self.windowTitle()))

    def _connect(self) -> None:
        pane = self.pane
        pane.submitted.connect(self.submitted)
        pane.stop_requested.connect(self.stop_requested)
        pane.new_requested.connect(self.new_requested)
        pane.height_changed.connect(self._grow)
        pane.size_requested.connect(self._change_size)
        pane.transcript.action_requested.connect(self.action_requested)
        pane.transcript.call_wished.connect(self.call_wished)
        pane.head.settings.clicked.connect(self.settings_requested)
        pane.head.collapse.clicked.connect(self._collapse)
        pane.head.pin.clicked.connect(lambda: self.pin_wanted.emit(not pane.head.pin.property("on")))
        pane.composer.text_changed.connect(self._stir)
        self._rest.fold_wanted.connect(self.fold)
        self._rest.fade_wanted.connect(lambda: self._fading.to(0.0))

    @property
    def name(self) -> str:
        """Who is talked to."""
        return self.windowTitle()

    @property
    def transcript(self) -> Transcript:
        """The conversation's view."""
        return self.pane.transcript

    @property
    def composer(self) -> Composer:
        """Where the person types."""
        return self.pane.composer

    @property
    def full(self) -> "FullChat | None":
        """The window of its own, while the conversation is in it."""
        return self._full if self.is_expanded else None

    @property
    def is_expanded(self) -> bool:
        """Whether the conversation is in a window of its own."""
        return self.pane.parent() is not self

    @property
    def is_shown(self) -> bool:
        """Whether the conversation can be seen."""
        return self.pane.isVisible()

    # What the program says

    def show_message(self, message: Message) -> None:
        """Append a row: a message of either side in any state, also an empty one that will grow."""
        self.pane.show_message(message)
        self._stir()

    def show_path(self, messages: Sequence[Message]) -> None:
        """Show these messages and no others."""
        self.pane.show_path(messages)

    def apply(self, event: TurnEvent, message: Message) -> None:
        """An event of an assistant message; `message` is the value after it."""
        self.pane.apply(event, message)
        self._stir()

    def set_details(self, message_id: str, details: TurnDetails) -> None:
        """Let the person ask what happened in the turn of an answer."""
        self.transcript.set_details(message_id, details)

    def clear(self) -> None:
        """Begin an empty conversation."""
        self.transcript.clear()
        self.pane.show_path(())

    def show_character(self, name: str, folder: Path | None) -> None:
        """It is the model in this folder that is talked to."""
        self.setWindowTitle(name)
        self._say()
        self.pane.show_character(name, folder)

    def set_busy(self, busy: bool) -> None:
        """While a turn runs, the send button stops it."""
        self.pane.set_busy(busy)

    def set_status(self, text: str) -> None:
        """The small line below the name: which model answers."""
        self.pane.head.set_status(text)

    def say_done(self, words: Words, undo: Callable[[], object] | None = None) -> None:
        """Tell in a passing line what was done; with `undo`, a button takes it back."""
        self.pane.toast.say(words, undo)

    def fold(self) -> None:
        """The talk is over: show its last words alone, until somebody comes."""
        self._fold(True)

    # Two windows for one pane

    def expand(self) -> "FullChat":
        """Show the conversation in a window of its own."""
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
        """Show the conversation beside the character again."""
        if self._full and self.is_expanded:
            self.pane.setParent(self)
            self.pane.set_full(False)
            self.pane.show()
            self._full.hide()
            self.show()
            self.activateWindow()

    def bring(self) -> None:
        """Show the conversation where it is, to be typed into."""
        window: QWidget = self._full if self._full and self.is_expanded else self
        window.show()
        window.raise_()
        window.activateWindow()

    def put_away(self) -> None:
        """Hide the conversation where it is."""
        (self._full if self._full and self.is_expanded else self).hide()

    def setVisible(self, visible: bool) -> None:
        """The panel comes and goes with the character; the window of its own does not."""
        if not (visible and self.is_expanded):
            super().setVisible(visible)

    def _full_chat(self) -> "FullChat":
        if self._full is None:
            from deskpet.ui.chat.full_chat import FullChat

            self._full = FullChat(self.windowTitle())
            self._full.closed.connect(self.shrink)
        return self._full

    def _change_size(self) -> None:
        if self.is_expanded:
            self.shrink()
        else:
            self.expand()

    # The talk is over

    def set_manners(self, width: int, fold_seconds: float, fade_seconds: float, *, keep_open: bool) -> None:
        """How wide the panel is, and after how long a quiet it folds and goes; 0: never."""
        self.pane.head.pin.set_on(keep_open)
        self._rest.set_times(0 if keep_open else fold_seconds, 0 if keep_open else fade_seconds)
        if keep_open:
            self._fold(False)
        if width != self._wide:
            self._wide = width
            self.set_panel_width(width)
            self.resized.emit()

    def _is_occupied(self) -> bool:
        at_it = self.isActiveWindow() or self.underMouse() or QApplication.activePopupWidget() is not None
        return self.is_expanded or at_it or self.pane.is_occupied

    def _stir(self) -> None:
        """Somebody is there again, or something happens."""
        self._rest.stir()
        if self._is_folded:
            self._fold(False)
        if self.windowOpacity() < 1.0:
            self._fading.to(1.0)

    def _fold(self, folded: bool) -> None:
        if folded != self._is_folded and not self.is_expanded:
            self._is_folded = folded
            self.pane.set_folded(folded)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._stir()
        super().enterEvent(event)

    # Its height

    def _wanted_height(self) -> int:
        return min(self.pane.wanted_height(), self.highest)

    def _grow(self) -> None:
        if self.is_expanded:
            return
        wanted = self._wanted_height()
        if not self.isVisible():
            self._growing.stop()
            self._set_height(wanted)
            return
        running = self._growing.state() == QVariantAnimation.State.Running
        if wanted == (self._growing.endValue() if running else self._height):
            if not running:
                self.pane.lay_out()
            return
        self._growing.stop()
        self._growing.setStartValue(self._height)
        self._growing.setEndValue(wanted)
        self._growing.start()

    def _set_height(self, height: int) -> None:
        self._height = height
        self.set_panel_height(height)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fading.at_once(1.0)
        self._fold(False)
        self._rest.stir()
        self._set_height(self._wanted_height())
        self.composer.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._full:
            self._full.hide()
        super().closeEvent(event)

    def _collapse(self) -> None:
        self.hide()
        self.collapsed.emit()
