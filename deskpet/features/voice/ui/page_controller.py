"""Connect the rows of the settings that let her say something, and the one that lists the loudspeakers."""

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from deskpet.config.settings import VoiceSettings
from deskpet.features.host import Host, PersonaForm
from deskpet.features.voice.controller import VoiceController
from deskpet.features.voice.persona_voice import persona_voice
from deskpet.features.voice.speech_error import SpeechError
from deskpet.features.voice.ui.device_row import DeviceRow
from deskpet.features.voice.ui.voice_card import VoiceCard
from deskpet.features.voice.ui.voice_test_row import VoiceTestRow
from deskpet.translation import join_sentences, tr
from deskpet.ui.platform import event_loop


def connect(page: QWidget, voice: VoiceController) -> None:
    """Make the card of the voice work."""
    card = page.findChild(VoiceCard)
    assert card
    card.test_row.requested.connect(lambda: event_loop.spawn(_test(voice, card.settings, card.test_row)))
    card.output_row.names_requested.connect(lambda: event_loop.spawn(_list_outputs(card.output_row)))


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
