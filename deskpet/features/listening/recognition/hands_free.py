"""Listens all the time: finds utterances in the sound of an open microphone, and yields their words."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

from deskpet.features.listening.recognition.listener import ListenerState
from deskpet.features.listening.recognition.microphone import BLOCK_SECONDS, Microphone, OpenInput
from deskpet.features.listening.recognition.recognizer import RecognitionError, RecognitionStream, SpeechRecognizer
from deskpet.features.listening.recognition.voice_activity import UtteranceDetector, VoiceActivity
from deskpet.processes.threads import run_in_thread

DEAF_SECONDS = 0.3
"""Seconds for which her own voice is audible after its end: the delay of the devices and the echo of a room."""
# A microphone may suppress silence, so that it takes a while to know that it is blocked.
_MAX_ZEROS = 10.0
# Of speech without a pause, such as that of a television.
_MAX_UTTERANCE = 60.0
# Utterances whose words are awaited. While more are, nothing is heard.
_MAX_WAITING = 4
_MAX_FAILURES = 3


class HandsFree:
    """An open microphone whose utterances end by 0.8 s of silence.

    microphone, language, on_text and on_state: as those of a Listener. on_error: called with the error of an utterance,
    after which it listens on; the third one in a row is raised.
    """

    def __init__(
        self,
        recognizer: SpeechRecognizer,
        *,
        microphone: str = "",
        language: str = "",
        on_text: Callable[[str], None],
        on_state: Callable[[ListenerState], None],
        on_error: Callable[[RecognitionError], None],
        open_input: OpenInput | None = None,
    ) -> None:
        self._recognizer, self._language = recognizer, language
        self._on_text, self._on_state, self._on_error = on_text, on_state, on_error
        self._microphone = Microphone(microphone, max_zeros=_MAX_ZEROS, open_input=open_input)
        self._heard: asyncio.Queue[RecognitionStream | None] = asyncio.Queue()
        # On the clock of time.monotonic.
        self._deaf_until = 0.0
        self._failures = 0
        self._text = ""

    @property
    def level(self) -> float:
        """The loudness that the microphone hears, 0..1; 0 while deaf."""
        return 0.0 if self._is_deaf else self._microphone.level

    def set_deaf(self, is_deaf: bool) -> None:
        """Hear nothing from now on, because she speaks; or hear again, DEAF_SECONDS after she has ended.

        An utterance that has not ended when she begins to speak is dropped.
        """
        self._deaf_until = float("inf") if is_deaf else time.monotonic() + DEAF_SECONDS

    async def utterances(self) -> AsyncGenerator[str]:
        """Open the microphone, and yield the words of each utterance until the iterator is closed.

        Raises RecognitionError: without silero, of the microphone, and of a recogniser (see on_error).
        """
        self._on_state(ListenerState.OPENING)
        recording = asyncio.ensure_future(self._record())
        try:
            while (stream := await self._heard.get()) is not None:
                async with aclosing(stream):
                    self._on_state(ListenerState.TRANSCRIBING)
                    words = await self._words(stream)
                if not recording.done():
                    self._on_state(ListenerState.LISTENING)
                if words:
                    yield words
            await recording
        finally:
            recording.cancel()
            with suppress(asyncio.CancelledError, RecognitionError):
                await recording
            while not self._heard.empty():
                if stream := self._heard.get_nowait():
                    await stream.aclose()
            self._on_state(ListenerState.ENDED)

    @property
    def _is_deaf(self) -> bool:
        return time.monotonic() < self._deaf_until

    @property
    def _can_hear(self) -> bool:
        return not self._is_deaf and self._heard.qsize() < _MAX_WAITING

    async def _words(self, stream: RecognitionStream) -> str:
        """Return the words of an utterance; empty if it failed and that was reported. Raises RecognitionError."""
        try:
            words = await stream.finish()
        except RecognitionError as error:
            self._failures += 1
            if self._failures >= _MAX_FAILURES:
                raise
            self._on_error(error)
            return ""
        self._failures = 0
        return words

    async def _record(self) -> None:
        """Queue the utterances that the microphone hears, None at the end. Raises RecognitionError."""
        try:
            finder = await run_in_thread(VoiceActivity)
            await self._microphone.open()
            self._on_state(ListenerState.LISTENING)
            async with aclosing(self._microphone.blocks()) as blocks:
                while True:
                    await self._hear(finder, blocks)
        finally:
            self._heard.put_nowait(None)
            await self._microphone.close()

    async def _hear(self, finder: VoiceActivity, blocks: AsyncGenerator[bytes]) -> None:
        """Queue the next utterance; return without one if she begins to speak. Raises RecognitionError."""
        detector, stream, seconds = UtteranceDetector(finder), None, 0.0
        try:
            async for block in blocks:
                if not self._can_hear:
                    return
                for each in detector.feed(block):
                    stream = stream or self._recognizer.begin(self._language)
                    stream.feed(each)
                    seconds += BLOCK_SECONDS
                self._show(stream.text if stream is not None else "")
                if stream is not None and (detector.has_ended or seconds >= _MAX_UTTERANCE):
                    self._heard.put_nowait(stream)
                    stream = None
                    return
        finally:
            if stream is not None:
                await stream.aclose()
                self._show("")

    def _show(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self._on_text(text)
