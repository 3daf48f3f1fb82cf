"""Record what the user and the character do together, and show the mood derived from it."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.chat.events import ToolFinished, TurnEnded, TurnEvent
from deskpet.chat.messages import Message, ToolUse
from deskpet.features.host import GreetingSentences, Host
from deskpet.features.together.time_together import TimeTogether, milestone_sentence, mood_sentences, read
from deskpet.store import Store, StoreError, together_days
from deskpet.text.local_time import local_time
from deskpet.ui.platform import event_loop

# Delay after a change of the store until the days are read again; changes come in groups.
_REFRESH_MS = 100
# Interval of refreshing the mood without an event: it changes with the day.
_DAY_MS = 15 * 60 * 1000
# Strokes within this time count as one, in seconds.
_STROKE_SECONDS = 30.0
# Calls that are not counted: they move the character or look something up.
_NOT_COUNTED = ("live2d.", "memory_", "time.")

logger = logging.getLogger(__name__)


class TogetherController(QObject):
    """Counts the days with the current persona while `together.enabled` is set, never in a private conversation.

    Activity before the database is open is not counted, nor is an answer that quitting cuts off.
    """

    _store_changed = Signal()  # emitted by any thread

    def __init__(self, host: Host, clock: Callable[[], float] = time.time) -> None:
        """clock: returns Unix seconds."""
        super().__init__()
        self._host, self._conversation, self._clock = host, host.conversation, clock
        self._time: TimeTogether | None = None
        self._listens_to: Store | None = None
        # Of the running turn.
        self._questions = self._tools = 0
        self._stroked_at: float | None = None
        # The store may report changes until it is closed, which is later.
        self._is_closed = False
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._day_timer = QTimer(self, interval=_DAY_MS)
        for timer in (self._refresh_timer, self._day_timer):
            timer.timeout.connect(self.refresh)
        self._store_changed.connect(self._refresh_timer.start)
        self._connect()
        self._day_timer.start()
        self.refresh()

    def _connect(self) -> None:
        host = self._host
        host.conversation.listen_to(self._on_message)
        host.conversation.listen_to(on_event=self._on_tool_finished, events=(ToolFinished,))
        host.conversation.listen({TurnEnded: self._on_turn_ended})
        host.character.window.stroked.connect(self._on_stroked)
        host.listen_to_store(self.refresh)
        host.settings.listen(("together", "persona.chosen"), lambda *_: self._on_settings_changed())
        host.prompt.private_lines.append(lambda: self.prompt_line)
        host.occasions.sentences = lambda: self._sentences
        host.occasions.greeted.add(self._count)

    @property
    def time(self) -> TimeTogether | None:
        """The current time together; None while it is off, or not read yet."""
        return replace(self._time, today=self._today) if self._time and self._is_on else None

    @property
    def prompt_line(self) -> str:
        """Prompt line about the time together, for a model that may see memory; empty on the first day."""
        now = self.time
        return now.prompt_line if now else ""

    @property
    def _sentences(self) -> GreetingSentences:
        now = self.time
        return GreetingSentences(milestone_sentence(now), mood_sentences(now)) if now else GreetingSentences()

    @property
    def _today(self) -> date:
        return (local_time(self._clock()) or datetime.now().astimezone()).date()

    @property
    def _is_on(self) -> bool:
        return not self._is_closed and self._host.settings.now.together.enabled

    @property
    def _persona(self) -> str:
        return self._host.settings.now.persona.chosen

    def refresh(self) -> None:
        """Read the days again, and show the mood of today."""
        if self._is_on:
            event_loop.spawn(self._read())

    def close(self) -> None:
        """Stop counting."""
        self._is_closed = True
        self._refresh_timer.stop()
        self._day_timer.stop()

    async def _read(self) -> None:
        store, persona = self._host.store(), self._persona
        if store is None:
            return
        if store is not self._listens_to:
            self._listens_to = store
            store.listen(self._store_changed.emit)
        try:
            found = await store.query(partial(read, persona=persona, today=self._today))
        except StoreError as error:
            logger.warning("the days together can't be read: %s", error)
            return
        if persona == self._persona:
            self._time = found
            self._show_mood()

    def _show_mood(self) -> None:
        now = self.time
        self._host.character.window.animator.set_good_mood(now.mood.valence if now else 0.0)

    def _on_settings_changed(self) -> None:
        self._time = None
        self._show_mood()
        self.refresh()

    def _on_message(self, message: Message) -> None:
        self._questions += message.is_by_user

    def _on_tool_finished(self, event: TurnEvent, answer: Message) -> None:
        assert isinstance(event, ToolFinished)
        call = answer.blocks[event.block]
        if event.error is None and isinstance(call, ToolUse):
            self._tools += not call.tool_name.startswith(_NOT_COUNTED)

    def _on_turn_ended(self, _answer: Message) -> None:
        questions, tools = self._questions, self._tools
        self._questions = self._tools = 0
        if questions or tools:
            self._count(self._conversation.session, questions, tools)

    def _on_stroked(self) -> None:
        now = self._clock()
        # Also if the clock was set back.
        if self._stroked_at is None or abs(now - self._stroked_at) >= _STROKE_SECONDS:
            self._stroked_at = now
            self._count(strokes=1)

    def _count(self, session: str = "", questions: int = 0, tools: int = 0, strokes: int = 0) -> None:
        if self._is_on and not self._conversation.is_private:
            work = partial(
                together_days.add,
                persona=self._persona,
                day=self._today,
                session=session,
                questions=questions,
                tools=tools,
                strokes=strokes,
            )
            event_loop.spawn(self._write(work))

    async def _write(self, work: Callable[..., None]) -> None:
        store = self._host.store()
        if store is None:
            return
        try:
            await store.change(work)
        except StoreError as error:
            logger.warning("a day together can't be counted: %s", error)
