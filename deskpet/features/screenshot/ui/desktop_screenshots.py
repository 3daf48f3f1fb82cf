"""Take a picture of the screen for a tool or the draft, and let the user look at it first."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QRect, SignalInstance
from PySide6.QtGui import QGuiApplication, QImage, QScreen
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from deskpet.chat.messages import Image
from deskpet.chat.tool import ToolFailed
from deskpet.features.screenshot.tools import ScreenshotArea
from deskpet.features.screenshot.ui import screen_capture
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.x11 import is_wayland

if TYPE_CHECKING:
    from deskpet.features.screenshot.ui.area_overlay import AreaOverlay
    from deskpet.features.screenshot.ui.review_window import ReviewWindow

# Time until windows that were hidden or closed are gone from the screen: a compositor may fade them out.
_STEP_ASIDE_S = 0.35

_T = TypeVar("_T")
Retake = bool
"""Request for a new picture: whether the character and the chat are on it."""


class DesktopScreenshots:
    """Implements the tools' Screenshots. Pictures are taken one after another, each on request."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._with_pet = False

    @property
    def is_busy(self) -> bool:
        """Whether a picture is being taken or reviewed."""
        return self._lock.locked()

    async def take(self, area: ScreenshotArea) -> Image | None:
        """Return the picture that the user has approved; None if he cancels. Raises ToolFailed."""
        from deskpet.ui.chat import pictures

        picture = await self.take_picture(area)
        if picture is None:
            return None
        return await event_loop.in_thread(partial(pictures.encode, picture))

    async def take_picture(self, area: ScreenshotArea, *, for_draft: bool = False) -> QImage | None:
        """Return the approved picture in its full size; None if the user cancels. Raises ToolFailed.

        for_draft: the picture is not sent at once, but attached to the message that the user writes.
        """
        async with self._lock:
            picture = await self._capture(area)
            while picture is not None:
                outcome = await self._review(picture, for_draft=for_draft)
                if outcome is None or isinstance(outcome, QImage):
                    return outcome
                self._with_pet = outcome
                picture = await self._capture(area)
            return None

    async def _capture(self, area: ScreenshotArea) -> QImage | None:
        """Return the picture of an area; None if the user selects none."""
        if is_wayland():
            return await self._stepping_aside(partial(_by_portal, interactive=area != "screen"))
        if not screen_capture.is_allowed():
            why = tr(
                "macOS shows other windows only after you allow it: Privacy, Screen Recording. Then restart deskpet."
            )
            raise ToolFailed("not_possible", why)
        picture, front, screen = await self._stepping_aside(partial(_grab, area))
        if picture.isNull():
            raise ToolFailed("not_possible", tr("The system gives no picture of the screen."))
        if area == "screen":
            return picture
        return picture.copy(front) if front else await _select(picture, screen)

    async def _stepping_aside(self, work: Callable[[bool], Awaitable[_T]]) -> _T:
        """Run `work` without the windows of this program on the screen, unless they are wanted on the picture."""
        if self._with_pet:
            # The review window of the picture before was closed just now.
            await asyncio.sleep(_STEP_ASIDE_S)
            return await work(False)
        with _hidden_windows():
            await asyncio.sleep(_STEP_ASIDE_S)
            return await work(True)

    async def _review(self, picture: QImage, *, for_draft: bool) -> QImage | Retake | None:
        """Show the review window. Returns the reviewed picture, None, or a request for a new one."""
        from deskpet.features.screenshot.ui.review_window import ReviewWindow

        window = ReviewWindow(picture, with_pet=self._with_pet, for_draft=for_draft)
        return await _outcome(window, window.sent, window.retake_requested)


async def _grab(area: ScreenshotArea, are_windows_hidden: bool) -> tuple[QImage, QRect | None, QScreen]:
    """Return the picture of a screen, the part that the window in front covers if it is asked for, and the screen.

    The screen is looked up here: PySide invalidates a QScreen that outlives a widget which was asked for its screen.
    """
    screen = screen_capture.current_screen()
    # Otherwise the window in front is one of this program.
    front = screen_capture.front_window(screen) if area == "window" and are_windows_hidden else None
    return screen_capture.grab(screen), front, screen


async def _by_portal(_are_windows_hidden: bool, *, interactive: bool) -> QImage | None:
    """Return the picture that the desktop's portal gives; None if the user cancelled. Raises ToolFailed."""
    from deskpet.ui.chat import pictures

    try:
        file = await screen_capture.take(interactive=interactive)
        if file is None:
            return None
        try:
            return await event_loop.in_thread(partial(pictures.read, file))
        finally:
            # Desktops keep it with the pictures of the user.
            with suppress(OSError):
                await event_loop.in_thread(file.unlink)
    except (screen_capture.PortalError, pictures.PictureError) as error:
        raise ToolFailed("not_possible", str(error)) from error


async def _select(picture: QImage, screen: QScreen) -> QImage | None:
    """Show the selection of an area. Returns the area's picture, None if the user cancels."""
    from deskpet.features.screenshot.ui.area_overlay import AreaOverlay

    overlay = AreaOverlay(picture, screen)
    part: QRect | None = await _outcome(overlay, overlay.selected, fills_screen=True)
    return picture.copy(part) if part is not None else None


async def _outcome(window: "ReviewWindow | AreaOverlay", *signals: SignalInstance, fills_screen: bool = False) -> Any:
    """Show a window until one of its signals is emitted, and return its value; None if the user cancels.

    Also a cancelled turn closes the window.
    """
    outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(value: object = None) -> None:
        if not outcome.done():
            outcome.set_result(value)

    for signal in (*signals, window.cancelled):
        signal.connect(settle)
    try:
        if fills_screen:
            window.showFullScreen()
        else:
            window.show()
        window.raise_()
        window.activateWindow()
        return await outcome
    finally:
        outcome.cancel()
        window.close()
        window.deleteLater()


@contextmanager
def _hidden_windows() -> Generator[None]:
    """Hide the windows of this program, and show them again as they were."""
    widgets = {each: each.isVisible() for each in QApplication.topLevelWidgets()}
    windows = [
        each for each in QGuiApplication.topLevelWindows() if each.isVisible() and not QWidget.find(each.winId())
    ]
    for window in (*windows, *(widget for widget, is_visible in widgets.items() if is_visible)):
        window.hide()
    try:
        yield
    finally:
        # The chat follows the character, so it comes last.
        for window in filter(isValid, windows):
            window.show()
        for widget, is_visible in widgets.items():
            if isValid(widget) and widget.isVisible() != is_visible:
                widget.setVisible(is_visible)
