"""What the parts of an unfolded card are: widgets that know their height for a width."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class Fitted(QWidget):
    """Shows something of a tool call. What is around it asks `fit` for its height and gives it its geometry."""

    resized = Signal()  # its height changed by itself

    def fit(self, width: int) -> int:
        """Lay out for `width` logical pixels; the height that takes."""
        raise NotImplementedError
