"""Row of the settings that listens for a few seconds, and shows the words and how long they took."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from deskpet.features.listening.ui.level_meter import LevelMeter
from deskpet.translation import join_sentences, tr
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.busy_button import BusyButton
from deskpet.ui.widgets.form import FormRow, text_label

if TYPE_CHECKING:
    from deskpet.chat.messages import NoticeError


class ListeningTestRow(FormRow):
    """The button, the meter while the microphone is open, and the last result.

    requested: Emitted to listen; `show_result` or `show_error` ends it.
    """

    requested = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.button = BusyButton(tr("Say something"), "secondary")
        self.button.setObjectName("listening_test")
        self.button.setAccessibleDescription(tr("Listens for at most five seconds, and shows what was understood."))
        self.button.triggered.connect(self._request)
        self.meter, self._state = LevelMeter(), text_label("", "field_help")
        self._state.setWordWrap(False)
        self.banner = Banner()
        self.column.addLayout(self._line())
        self.column.addWidget(self.banner)
        self.end()

    def _line(self) -> QHBoxLayout:
        self._open = QWidget()
        inner = QHBoxLayout(self._open)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(theme.S3)
        inner.addWidget(self._state)
        inner.addWidget(self.meter, 1)
        self._open.hide()
        line = QHBoxLayout()
        line.setSpacing(theme.S3)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        line.addWidget(self._open, 1)
        return line

    def show_state(self, state: str) -> None:
        """Show a translated state and the meter beside it; an empty one hides both."""
        self._state.setText(state)
        self._open.setVisible(bool(state))

    def show_result(self, words: str, seconds: float) -> None:
        """Show the words, and the seconds between the end of the recording and them."""
        self._end()
        if not words:
            text = tr("The microphone works, but nobody spoke. Try it again, closer to it.")
            self.banner.show_message(BannerText("info", tr("No words were heard"), text))
            return
        told = tr("The words came {n} ms after the end of the recording.", n=round(seconds * 1000))
        self.banner.show_message(BannerText("success", tr("“{words}”", words=words), told))

    def show_error(self, error: "NoticeError") -> None:
        """Show why there are no words."""
        self._end()
        self.banner.show_message(BannerText("error", error.title, join_sentences(error.cause, error.next_step)))

    def _end(self) -> None:
        self.button.set_busy(False)
        self.show_state("")
        self.meter.clear()

    def _request(self) -> None:
        self.banner.show_message(None)
        self.requested.emit()
