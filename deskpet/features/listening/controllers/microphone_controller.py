"""Listen to the user: open the microphone, show the words as they come, and pass them on."""

import asyncio
import time
from contextlib import aclosing
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from deskpet.config.choices import ListeningMode
from deskpet.config.settings import ListeningSettings, Settings
from deskpet.features.host import Host
from deskpet.features.listening.controllers.dictation_controller import AttentionController, DictationController
from deskpet.features.listening.controllers.microphone_indicator import MicrophoneIndicator
from deskpet.features.listening.recognition.hands_free import HandsFree
from deskpet.features.listening.recognition.listener import Listener, ListenerState
from deskpet.features.listening.recognition.recognizer import (
    MAX_SECONDS,
    RecognitionError,
    SpeechRecognizer,
    recognizer_of,
)
from deskpet.features.listening.ui.composer_parts import ListeningStrip, TalkButton
from deskpet.features.listening.ui.dictation import Dictation
from deskpet.features.listening.ui.page import ListeningTestRow
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import event_loop

# A shorter press is a click: the microphone stays open until the next one, or until silence.
CLICK_SECONDS = 0.35
_DEAF = tr_noop("She speaks, and hears nothing…")
_STATES = {
    ListenerState.OPENING: tr_noop("Opening the microphone…"),
    ListenerState.LISTENING: tr_noop("Listening…"),
    ListenerState.TRANSCRIBING: tr_noop("Writing down…"),
    ListenerState.ENDED: "",
}


@dataclass(slots=True, eq=False)
class _Utterance:
    """The recording that one press begins."""

    dictation: Dictation
    listener: Listener
    state: ListenerState = ListenerState.OPENING
    task: asyncio.Task[None] | None = None
    is_taken: bool = False


class MicrophoneController(QObject):
    """Opens the microphone for one utterance, or hands-free for all of them.

    hands_free_changed: Emitted when hands-free listening has begun or ended.
    """

    hands_free_changed = Signal()

    def __init__(self, host: Host, button: TalkButton, strip: ListeningStrip) -> None:
        """button, strip: those of the composer, which show that the microphone is open."""
        super().__init__()
        self._host = host
        self.sign = MicrophoneIndicator(host, button, strip, self)
        self._attention = AttentionController(host)
        self._words = DictationController(host, self._attention)
        # The utterance for which the microphone is open, and those whose words are awaited.
        self._utterance: _Utterance | None = None
        self._awaited: list[_Utterance] = []
        self._pressed_at: float | None = None
        self._hands_free: HandsFree | None = None
        self._hands_free_task: asyncio.Task[None] | None = None
        self._hands_free_state = ListenerState.ENDED
        self._check_task: asyncio.Task[None] | None = None
        self._dictation: Dictation | None = None
        self._recognizer: tuple[object, SpeechRecognizer] | None = None
        self.sign.clicked.connect(self.cancel)
        self.sign.level_changed.connect(self._on_level)
        self._ends = [
            host.speech.audibility_changed.add(self._set_deaf),
            host.character.listen_to_visibility(self._on_visible_changed),
            host.settings.listen("listening.enabled", self._on_enabled_changed),
        ]

    @property
    def is_open(self) -> bool:
        """Whether the microphone is open, or opens."""
        return self._utterance is not None or self.is_hands_free

    @property
    def is_hands_free(self) -> bool:
        """Whether she listens hands-free."""
        return self._hands_free_task is not None

    def press(self, *, is_hold: bool = False) -> None:
        """Handle a press of a key or a button: open the microphone, or close it.

        is_hold: the press has lasted long enough not to be a click.
        """
        self._pressed_at = None
        if self._check_task and not self._check_task.done():
            self._check_task.cancel()
        if self.is_hands_free:
            if not self._host.speech.voice.silence():
                self._end_hands_free()
        elif self._settings.microphone_mode is ListeningMode.HANDS_FREE:
            self._begin_hands_free()
        elif self._utterance:
            self._utterance.listener.finish()
        else:
            self._pressed_at = 0.0 if is_hold else time.monotonic()
            self._begin()

    def release(self) -> None:
        """Handle the release of the key: end the recording, unless it was a click."""
        pressed_at, self._pressed_at = self._pressed_at, None
        if pressed_at is None or self._utterance is None:
            return
        if time.monotonic() - pressed_at < CLICK_SECONDS:
            self._utterance.listener.ends_after_silence = True
        else:
            self._utterance.listener.finish()

    def toggle_hands_free(self) -> None:
        """Turn hands-free listening on or off."""
        if self.is_hands_free:
            self._end_hands_free()
        else:
            self._end_utterances()
            self._begin_hands_free()

    def cancel(self) -> None:
        """Close the microphone, and discard the recording."""
        self._end_utterances()
        self._end_hands_free()
        if self._check_task:
            self._check_task.cancel()

    def check(self, settings: ListeningSettings, row: ListeningTestRow) -> None:
        """Listen for a few seconds with these settings, and show the result in the row."""
        self.cancel()
        self._check_task = event_loop.spawn(self._check(settings, row))

    async def close(self) -> None:
        """Close the microphone and the recogniser."""
        for end in self._ends:
            end()
        tasks = [each.task for each in (*self._awaited, self._utterance) if each and each.task]
        tasks += [each for each in (self._hands_free_task, self._check_task) if each]
        self.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._attention.close()
        await self._close_recognizer()

    def _begin(self) -> None:
        self._host.speech.voice.pause()
        dictation = self._words.begin()
        listener = Listener(
            microphone=self._settings.microphone,
            language=self._settings.language,
            on_text=dictation.show,
            on_state=lambda state: self._on_state(utterance, state),
        )
        utterance = self._utterance = _Utterance(dictation, listener)
        self._show_state()
        task = utterance.task = event_loop.spawn(self._listen(utterance))
        # Also of a task that was cancelled before its first step.
        task.add_done_callback(lambda _: self._on_ended(utterance))

    async def _listen(self, utterance: _Utterance) -> None:
        try:
            words = await utterance.listener.run(await self._current_recognizer())
            utterance.is_taken = True
            self._words.take(utterance.dictation, words)
            if utterance.listener.has_reached_limit:
                self._words.report_limit(round(MAX_SECONDS / 60))
        except RecognitionError as error:
            self._words.report(error)

    def _on_ended(self, utterance: _Utterance) -> None:
        self._on_state(utterance, ListenerState.ENDED)
        if not utterance.is_taken:
            self._words.drop(utterance.dictation)

    def _on_state(self, utterance: _Utterance, state: ListenerState) -> None:
        utterance.state = state
        if state in {ListenerState.TRANSCRIBING, ListenerState.ENDED} and utterance is self._utterance:
            self._utterance = None
            self._awaited.append(utterance)
            self.sign.show_closed()
        if state is ListenerState.OPENING:
            self.sign.show_open(lambda: utterance.listener.level)
        elif state is ListenerState.LISTENING:
            self._attention.listen()
        elif state is ListenerState.TRANSCRIBING:
            self._attention.think()
        elif utterance in self._awaited:
            self._awaited.remove(utterance)
        self._show_state()

    def _end_utterances(self) -> None:
        for utterance in (*self._awaited, self._utterance):
            if utterance and utterance.task:
                utterance.task.cancel()

    def _show_state(self) -> None:
        """Show the newest state in the composer, and stop with Esc."""
        newest = self._utterance or (self._awaited[-1] if self._awaited else None)
        state = newest.state if newest else self._hands_free_state
        is_deaf = newest is None and self._is_audible and state is not ListenerState.ENDED
        self.sign.strip.show_state(_DEAF if is_deaf else _STATES[state])
        self._host.composer.set_listening(state is not ListenerState.ENDED, is_hands_free=self.is_hands_free)

    # Hands-free

    def _begin_hands_free(self) -> None:
        task = self._hands_free_task = event_loop.spawn(self._listen_on())
        task.add_done_callback(lambda _: self._on_hands_free_ended())
        self.hands_free_changed.emit()

    def _end_hands_free(self) -> None:
        if self._hands_free_task:
            self._hands_free_task.cancel()

    async def _listen_on(self) -> None:
        try:
            hands_free = self._hands_free = HandsFree(
                await self._current_recognizer(),
                microphone=self._settings.microphone,
                language=self._settings.language,
                on_text=self._on_partial_words,
                on_state=self._on_hands_free_state,
                on_error=self._words.report,
            )
            self.sign.show_open(lambda: hands_free.level)
            self._set_deaf(self._is_audible)
            async with aclosing(hands_free.utterances()) as utterances:
                async for words in utterances:
                    dictation, self._dictation = self._dictation or self._words.begin(), None
                    self._words.take(dictation, words)
        except RecognitionError as error:
            self._words.report(error)

    def _on_hands_free_ended(self) -> None:
        self._hands_free = self._hands_free_task = None
        self._drop_partial_words()
        self.sign.show_closed()
        self._attention.end()
        self._on_hands_free_state(ListenerState.ENDED)
        self.hands_free_changed.emit()

    def _on_hands_free_state(self, state: ListenerState) -> None:
        self._hands_free_state = state
        self._show_state()

    def _on_partial_words(self, words: str) -> None:
        self._dictation = self._dictation or self._words.begin()
        self._dictation.show(words)

    def _drop_partial_words(self) -> None:
        dictation, self._dictation = self._dictation, None
        if dictation:
            dictation.cancel()

    def _on_level(self, level: float) -> None:
        if self._hands_free:
            self._attention.note_level(level)

    def _set_deaf(self, is_deaf: bool) -> None:
        """Ignore the microphone while she speaks; it would record her own voice."""
        if self._hands_free is None:
            return
        if is_deaf:
            self._drop_partial_words()
        self._hands_free.set_deaf(is_deaf)
        self.sign.show_deaf(is_deaf)
        self._show_state()

    async def _check(self, settings: ListeningSettings, row: ListeningTestRow) -> None:
        await MicrophoneCheck(settings, await self._key_of(settings), row, self.sign).run()

    @property
    def _is_audible(self) -> bool:
        return self._host.speech.voice.is_audible

    @property
    def _settings(self) -> ListeningSettings:
        return self._host.settings.now.listening

    async def _current_recognizer(self) -> SpeechRecognizer:
        """Return the recogniser of the settings. It is kept with its connections or its model.

        Raises RecognitionError if it is not set up.
        """
        settings = self._settings
        key = await self._key_of(settings)
        wanted = (settings.engine, settings.server_url, settings.recognition_model, settings.model_folder, key)
        if self._recognizer is None or self._recognizer[0] != wanted:
            await self._close_recognizer()
            self._recognizer = wanted, recognizer_of(settings, key)
        return self._recognizer[1]

    async def _key_of(self, settings: ListeningSettings) -> str:
        """Return the key of the recogniser's server; empty without one."""
        return await self._host.keys.store.server_key(settings.server_url, settings.key_env)

    async def _close_recognizer(self) -> None:
        before, self._recognizer = self._recognizer, None
        if before:
            await before[1].aclose()

    def _on_visible_changed(self, is_visible: bool) -> None:
        if not is_visible:
            self._end_hands_free()

    def _on_enabled_changed(self, _before: Settings, after: Settings) -> None:
        if not after.listening.enabled:
            self.cancel()


_CHECK_SECONDS = 5.0


class MicrophoneCheck:
    """Listens once, for at most _CHECK_SECONDS, and shows it in a row of the settings."""

    def __init__(self, settings: ListeningSettings, key: str, row: ListeningTestRow, sign: MicrophoneIndicator) -> None:
        self._settings, self._key, self._row, self._sign = settings, key, row, sign
        self._recorded_at = 0.0
        self._listener = Listener(
            microphone=settings.microphone,
            language=settings.language,
            ends_after_silence=True,
            on_text=lambda _: None,
            on_state=self._on_state,
        )

    async def run(self) -> None:
        """Listen, and show the words or why there are none."""
        pushed = self._sign.level_changed.connect(self._row.meter.push)
        try:
            words = await self._words()
            self._row.show_result(words, time.monotonic() - self._recorded_at)
        except RecognitionError as error:
            self._row.show_failure(error)
        finally:
            self._sign.level_changed.disconnect(pushed)
            self._sign.show_closed()

    async def _words(self) -> str:
        async with aclosing(recognizer_of(self._settings, self._key)) as recognizer:
            limit = asyncio.get_running_loop().call_later(_CHECK_SECONDS, self._listener.finish)
            try:
                return await self._listener.run(recognizer)
            finally:
                limit.cancel()

    def _on_state(self, state: ListenerState) -> None:
        if state is ListenerState.LISTENING:
            self._row.show_state(tr("Listening…"))
            self._sign.show_open(lambda: self._listener.level)
        elif state is ListenerState.TRANSCRIBING:
            self._recorded_at = time.monotonic()
            self._row.show_state(tr("Writing down…"))
            self._sign.show_closed()
