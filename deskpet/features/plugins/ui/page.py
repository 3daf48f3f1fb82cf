"""Plugins in the settings: make one, allow its present content, and see what it does."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout

from deskpet.features.foreign.ui.page import ProgramsPage
from deskpet.translation import tr, tr_noop
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import FormCard, text_label


def cards() -> tuple[FormCard]:
    """Return the cards that are added to the page of tools."""
    return (FormCard("code", tr("Plugins"), tr("Tools that you write yourself, as Python files."), PluginsPage()),)


class PluginsPage(ProgramsPage):
    """Lists the files of the tools folder.

    created: Emitted to write an example into the folder, and to open the folder.
    folder_opened: Emitted to open the folder.
    """

    allow_text = tr_noop("Allow this file")
    allow_name = tr_noop("Allow the file {name}")
    can_remove = False

    created = Signal()
    folder_opened = Signal()

    def __init__(self) -> None:
        super().__init__(
            tr("A plugin is a program: it runs with your rights on this computer. Read a file before you allow it. "
               "After each change it is off until you allow it again. Its tools ask before each call, until you allow "
               "one on its card.")
        )  # fmt: skip
        self.setObjectName("plugins_page")
        self.where = text_label("", "field_help")
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.where.hide()
        self.new_button = plain_button(tr("New tool…"), "new_plugin", "secondary")
        self.new_button.clicked.connect(self.created)
        self.open_button = plain_button(tr("Open folder"), "open_plugins", "link")
        self.open_button.clicked.connect(self.folder_opened)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.S2)
        buttons.addWidget(self.new_button)
        buttons.addWidget(self.open_button)
        buttons.addStretch(1)
        self.column.addWidget(self.where)
        self.column.addLayout(buttons)

    def show_folder(self, folder: str, *, exists: bool) -> None:
        """Show where the files are."""
        self.where.show()
        self.where.setText(tr("Each file in {folder} that ends with .py is listed here.", folder=folder))
        self.open_button.setVisible(exists)
