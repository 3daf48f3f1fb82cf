"""Page of her voice in the settings: its card, a row that lets her say something, and the list of loudspeakers."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.chat.messages import NoticeError
from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import Settings, VoiceSettings
from deskpet.features.host import Host, PersonaForm
from deskpet.features.voice.controller import VoiceController
from deskpet.features.voice.synthesis.engine import persona_voice
from deskpet.features.voice.ui.rows import DeviceRow, ModelFolderRow, TrialRow, show_devices
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import part_of


class VoiceTestRow(TrialRow):
    """Lets her say something."""

    def __init__(self) -> None:
        super().__init__(tr("Let her say something"), "voice_test")

    def show_result(self, error: NoticeError | None, first_sound: float | None) -> None:
        """Show why nothing, or not everything, could be said; else the seconds until the first sound."""
        if error is not None:
            self.show_failure(error)
        elif first_sound is None:
            self.show_message(None)
        else:
            told = tr("The first sound came after {n} ms.", n=round(first_sound * 1000))
            self.show_message(BannerText("success", tr("This is how she sounds"), told))


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
    "voice",
    tr_noop("Her voice"),
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


def _connect(page: QWidget, host: Host, voice: VoiceController | None) -> None:
    """Make the card of the voice work."""
    if not voice:
        return
    row, outputs = part_of(page, VoiceTestRow), page.findChild(DeviceRow, "voice_output")
    assert outputs
    row.requested.connect(lambda: event_loop.spawn(_test(voice, host.settings.now.voice, row)))
    outputs.names_requested.connect(lambda: event_loop.spawn(show_devices(outputs, _outputs, _reason)))


def _connect_personas(page: QWidget, host: Host, voice: VoiceController | None) -> None:
    """Add the row by which a persona says something below its voice."""
    if not voice:
        return
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


def _outputs() -> Iterable[str]:
    from deskpet.features.voice.playback import sound_device

    return sound_device.outputs()


def _reason(error: NoticeError) -> str:
    return join_sentences(error.cause, error.next_step)


PAGE, PERSONA_PAGE = PageContent((CARD,), _connect), PageContent(connect=_connect_personas)
