"""Entries of the character's menus: come here, sit down, stay."""

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction

from deskpet.translation import tr
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.widgets import language


class MenuEntries(QObject):
    """Adds the entries to menus, above the one that brings her.

    come_requested: Emitted when she is to walk to the pointer.
    sit_requested: Emitted when she is to sit down.
    stay_requested: Emitted with whether she is to stay where she is.
    """

    come_requested = Signal()
    sit_requested = Signal()
    stay_requested = Signal(bool)

    def __init__(self, menus: tuple[PetMenu, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._menus, self._stays = menus, False
        self.come = [self._entry(menu, "walk", self.come_requested) for menu in menus]
        self.sit = [self._entry(menu, "sit", self.sit_requested) for menu in menus]
        self.stay = [QAction(menu) for menu in menus]
        for menu, action in zip(menus, self.stay, strict=True):
            action.triggered.connect(lambda: self.stay_requested.emit(not self._stays))
            menu.insertAction(menu.call, action)
        self.show_stays(False)
        language.keep_translated(menus[0], self._retranslate)

    def set_visible(self, is_visible: bool) -> None:
        """Show or hide all entries."""
        for action in (*self.come, *self.sit, *self.stay):
            action.setVisible(is_visible)

    def show_stays(self, stays: bool) -> None:
        """Show whether she stays where she is."""
        self._stays = stays
        for menu, action in zip(self._menus, self.stay, strict=True):
            menu.set_action_icon(action, "check" if stays else "")
        for action in (*self.come, *self.sit):
            action.setEnabled(not stays)

    def _entry(self, menu: PetMenu, icon: str, signal: SignalInstance) -> QAction:
        action = QAction(menu)
        menu.set_action_icon(action, icon)
        action.triggered.connect(signal)
        menu.insertAction(menu.call, action)
        return action

    def _retranslate(self) -> None:
        for actions, text in ((self.come, tr("Come here")), (self.sit, tr("Sit down")), (self.stay, tr("Stay here"))):
            for action in actions:
                action.setText(text)
