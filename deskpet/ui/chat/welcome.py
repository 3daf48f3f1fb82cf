"""The welcome view of an empty conversation: portrait, greeting and suggestion tiles."""

from pathlib import Path

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFont,
    QFontMetrics,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from deskpet.translation import tr
from deskpet.ui.widgets import animation, icons, language, shadow, theme
from deskpet.ui.widgets.avatar import avatar_pixmap
from deskpet.ui.widgets.form import delete_widgets

FACE, DISC, ROOM = 92, 100, 118
MAX_TILES_WIDTH = 440
# Icons of the built-in suggestions; any other gets the chat icon.
ICONS = {"What can you do?": "motion", "Wave at me!": "wave", "Tell me a joke": "smile"}
_PAD, _BADGE, _MAX_LIFT, _EDGE = 11, 28, 2, 6
_RISE, _MAX_COLUMNS = 8.0, 3
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class Welcome(QWidget):
    """The character's portrait and greeting, above the suggestions.

    chosen: Emitted with the text of the suggestion that is clicked.
    """

    chosen = Signal(str)

    def __init__(self, name: str, suggestions: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self._name, self._is_private = name, False
        self._title, self._hint, self._portrait = QLabel(), QLabel(), _Portrait(self)
        self._title.setObjectName("welcome_title")
        self._hint.setObjectName("welcome_hint")
        self._tiles: dict[_Tile, str] = {}
        self._entrance = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=animation.duration(theme.SLOW))
        self._entrance.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._entrance.valueChanged.connect(self._set_progress)
        self._lay_out()
        self.show_character(name, None, suggestions)
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        row = self._row = QGridLayout()
        row.setSpacing(theme.S2 - 2 * _EDGE + theme.S1)
        centered = QHBoxLayout()
        self._tile_container = QWidget(self)
        self._tile_container.setMaximumWidth(MAX_TILES_WIDTH)
        self._tile_container.setLayout(row)
        row.setContentsMargins(0, 0, 0, 0)
        centered.addWidget(self._tile_container)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.S3 - _EDGE + 2, theme.S2, theme.S3 - _EDGE + 2, theme.S2)
        layout.setSpacing(0)
        layout.addStretch(1)
        layout.addWidget(self._portrait, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(theme.S2)
        layout.addWidget(self._title, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(theme.S1)
        layout.addWidget(self._hint, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(theme.S4 - _EDGE)
        layout.addLayout(centered)
        layout.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the portrait where a tall composer leaves too little room: Qt would paint the texts over it."""
        layout = self.layout()
        if layout is None:
            return
        portrait = self._portrait.height()
        rest = layout.sizeHint().height() - (0 if self._portrait.isHidden() else portrait)
        self._portrait.setVisible(rest + portrait <= self.height())

    def _retranslate(self) -> None:
        self._title.setText(tr("Hi, I'm {name}!", name=self._name))
        private = tr("Private: nothing of it is kept.")
        self._hint.setText(private if self._is_private else tr("Ask me anything, or try one of these:"))
        for tile, text in self._tiles.items():
            tile.setText(tr(text))
            tile.setAccessibleName(tr(text))

    def show_private(self, private: bool) -> None:
        """Say that nothing of the conversation is kept."""
        self._is_private = private
        self._retranslate()

    def show_character(self, name: str, folder: Path | None, suggestions: tuple[str, ...]) -> None:
        """Show the name, the portrait of the Live2D model in this folder, and what can be said; built-in in English."""
        self._name = name
        if suggestions != tuple(self._tiles.values()):
            self._show_suggestions(suggestions)
        self._retranslate()
        self._portrait.show_face(folder)

    def _show_suggestions(self, suggestions: tuple[str, ...]) -> None:
        delete_widgets(self._row)
        self._tiles = {_Tile(ICONS.get(text, "chat"), self._tile_container): text for text in suggestions}
        # Four in a line would be too narrow.
        columns = 2 if len(suggestions) > _MAX_COLUMNS else _MAX_COLUMNS
        for number, tile in enumerate(self._tiles):
            tile.clicked.connect(lambda _=False, tile=tile: self.chosen.emit(tile.text()))
            self._row.addWidget(tile, number // columns, number % columns)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        # The text wraps: a narrow window needs more height.
        return QSize(hint.width(), self.heightForWidth(self.width()) if self.hasHeightForWidth() else hint.height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._entrance.stop()
        self._entrance.start()

    def _set_progress(self, progress: float) -> None:
        self._portrait.set_progress(progress)
        # Staggered starts; all tiles end together.
        for number, tile in enumerate(self._tiles):
            delay = 0.15 * number
            tile.set_progress(min(max((progress - delay) / (1 - 0.15 * (len(self._tiles) - 1)), 0.0), 1.0))


class _Portrait(QWidget):
    """The character's face on a round background."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._folder: Path | None = None
        self._progress = 1.0
        self.setFixedSize(ROOM, ROOM)

    def show_face(self, folder: Path | None) -> None:
        self._folder = folder
        self.update()

    def set_progress(self, progress: float) -> None:
        self._progress = progress
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self._progress)
        middle = QPointF(ROOM / 2, ROOM / 2)
        painter.translate(middle)
        painter.scale(0.94 + 0.06 * self._progress, 0.94 + 0.06 * self._progress)
        disc = QRectF(-DISC / 2, -DISC / 2, DISC, DISC).translated(0, 4)
        fill = QLinearGradient(disc.topLeft(), disc.bottomLeft())
        fill.setColorAt(0, look.colour("disc_top"))
        fill.setColorAt(1, look.colour("disc_bottom"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawEllipse(disc)
        circle = QRectF(-FACE / 2, -FACE / 2, FACE, FACE)
        picture = avatar_pixmap(self._folder, FACE, self.devicePixelRatioF()) if self._folder else None
        if picture is None:
            icons.paint(painter, "mikan", "accent", circle)
        else:
            painter.drawPixmap(circle.topLeft(), picture)


class _Tile(QAbstractButton):
    """A suggestion button: an icon above the text, raised while hovered."""

    def __init__(self, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon, self._progress, self._lift = icon, 1.0, 0.0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The default vertical policy of a button never exceeds its size hint.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._lift_animation = QVariantAnimation(self, duration=animation.duration(theme.QUICK))
        self._lift_animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._lift_animation.valueChanged.connect(self._set_lift)

    def set_progress(self, progress: float) -> None:
        self._progress = progress
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self._height_at(MAX_TILES_WIDTH // 3))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._height_at(width)

    def _height_at(self, width: int) -> int:
        inner = max(width - 2 * (_EDGE + _PAD), 40)
        words = QFontMetrics(_font()).boundingRect(QRect(0, 0, inner, 400), _WRAPPED.value, self.text())
        return words.height() + _BADGE + theme.S2 + 2 * (_EDGE + _PAD)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            # The text size may have changed.
            self.updateGeometry()
        super().changeEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._animate_lift(1.0)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._animate_lift(0.0)
        super().leaveEvent(event)

    def _animate_lift(self, lift: float) -> None:
        self._lift_animation.stop()
        self._lift_animation.setStartValue(self._lift)
        self._lift_animation.setEndValue(lift)
        self._lift_animation.start()

    def _set_lift(self, lift: float) -> None:
        self._lift = lift
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(self._progress)
        lift = 0.0 if self.isDown() else self._lift
        painter.translate(0, (1 - self._progress) * _RISE - lift * _MAX_LIFT)
        body = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        radius = theme.RADIUS_CARD + 2
        strength = (0.10 + 0.16 * lift) if look.is_light else (0.3 + 0.3 * lift)
        shadow.paint(painter, body.translated(0, 1 + lift), look.shadow, radius, _EDGE - 1, strength)
        edge = look.colour("accent") if self.hasFocus() else look.colour("field_edge")
        painter.setPen(edge if self.hasFocus() else theme.blend(edge, look.colour("accent"), 0.6 * lift))
        painter.setBrush(look.colour("accent_soft" if self.isDown() else "surface"))
        painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        circle = QRectF(body.left() + _PAD, body.top() + _PAD, _BADGE, _BADGE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("surface" if self.isDown() else "accent_soft"))
        painter.drawEllipse(circle)
        icons.paint(painter, self._icon, "accent", circle.adjusted(6, 6, -6, -6))
        painter.setFont(_font())
        painter.setPen(look.colour("text"))
        words = body.adjusted(_PAD, _PAD + _BADGE + theme.S2, -_PAD, -_PAD)
        painter.drawText(words, _WRAPPED.value, self.text())


def _font() -> QFont:
    return theme.demibold_font(theme.TEXT - 1)
