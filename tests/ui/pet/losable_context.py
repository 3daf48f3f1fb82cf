"""An OpenGL context that a test can lose, as a reset of the graphics driver does."""

from typing import ClassVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QOpenGLContext, QSurface


class LosableContext(QOpenGLContext):
    """Behaves as Qt says of a lost context: it is not valid, and can't be made current."""

    _all: ClassVar[list["LosableContext"]] = []

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_lost = False
        self._all.append(self)

    @classmethod
    def lose_all(cls) -> None:
        """Lose every context that exists now."""
        for context in cls._all:
            context._is_lost = True
        cls._all.clear()

    def isValid(self) -> bool:  # noqa: N802 - the name that Qt has
        return not self._is_lost and super().isValid()

    def makeCurrent(self, surface: QSurface) -> bool:  # noqa: N802 - the name that Qt has
        return not self._is_lost and super().makeCurrent(surface)
