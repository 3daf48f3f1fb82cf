"""A program: shows the pet, holds it still, and takes its picture before a black, a white and a painted ground.

python pet_screenshots.py FOLDER      writes black.png, white.png, painted.png and ground.png there
"""

import sys
from pathlib import Path

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from deskpet.pet import character, model_file
from deskpet.ui.pet.gl import surface_format
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

GROUNDS = ("black", "white", "painted")


class Ground(QWidget):
    """The desktop: of one colour, or a picture with a pattern and a slope of colours."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeDesktop)
        self.setGeometry(self.screen().geometry())
        self.shown = GROUNDS[0]

    def paintEvent(self, event: QPaintEvent) -> None:
        paint(QPainter(self), self.rect(), self.shown)


def paint(painter: QPainter, box: QRect, name: str) -> None:
    """A ground by its name."""
    if name != "painted":
        painter.fillRect(box, QColor(name))
        return
    slope = QLinearGradient(box.topLeft(), box.bottomRight())
    for at, colour in ((0, "#123a6b"), (0.5, "#e8804a"), (0.8, "#f4d58d"), (1, "#2c7a4b")):
        slope.setColorAt(at, QColor(colour))
    painter.fillRect(box, slope)
    painter.setPen(QColor(255, 255, 255, 90))
    for x in range(box.left(), box.right(), 24):
        painter.drawLine(x, box.top(), x, box.bottom())


class Session:
    """Goes from ground to ground, each as soon as the last one's picture is taken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ground = Ground()
        self._ground.show()
        model = model_file.load("mikan", folder / "cache")
        self._pet = PetWindow(model, Stage(character.Character("Mikan")))
        self._waiting = list(GROUNDS)
        self._bare: QImage | None = None
        self._watch = QTimer(interval=60)
        self._watch.timeout.connect(self._look)
        self._pet.first_frame.connect(self._hold_still)
        QTimer.singleShot(500, self._begin)

    def _begin(self) -> None:
        self._pet.show()

    def _hold_still(self) -> None:
        self._pet.living_model.rest(True)
        self._watch.start()

    def _look(self) -> None:
        """Take a picture when the screen is stable; the compositor shows windows with a delay."""
        before, self._bare = self._bare, self._picture()
        corner = self._bare.pixelColor(1, 1)
        wanted = self._expected().pixelColor(1, 1)
        if before != self._bare or any(abs(a - b) > 1 for a, b in zip(rgb(corner), rgb(wanted), strict=True)):
            return
        if self._bare == self._expected():
            return
        self._bare.save(str(self._folder / f"{self._waiting[0]}.png"))
        if self._waiting[0] == "painted":
            self._expected().save(str(self._folder / "ground.png"))
        self._waiting.pop(0)
        if self._waiting:
            self._ground.shown = self._waiting[0]
            self._ground.update()
            return
        self._watch.stop()
        self._pet.close_gl()
        QTimer.singleShot(0, QApplication.quit)

    def _picture(self) -> QImage:
        box = self._pet.geometry()
        shot = self._pet.screen().grabWindow(0, box.x(), box.y(), box.width(), box.height())
        return shot.toImage().convertToFormat(QImage.Format.Format_RGB32)

    def _expected(self) -> QImage:
        """The ground where the pet stands, without it."""
        ratio, whole = self._pet.devicePixelRatio(), self._ground.rect()
        picture = QImage(whole.size() * ratio, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        paint(painter, whole, self._ground.shown)
        painter.end()
        box = self._pet.geometry()
        return picture.copy(QRect(box.topLeft() * ratio, box.size() * ratio))


def rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


if __name__ == "__main__":
    from PySide6.QtGui import QSurfaceFormat

    QSurfaceFormat.setDefaultFormat(surface_format())
    application = QApplication(sys.argv[:1])
    session = Session(Path(sys.argv[1]))
    sys.exit(application.exec())
