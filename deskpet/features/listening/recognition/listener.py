"""Listens to one utterance: from the press of a key until its words are known."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from enum import Enum, auto

from deskpet.features.listening.recognition.microphone import BLOCK_SECONDS, Microphone, OpenInput
from deskpet.features.listening.recognition.recognizer import MAX_SECONDS, RecognitionStream, SpeechRecognizer
from deskpet.features.listening.recognition.voice_activity import UtteranceDetector, speech_finder
from deskpet.processes.threads import run_in_thread

# What the user presses a key for may begin quietly.
_LEAD_SECONDS = 1.0
# Sound after the key was released: the device is late, and a finger is faster than the end of a word.
_TAIL_SECONDS = 0.13
# Seconds without speech after which a listener that ends by itself gives up.
_NOTHING_SECONDS = 10.0
# Between two looks at the words of a server.
_POLL_SECONDS = 0.05


class ListenerState(Enum):
    """The state of a listener.

    OPENING: the microphone opens. LISTENING: it hears. TRANSCRIBING: an utterance has ended and its words are awaited.
    ENDED: the microphone is closed and nothing is awaited.
    """

    OPENING = auto()
    LISTENING = auto()
    TRANSCRIBING = auto()
    ENDED = auto()


class Listener:
    """One utterance by push to talk, or by a switch that also ends by itself. It is used once.

    microphone: its name, or empty for that of the system. language: "en", "zh", "ja", or "" to find it out.
    ends_after_silence: end after 0.8 s of silence, or when nothing was said for ten seconds; it can be set meanwhile.
    on_text: called with the words so far. on_state: called with each new state.
    has_reached_limit: whether the recording was ended because it was MAX_SECONDS long.
    """

    def __init__(
        self,
        *,
        microphone: str = "",
        language: str = "",
        ends_after_silence: bool = False,
        on_text: Callable[[str], None],
        on_state: Callable[[ListenerState], None],
        open_input: OpenInput | None = None,
    ) -> None:
        self._language = language
        self.ends_after_silence = ends_after_silence
        self._on_text, self._on_state = on_text, on_state
        self._microphone = Microphone(microphone, open_input=open_input)
        self._is_finishing = self.has_reached_limit = False
        self._text = ""

    @property
    def level(self) -> float:
        """The loudness that the microphone hears, 0..1."""
        return self._microphone.level

    async def run(self, recognizer: SpeechRecognizer) -> str:
        """Listen, and return the words; empty if nothing was said. Raises RecognitionError.

        Nothing is given to a recogniser before speech is found, because they make words of silence.
        """
        try:
            async with aclosing(recognizer.begin(self._language)) as stream:
                if not await self._record(stream):
                    return ""
                self._on_state(ListenerState.TRANSCRIBING)
                return await self._words(stream)
        finally:
            self._on_state(ListenerState.ENDED)

    def finish(self) -> None:
        """End the recording: the key was released. It may not have begun yet."""
        self._is_finishing = True

    async def _record(self, stream: RecognitionStream) -> bool:
        """Give an utterance to the stream. Returns whether there was speech. Raises RecognitionError."""
        self._on_state(ListenerState.OPENING)
        loading = asyncio.ensure_future(run_in_thread(speech_finder))
        try:
            await self._microphone.open()
            detector = UtteranceDetector(await loading, lead_seconds=_LEAD_SECONDS)
            self._on_state(ListenerState.LISTENING)
            async with aclosing(self._microphone.blocks()) as blocks:
                await self._feed(stream, detector, blocks)
            return detector.has_begun
        finally:
            loading.cancel()
            await self._microphone.close()

    async def _feed(
        self, stream: RecognitionStream, detector: UtteranceDetector, blocks: AsyncGenerator[bytes]
    ) -> None:
        seconds = 0.0
        # What came while the detector was loaded was said before the key was released.
        tail = -self._microphone.waiting_seconds if self._is_finishing else 0.0
        async for block in blocks:
            for each in detector.feed(block):
                stream.feed(each)
            self._show(stream.text)
            seconds += BLOCK_SECONDS
            tail += BLOCK_SECONDS if self._is_finishing else 0.0
            self.has_reached_limit = seconds >= MAX_SECONDS
            if tail >= _TAIL_SECONDS or self.has_reached_limit or self._has_ended(detector):
                return

    def _has_ended(self, detector: UtteranceDetector) -> bool:
        """Return whether a listener that ends by itself has heard everything."""
        is_nothing = not detector.has_begun and detector.silent_seconds >= _NOTHING_SECONDS
        return self.ends_after_silence and (detector.has_ended or is_nothing)

    async def _words(self, stream: RecognitionStream) -> str:
        """Return the final words, and show those that come before. Raises RecognitionError."""
        finishing = asyncio.ensure_future(stream.finish())
        try:
            while not finishing.done():
                await asyncio.wait({finishing}, timeout=_POLL_SECONDS)
                self._show(stream.text)
            return finishing.result()
        finally:
            finishing.cancel()

    def _show(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self._on_text(text)
