"""Scenes of interaction: every control in each state, tooltips, menus, and drag and drop of a picture."""

from collections.abc import AsyncIterator

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QEnterEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QGridLayout, QLabel, QLineEdit, QPushButton, QWidget

from deskpet.config.paths import bundled_path
from deskpet.config.settings import Settings
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import tooltip
from deskpet.ui.widgets.buttons import MenuButton
from deskpet.ui.widgets.form import row_for
from deskpet.ui.widgets.icons import IconButton
from tests.gallery import samples
from tests.gallery.sample_texts import said
from tests.gallery.screenshots import Scene, Shot, Studio, around
from tests.support.waiting import until

PET = QRect(300, 420, 300, 450)
STATES = ("as it is", "pointed at", "pressed", "off")
KINDS = ("", "primary", "quiet", "danger", "danger_now", "link", "found", "menu")


def point_at(widget: QWidget, *, here: bool = True) -> None:
    """Simulate the pointer entering or leaving a widget, independent of the real pointer."""
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, here)
    spot = QPointF(widget.rect().center())
    came = QEnterEvent(spot, spot, QPointF(widget.mapToGlobal(spot.toPoint())))
    QApplication.sendEvent(widget, came if here else QEvent(QEvent.Type.Leave))
    if here:
        none, free = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        moved = QMouseEvent(QEvent.Type.MouseMove, spot, came.globalPosition(), none, none, free)
        QApplication.sendEvent(widget, moved)
    widget.update()


class Controls(QWidget):
    """A grid of buttons: a row for each kind, a column for each state."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("settings_page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.pointed_at: list[QWidget] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(24, 20, 24, 24)
        self._grid.setSpacing(14)
        for column, words in enumerate(STATES):
            label = QLabel(words)
            label.setObjectName("welcome_hint")
            self._grid.addWidget(label, 0, column)
        for row, kind in enumerate(KINDS, 1):
            for column, state in enumerate(STATES):
                button = MenuButton(kind) if kind == "menu" else QPushButton()
                button.setText((kind or "plain").replace("_", " ").capitalize())
                button.setProperty("kind", kind)
                self._add(button, state, row, column)
        for column, state in enumerate(STATES):
            self._add(IconButton("pin", "Pin", self), state, len(KINDS) + 1, column)
            field = QLineEdit(said().word)
            field.setEnabled(state != "off")
            self._grid.addWidget(field, len(KINDS) + 2, column)
            if state == "pointed at":
                self.pointed_at.append(field)

    def _add(self, button: QAbstractButton, state: str, row: int, column: int) -> None:
        self._grid.addWidget(button, row, column, Qt.AlignmentFlag.AlignLeft)
        button.setDown(state == "pressed")
        button.setEnabled(state != "off")
        if state == "pointed at":
            self.pointed_at.append(button)


async def controls(studio: Studio) -> AsyncIterator[Shot]:
    """Buttons and fields in each state."""
    if not studio.is_thorough:
        return
    sheet = Controls()
    await studio.show(sheet)
    for widget in sheet.pointed_at:
        point_at(widget)
    yield Shot("controls", "Every kind of button, as it is, pointed at, pressed and off", around(sheet))


async def chosen(studio: Studio) -> AsyncIterator[Shot]:
    """Switches and choices with keyboard focus."""
    fields = Settings.model_fields["appearance"].annotation.model_fields  # pyright: ignore[reportOptionalMemberAccess]
    sheet, column = QWidget(), QGridLayout()
    sheet.setObjectName("settings_card")
    sheet.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    sheet.setLayout(column)
    rows = [row_for(field, lambda _: None) for field in fields.values()]
    for row, field in zip(rows, fields.values(), strict=True):
        row.show_value(field.get_default())
        column.addWidget(row)
    sheet.resize(460, column.totalHeightForWidth(460))
    await studio.show(sheet)
    first = next(each for each in rows[0].findChildren(QAbstractButton) if each.isCheckable())
    first.setFocus(Qt.FocusReason.TabFocusReason)
    yield Shot("choices", "What can be set, the keyboard on the first choice", around(sheet))


async def touched(studio: Studio) -> AsyncIterator[Shot]:
    """The chat with hover and keyboard focus."""
    chat = ChatWindow("Mikan", samples.look)
    chat.show_character("Mikan", bundled_path("models") / "mikan")
    chat.header.set_status("llama3.2")
    chat.place_beside(PET, QGuiApplication.primaryScreen().availableGeometry())
    await studio.show(chat)
    tile = next(each for each in chat.pane.welcome.findChildren(QAbstractButton))
    point_at(tile)
    yield Shot("touch-tile", "A way to begin, pointed at", around(chat.pane, margin=30))
    point_at(tile, here=False)
    tile.setFocus(Qt.FocusReason.TabFocusReason)
    yield Shot("touch-tile-focus", "A way to begin that the keyboard is on", around(chat.pane, margin=30))
    point_at(chat.pane.header.pin)
    tooltip.show_tooltip(chat.pane.header.pin)
    yield Shot("touch-tip", "What a button is for", around(chat.pane, margin=30))
    point_at(chat.pane.header.pin, here=False)
    chat.composer.set_text(said().draft)
    chat.composer.setFocus()
    field = chat.composer.field
    field.selectAll()
    spot = QPoint(20, 10)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, field.mapToGlobal(spot))
    QApplication.sendEvent(field, asked)
    popup = QApplication.activePopupWidget()
    assert popup
    await until(popup.isVisible)
    yield Shot("touch-field-menu", "What can be done with words that are written", around(chat.pane, popup, margin=30))
    popup.close()
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(bundled_path("assets") / "demo.png"))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(chat.pane, QDragEnterEvent(spot, Qt.DropAction.CopyAction, held, left, none))
    yield Shot("touch-drop", "A picture is held over the chat", around(chat.pane, margin=30))


TOUCH: tuple[Scene, ...] = (controls, chosen, touched)
