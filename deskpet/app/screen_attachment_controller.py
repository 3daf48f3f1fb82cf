"""Attach the pictures of the screen that the user asks for in the composer."""

from PySide6.QtCore import QObject

from deskpet.app.screenshot_controller import ScreenshotController
from deskpet.chat.tool import ToolFailed
from deskpet.tools.screenshot import ScreenshotArea
from deskpet.translation import tr
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.platform import event_loop


class ScreenAttachmentController(QObject):
    """Takes one picture after each choice of the user; it is sent with the message that he writes, and not before."""

    def __init__(self, chat: ChatWindow, screenshots: ScreenshotController) -> None:
        super().__init__()
        self._chat, self._screenshots = chat, screenshots
        chat.composer.screen_requested.connect(self._on_requested)

    def _on_requested(self, area: ScreenshotArea) -> None:
        if self._screenshots.is_busy:
            self._chat.show_toast(lambda: tr("Another picture of the screen is being looked at. Finish it first."))
        else:
            event_loop.spawn(self._attach(area))

    async def _attach(self, area: ScreenshotArea) -> None:
        try:
            picture = await self._screenshots.take_picture(area, for_draft=True)
        except ToolFailed as error:
            why = str(error)
            self._chat.show_toast(lambda: why)
            return
        if picture is not None:
            self._chat.composer.add_picture(picture)
            self._chat.bring()
            self._chat.composer.setFocus()
