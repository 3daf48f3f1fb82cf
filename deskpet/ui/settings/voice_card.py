"""Card of the settings for the character's voice."""

from collections.abc import Callable
from typing import Any

from deskpet.translation import tr
from deskpet.ui.settings.device_row import DeviceRow
from deskpet.ui.settings.model_folder_row import ModelFolderRow
from deskpet.ui.settings.setting_rows import AddField, AddRow
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.settings.voice_test_row import VoiceTestRow
from deskpet.ui.widgets.form import FormCard

_SECTION = "voice"


class VoiceCard(FormCard):
    """Rows of the section [voice], and a test of them."""

    def __init__(self, add_field: AddField, add_row: AddRow, setter: Callable[[str], Callable[[Any], None]]) -> None:
        """setter: returns what changes a setting of the section."""
        help_text = tr("She reads her answers aloud while they are written. Code, tables and links are left out.")
        super().__init__("voice", tr("Her voice"), help_text)
        add_field(self, _SECTION, "enabled")
        add_field(self, _SECTION, "engine")
        add_field(self, _SECTION, "server_url", "https://api.openai.com/v1")
        sources = tr(
            "sherpa-onnx offers voices among its releases, under tts-models: Piper's (each with a licence of its own), "
            "Kokoro-82M (Apache-2.0), MeloTTS (MIT) and Kitten (Apache-2.0). Piper's and Kitten's need the "
            "program espeak-ng as well. Download one, unpack it, and choose its folder."
        )
        folder = field_of(_SECTION, "model_folder")
        row = ModelFolderRow(folder, tr("Choose the folder of a voice"), setter("model_folder"), sources)
        add_row(self, _SECTION, "model_folder", row)
        add_field(self, _SECTION, "speech_model", "gpt-4o-mini-tts")
        add_field(self, _SECTION, "key_env")
        add_field(self, _SECTION, "voice", "alloy")
        add_field(self, _SECTION, "speed")
        add_field(self, _SECTION, "volume")
        self.output_row = DeviceRow(field_of(_SECTION, "output"), setter("output"))
        add_row(self, _SECTION, "output", self.output_row)
        add_field(self, _SECTION, "output_delay")
        self.test_row = VoiceTestRow()
        self.add(self.test_row)
        add_field(self, _SECTION, "motion_sound_volume")
        add_field(self, _SECTION, "stage_directions")
        add_field(self, _SECTION, "stop_silences_only")
