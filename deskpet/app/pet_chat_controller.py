"""Connect the pet with the conversation: mood, gaze, activity line, and the chat's position beside the pet."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from deskpet.chat.conversation import Conversation
from deskpet.chat.events import ArgumentsAppended, TextAppended, TurnEvent
from deskpet.chat.messages import Message
from deskpet.pet.mood import MoodActivity
from deskpet.pet.turn_reactions import REACTED, react
from deskpet.ui.blocks import ToolLook
from deskpet.ui.blocks.tool_use import ToolUseView
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.activity import ActivityLine, activity_of
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.signals import listen_to_all
from deskpet.ui.widgets import language
from deskpet.ui.widgets.screen_fit import ScreenFit

if TYPE_CHECKING:
    from deskpet.ui.settings.window import SettingsWindow

_LOOKS_AT_CARD = {MoodActivity.WATCHING, MoodActivity.REVIEWING, MoodActivity.AWAITING}
_PLACED = {QEvent.Type.Show, QEvent.Type.Move, QEvent.Type.Resize}


class PanelOverlap(QObject):
    """Hides the chat when a watched window comes below its panel, and shows it again when none is.

    A chat that the user opens meanwhile stays open until a window is moved.
    """

    def __init__(self, chat: ChatWindow) -> None:
        super().__init__(chat)
        self._chat = chat
        self._shown: list[QWidget] = []
        self._has_hidden = self._is_stopped = False

    def watch(self, window: QWidget) -> None:
        """Watch a window that is not shown yet."""
        window.installEventFilter(self)

    def stop(self) -> None:
        """Leave the chat as it is from now on."""
        self._is_stopped = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._is_stopped or not isinstance(watched, QWidget):
            return False
        if event.type() == QEvent.Type.Hide and watched in self._shown:
            self._shown.remove(watched)
            self._update()
        elif event.type() in _PLACED:
            if event.type() == QEvent.Type.Show and watched not in self._shown:
                self._shown.append(watched)
            self._update()
        return False

    def _update(self) -> None:
        is_covered = any(window.frameGeometry().intersects(self._chat.panel_geometry) for window in self._shown)
        if is_covered and self._chat.isVisible():
            self._chat.hide()
            self._has_hidden = True
        elif self._has_hidden and not is_covered:
            self._has_hidden = False
            self._chat.show()


class PetChatController:
    """Connects the pet with the conversation and the chat window. `activity` is the line below the pet."""

    def __init__(
        self, pet: PetWindow, chat: ChatWindow, conversation: Conversation, look_of: Callable[[str], ToolLook]
    ) -> None:
        self._pet, self._chat, self._look_of = pet, chat, look_of
        self.activity = ActivityLine()
        chat.character = self.activity.character = pet
        self._answer: Message | None = None
        self._has_activity = False
        self._is_full_chat_placed = False
        # Where she was before she stepped aside, and where she went.
        self._stepped_from: tuple[QPoint, QPoint] | None = None
        self._overlap = PanelOverlap(chat)
        self._work_rect: Callable[[], QRect | None] = lambda: None
        conversation.listen(on_event=partial(react, pet.animator), events=REACTED)
        conversation.listen(on_event=self._on_event)
        chat.composer.field.textChanged.connect(pet.animator.note_typing)
        pet.living_model.gaze.chat = self._gaze_rect
        toolbar = chat.transcript.toolbar
        toolbar.speaker = replace(toolbar.speaker, figure=lambda: pet.living_model.still.image())  # noqa: PLW0108 - of the present model
        self._end_placing = listen_to_all(
            self.place_windows, pet.moved, pet.outline_changed, pet.placement.repositioned, pet.neighbours_moved
        )
        chat.resized.connect(self.place_windows)
        chat.expanded.connect(self._on_expanded)
        language.keep_translated(self.activity, self._show_activity)

    def place_windows(self) -> None:
        """Place the chat beside the pet, and the activity line below it."""
        pet = self._pet.geometry()
        # Not of Qt's screen of the window, which may be one that has just been removed.
        free = free_area(pet)
        room = self._chat.room_beside(pet, free, self._pet.neighbours())
        self._chat.place_beside(pet, room, self._pet.body)
        self.activity.place_below(pet, free)

    def look_at_work(self, place: Callable[[], QRect | None]) -> None:
        """Let her look at where a file is read or written: `place` returns it in global coordinates, or None."""
        self._work_rect = place

    def make_room_for(self, window: "SettingsWindow") -> None:
        """Place a new window beside the pet and the chat where the screen has room, and keep the chat off it."""
        if not self._place_beside(window.screen_fit):
            # Else it would be below the pet, which stays on top.
            window.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self._overlap.watch(window)

    def close(self) -> None:
        """Close the activity line, and leave the chat where it is."""
        self._end_placing()
        self._overlap.stop()
        self.activity.close()

    def _on_event(self, event: TurnEvent, answer: Message) -> None:
        if isinstance(event, ArgumentsAppended) and self._work_rect():
            self._pet.animator.do(MoodActivity.WATCHING)
        self._answer = answer
        if not isinstance(event, TextAppended) or self._has_activity:
            self._show_activity()

    def _show_activity(self) -> None:
        answer = self._answer if self._pet.isVisible() else None
        activity = activity_of(answer, self._look_of) if answer else None
        self._has_activity = activity is not None
        self.activity.tell(activity)

    def _gaze_rect(self) -> QRect | None:
        """Return the global rectangle of the file or the card that is worked on, else of the chat; None if hidden."""
        if work := self._work_rect():
            return work
        if not self._chat.isVisible():
            return None
        if self._pet.animator.mood.doing in _LOOKS_AT_CARD:
            for card in self._chat.findChildren(ToolUseView):
                if card.property("state") in {"running", "waiting"} and card.isVisible():
                    return QRect(card.mapToGlobal(QPoint(0, 0)), card.size())
        return self._chat.geometry()

    def _place_beside(self, screen_fit: ScreenFit) -> bool:
        """Place a window beside the pet, and the chat if there is room. Returns whether it is clear of the pet."""
        shown = ((self._pet, self._pet.geometry()), (self._chat, self._chat.panel_geometry))
        obstacles = [geometry for each, geometry in shown if each.isVisible()]
        return not obstacles or screen_fit.place_beside(obstacles)

    def _on_expanded(self) -> None:
        """Place the full chat beside the pet when it is opened for the first time."""
        full = self._chat.full
        if full and not self._is_full_chat_placed:
            self._is_full_chat_placed = True
            self._place_beside(full.screen_fit)
            full.workspace_shown.connect(self._on_files_shown)

    def _on_files_shown(self, shown: bool) -> None:
        """Keep her off the files: the window makes room, or she steps aside where it fills the screen."""
        full, pet = self._chat.full, self._pet
        stepped, self._stepped_from = self._stepped_from, None
        if not shown and stepped and pet.position() == stepped[1]:
            pet.setPosition(stepped[0])
        if not shown or full is None or not pet.isVisible():
            return
        if not any(row.intersects(full.workspace_rect) for row in pet.body or (pet.geometry(),)):
            return
        if not (full.isMaximized() or full.isFullScreen()) and self._place_beside(full.screen_fit):
            return
        before = pet.position()
        aside = QPoint(full.workspace_rect.left() - pet.width(), before.y())
        pet.setPosition(aside)
        self._stepped_from = before, aside
