"""Page of her voice in the settings: its card, a row that lets her say something, and the list of loudspeakers."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import Settings, VoiceSettings
from deskpet.features.host import Host, PersonaForm
from deskpet.features.voice.controller import VoiceController
from deskpet.features.voice.persona_voice import persona_voice
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.ui.rows import DeviceRow, ModelFolderRow
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.page import Card, Field
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.widgets.buttons import BusyButton
from deskpet.ui.widgets.form import FormRow

if TYPE_CHECKING:
    from deskpet.chat.messages import NoticeError


class VoiceTestRow(FormRow):
    """The button and the last result.

    requested: Emitted to speak a sentence; `show_result` ends it.
    """

    requested = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.button = BusyButton(tr("Let her say something"), "secondary")
        self.button.setObjectName("voice_test")
        self.button.triggered.connect(self._request)
        self.banner = Banner()
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.banner)
        self.end()

    def clear(self) -> None:
        """Forget the last result."""
        self.banner.show_message(None)

    def show_result(self, error: "NoticeError | None", first_sound: float | None) -> None:
        """Show why nothing, or not everything, could be said; else the seconds until the first sound."""
        self.button.set_busy(False)
        if error is not None:
            self.banner.show_message(BannerText("error", error.title, join_sentences(error.cause, error.next_step)))
        elif first_sound is not None:
            told = tr("The first sound came after {n} ms.", n=round(first_sound * 1000))
            self.banner.show_message(BannerText("success", tr("This is how she sounds"), told))

    def _request(self) -> None:
        self.banner.show_message(None)
        self.requested.emit()


def _has_server(settings: Settings) -> bool:
    return settings.voice.engine.has_server


_folder_row = partial(
    ModelFolderRow,
    tr_noop("Choose the folder of a voice"),
    tr_noop(
        "sherpa-onnx offers voices among its releases, under tts-models: Piper's (each with a licence of its own), "
        "Kokoro-82M (Apache-2.0), MeloTTS (MIT) and Kitten (Apache-2.0). Piper's and Kitten's need the "
        "program espeak-ng as well. Download one, unpack it, and choose its folder."
    ),
)
CARD = Card(
    *("voice", tr_noop("Her voice")),
    tr_noop("She reads her answers aloud while they are written. Code, tables and links are left out."),
    "voice",
    (
        *("enabled", "engine"),
        Field("server_url", "https://api.openai.com/v1", _has_server),
        Field("model_folder", "", lambda settings: settings.voice.engine is VoiceEngine.LOCAL, _folder_row),
        Field("speech_model", "gpt-4o-mini-tts", _has_server),
        Field("key_env", shown_if=_has_server),
        *(Field("voice", "alloy"), "speed", "volume"),
        Field("output", row=DeviceRow),
        *("output_delay", lambda _: VoiceTestRow(), "motion_sound_volume", "stage_directions", "stop_silences_only"),
    ),
)


def connect(page: QWidget, host: Host, voice: VoiceController) -> None:
    """Make the card of the voice work."""
    row, outputs = part_of(page, VoiceTestRow), page.findChild(DeviceRow, "voice_output")
    assert outputs
    row.requested.connect(lambda: event_loop.spawn(_test(voice, host.settings.now.voice, row)))
    outputs.names_requested.connect(lambda: event_loop.spawn(_list_outputs(outputs)))


def connect_personas(page: QWidget, host: Host, voice: VoiceController) -> None:
    """Add the row by which a persona says something below its voice."""
    editor = page.findChild(QWidget, "persona_editor")
    assert isinstance(editor, PersonaForm)
    row = VoiceTestRow()
    editor.add_row(row)
    editor.opened.connect(row.clear)

    def test() -> None:
        editor.settle()
        event_loop.spawn(_test(voice, persona_voice(host.settings.now.voice, editor.persona), row))

    row.requested.connect(test)


async def _test(voice: VoiceController, settings: VoiceSettings, row: VoiceTestRow) -> None:
    sample = await voice.say(tr("Hello! This is how I sound."), settings)
    # The window may be gone.
    if isValid(row):
        row.show_result(sample.error, sample.first_sound)


async def _list_outputs(row: DeviceRow) -> None:
    from deskpet.features.voice.playback import sound_device

    names, trouble = list[str](), ""
    try:
        names = await event_loop.in_thread(sound_device.outputs)
    except SpeechError as error:
        trouble = join_sentences(error.cause, error.next_step)
    if isValid(row):
        row.show_names(names)
        row.show_error(trouble)
