"""The welcome view of an empty conversation: portrait, greeting and suggestion tiles."""

from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFont,
    QFontMetrics,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLabel, QSizePolicy, QWidget

from deskpet.translation import tr
from deskpet.ui.chat.header import Avatar
from deskpet.ui.widgets import icons, language, shadow, theme
from deskpet.ui.widgets.animation import ValueAnimation
from deskpet.ui.widgets.form import STRETCH, column_in, delete_widgets, line_of
from deskpet.ui.widgets.painting import paint_disc, smooth_painter

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
        self._entrance = ValueAnimation(self, self._set_progress, theme.SLOW)
        self._lay_out()
        self.show_character(name, None, suggestions)
        language.keep_translated(self, self._retranslate)

    def _lay_out(self) -> None:
        self._tile_container = QWidget(self)
        self._tile_container.setMaximumWidth(MAX_TILES_WIDTH)
        row = self._row = QGridLayout(self._tile_container)
        row.setSpacing(theme.S2 - 2 * _EDGE + theme.S1)
        row.setContentsMargins(0, 0, 0, 0)
        centre, beside = Qt.AlignmentFlag.AlignHCenter, theme.S3 - _EDGE + 2
        head = ((self._portrait, 0, centre), theme.S2, (self._title, 0, centre), theme.S1, (self._hint, 0, centre))
        tiles = (theme.S4 - _EDGE, line_of(-1, self._tile_container))
        column_in(self, 0, STRETCH, *head, *tiles, STRETCH, margins=(beside, theme.S2, beside, theme.S2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out parts, the portrait first, where a tall composer leaves too little room: they would be cut off."""
        parts = self._portrait, self._tile_container, self._hint, self._title
        for part in parts:
            part.show()
        for part in parts:
            if self._height_of_shown() <= self.height():
                break
            part.hide()

    def _height_of_shown(self) -> int:
        layout = self.layout()
        assert layout
        layout.invalidate()
        layout.activate()
        # The text wraps: a narrow window needs more height.
        is_wrapped = layout.hasHeightForWidth()
        return layout.totalHeightForWidth(self.width()) if is_wrapped else layout.totalSizeHint().height()

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
        width = self.width()
        # What is left out comes back where there is room.
        left_out = (part for part in (self._title, self._hint, self._tile_container) if part.isHidden())
        missing = (
            part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height() for part in left_out
        )
        return QSize(super().sizeHint().width(), self._height_of_shown() + sum(missing))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._entrance.at_once(0.0)
        self._entrance.to(1.0)

    def _set_progress(self, progress: float) -> None:
        self._portrait.set_progress(progress)
        # Staggered starts; all tiles end together.
        for number, tile in enumerate(self._tiles):
            delay = 0.15 * number
            tile.set_progress(min(max((progress - delay) / (1 - 0.15 * (len(self._tiles) - 1)), 0.0), 1.0))


class _Portrait(Avatar):
    """The character's face on a round background."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(ROOM, parent)
        self._progress = 1.0

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
        self._paint_face(painter, QRectF(-FACE / 2, -FACE / 2, FACE, FACE))


class _Tile(theme.FollowsStyle, QAbstractButton):
    """A suggestion button: an icon above the text, raised while hovered."""

    def __init__(self, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon, self._progress = icon, 1.0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The default vertical policy of a button never exceeds its size hint.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._lift = ValueAnimation(self, lambda _: self.update(), theme.QUICK)

    def set_progress(self, progress: float) -> None:
        self._progress = progress
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(MAX_TILES_WIDTH // 3))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        inner = max(width - 2 * (_EDGE + _PAD), 40)
        words = QFontMetrics(_font()).boundingRect(QRect(0, 0, inner, 400), _WRAPPED.value, self.text())
        return words.height() + _BADGE + theme.S2 + 2 * (_EDGE + _PAD)

    def on_style_changed(self) -> None:
        # The text size may have changed.
        self.updateGeometry()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._lift.to(1.0)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._lift.to(0.0)
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = smooth_painter(self), theme.current()
        painter.setOpacity(self._progress)
        lift = 0.0 if self.isDown() else self._lift.value
        painter.translate(0, (1 - self._progress) * _RISE - lift * _MAX_LIFT)
        body = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        radius = theme.RADIUS_CARD + 2
        strength = (0.10 + 0.16 * lift) if look.is_light else (0.3 + 0.3 * lift)
        shadow.paint(painter, body.translated(0, 1 + lift), look.shadow, radius, _EDGE - 1, strength)
        edge = look.colour("accent") if self.hasFocus() else look.colour("field_edge")
        painter.setPen(QPen(edge, 2) if self.hasFocus() else theme.blend(edge, look.colour("accent"), 0.6 * lift))
        painter.setBrush(look.colour("accent_soft" if self.isDown() else "surface"))
        painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        circle = QRectF(body.left() + _PAD, body.top() + _PAD, _BADGE, _BADGE)
        paint_disc(painter, circle, "surface" if self.isDown() else "accent_soft")
        icons.paint(painter, self._icon, "accent", circle.adjusted(6, 6, -6, -6))
        painter.setFont(_font())
        painter.setPen(look.colour("text"))
        words = body.adjusted(_PAD, _PAD + _BADGE + theme.S2, -_PAD, -_PAD)
        painter.drawText(words, _WRAPPED.value, self.text())


def _font() -> QFont:
    return theme.demibold_font(theme.TEXT - 1)
