"""The meter: what the character costs right now, as a small card below it. It costs next to nothing itself."""

from collections import deque

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, SignalInstance
from PySide6.QtGui import (
    QCloseEvent,
    QFont,
    QGuiApplication,
    QHideEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QShowEvent,
    QWindow,
)
from PySide6.QtWidgets import QWidget

from deskpet.ui.platform import x11
from deskpet.ui.platform.process_usage import Usage, memory
from deskpet.ui.widgets import language, shadow, theme
from deskpet.words import later, tr

EVERY_MS = 1000
# The card and the margin that its shadow needs, in logical pixels.
WIDTH, HEIGHT, MARGIN = 228, 78, 14
# The strip along the lower edge where the curve runs.
STRIP = 20
# The curve shows so many seconds, and is as high as its largest value, but at least this share of a core.
CURVE, LEAST_TOP = 48, 0.3


class Meter(QWidget):
    """Frames a second, processor and memory, once a second while it is shown; the mouse goes through it."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint
            | Qt.WindowType.WindowDoesNotAcceptFocus
            | Qt.WindowType.WindowTransparentForInput
        )
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFixedSize(WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)
        self._frames = 0
        self._before = Usage.now(0)
        self._shares = deque([0.0] * CURVE, maxlen=CURVE)
        self._values = ((later("fps"), "–"), (later("CPU"), "–"), (later("memory"), "–"))
        self._second = QTimer(self, interval=EVERY_MS)
        self._second.timeout.connect(self._measure)
        language.say(self, self._say)

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """What is shown: captions with their values."""
        return self._values

    def count_frame(self) -> None:
        """The character was drawn."""
        self._frames += 1

    def stand_by(self, pet: QRect) -> None:
        """Stand below the character, or above where there is no room; `pet` is its window on the desktop."""
        screen = QGuiApplication.screenAt(pet.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        top = pet.bottom() + 1 - MARGIN
        if top + self.height() - MARGIN > room.bottom():
            top = pet.top() - self.height() + MARGIN
        left = pet.center().x() - self.width() // 2
        left = max(room.left() - MARGIN, min(left, room.right() - self.width() + MARGIN))
        self.move(QPoint(left, max(room.top() - MARGIN, top)))

    def showEvent(self, event: QShowEvent) -> None:
        x11.keep_out_of_taskbar(int(self.winId()))
        super().showEvent(event)
        self._before = Usage.now(self._frames)
        self._shares.extend([0.0] * CURVE)
        self._second.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._second.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._second.stop()
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def _measure(self) -> None:
        now = Usage.now(self._frames)
        share, held = now.share(self._before), memory()
        self._shares.append(share)
        self._values = (
            ("fps", f"{now.rate(self._before):.0f}"),
            ("CPU", f"{share:.0%}" if share >= 0.095 else f"{share:.1%}"),
            ("memory", "–" if held is None else f"{held / 2**20:.0f} MB"),
        )
        self._before = now
        self._say()
        self.update()

    def _say(self) -> None:
        self.setWindowTitle(tr("Meter"))
        self.setAccessibleName(", ".join(f"{tr(caption)} {value}" for caption, value in self._values))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.current()
        card = QRectF(MARGIN, MARGIN, WIDTH, HEIGHT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shadow.paint(painter, card.translated(0, 2), colours.shadow, theme.RADIUS_CARD, MARGIN - 3, 0.5)
        painter.setPen(QPen(colours.colour("panel_edge"), 1))
        painter.setBrush(colours.colour("panel"))
        edge = card.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, theme.RADIUS_CARD, theme.RADIUS_CARD)
        self._paint_curve(painter, edge)
        for column, (caption, value) in enumerate(self._values):
            self._paint_value(painter, card, column, caption, value)
        painter.end()

    def _paint_value(self, painter: QPainter, card: QRectF, column: int, caption: str, value: str) -> None:
        colours, width = theme.current(), card.width() / len(self._values)
        place = QRectF(card.left() + column * width, card.top() + theme.S2, width, 24)
        painter.setFont(_font(17, QFont.Weight.DemiBold))
        painter.setPen(colours.colour("text"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, value)
        painter.setFont(_font(11, QFont.Weight.Normal))
        painter.setPen(colours.colour("muted"))
        painter.drawText(place.translated(0, 21), Qt.AlignmentFlag.AlignCenter, tr(caption))

    def _paint_curve(self, painter: QPainter, edge: QRectF) -> None:
        """The processor's share lately, from left to right, along the card's lower edge."""
        strip = edge.adjusted(1, edge.height() - STRIP, -1, -1)
        top, step = max(LEAST_TOP, *self._shares), strip.width() / (CURVE - 1)
        heights = (strip.bottom() - 1 - share / top * (strip.height() - 3) for share in self._shares)
        line = [QPointF(strip.left() + step * number, y) for number, y in enumerate(heights)]
        colours, inside = theme.current(), QPainterPath()
        inside.addRoundedRect(edge.adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS_CARD, theme.RADIUS_CARD)
        painter.save()
        painter.setClipPath(inside)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.colour("accent_soft"))
        painter.drawPolygon(QPolygonF([strip.bottomLeft(), *line, strip.bottomRight()]))
        painter.setPen(QPen(colours.colour("accent"), 1.5))
        painter.drawPolyline(line)
        painter.restore()


def _font(size: int, weight: QFont.Weight) -> QFont:
    font = theme.ui_font(size)
    font.setWeight(weight)
    return font


class PetMeter(QObject):
    """The meter of one character's window: made when it is first wanted, it comes and goes with the window."""

    def __init__(self, window: QWindow, drawn: SignalInstance, moved: SignalInstance) -> None:
        """`drawn` tells of each frame of the window, `moved` where it is now."""
        super().__init__(window)
        self._window, self._drawn, self._moved = window, drawn, moved
        self._meter: Meter | None = None
        self._is_wanted = False
        window.visibleChanged.connect(self._follow)

    def wear(self, *, shown: bool) -> None:
        """Show the meter from now on, or not."""
        self._is_wanted = shown
        if shown and self._meter is None:
            self._meter = meter = Meter()
            self._drawn.connect(meter.count_frame)
            self._moved.connect(meter.stand_by)
        self._follow(self._window.isVisible())

    def close(self) -> None:
        """The window goes for good."""
        if self._meter is not None:
            self._meter.close()
            self._meter = None

    def _follow(self, window_visible: bool) -> None:
        if self._meter is None:
            return
        visible = self._is_wanted and window_visible
        if visible:
            self._meter.stand_by(self._window.geometry())
        self._meter.setVisible(visible)
