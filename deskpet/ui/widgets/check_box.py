"""A check box whose mark is an icon, in the theme's colours."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from deskpet.ui.widgets import icons

_MARGIN = 2  # between the mark and the edge of the box, in logical pixels


class CheckBox(QCheckBox):
    """A check box that draws a tick when it is checked; the stylesheet draws the box itself."""

    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        inset = QRectF(box).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        icons.paint(QPainter(self), "check", "on_accent", inset)
