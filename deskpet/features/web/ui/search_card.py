"""The card of the settings that has the search engine and its key."""

from PySide6.QtCore import Signal

from deskpet.translation import tr
from deskpet.ui.settings.key_row import KeyRow
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


class SearchCard(FormCard):
    """Chooses the search engine, and takes its key.

    key_typed: Emitted with a key of the search engine that was typed, to store it in the keyring.
    """

    key_typed = Signal(str)

    def __init__(self, form: Form) -> None:
        super().__init__(
            "globe", tr("Web search"), tr("What the model searches the web with, if you choose an engine.")
        )
        form.add_field(self, "tools", "search_engine")
        form.add_field(self, "tools", "search_url", "http://127.0.0.1:8080")
        self._typing_timer = form.typing_timer(lambda: self.key_typed.emit(self.key_row.edit.text()))
        self.key_row = KeyRow(lambda _: self._typing_timer.start())
        self.key_row.edit.setObjectName("search_key")
        self.add(self.key_row)
        form.add_field(self, "tools", "search_key_env")

    def drop_key(self) -> None:
        """Clear the typed key; it is not sent any more."""
        self._typing_timer.stop()
        self.key_row.edit.clear()
