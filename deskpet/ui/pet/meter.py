"""The meter: a small card below the character with its present frame rate, processor and memory use."""

from collections import deque

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QShowEvent,
)

from deskpet.translation import tr, tr_noop
from deskpet.ui.pet.floating_bubble import FloatingWindow
from deskpet.ui.pet.placement import moved_into
from deskpet.ui.platform import x11
from deskpet.ui.platform.process_usage import Usage, memory
from deskpet.ui.widgets import language, shadow, theme

INTERVAL_MS = 1000
# The card at the normal text size, and the margin that its shadow needs, in logical pixels.
WIDTH, HEIGHT, MARGIN = 228, 78, 14
# Height of the curve along the card's lower edge, in logical pixels.
CURVE_HEIGHT = 20
# Length of the curve in samples, and the minimum of its vertical scale as a fraction of one core.
CURVE_SAMPLES, MIN_SCALE = 48, 0.3


class Meter(FloatingWindow):
    """Shows frames per second, processor and memory use, updated each second while visible; takes no mouse input.

    values: the displayed pairs of caption and value.
    """

    def __init__(self) -> None:
        super().__init__(takes_clicks=False)
        self._fit_text()
        self._frames = 0
        self._last = Usage.now(0)
        self._shares = deque([0.0] * CURVE_SAMPLES, maxlen=CURVE_SAMPLES)
        self.values = ((tr_noop("fps"), "–"), (tr_noop("CPU"), "–"), (tr_noop("memory"), "–"))
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._measure)
        language.keep_translated(self, self._retranslate)

    def count_frame(self) -> None:
        """Count one drawn frame of the character."""
        self._frames += 1

    def place_below(self, pet: QRect) -> None:
        """Place the card below the window `pet`, or above it if the screen ends there."""
        screen = QGuiApplication.screenAt(pet.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        top = pet.bottom() + 1 - MARGIN
        if top + self.height() - MARGIN > room.bottom():
            top = pet.top() - self.height() + MARGIN
        card = QRect(QPoint(pet.center().x() - self.width() // 2, top), self.size())
        self.move(moved_into(card, room.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)).topLeft())

    def showEvent(self, event: QShowEvent) -> None:
        x11.keep_out_of_taskbar(int(self.winId()))
        super().showEvent(event)
        self._last = Usage.now(self._frames)
        self._shares.extend([0.0] * CURVE_SAMPLES)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._fit_text()
        self.update()

    def _fit_text(self) -> None:
        self.setFixedSize(theme.scaled(WIDTH) + 2 * MARGIN, theme.scaled(HEIGHT) + 2 * MARGIN)

    def _measure(self) -> None:
        now = Usage.now(self._frames)
        share = now.share(self._last)
        self._shares.append(share)
        self.values = (
            ("fps", f"{now.rate(self._last):.0f}"),
            ("CPU", f"{share:.0%}" if share >= 0.095 else f"{share:.1%}"),
            ("memory", f"{memory() / 2**20:.0f} MB"),
        )
        self._last = now
        self._retranslate()
        self.update()

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Resource meter"))
        self.setAccessibleName(", ".join(f"{tr(caption)} {value}" for caption, value in self.values))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.current()
        card = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shadow.paint(painter, card.translated(0, 2), colours.shadow, theme.RADIUS_CARD, MARGIN - 3, 0.5)
        painter.setPen(QPen(colours.colour("panel_edge"), 1))
        painter.setBrush(colours.colour("panel"))
        edge = card.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, theme.RADIUS_CARD, theme.RADIUS_CARD)
        self._paint_curve(painter, edge)
        for column, (caption, value) in enumerate(self.values):
            self._paint_value(painter, card, column, caption, value)
        painter.end()

    def _paint_value(self, painter: QPainter, card: QRectF, column: int, caption: str, value: str) -> None:
        colours, width = theme.current(), card.width() / len(self.values)
        cell = QRectF(card.left() + column * width, card.top() + theme.S2, width, theme.scaled(24))
        painter.setFont(theme.demibold_font(17))
        painter.setPen(colours.colour("text"))
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, value)
        painter.setFont(theme.ui_font(11))
        painter.setPen(colours.colour("muted"))
        painter.drawText(cell.translated(0, theme.scaled(21)), Qt.AlignmentFlag.AlignCenter, tr(caption))

    def _paint_curve(self, painter: QPainter, edge: QRectF) -> None:
        """Paint the recent processor use along the card's lower edge, the latest value at the right."""
        strip = edge.adjusted(1, edge.height() - CURVE_HEIGHT, -1, -1)
        top, step = max(MIN_SCALE, *self._shares), strip.width() / (CURVE_SAMPLES - 1)
        heights = (strip.bottom() - 1 - share / top * (strip.height() - 3) for share in self._shares)
        line = [QPointF(strip.left() + step * number, y) for number, y in enumerate(heights)]
        colours, clip = theme.current(), QPainterPath()
        clip.addRoundedRect(edge.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_CARD, theme.RADIUS_CARD)
        painter.save()
        painter.setClipPath(clip)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.colour("accent_soft"))
        painter.drawPolygon(QPolygonF([strip.bottomLeft(), *line, strip.bottomRight()]))
        painter.setPen(QPen(colours.colour("accent"), 1.5))
        painter.drawPolyline(line)
        painter.restore()
