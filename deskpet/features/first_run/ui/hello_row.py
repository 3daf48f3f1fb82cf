"""Row of the first run with a voice sample, and a button that turns the voice on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.translation import tr
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets.busy_button import BusyButton


class HelloRow(QWidget):
    """Button that plays the sample, and a banner with the result.

    requested: Emitted to play the sample; `show_spoken` or `show_trouble` has to follow.
    voice_wanted: Emitted when the user turns the voice on.
    """

    requested = Signal()
    voice_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.button = BusyButton(tr("Let her say hello aloud"), "secondary")
        self.button.setObjectName("first_run_hello")
        self.button.triggered.connect(self._request)
        self.banner = Banner()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.banner)

    def show_spoken(self) -> None:
        """Offer to turn the voice on."""
        self.button.set_busy(False)
        told = tr("The settings have other voices.")
        self.banner.show_message(
            BannerText("success", tr("This is how she sounds"), told, button=tr("Speak aloud"), act=self._want_voice)
        )

    def show_trouble(self, title: str, text: str) -> None:
        """Show why the sample failed, and what to do."""
        self.button.set_busy(False)
        self.banner.show_message(BannerText("info", title, text))

    def _request(self) -> None:
        self.banner.show_message(None)
        self.requested.emit()

    def _want_voice(self) -> None:
        self.banner.show_message(BannerText("success", tr("She speaks aloud from now on")))
        self.voice_wanted.emit()
