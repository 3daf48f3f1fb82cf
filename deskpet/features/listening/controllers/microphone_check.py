"""Try the microphone and the recogniser of the settings."""

import asyncio
import time

from deskpet.config.settings import ListeningSettings
from deskpet.features.listening.controllers.microphone_indicator import MicrophoneIndicator
from deskpet.features.listening.recognition.listener import Listener, ListenerState
from deskpet.features.listening.recognition.recognition_error import RecognitionError
from deskpet.features.listening.recognition.recognizers import recognizer_of
from deskpet.features.listening.ui.listening_test_row import ListeningTestRow
from deskpet.translation import tr

MAX_SECONDS = 5.0


class MicrophoneCheck:
    """Listens once, for at most MAX_SECONDS, and shows it in a row of the settings."""

    def __init__(self, settings: ListeningSettings, key: str, row: ListeningTestRow, sign: MicrophoneIndicator) -> None:
        self._settings, self._key, self._row, self._sign = settings, key, row, sign
        self._recorded_at = 0.0
        self._listener: Listener | None = None

    async def run(self) -> None:
        """Listen, and show the words or why there are none."""
        pushed = self._sign.level_changed.connect(self._row.meter.push)
        try:
            words = await self._words()
            self._row.show_result(words, time.monotonic() - self._recorded_at)
        except RecognitionError as error:
            self._row.show_error(error)
        finally:
            self._sign.level_changed.disconnect(pushed)
            self._sign.show_closed()

    async def _words(self) -> str:
        recognizer = recognizer_of(self._settings, self._key)
        listener = self._listener = Listener(
            recognizer,
            microphone=self._settings.microphone,
            language=self._settings.language,
            ends_after_silence=True,
            on_text=lambda _: None,
            on_state=self._on_state,
        )
        limit = asyncio.get_running_loop().call_later(MAX_SECONDS, listener.finish)
        try:
            return await listener.run()
        finally:
            limit.cancel()
            await recognizer.aclose()

    def _on_state(self, state: ListenerState) -> None:
        listener = self._listener
        if state is ListenerState.LISTENING and listener:
            self._row.show_state(tr("Listening…"))
            self._sign.show_open(lambda: listener.level)
        elif state is ListenerState.TRANSCRIBING:
            self._recorded_at = time.monotonic()
            self._row.show_state(tr("Writing down…"))
            self._sign.show_closed()
