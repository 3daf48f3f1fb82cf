"""Base of the pages of the settings that list what the database holds."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from deskpet.ui.settings.banner import Banner, BannerText


class StoredPage(QWidget):
    """Asks for its list each time it is shown; the results of its actions are in its banner."""

    def __init__(self) -> None:
        super().__init__()
        self.banner = Banner()

    def refresh(self) -> None:
        """Ask for the list."""
        raise NotImplementedError

    def show_message(self, message: BannerText | None) -> None:
        """Show the result of an action, or why the list can't be read; None hides it."""
        self.banner.show_message(message)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
