"""Serves the Voice page of the settings: says a sentence, and lists the loudspeakers."""

from PySide6.QtCore import QObject
from shiboken6 import isValid

from deskpet.app.voice_sample import VoiceSample
from deskpet.config.keys import KeyStore
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.playback import sound_device
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.synthesis.http_speech import SpeechClient
from deskpet.features.voice.synthesis.keyed_engine import KeyedEngine
from deskpet.translation import join_sentences, tr
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.device_row import DeviceRow
from deskpet.ui.settings.voice_test_row import VoiceTestRow


class VoicePageController(QObject):
    """Tests voices and lists sound outputs for rows of the settings window."""

    def __init__(self, pet: PetWindow, keys: KeyStore) -> None:
        super().__init__(pet)
        self.sample = VoiceSample(pet)
        self._keys, self._client = keys, SpeechClient()

    def test(self, settings: VoiceSettings, row: VoiceTestRow) -> None:
        """Speak a sentence with these settings, and show the result in the row."""
        event_loop.spawn(self._test(settings, row))

    def list_outputs(self, row: DeviceRow) -> None:
        """Show the sound outputs in the row."""
        event_loop.spawn(self._list_outputs(row))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _test(self, settings: VoiceSettings, row: VoiceTestRow) -> None:
        engine = KeyedEngine(settings, self._keys, self._client)
        result = await self.sample.speak(tr("Hello! This is how I sound."), engine, settings)
        # The window may be gone.
        if isValid(row):
            row.show_result(result.error, result.first_sound)

    async def _list_outputs(self, row: DeviceRow) -> None:
        names, trouble = list[str](), ""
        try:
            names = await event_loop.in_thread(sound_device.outputs)
        except SpeechError as error:
            trouble = join_sentences(error.cause, error.next_step)
        if isValid(row):
            row.show_names(names)
            row.show_error(trouble)
