"""Card of a Live2D model, with its picture, its name and a menu."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)

from deskpet.config import paths
from deskpet.pet.library import LibraryEntry
from deskpet.translation import join_sentences, tr
from deskpet.ui.widgets import icons, links, theme, tooltip
from deskpet.ui.widgets.avatar import visible_bounds
from deskpet.ui.widgets.buttons import EnterButton
from deskpet.ui.widgets.icons import IconButton
from deskpet.ui.widgets.item_delegate import paint_focus_ring, paint_line
from deskpet.ui.widgets.popup_menu import ThemedMenu

MIN_WIDTH = 136
# Height of the picture per pixel of its width; heights of the foot, the name and the line below, in pixels.
_PICTURE_RATIO, _FOOT_HEIGHT, _NAME_HEIGHT, _LINE_HEIGHT = 1.12, 52, 19, 18
# Narrow figures are enlarged to this share of the card's width, by this factor at most.
_NARROW_SHARE, _MAX_ENLARGEMENT = 0.6, 1.9


@dataclass(frozen=True, slots=True)
class CardContent:
    """Content of a model's card: library entry, title, short and long description, and whether it can be removed."""

    entry: LibraryEntry
    title: str
    about: str = ""
    about_more: str = ""
    is_removable: bool = False


def height_for(width: float) -> int:
    """Return the height of a card of this width."""
    return round(width * _PICTURE_RATIO) + foot_height()


def foot_height() -> int:
    """Return the height of the texts below the picture."""
    return theme.scaled(_FOOT_HEIGHT)


class ClickableCard(EnterButton):
    """Base of the clickable cards: hover, focus, and activation by Enter."""

    def __init__(self) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, height_for(MIN_WIDTH))


class ModelCard(ClickableCard):
    """A model with its picture, its name and a menu.

    chosen: Emitted when the card is clicked.
    remove_requested: Emitted to remove the model.
    """

    chosen = Signal()
    remove_requested = Signal()

    def __init__(self, content: CardContent) -> None:
        super().__init__()
        self.content = content
        self.setObjectName(f"model_{content.entry.name}")
        self.setCheckable(True)
        self.setAccessibleName(content.title)
        self.setAccessibleDescription(join_sentences(tr("{sentence}.", sentence=content.about), content.about_more))
        tooltip.set_text(self, f"{content.title}\n{content.about_more}".strip())
        tooltip.attach(self)
        self.clicked.connect(self.chosen)
        self.menu = self._menu(content)
        self.more = IconButton("more", tr("More about {name}", name=content.title), self, 26)
        self.more.clicked.connect(self._open_menu)

    def nextCheckState(self) -> None:
        """Do nothing on a click: the gallery checks the card."""

    def _menu(self, content: CardContent) -> ThemedMenu:
        menu = ThemedMenu(self)
        add_action(menu, "folder", tr("Open folder"), lambda: links.open_folder(content.entry.folder))
        if content.is_removable:
            add_action(menu, "trash", tr("Remove"), self.remove_requested.emit)
        return menu

    def _open_menu(self) -> None:
        self.menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height() + 2)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.content.is_removable:
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.more.move(self.width() - self.more.width() - 7, self.height() - (foot_height() + self.more.height()) // 2)

    def checkStateSet(self) -> None:
        super().checkStateSet()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, box = theme.current(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        shape = QPainterPath()
        shape.addRoundedRect(box, theme.RADIUS_CARD + 2, theme.RADIUS_CARD + 2)
        painter.fillPath(shape, look.colour("surface"))
        painter.save()
        painter.setClipPath(shape)
        portrait = QRectF(box.left(), box.top(), box.width(), self.height() - foot_height() - box.top())
        painter.setClipRect(portrait, Qt.ClipOperation.IntersectClip)
        self._paint_portrait(painter, portrait)
        painter.restore()
        self._paint_words(painter, box)
        is_lit = self.isEnabled() and (self.underMouse() or self.hasFocus())
        edge = "accent" if self.isChecked() or is_lit else "field_edge"
        painter.setPen(QPen(look.colour(edge), 2 if self.isChecked() or self.hasFocus() else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        if self.hasFocus():
            # Within the edge, which a checked card has without the focus too.
            paint_focus_ring(painter, box.adjusted(4, 4, -4, -4))
        if self.isChecked():
            self._paint_check(painter, QRectF(box.right() - 31, box.top() + 9, 22, 22))

    def _paint_portrait(self, painter: QPainter, box: QRectF) -> None:
        look = theme.current()
        ground = QLinearGradient(box.topLeft(), box.bottomLeft())
        ground.setColorAt(0, look.colour("inset" if not self.isChecked() else "accent_soft"))
        ground.setColorAt(1, look.colour("accent_soft"))
        painter.fillRect(box, ground)
        ratio = self.devicePixelRatioF()
        inner = box.adjusted(8, 12, -8, 0)
        file, size = self.content.entry.thumbnail, (round(inner.width() * ratio), round(inner.height() * ratio))
        picture = _fitted(file, file.stat().st_mtime_ns, *size) if file and paths.is_file(file) else None
        if picture is None:
            side = box.width() * 0.34
            centre = box.center()
            glyph = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
            icons.paint(painter, "persona", "faint", glyph)
            return
        width, height = picture.width() / ratio, picture.height() / ratio
        # A picture that is too tall shows the head and is cut off at the bottom.
        top = max(inner.top(), inner.bottom() - height)
        spot = QRectF(inner.center().x() - width / 2, top, width, height)
        painter.drawPixmap(spot, picture, QRectF(picture.rect()))

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        line = QRectF(
            box.left() + 12, box.bottom() - foot_height() + 8, box.width() - 12 - 36, theme.scaled(_NAME_HEIGHT)
        )
        for text, role, size, bold in (
            (self.content.title, "text", theme.TEXT, True),
            (self.content.about, "muted", theme.SMALL, False),
        ):
            font = theme.ui_font(size)
            font.setBold(bold)
            paint_line(painter, text, line, role, font)
            line.translate(0, theme.scaled(_LINE_HEIGHT))

    def _paint_check(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().colour("accent"))
        painter.drawEllipse(box)
        icons.paint(painter, "check", "on_accent", box.adjusted(4, 4, -4, -4))


def add_action(menu: ThemedMenu, icon: str, words: str, act: Callable[[], object]) -> None:
    """Add an entry with an icon to the menu of a card."""
    menu.set_action_icon(menu.addAction(words, act), icon)


@lru_cache(maxsize=64)
def _fitted(path: Path, _changed: int, width: int, height: int) -> QPixmap | None:
    """Load and scale the visible part of a picture to fit; a narrow figure is enlarged beyond `height`.

    `_changed` is the file's modification time: it invalidates the cached picture.
    """
    image = QImage(str(path))
    if image.isNull():
        return None
    image = image.copy(visible_bounds(image))
    fit = min(width / image.width(), height / image.height())
    narrow = _NARROW_SHARE * width / image.width()
    scale = max(fit, min(narrow, _MAX_ENLARGEMENT * fit))
    return QPixmap.fromImage(
        image.scaled(
            round(image.width() * scale),
            round(image.height() * scale),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    )
