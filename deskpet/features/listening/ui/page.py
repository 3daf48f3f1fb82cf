"""The card of the microphone in the settings, a row that tries it, and the list of microphones."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from deskpet.config.choices import ListeningEngine
from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.listening.ui.level_meter import LevelMeter
from deskpet.features.voice.ui.rows import DeviceRow, ModelFolderRow, TrialRow, show_devices
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import line_in, text_label
from deskpet.ui.widgets.keys_row import KeysRow

if TYPE_CHECKING:
    from deskpet.features.listening.controller import ListeningController


class ListeningTestRow(TrialRow):
    """Lets the user say something, with a meter while the microphone is open."""

    def __init__(self) -> None:
        super().__init__(tr("Say something"), "listening_test")
        self.button.setAccessibleDescription(tr("Listens for at most five seconds, and shows what was understood."))
        self.meter, self._state = LevelMeter(), text_label("", "field_help")
        self._state.setWordWrap(False)
        self._open = QWidget()
        line_in(self._open, theme.S3, self._state, (self.meter, 1))
        self._open.hide()
        self.line.addWidget(self._open, 1)

    def show_state(self, state: str) -> None:
        """Show a translated state and the meter beside it; an empty one hides both."""
        self._state.setText(state)
        self._open.setVisible(bool(state))

    def show_message(self, message: BannerText | None) -> None:
        super().show_message(message)
        self.show_state("")
        self.meter.clear()

    def show_result(self, words: str, seconds: float) -> None:
        """Show the words, and the seconds between the end of the recording and them."""
        if not words:
            text = tr("The microphone works, but nobody spoke. Try it again, closer to it.")
            self.show_message(BannerText("info", tr("No words were heard"), text))
            return
        told = tr("The words came {n} ms after the end of the recording.", n=round(seconds * 1000))
        self.show_message(BannerText("success", tr("“{words}”", words=words), told))


def _uses_server(settings: Settings) -> bool:
    return settings.listening.engine is ListeningEngine.OPENAI


_folder_row = partial(
    ModelFolderRow,
    tr_noop("Choose the folder of a model"),
    tr_noop(
        "sherpa-onnx offers models among its releases, under asr-models: streaming zipformers show words while you "
        "speak. Each has a licence of its own. Download one, unpack it, and choose its folder. Run here with small "
        "test models only."
    ),
)
CARD = Card(
    "microphone",
    tr_noop("Listening"),
    tr_noop("What you say becomes your message. Nothing that the microphone hears is kept."),
    "listening",
    (
        *("enabled", "microphone_mode"),
        Field("shortcut", row=KeysRow),
        Field("microphone", row=DeviceRow),
        "engine",
        Field("server_url", "https://api.openai.com/v1", _uses_server),
        Field("recognition_model", "gpt-4o-mini-transcribe", _uses_server),
        Field("key_env", shown_if=_uses_server),
        Field("model_folder", "", lambda settings: not _uses_server(settings), _folder_row),
        *("language", lambda _: ListeningTestRow(), "sends_at_release"),
    ),
)


def _connect(page: QWidget, host: Host, listening: "ListeningController | None") -> None:
    """Make the card of the microphone work."""
    if not listening:
        return
    row, microphones = part_of(page, ListeningTestRow), page.findChild(DeviceRow, "listening_microphone")
    assert microphones
    row.requested.connect(lambda: listening.check(host.settings.now.listening, row))
    microphones.names_requested.connect(lambda: event_loop.spawn(show_devices(microphones, _microphones)))


def _microphones() -> Iterable[str]:
    from deskpet.features.listening.recognition import input_device

    return input_device.microphones()


PAGE = PageContent((CARD,), _connect)
