"""Connect the page of personas when it is first shown."""

from functools import cached_property
from typing import TYPE_CHECKING

from deskpet.features.host import Host

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from deskpet.features.personas.ui.page_controller import PersonaPageController


class PersonasController:
    """Serves the pages of all settings windows by one controller."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def connect_page(self, page: "QWidget") -> None:
        """Make the settings page in which a PersonaPage stands work."""
        from deskpet.features.personas.ui.page import PersonaPage

        listed = page.findChild(PersonaPage)
        assert listed
        self._page_controller.connect_page(listed)

    def close(self) -> None:
        """Do nothing: each change is written when it is made."""

    @cached_property
    def _page_controller(self) -> "PersonaPageController":
        from deskpet.features.personas.ui.page_controller import PersonaPageController

        return PersonaPageController(self._host.settings, self._host.personas, self._host.store)
