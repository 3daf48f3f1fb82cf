"""Row of the settings that plays a sample of the voice, and shows the delay or the error."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from deskpet.translation import join_sentences, tr
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets.busy_button import BusyButton
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
