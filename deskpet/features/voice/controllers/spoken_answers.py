"""Read the answers aloud as they stream, move the mouth with the sound, and note where the user interrupted."""

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from deskpet.chat.events import (
    BlockStarted,
    GestureShown,
    SpeechInterrupted,
    TextAppended,
    TextWasThinking,
    TurnEnded,
    TurnEvent,
    TurnStarted,
)
from deskpet.chat.messages import Message, Notice, Text, ToolUse
from deskpet.config.settings import VoiceSettings
from deskpet.features.host import Host
from deskpet.features.voice.playback.player import Player, player_of
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.speaker import Speaker
from deskpet.features.voice.synthesis.engine import SettingsVoice, persona_voice
from deskpet.features.voice.synthesis.http_speech import SpeechClient
from deskpet.features.voice.synthesis.speech_cache import CachedEngine, SpeechCache
from deskpet.listeners import End
from deskpet.pet.vowels import OPENING, SHUT, MouthShape
from deskpet.translation import tr
from deskpet.ui.platform import event_loop

# Interval of comparing requests of expressions and motions with the part that was heard.
_HEARD_MS = 30
# Number of the last heard characters in the line below an interrupted answer.
_QUOTED_CHARACTERS = 40
_EVENTS = (TurnStarted, TurnEnded, BlockStarted, TextAppended, TextWasThinking)


class SpokenAnswers(QObject):
    """Speaks while `voice.enabled` is set, one answer at a time.

    The mouth follows the sound that is heard now, and expressions and motions wait until the words before them were
    heard. The host is told whether she is audible, at most 30 ms late.

    is_audible: whether an answer is spoken and not paused. silent: set while none is being spoken.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host, self._conversation = host, host.conversation
        self._player = self._new_player()
        self._client = SpeechClient()
        self._cache = SpeechCache()
        self._speaker: Speaker | None = None
        self._message_id = ""
        self.is_audible = False
        self.silent = asyncio.Event()
        self.silent.set()
        # Ends her turn to speak, or the wait for it while another character speaks; None before she has words.
        self._end_turn: End | None = None
        self._has_turn = False
        # Notices about interrupted answers whose turns go on, by the id of the message.
        self._unfinished: dict[str, Notice] = {}
        # Requests of gestures: the characters before each, and the block of its call.
        self._held: list[tuple[int, Callable[[], None], int | None]] = []
        self._timer = QTimer(self, interval=_HEARD_MS)
        self._timer.timeout.connect(self._release_heard)
        self._ends = [
            self._conversation.listen_to(self._on_message),
            self._conversation.listen_to(on_event=self._on_event, events=_EVENTS),
            self._conversation.listen_to(on_path=lambda _: self.drop()),
            host.settings.listen("voice", lambda *_: self.drop()),
            host.settings.listen(("voice.output", "voice.output_delay"), lambda *_: self._change_player()),
        ]

    def _new_player(self) -> Player:
        return player_of(self._settings, self._settings.volume, self._report)

    @property
    def _settings(self) -> VoiceSettings:
        return self._host.settings.now.voice

    @property
    def is_speaking(self) -> bool:
        """Whether an answer is being spoken, also while it is paused."""
        return self._speaker is not None and not self._speaker.queue.is_stopped

    @property
    def heard(self) -> int:
        """Number of heard characters of the current answer; 0 without an answer."""
        return self._speaker.heard_up_to if self._speaker else 0

    def mouth(self) -> MouthShape:
        """Return the mouth shape for the sound that is heard now: the loudness opens it, the text gives the vowel."""
        opening = self._player.buffer.opening_now()
        if opening == 0 or self._speaker is None:
            return SHUT
        vowel = self._speaker.vowel
        # The vowel may be off by a syllable, so that it never shuts a mouth from which sound comes.
        return MouthShape(opening * (1 + OPENING[vowel]) / 2, vowel)

    def stop(self) -> bool:
        """Stop the sound at once, and record how much was heard. Returns whether she spoke."""
        speaker = self._speaker
        if speaker is None or speaker.queue.is_stopped:
            return False
        is_complete = speaker.is_all_heard and speaker.has_all_text
        heard = speaker.stop()
        self._end()
        if not is_complete and heard < speaker.length:
            self._note_interruption(heard)
        return True

    def pause(self) -> bool:
        """Pause, for example because the user seems to speak. `resume` continues, `stop` interrupts.

        Returns whether she speaks an answer.
        """
        if self._speaker is None or not self.is_speaking or not self._has_turn:
            return False
        self._speaker.queue.pause()
        self._note_audibility()
        return True

    def resume(self) -> None:
        """Resume a paused answer where it stopped. Nothing is lost or repeated."""
        if self._speaker is not None and self._has_turn:
            self._speaker.queue.resume()
            self._note_audibility()

    def _take_turn(self) -> None:
        """Speak as soon as no other character does."""
        if self._end_turn is None:
            self._end_turn = self._host.speech.order.take_turn(self._start_turn)

    def _start_turn(self) -> None:
        self._has_turn = True
        self.resume()

    async def close(self) -> None:
        """Stop speaking, and close the sound device."""
        for end in self._ends:
            end()
        self.drop()
        await self._player.close()
        await self._client.aclose()

    def _on_message(self, message: Message) -> None:
        if message.role == "user":
            self.stop()

    def _on_event(self, event: TurnEvent, message: Message) -> None:
        match event:
            case TurnStarted() if self._settings.enabled:
                self._begin(message)
            case TurnEnded():
                self._on_turn_ended(event, message)
            case BlockStarted() | TextAppended() | TextWasThinking() if message.id == self._message_id:
                self._on_text(event, message)
            case _:
                pass

    def _on_text(self, event: BlockStarted | TextAppended | TextWasThinking, message: Message) -> None:
        if self._speaker is None or self._speaker.queue.is_stopped:
            return
        match event:
            case BlockStarted(value=Text(text)):
                self._speaker.end_block()
                self._feed(str(text))
            case BlockStarted():
                self._speaker.end_block()
            case TextAppended(index, text) if isinstance(message.blocks[index], Text):
                self._feed(text)
            case TextWasThinking():
                # What was said was none of the answer.
                self.drop()
            case _:
                pass

    def _feed(self, text: str) -> None:
        if self._speaker:
            self._speaker.feed(text)
            self._take_turn()

    def _on_turn_ended(self, event: TurnEnded, message: Message) -> None:
        if message.id == self._message_id and self._speaker:
            if event.reason == "cancelled":
                self.stop()
            else:
                self._speaker.finish()
                self._take_turn()
        if notice := self._unfinished.pop(message.id, None):
            # Other listeners get the end of the turn first.
            QTimer.singleShot(0, self, lambda: self._add_notice(message.id, notice))

    def _begin(self, message: Message) -> None:
        self.drop()
        settings = persona_voice(self._settings, self._host.personas.persona)
        self._player.buffer.volume = settings.volume / 100
        engine = SettingsVoice(settings, self._host.keys.store, self._client)
        spoken = engine if self._conversation.is_private else CachedEngine(engine, self._cache, settings)
        speaker = Speaker(spoken, self._player, self._report, stage_directions=settings.stage_directions)
        self._speaker, self._message_id = speaker, message.id
        self.silent.clear()
        speaker.queue.pause()
        # Of an answer that is continued, only the rest is spoken.
        speaker.skip(len(message.text))
        self._host.composer.set_speaking(True)
        self._host.character.window.animator.set_voice(self.mouth)
        self._host.character.stage.hold(self._hold)
        self._timer.start()

    def _hold(self, request: Callable[[], None]) -> None:
        speaker = self._speaker
        if speaker is None or speaker.heard_up_to >= speaker.length:
            request()
        else:
            self._held.append((speaker.length, request, self._running_gesture()))

    def _running_gesture(self) -> int | None:
        """Return the block of the call that asks the character for something now."""
        messages = self._conversation.messages
        blocks = next((each.blocks for each in reversed(messages) if each.id == self._message_id), ())
        calls = [(number, block) for number, block in enumerate(blocks) if isinstance(block, ToolUse)]
        running = [number for number, call in calls if call.tool_name.startswith("live2d.") and call.ended_at is None]
        return running[-1] if running else None

    def _release_heard(self) -> None:
        speaker = self._speaker
        if speaker is None or speaker.queue.is_stopped:
            self._end()
            return
        self._note_audibility()
        heard = speaker.heard_up_to
        while self._held and (self._held[0][0] <= heard or speaker.is_all_heard):
            _, request, block = self._held.pop(0)
            request()
            if block is not None:
                self._conversation.amend(self._message_id, GestureShown(block, time.time()))
        if speaker.is_finished:
            self._end()

    def _note_audibility(self) -> None:
        sound = self._player.buffer
        is_audible = self._speaker is not None and sound.is_playing and not sound.is_paused
        if is_audible != self.is_audible:
            self.is_audible = is_audible
            self._host.speech.audibility_changed(is_audible)

    def drop(self) -> None:
        """Be silent without a note."""
        if self._speaker:
            self._speaker.stop()
            self._end()

    def _end(self) -> None:
        """End the present answer; requests that still wait are fulfilled."""
        self._timer.stop()
        self._speaker, self._message_id, self._has_turn = None, "", False
        self._note_audibility()
        self.silent.set()
        end_turn, self._end_turn = self._end_turn, None
        if end_turn:
            end_turn()
        self._host.composer.set_speaking(False)
        self._host.character.window.animator.set_voice(None)
        self._host.character.stage.hold(None)
        held, self._held = self._held, []
        for _, request, _ in held:
            request()

    def _note_interruption(self, heard: int) -> None:
        message = next((each for each in reversed(self._conversation.messages) if each.role == "assistant"), None)
        if message is None:
            return
        self._conversation.amend(message.id, SpeechInterrupted(heard))
        words = " ".join(message.text[:heard].split())[-_QUOTED_CHARACTERS:]
        title = tr("You interrupted her after “…{words}”", words=words) if words else tr("You interrupted her at once")
        notice = Notice("info", "speech_interrupted", title)
        if message.ended is None:
            self._unfinished[message.id] = notice
        else:
            self._add_notice(message.id, notice)

    def _add_notice(self, message_id: str, notice: Notice) -> None:
        message = next((each for each in self._conversation.messages if each.id == message_id), None)
        if message is not None:
            self._conversation.amend(message_id, BlockStarted(len(message.blocks), notice))

    def _report(self, error: SpeechError) -> None:
        self._host.chat.show_notice(error.notice)

    def _change_player(self) -> None:
        old, self._player = self._player, self._new_player()
        event_loop.spawn(old.close())
