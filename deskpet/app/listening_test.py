"""Try the microphone and the recogniser of the settings, and list the microphones."""

import asyncio
import time

from deskpet.app.microphone_indicator import MicrophoneIndicator
from deskpet.config.settings import ListeningSettings
from deskpet.features.listening.recognition.input_device import microphones
from deskpet.features.listening.recognition.listener import Listener, ListenerState
from deskpet.features.listening.recognition.recognition_error import RecognitionError
from deskpet.features.listening.recognition.recognizers import recognizer_of
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.device_row import DeviceRow
from deskpet.ui.settings.listening_test_row import ListeningTestRow

MAX_SECONDS = 5.0


class ListeningTest:
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


async def list_microphones(row: DeviceRow) -> None:
    """Show the names of the microphones in the row; none if they can't be listed."""
    try:
        row.show_names(await event_loop.in_thread(microphones))
    except RecognitionError as error:
        row.show_error(str(error))
