"""Card of the settings for the microphone, and what turns speech into text."""

from collections.abc import Callable
from typing import Any

from deskpet.translation import tr
from deskpet.ui.settings.device_row import DeviceRow
from deskpet.ui.settings.listening_test_row import ListeningTestRow
from deskpet.ui.settings.model_folder_row import ModelFolderRow
from deskpet.ui.settings.setting_rows import AddField, AddRow
from deskpet.ui.settings.settings_form import field_of
from deskpet.ui.widgets.form import FormCard

_SECTION = "listening"


class ListeningCard(FormCard):
    """Rows of the section [listening], and a test of them."""

    def __init__(self, add_field: AddField, add_row: AddRow, setter: Callable[[str], Callable[[Any], None]]) -> None:
        """setter: returns what changes a setting of the section."""
        help_text = tr("What you say becomes your message. Nothing that the microphone hears is kept.")
        super().__init__("microphone", tr("Listening"), help_text)
        add_field(self, _SECTION, "enabled")
        add_field(self, _SECTION, "microphone_mode")
        add_field(self, _SECTION, "shortcut", "Ctrl+Alt+Space")
        self.microphone_row = DeviceRow(field_of(_SECTION, "microphone"), setter("microphone"))
        add_row(self, _SECTION, "microphone", self.microphone_row)
        add_field(self, _SECTION, "engine")
        add_field(self, _SECTION, "server_url", "https://api.openai.com/v1")
        add_field(self, _SECTION, "recognition_model", "gpt-4o-mini-transcribe")
        add_field(self, _SECTION, "key_env")
        folder = field_of(_SECTION, "model_folder")
        sources = tr(
            "sherpa-onnx offers models among its releases, under asr-models: streaming zipformers show words while you "
            "speak. Each has a licence of its own. Download one, unpack it, and choose its folder. Run here with small "
            "test models only."
        )
        row = ModelFolderRow(folder, tr("Choose the folder of a model"), setter("model_folder"), sources)
        add_row(self, _SECTION, "model_folder", row)
        add_field(self, _SECTION, "language")
        self.test_row = ListeningTestRow()
        self.add(self.test_row)
        add_field(self, _SECTION, "sends_at_release")
