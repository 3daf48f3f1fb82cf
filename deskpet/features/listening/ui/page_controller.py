"""Connect the rows of the settings that try the microphone, and list the microphones."""

from PySide6.QtWidgets import QWidget

from deskpet.features.listening.controller import ListeningController
from deskpet.features.listening.ui.listening_card import ListeningCard
from deskpet.features.voice.ui.device_row import DeviceRow
from deskpet.ui.platform import event_loop


def connect(page: QWidget, listening: ListeningController) -> None:
    """Make the card of the microphone work."""
    card = page.findChild(ListeningCard)
    assert card
    card.test_row.requested.connect(lambda: listening.check(card.settings, card.test_row))
    card.microphone_row.names_requested.connect(lambda: event_loop.spawn(_list_microphones(card.microphone_row)))


async def _list_microphones(row: DeviceRow) -> None:
    """Show the names of the microphones in the row; none if they can't be listed."""
    from deskpet.features.listening.recognition.input_device import microphones
    from deskpet.features.listening.recognition.recognition_error import RecognitionError

    try:
        row.show_names(await event_loop.in_thread(microphones))
    except RecognitionError as error:
        row.show_error(str(error))
