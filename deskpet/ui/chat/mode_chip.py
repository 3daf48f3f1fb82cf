"""The chip beside the model's name: it shows the tool mode and opens a menu that explains and changes it."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget, QWidgetAction

from deskpet.config.settings import Mode
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import icons, language, theme, tooltip
from deskpet.ui.widgets.floating_menu import FloatingMenu
from deskpet.ui.widgets.mode_names import MODES

# The names that are shorter on the chip, where the model's name needs room.
_SHORT = {Mode.AUTO: tr_noop("Auto")}
# In logical pixels.
_MENU_WIDTH, _PAD, _CHECK = 290, 10, 26


class ModeChip(QPushButton):
    """Shows the mode of the settings.

    chosen: Emitted with the Mode that the user chooses in the menu.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mode_chip")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tooltip.attach(self)
        self._mode, self._is_compact = Mode.AUTO, False
        self.clicked.connect(self._open_menu)
        language.keep_translated(self, self._retranslate)

    def show_mode(self, mode: Mode) -> None:
        self._mode = mode
        self._retranslate()

    @property
    def full_width(self) -> int:
        """The width with the name of the mode, in logical pixels."""
        metrics = self.fontMetrics()
        return self.sizeHint().width() + metrics.horizontalAdvance(self._name) - metrics.horizontalAdvance(self.text())

    def set_compact(self, compact: bool) -> None:
        """Show only the first letter of the name, or all of it."""
        if compact != self._is_compact:
            self._is_compact = compact
            self._retranslate()

    @property
    def _title(self) -> str:
        return tr(MODES[self._mode][0])

    @property
    def _name(self) -> str:
        return tr(_SHORT.get(self._mode, MODES[self._mode][0]))

    def _retranslate(self) -> None:
        self.setText(self._name[0] if self._is_compact else self._name)
        self.setAccessibleName(tr("Tool mode: {mode}", mode=self._title))
        if self._is_compact:
            self.setToolTip(tr("Tool mode: {mode}", mode=self._title))
        else:
            self.setToolTip(tr("How the model uses tools."))

    def _open_menu(self) -> None:
        menu = FloatingMenu(parent=self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("Mode"))
        for mode in MODES:
            menu.addAction(action := _ModeAction(mode, menu, is_checked=mode is self._mode))
            action.triggered.connect(lambda _checked, mode=mode: self.chosen.emit(mode))
            if mode is self._mode:
                menu.setActiveAction(action)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))


class _ModeAction(QWidgetAction):
    """An entry with the mode's name, and its explanation below: a QMenu draws one line only."""

    def __init__(self, mode: Mode, menu: FloatingMenu, *, is_checked: bool) -> None:
        super().__init__(menu)
        self.setText(tr(MODES[mode][0]))
        self.setCheckable(True)
        self.setChecked(is_checked)
        self.setDefaultWidget(_ModeEntry(self, tr(MODES[mode][1]), menu))


class _ModeEntry(QWidget):
    def __init__(self, action: _ModeAction, explanation: str, menu: FloatingMenu) -> None:
        super().__init__(menu)
        self._action, self._menu, self._explanation = action, menu, explanation
        self.setAccessibleName(action.text())
        self.setAccessibleDescription(explanation)
        # The menu keeps the keyboard focus, and reports the active entry.
        menu.hovered.connect(self.update)

    def _fonts(self) -> tuple[QFont, QFont]:
        title = theme.ui_font(theme.TEXT - 1)
        title.setWeight(QFont.Weight.DemiBold)
        return title, theme.ui_font(theme.SMALL)

    def _text_room(self) -> QRectF:
        width = theme.scaled(_MENU_WIDTH)
        return QRectF(_CHECK, _PAD - 3, width - _CHECK - _PAD, 10_000)

    def sizeHint(self) -> QSize:
        title, small = map(QFontMetrics, self._fonts())
        room = self._text_room()
        text = small.boundingRect(room.toRect(), Qt.TextFlag.TextWordWrap, self._explanation)
        return QSize(theme.scaled(_MENU_WIDTH), round(room.top()) * 2 + title.height() + text.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._menu.setActiveAction(self._action)
        super().enterEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self._action.trigger()
            self._menu.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._menu.activeAction() is self._action:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent_soft"))
            painter.drawRoundedRect(self.rect(), 7, 7)
        title, small = self._fonts()
        height, room = QFontMetrics(title).height(), self._text_room()
        if self._action.isChecked():
            icons.paint(painter, "check", "accent", QRectF(7, room.top() + (height - 14) / 2, 14, 14))
        painter.setFont(title)
        painter.setPen(look.colour("text"))
        painter.drawText(room, self._action.text())
        painter.setFont(small)
        painter.setPen(look.colour("muted"))
        painter.drawText(room.translated(0, height), Qt.TextFlag.TextWordWrap, self._explanation)
