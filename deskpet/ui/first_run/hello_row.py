"""Row of the first run that lets her say hello aloud, and switches her voice on if the user likes it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets.busy_button import BusyButton
from deskpet.words import tr


class HelloRow(QWidget):
    """The button, and below it what came of it.

    requested: Emitted to say hello aloud; `show_spoken` or `show_trouble` ends it.
    voice_wanted: Emitted when she is to speak aloud from now on.
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
        """Offer to let her speak aloud from now on."""
        self.button.set_busy(False)
        told = tr("The settings have other voices.")
        self.banner.show_message(
            BannerText("success", tr("This is how she sounds"), told, button=tr("Speak aloud"), act=self._want_voice)
        )

    def show_trouble(self, title: str, text: str) -> None:
        """Show why she can't be heard, and what would help."""
        self.button.set_busy(False)
        self.banner.show_message(BannerText("info", title, text))

    def _request(self) -> None:
        self.banner.show_message(None)
        self.requested.emit()

    def _want_voice(self) -> None:
        self.banner.show_message(BannerText("success", tr("She speaks aloud from now on")))
        self.voice_wanted.emit()
