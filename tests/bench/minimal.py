"""A minimal program that shows a Live2D model with PySide6, as the reference for the pet's start time."""

import sys
from pathlib import Path

import live2d
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QSurfaceFormat
from PySide6.QtOpenGL import QOpenGLWindow

MODEL = Path(__file__).resolve().parents[2] / "models" / "mikan" / "mikan.model3.json"


class Window(QOpenGLWindow):
    """One model in one window at 30 frames per second."""

    def initializeGL(self) -> None:
        live2d.glInit()
        self.model = live2d.Model()
        self.model.LoadModelJson(str(MODEL))
        self.model.CreateRenderer()
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.update)
        self.timer.start(33)

    def resizeGL(self, width: int, height: int) -> None:
        self.model.Resize(width, height)

    def paintGL(self) -> None:
        live2d.clearBuffer()
        self.model.Update(1 / 30)
        self.model.Draw()


if __name__ == "__main__":
    surface = QSurfaceFormat()
    surface.setAlphaBufferSize(8)
    QSurfaceFormat.setDefaultFormat(surface)
    live2d.init()
    live2d.enableLog(False)
    app = QGuiApplication(sys.argv)
    window = Window()
    window.setFlags(Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint)
    window.setGeometry(1596, 630, 300, 450)
    window.show()
    sys.exit(app.exec())
