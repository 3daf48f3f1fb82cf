"""Speaking first: look for the user, decide, speak, show the bubble, and note how the user takes it."""

import logging
import math
import random
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject

from deskpet.chat.messages import SETTINGS, Message, Notice, StreamingText, Text
from deskpet.chat.permission import Reads
from deskpet.config.choices import SpeakingLevel
from deskpet.config.settings import SpeakingSettings
from deskpet.features.host import Host
from deskpet.features.proactive import greetings, state_file
from deskpet.features.proactive.decision import (
    DecisionContext,
    Gate,
    ProactiveDecision,
    closed_gate,
    decide,
    reason,
)
from deskpet.features.proactive.events import occasion_of_event
from deskpet.features.proactive.occasions import Occasion, OccasionKind
from deskpet.features.proactive.proactive_state import ProactiveState
from deskpet.features.proactive.ui import ProactiveStateRow
from deskpet.store import StoreError
from deskpet.text.local_time import local_time
from deskpet.translation import tr
from deskpet.ui.pet.speech_bubble import SpeechBubble
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.presence_monitor import Look, PresenceMonitor
from deskpet.ui.platform.user_presence import UserPresence

# The time when the user was last seen is written at most this often, in seconds.
_SAVE_SECONDS = 600.0
# How often events are looked for, in seconds.
_EVENT_SECONDS = 1800.0
# Minimum duration of an agent's long task, in seconds, and maximum length of a folder's name for the model.
_LONG_WORK_SECONDS, _MAX_NAME = 600.0, 60
# The page of the settings that shows her state.
_PAGE = "together"

logger = logging.getLogger(__name__)


class ProactiveController(QObject):
    """Lets the character speak without being asked, as the settings allow it."""

    def __init__(self, host: Host, look: Look, file: Path, clock: Callable[[], float] = time.time) -> None:
        """look: asks the system about the user. file: where the state is kept. clock: returns Unix seconds."""
        super().__init__()
        self._host, self._file, self._clock = host, file, clock
        self._random = random.Random()
        self.state: ProactiveState = state_file.load(file, clock())
        self._saved_at, self._events_at = clock(), -math.inf
        self._presence = UserPresence()
        self._chat_closed_at: float | None = None
        self._is_speaking = False
        self.monitor = PresenceMonitor(look, self._needs_all, self)
        self.monitor.looked.connect(self._on_looked)
        host.conversation.listen_to(self._on_message)
        host.chat.window.dismissed.connect(self._on_chat_dismissed)
        host.settings_window.listen_to_page(_PAGE, self._show_state)
        host.settings.listen("speaking.level", lambda *_: self._on_level_chosen())
        host.settings.listen("speaking", lambda *_: self._apply_level())
        host.occasions.work_ended.add(self.on_work_ended)
        self._apply_level()

    @property
    def _rules(self) -> SpeakingSettings:
        return self._host.settings.now.speaking

    @property
    def _now(self) -> datetime:
        return local_time(self._clock()) or datetime.now().astimezone()

    def expect(self, *occasions: Occasion) -> None:
        """Add occasions to speak of when the user can be spoken to."""
        self.state = self.state.expecting(*occasions)

    def on_work_ended(self, agent: str, project: str, seconds: float) -> None:
        """Add the end of a long task of a coding agent as an occasion to speak."""
        if seconds >= _LONG_WORK_SECONDS:
            minutes, at = round(seconds / 60), self._clock()
            detail = f"{agent} in the folder “{project[:_MAX_NAME]}”, after {minutes} minutes"
            # The name of a folder is what list_directory tells, and whoever made the folder chose it.
            reads = tuple(sorted((Reads.PRIVATE.value, Reads.FOREIGN.value)))
            self.expect(Occasion(OccasionKind.AGENT_DONE, at, detail, f"agent {round(at)}", reads))

    def close(self) -> None:
        """Stop looking, and write the state."""
        self.monitor.watch(False)
        self._host.bubbles.close()
        self._save()

    def _apply_level(self) -> None:
        self.monitor.watch(self._rules.level is not SpeakingLevel.QUIET)
        self._show_state()

    def _on_level_chosen(self) -> None:
        # Whoever chooses a level wants to hear from her again.
        self.state = self.state.reset_history()

    def _on_looked(self, presence: UserPresence) -> None:
        self._presence = presence
        self.state = self.state.seen(presence, self._now)
        if self._rules.level is SpeakingLevel.TALKS and self._clock() - self._events_at >= _EVENT_SECONDS:
            self._events_at = self._clock()
            event_loop.spawn(self._find_events())
        if self._clock() - self._saved_at >= _SAVE_SECONDS:
            self._save()
        found = decide(self._rules, self.state, self._moment(), has_model=self._host.turns.has_model)
        if found.gate is Gate.IGNORED:
            self._fall_silent()
        elif found.occasion and not self._is_speaking and not self._host.bubbles.is_reminding:
            self._speak(found.occasion, found)
        self._show_state()

    def _needs_all(self) -> bool:
        """Return whether there is something to say, or the settings show why she is silent."""
        return bool(self.state.waiting) or self._host.settings_window.is_visible

    def _moment(self) -> DecisionContext:
        conversation = self._host.conversation
        is_waiting = any(each.ended == "waiting" for each in conversation.messages[-1:])
        return DecisionContext(
            self._now,
            self._presence,
            is_turn_running=self._host.turns.is_busy or is_waiting,
            is_private=conversation.is_private,
            is_visible=self._host.character.is_visible,
            chat_closed_at=self._chat_closed_at,
        )

    def _fall_silent(self) -> None:
        """Be quiet from now on, as she was ignored, and say so in one line."""
        self._change(level=SpeakingLevel.QUIET)
        title = tr("You did not answer three times, so she does not speak first any more. The settings change that.")
        self._host.chat.show_notice(Notice("info", "fell_silent", title, actions=(SETTINGS,)))

    async def _find_events(self) -> None:
        """Find remembered events that are over by now, if the model may receive them."""
        try:
            facts = await self._host.occasions.events()
        except StoreError as error:
            logger.warning("the events can't be read: %s", error)
            return
        now = self._now
        marks = (Reads.PRIVATE.value,)
        found = (
            occasion_of_event(each.id, each.text, each.said_at, tuple(sorted({*marks, *each.reads})), now)
            for each in facts
        )
        self.expect(*filter(None, found))

    def _speak(self, occasion: Occasion, decision: ProactiveDecision) -> None:
        if decision.is_model:
            self._is_speaking = True
            event_loop.spawn(self._speak_by_model(occasion))
        else:
            self._greet(occasion)

    def _greet(self, occasion: Occasion) -> None:
        text = greetings.ready_sentence(occasion.kind, self._now, self._random, self._host.occasions.sentences())
        blocks = (greetings.notice(occasion.kind), Text(StreamingText(text)))
        message = Message("assistant", blocks, created_at=self._clock(), ended="stop")
        self._host.conversation.add_message(message)
        self._host.character.stage.greet()
        self._host.occasions.greeted()
        self._on_spoken(occasion, message, is_model=False)

    async def _speak_by_model(self, occasion: Occasion) -> None:
        try:
            request, notice = greetings.request(occasion, self._now), greetings.notice(occasion.kind)
            turn = await self._host.turns.speak(request, notice, occasion.reads)
        finally:
            self._is_speaking = False
        self.state = self.state.without(occasion).with_tokens(turn.tokens, self._now.date().isoformat())
        if turn.message:
            self._on_spoken(occasion, turn.message, is_model=True)
        else:
            logger.info("the model had nothing to say")
            self._save()

    def _on_spoken(self, occasion: Occasion, message: Message, *, is_model: bool) -> None:
        logger.info("she spoke first: %s", occasion.kind)
        self.state = self.state.spoke(occasion, self._clock(), is_model=is_model)
        self._save()
        if not self._host.chat.is_shown:
            self._show_bubble(message.text)
        self._show_state()

    def _show_bubble(self, text: str) -> None:
        bubble = SpeechBubble(self._host.chat.window.name, text)
        bubble.opened.connect(self._open_chat)
        bubble.postponed.connect(self._postpone)
        bubble.lessened.connect(self._lessen)
        self._host.bubbles.show(bubble)

    def _open_chat(self) -> None:
        self._answer()
        self._host.bubbles.close()
        self._host.chat.bring()

    def _postpone(self) -> None:
        self.state = self.state.postponed(self._clock())
        self._save()
        self._host.bubbles.close()

    def _lessen(self) -> None:
        """Halve how often she speaks; at once a day, go down by a level."""
        self._answer()
        self._host.bubbles.close()
        rules = self._rules
        if rules.per_day > 1:
            self._change(per_day=rules.per_day // 2)
        else:
            self._change(level=SpeakingLevel.GREETS if rules.level is SpeakingLevel.TALKS else SpeakingLevel.QUIET)

    def _change(self, **values: object) -> None:
        self._host.settings.change(lambda _: {("speaking", key): value for key, value in values.items()})

    def _on_message(self, message: Message) -> None:
        if message.role == "user":
            self._answer()
            self._host.bubbles.close()

    def _answer(self) -> None:
        answered = self.state.answered()
        if answered is not self.state:
            self.state = answered
            self._save()

    def _on_chat_dismissed(self) -> None:
        self._chat_closed_at = self._clock()

    def _save(self) -> None:
        self._saved_at = self._clock()
        state_file.save(self._file, self.state)

    def _show_state(self) -> None:
        page = self._host.settings_window.page(_PAGE)
        row = page.findChild(ProactiveStateRow) if page else None
        if row is None:
            return
        now = self._now
        gate = closed_gate(self._rules, self.state, self._moment())
        words = reason(gate) if gate is not Gate.LEVEL else ""
        tokens = self.state.tokens_on(now.date().isoformat())
        row.show_state(words, self.state.on_day(now), tokens)
