"""Card of the settings for the character's voice."""

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import Settings, VoiceSettings
from deskpet.features.voice.ui.device_row import DeviceRow
from deskpet.features.voice.ui.model_folder_row import ModelFolderRow
from deskpet.features.voice.ui.voice_test_row import VoiceTestRow
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets.form import FormCard

_SECTION = "voice"


class VoiceCard(FormCard):
    """Rows of the section [voice], and a test of them."""

    def __init__(self, form: Form) -> None:
        help_text = tr("She reads her answers aloud while they are written. Code, tables and links are left out.")
        super().__init__("voice", tr("Her voice"), help_text)
        self._form = form
        form.add_field(self, _SECTION, "enabled")
        form.add_field(self, _SECTION, "engine")
        form.add_field(self, _SECTION, "server_url", "https://api.openai.com/v1", shown_if=_has_server)
        sources = tr(
            "sherpa-onnx offers voices among its releases, under tts-models: Piper's (each with a licence of its own), "
            "Kokoro-82M (Apache-2.0), MeloTTS (MIT) and Kitten (Apache-2.0). Piper's and Kitten's need the "
            "program espeak-ng as well. Download one, unpack it, and choose its folder."
        )
        folder = field_of(_SECTION, "model_folder")
        row = ModelFolderRow(folder, tr("Choose the folder of a voice"), form.setter(_SECTION, "model_folder"), sources)
        form.add_row(self, _SECTION, "model_folder", row, lambda settings: settings.voice.engine is VoiceEngine.LOCAL)
        form.add_field(self, _SECTION, "speech_model", "gpt-4o-mini-tts", shown_if=_has_server)
        form.add_field(self, _SECTION, "key_env", shown_if=_has_server)
        form.add_field(self, _SECTION, "voice", "alloy")
        form.add_field(self, _SECTION, "speed")
        form.add_field(self, _SECTION, "volume")
        self.output_row = DeviceRow(field_of(_SECTION, "output"), form.setter(_SECTION, "output"))
        form.add_row(self, _SECTION, "output", self.output_row)
        form.add_field(self, _SECTION, "output_delay")
        self.test_row = VoiceTestRow()
        self.add(self.test_row)
        form.add_field(self, _SECTION, "motion_sound_volume")
        form.add_field(self, _SECTION, "stage_directions")
        form.add_field(self, _SECTION, "stop_silences_only")

    @property
    def settings(self) -> VoiceSettings:
        """The settings of the form, with the last valid changes."""
        return self._form.settings.voice


def _has_server(settings: Settings) -> bool:
    return settings.voice.engine.has_server
