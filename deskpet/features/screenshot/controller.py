"""Pictures of the screen for the tool, and those that the user attaches to his message."""

from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QWidget

from deskpet.chat.tool import ToolFailed
from deskpet.features.host import Host
from deskpet.features.screenshot.tools import ScreenshotArea
from deskpet.features.screenshot.ui.desktop_screenshots import DesktopScreenshots
from deskpet.translation import tr
from deskpet.ui.chat.commands import ChatCommand
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets import language
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.popup_menu import PopupMenu


class ScreenButton(IconButton):
    """Opens a menu of what can be shown.

    chosen: Emitted with a ScreenshotArea: `area`, `window` or `screen`.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget, side: int) -> None:
        """side: in logical pixels at the normal text size."""
        super().__init__("camera", "", parent, side)
        self.clicked.connect(self._open_menu)
        language.keep_translated(self, self._retranslate)

    def _retranslate(self) -> None:
        self.set_icon("camera", tr("Add a picture of the screen"))

    def _open_menu(self) -> None:
        menu = PopupMenu(self)
        menu.add("cut", tr("A part of the screen…"), partial(self.chosen.emit, "area"))
        menu.add("image", tr("The window in front…"), partial(self.chosen.emit, "window"))
        menu.add("computer", tr("The whole screen…"), partial(self.chosen.emit, "screen"))
        # Above the button: the composer is at the bottom of its window.
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 2)))


class ScreenshotController:
    """Takes one picture after each choice of the user; it is sent with the message that he writes, and not before."""

    def __init__(self, host: Host) -> None:
        self._composer, self._chat = host.composer, host.chat
        self.screenshots = DesktopScreenshots()
        host.tools.provide("screenshots", self.screenshots)
        self._ends = (
            host.composer.add_button(self._new_button),
            host.chat.commands.add(ChatCommand("screen_area", "cut", lambda: self._offer("area"))),
        )

    def close(self) -> None:
        """Remove the button and the command."""
        for end in self._ends:
            end()

    def _new_button(self, parent: QWidget, side: int) -> ScreenButton:
        button = ScreenButton(parent, side)
        button.chosen.connect(self._offer)
        return button

    def _offer(self, area: ScreenshotArea) -> None:
        self._composer.offer_picture(lambda: self._take(area))

    def _take(self, area: ScreenshotArea) -> None:
        if self.screenshots.is_busy:
            self._chat.show_toast(lambda: tr("Another picture of the screen is being looked at. Finish it first."))
        else:
            event_loop.spawn(self._attach(area))

    async def _attach(self, area: ScreenshotArea) -> None:
        try:
            picture = await self.screenshots.take_picture(area, for_draft=True)
        except ToolFailed as error:
            why = str(error)
            self._chat.show_toast(lambda: why)
            return
        if picture is not None:
            self._composer.add_picture(picture)
            self._chat.focus_composer()
