"""Take pictures of windows above a wallpaper, when the screen has come to rest."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QCursor,
    QGuiApplication,
    QImage,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QRadialGradient,
)
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from deskpet.ui.widgets import theme
from tests.support.waiting import until

LOOK_S, LONGEST_LOOK_S = 0.03, 0.5
NO_POINTER, CORNER = QPoint(1919, 1079), QPoint(120, 90)
# Two colours that the wallpaper does not have, for the first pixel of the screen.
MARK, MARKS = QPoint(0, 0), (QColor("#00ff00"), QColor("#ff00ff"))
SKIES: dict[theme.Name, tuple[str, str, str]] = {
    "light": ("#8fb8de", "#c9d8ef", "#f6d9c6"),
    "dark": ("#1b2a41", "#2c3854", "#4a3a4f"),
}

Place = Callable[[], QRect]
"""Which part of the desktop is photographed, in logical pixels; asked anew for every picture."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to take in every theme. `name` is its file's, `told` describes what it shows."""

    name: str
    told: str
    place: Place
    moves: bool = False  # a part of it is always animated


Scene = Callable[["Studio"], AsyncIterator[Shot]]
"""Shows windows, one state after the other; each is photographed before the scene goes on."""


class Wallpaper(QWidget):
    """A background that makes transparency visible: a sky, unless there is a `picture`."""

    picture: QImage | None = None

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeDesktop)
        self.mark = MARKS[0]
        self.setGeometry(QGuiApplication.primaryScreen().geometry())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.picture:
            painter.drawImage(self.rect(), self.picture)
        else:
            self._paint_sky(painter)
        painter.fillRect(QRect(MARK, MARK), self.mark)

    def _paint_sky(self, painter: QPainter) -> None:
        sky = QLinearGradient(0, 0, self.width(), self.height())
        for at, colour in zip((0.0, 0.55, 1.0), SKIES[theme.current().name], strict=True):
            sky.setColorAt(at, QColor(colour))
        painter.fillRect(self.rect(), sky)
        painter.setPen(Qt.PenStyle.NoPen)
        for x, y, radius in ((350, 220, 290), (1320, 190, 250), (900, 760, 360)):
            glow = QRadialGradient(QPointF(x, y), radius)
            glow.setColorAt(0, QColor(255, 255, 255, 60 if theme.current().is_light else 18))
            glow.setColorAt(1, QColor(255, 255, 255, 0))
            painter.setBrush(glow)
            painter.drawEllipse(QPointF(x, y), radius, radius)


class Studio:
    """Shows the windows of a scene, takes pictures of them, and closes everything."""

    def __init__(self, app: QApplication, home: Path, scale: float = 1.0) -> None:
        """`home` is a temporary folder for data of a scene; `scale` is the text size setting."""
        self.app, self.home = app, home
        self.scale = self._usual_scale = scale
        self.is_thorough = True  # False: leave out what is equal in every language
        self._worn: tuple[theme.Name, float] = (theme.current().name, 1.0)
        self._wallpaper = Wallpaper()
        self._marks = cycle(MARKS)
        self._shown: list[QWidget] = []

    async def begin(self) -> None:
        """Show the wallpaper."""
        QCursor.setPos(NO_POINTER)
        self._wallpaper.show()
        await until(lambda: is_exposed(self._wallpaper))

    def end(self) -> None:
        """Hide the wallpaper."""
        self._wallpaper.close()
        self._wallpaper.deleteLater()

    async def show(self, widget: QWidget, at: QPoint = CORNER) -> None:
        """Show a window of the scene and wait until it is exposed. A window that places itself is not moved."""
        self._shown.append(widget)
        if widget.windowType() is Qt.WindowType.Window:
            widget.move(at)
        widget.show()
        await until(lambda: is_exposed(widget))
        if not widget.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus:
            widget.activateWindow()

    async def open(self, menu: QMenu, at: QPoint) -> None:
        """Open a menu at a point of the desktop."""
        self._shown.append(menu)
        menu.popup(at)
        await until(lambda: is_exposed(menu))

    async def over(self, picture: QImage) -> QImage:
        """Return the whole desktop with this picture as its wallpaper."""
        self._wallpaper.picture = picture
        await self._composed()
        return photograph(self._wallpaper.geometry())

    async def put_away(self) -> None:
        """Close the windows of the scene, the last one first, and reset the text size."""
        self.scale = self._usual_scale
        while self._shown:
            widget = self._shown.pop()
            widget.close()
            widget.deleteLater()
        for widget in QApplication.topLevelWidgets():
            if widget is not self._wallpaper and widget.isVisible():
                widget.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # pyright: ignore[reportArgumentType]
        await asyncio.sleep(0)

    async def take(self, shot: Shot, look: theme.Name) -> QImage:
        """Return the picture of a shot in a theme, when two pictures in a row are equal."""
        if (look, self.scale) != self._worn:
            self._worn = (look, self.scale)
            theme.apply(self.app, look, self.scale)
        await self._composed()
        clock = asyncio.get_running_loop()
        began, before = clock.time(), QImage()
        while True:
            await asyncio.sleep(LOOK_S)
            seen = photograph(shot.place())
            lasted = clock.time() - began
            if lasted > (LONGEST_LOOK_S / 2 if shot.moves else LONGEST_LOOK_S) or (seen == before and not shot.moves):
                return seen
            before = seen

    async def _composed(self) -> None:
        """Wait until the screen shows everything drawn so far.

        The wallpaper gets a mark after all windows were drawn: when the mark is visible, everything before it is, too.
        """
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # pyright: ignore[reportArgumentType]
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible():
                widget.repaint()
        mark = self._wallpaper.mark = next(self._marks)
        self._wallpaper.repaint()
        await until(lambda: photograph(QRect(MARK, MARK)).pixelColor(0, 0) == mark)


def photograph(place: QRect) -> QImage:
    """Grab an area of the screen."""
    screen = QGuiApplication.primaryScreen()
    box = place.intersected(screen.geometry())
    shot = screen.grabWindow(0, box.x(), box.y(), box.width(), box.height())
    return shot.toImage().convertToFormat(QImage.Format.Format_RGB32)


def is_exposed(widget: QWidget) -> bool:
    """Return whether the window system shows this window."""
    handle = widget.windowHandle()
    return bool(handle and handle.isExposed())


def around(*widgets: QWidget, margin: int = 0) -> Place:
    """Return the bounding box of windows or parts of them."""

    def place() -> QRect:
        box = QRect()
        for widget in widgets:
            box = box.united(QRect(widget.mapToGlobal(QPoint()), widget.size()))
        return box.adjusted(-margin, -margin, margin, margin)

    return place
