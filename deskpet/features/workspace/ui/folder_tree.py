"""The tree of the workspace's folders, with the files that calls work on lit."""

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyle,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from deskpet.features.workspace.file_activity import FileState, TouchedFile
from deskpet.features.workspace.folder_access import FolderRoot, Listing
from deskpet.features.workspace.ui.folder_model import STATE_ROLE, FolderModel, FolderNode
from deskpet.features.workspace.ui.state_names import LOOKS
from deskpet.translation import tr
from deskpet.ui.widgets import animation, icons, language, theme
from deskpet.ui.widgets.item_delegate import AnyIndex, ItemDelegate, option_rect, option_state, paint_ground, paint_line

# In logical pixels at the normal text size.
ROW, INDENT, EDGE = 28, 14, 6
PULSE_MS, _GLOW_STEPS = 1400, 12


class FolderTree(QTreeView):
    """A tree of the model `folders`. A click on a folder opens or closes it, one on a file chooses it.

    chosen: Emitted with the path of a file.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("workspace_tree")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.folders = FolderModel(self)
        self.setModel(self.folders)
        self._delegate = _FileDelegate(self)
        self.setItemDelegate(self._delegate)
        self._path_to_show = ""
        self._pulse = QVariantAnimation(self, duration=PULSE_MS, startValue=0.0, endValue=1.0)
        self._pulse.setLoopCount(-1)
        self._pulse.valueChanged.connect(self._on_pulse)
        self._is_writing = False
        self.clicked.connect(self._on_chosen)
        self.activated.connect(self._on_chosen)
        self.setIndentation(theme.scaled(INDENT))
        language.keep_translated(self, lambda: self.setAccessibleName(tr("Folders that tools may use")))

    def set_roots(self, roots: tuple[FolderRoot, ...]) -> None:
        """Show these folders, the first one opened."""
        self.folders.set_roots(roots)
        if roots:
            self.expand(self.folders.index(0, 0))

    def set_listing(self, path: str, listing: Listing) -> None:
        """Show the entries of a folder."""
        self.folders.set_listing(path, listing)
        if self._path_to_show:
            self.show_path(self._path_to_show)

    def set_writing(self, writing: bool) -> None:
        """Set whether a file is being written; its row pulses then."""
        self._is_writing = writing
        self._set_pulsing()

    def show_path(self, path: str) -> None:
        """Open the folders above a file and scroll to it, also if they have to be read first."""
        self._path_to_show = path
        index = self.folders.find(path)
        if index.isValid():
            self._path_to_show = ""
            self._expand_above(index)
            self.setCurrentIndex(index)
            self.scrollTo(index)
            return
        nearest = self.folders.nearest(path)
        node = self.folders.node(nearest)
        if node is None or node.listing is not None:
            # It is not there, or not in these folders.
            self._path_to_show = ""
        if node:
            self._expand_above(nearest)
            self.expand(nearest)

    def _expand_above(self, index: QModelIndex) -> None:
        parent = index.parent()
        while parent.isValid():
            self.expand(parent)
            parent = parent.parent()

    def _set_pulsing(self) -> None:
        wanted = self._is_writing and self.isVisible() and not animation.is_motion_reduced()
        if wanted and self._pulse.state() is not QVariantAnimation.State.Running:
            self._pulse.start()
        elif not wanted:
            self._pulse.stop()
            self._delegate.glow = 1.0

    def _on_pulse(self, value: float) -> None:
        # In steps, which cost fewer paintings than every frame.
        glow = 0.3 + 0.7 * round(abs(1 - 2 * value) * _GLOW_STEPS) / _GLOW_STEPS
        if glow != self._delegate.glow:
            self._delegate.glow = glow
            self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._set_pulsing()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._set_pulsing()

    def _on_chosen(self, index: QModelIndex) -> None:
        node = self.folders.node(index)
        if node is None or node.note:
            return
        if node.is_folder:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.chosen.emit(node.path)

    def drawBranches(self, painter: QPainter, rect: object, index: AnyIndex) -> None:
        """Draw no lines: the delegate draws the whole row."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setIndentation(theme.scaled(INDENT))
            self.scheduleDelayedItemsLayout()


class _FileDelegate(ItemDelegate):
    """Paints a row. `glow` is the strength of the background of files that are written, from 0 to 1."""

    def __init__(self, tree: FolderTree) -> None:
        super().__init__(tree)
        self._tree = tree
        self.glow = 1.0

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, theme.scaled(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        node = self._tree.folders.node(index)
        if node is None:
            return
        state, touched = index.data(STATE_ROLE), self._tree.folders.touched(node)
        rect = QRectF(option_rect(option))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(EDGE, rect.top() + 1, self._tree.viewport().width() - 2 * EDGE, rect.height() - 2)
        self._paint_ground(painter, whole, state if touched else None, option_state(option))
        rect = QRectF(rect.left() + EDGE, rect.top(), whole.right() - rect.left() - EDGE, rect.height())
        if node.note:
            _paint_name(painter, node.note, rect.adjusted(theme.scaled(22), 0, -8, 0), "muted", is_gone=False)
        else:
            self._paint_node(painter, node, rect, state, touched)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRectF, state: FileState | None, flags: QStyle.StateFlag) -> None:
        look, colour = theme.current(), None
        if state and LOOKS[state].ground:
            colour = look.colour(LOOKS[state].ground)
            colour.setAlphaF(self.glow if state is FileState.WRITING else 1.0)
        elif flags & QStyle.StateFlag.State_Selected:
            colour = look.colour("inset_hover")
        paint_ground(painter, rect, flags, colour)

    def _paint_node(
        self, painter: QPainter, node: FolderNode, rect: QRectF, state: FileState | None, touched: TouchedFile | None
    ) -> None:
        middle, glyph = rect.center().y(), float(theme.scaled(15))
        left = rect.left() + 4
        if node.is_folder:
            is_open = self._tree.isExpanded(node.index())
            _paint_chevron(painter, QPointF(left + 4, middle), is_open=is_open)
        left += theme.scaled(13)
        is_lit = touched is not None and touched.state.is_active
        icon, role = ("folder", "accent") if node.is_folder else ("file", "muted")
        icons.paint(painter, icon, "accent" if is_lit else role, QRectF(left, middle - glyph / 2, glyph, glyph))
        left += glyph + 6
        right = self._paint_state(painter, rect, state, touched)
        is_gone = touched is not None and touched.state is FileState.DELETED
        role = "muted" if is_gone else "accent_text" if is_lit else "text"
        _paint_name(painter, node.text(), QRectF(left, rect.top(), right - left, rect.height()), role, is_gone=is_gone)

    def _paint_state(
        self, painter: QPainter, rect: QRectF, state: FileState | None, touched: TouchedFile | None
    ) -> float:
        """Paint the mark at the right edge, and the lines that are read. Returns the left edge of what was painted."""
        right, middle, glyph = rect.right() - 8, rect.center().y(), float(theme.scaled(14))
        if state is None:
            return right
        _, icon, role, _ = LOOKS[state]
        if touched is None:
            # Something in this folder.
            role = role if state.is_active else "success"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.current().colour(role))
            painter.drawEllipse(QPointF(right - glyph / 2, middle), 3, 3)
            return right - glyph - 4
        icons.paint(painter, icon, role, QRectF(right - glyph, middle - glyph / 2, glyph, glyph))
        right -= glyph + 4
        if words := lines_of(touched):
            font = theme.ui_font(theme.SMALL - 1)
            width = QFontMetricsF(font).horizontalAdvance(words)
            # Half a pixel more, so that no rounding cuts the words.
            paint_line(painter, words, QRectF(right - width, rect.top(), width + 0.5, rect.height()), "muted", font)
            right -= width + 6
        return right


def lines_of(file: TouchedFile) -> str:
    """Return the lines that the present call reads, such as `10-40`; empty for a whole file and other calls."""
    call = file.call
    if call.state is not FileState.READING or not call.has_lines:
        return ""
    last = call.first_line + call.line_count - 1
    return f"{call.first_line}\N{EN DASH}{last}" if call.line_count else f"{call.first_line}\N{EN DASH}"


def _paint_chevron(painter: QPainter, centre: QPointF, *, is_open: bool) -> None:
    style, cap, join = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(theme.current().colour("muted"), 1.5, style, cap, join))
    points = ((-3, -1.5), (0, 1.5), (3, -1.5)) if is_open else ((-1.5, -3), (1.5, 0), (-1.5, 3))
    painter.drawPolyline([centre + QPointF(x, y) for x, y in points])


def _paint_name(painter: QPainter, name: str, rect: QRectF, role: str, *, is_gone: bool) -> None:
    font = theme.ui_font(theme.TEXT - 1)
    font.setStrikeOut(is_gone)
    paint_line(painter, name, rect, role, font, Qt.TextElideMode.ElideMiddle)
