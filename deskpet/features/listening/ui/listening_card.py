"""Card of the settings for the microphone, and what turns speech into text."""

from deskpet.config.choices import ListeningEngine
from deskpet.config.settings import ListeningSettings, Settings
from deskpet.features.listening.ui.listening_test_row import ListeningTestRow
from deskpet.features.voice.ui.device_row import DeviceRow
from deskpet.features.voice.ui.model_folder_row import ModelFolderRow
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets.form import FormCard

_SECTION = "listening"


class ListeningCard(FormCard):
    """Rows of the section [listening], and a test of them."""

    def __init__(self, form: Form) -> None:
        help_text = tr("What you say becomes your message. Nothing that the microphone hears is kept.")
        super().__init__("microphone", tr("Listening"), help_text)
        self._form = form
        form.add_field(self, _SECTION, "enabled")
        form.add_field(self, _SECTION, "microphone_mode")
        form.add_field(self, _SECTION, "shortcut", "Ctrl+Alt+Space")
        self.microphone_row = DeviceRow(field_of(_SECTION, "microphone"), form.setter(_SECTION, "microphone"))
        form.add_row(self, _SECTION, "microphone", self.microphone_row)
        form.add_field(self, _SECTION, "engine")
        form.add_field(self, _SECTION, "server_url", "https://api.openai.com/v1", _uses_server)
        form.add_field(self, _SECTION, "recognition_model", "gpt-4o-mini-transcribe", _uses_server)
        form.add_field(self, _SECTION, "key_env", shown_if=_uses_server)
        folder = field_of(_SECTION, "model_folder")
        sources = tr(
            "sherpa-onnx offers models among its releases, under asr-models: streaming zipformers show words while you "
            "speak. Each has a licence of its own. Download one, unpack it, and choose its folder. Run here with small "
            "test models only."
        )
        row = ModelFolderRow(folder, tr("Choose the folder of a model"), form.setter(_SECTION, "model_folder"), sources)
        form.add_row(self, _SECTION, "model_folder", row, lambda settings: not _uses_server(settings))
        form.add_field(self, _SECTION, "language")
        self.test_row = ListeningTestRow()
        self.add(self.test_row)
        form.add_field(self, _SECTION, "sends_at_release")

    @property
    def settings(self) -> ListeningSettings:
        """The settings of the form, with the last valid changes."""
        return self._form.settings.listening


def _uses_server(settings: Settings) -> bool:
    return settings.listening.engine is ListeningEngine.OPENAI
