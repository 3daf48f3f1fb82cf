"""The card of the settings: how much she walks about, and in which part of the screen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QWidget

from deskpet.features.roaming.fences import MIN_SIDE
from deskpet.features.roaming.ui.fence_overlay import FenceOverlay
from deskpet.features.roaming.world import Box
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform import positions
from deskpet.ui.settings.page import Card, PageContent
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import STRETCH, FormRow, line_of, show_text, text_label

if TYPE_CHECKING:
    from deskpet.features.host import Host
    from deskpet.features.roaming.controller import RoamingController

_TITLE = tr_noop("On the desktop")


class FenceRow(FormRow):
    """The part of the screen in which she stays, and the buttons that change it.

    drawn: Emitted with the name of a screen and the rectangle that was drawn on it.
    removed: Emitted with the name of a screen on which she may be everywhere again.
    """

    drawn = Signal(str, QRect)
    removed = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("Her area"))
        self.draw = plain_button(tr("Draw her area…"), "fence_draw", "secondary")
        self.remove = plain_button(tr("The whole screen"), "fence_remove", "link")
        self.text = text_label("", "field_help")
        self.draw.clicked.connect(self._draw)
        self.remove.clicked.connect(lambda: self.removed.emit(self.screen().name()))
        self.column.addLayout(line_of(theme.S2, self.draw, self.remove, STRETCH))
        self.column.addWidget(self.text)
        self.end(
            tr(
                "A part of this screen that you drag with the mouse; she stays in it. Elsewhere she keeps off the "
                "window that you use, so that she never hides what you write: when one fills the screen, she stays "
                "where she is."
            )
        )
        self.overlay: FenceOverlay | None = None
        self.show_fence(None)

    def show_fence(self, fence: Box | None) -> None:
        """Show the fence of this screen, None if she may be everywhere on it."""
        self.remove.setVisible(fence is not None)
        size = tr("{width} × {height} pixels", width=round(fence.width), height=round(fence.height)) if fence else ""
        show_text(self.text, size)

    def _draw(self) -> None:
        screen = self.screen()
        self.overlay = overlay = FenceOverlay(screen, MIN_SIDE)
        overlay.drawn.connect(lambda fence: self.drawn.emit(screen.name(), fence))
        overlay.show()
        overlay.activateWindow()


def cards(_form: SettingsForm) -> tuple[Card, ...]:
    """Return the card, which says so where a program can't place its windows."""
    if not positions.are_known():
        note = tr_noop(
            "On Wayland a program can't move its windows, except in Plasma, so she can't walk here. With "
            "QT_QPA_PLATFORM=xcb she can, where XWayland is installed."
        )
        return (Card("walk", _TITLE, note),)
    text = tr_noop("She walks where no window is in use, and stands still while you write, speak or answer.")
    return (Card("walk", _TITLE, text, "roaming", ("level", lambda _: FenceRow())),)


def _connect(page: QWidget, _host: "Host", roaming: "RoamingController") -> None:
    # On Wayland there is none.
    if row := page.findChild(FenceRow):
        connect(row, roaming)


def connect(row: FenceRow, roaming: "RoamingController") -> None:
    """Let a row show and change the fence of its screen."""

    def show() -> None:
        row.show_fence(roaming.fences.get(row.screen().name()))

    def draw(screen: str, fence: QRect) -> None:
        roaming.set_fence(screen, Box(fence.left(), fence.top(), fence.right() + 1, fence.bottom() + 1))
        show()

    def remove(screen: str) -> None:
        roaming.set_fence(screen, None)
        show()

    row.drawn.connect(draw)
    row.removed.connect(remove)
    if window := row.window().windowHandle():
        window.screenChanged.connect(show)
    show()


PAGE = PageContent(cards, _connect)
