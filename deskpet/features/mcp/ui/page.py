"""MCP servers in the settings: add them by their configuration, allow their commands, and see what they do."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from deskpet.features.foreign.ui.page import ProgramsPage
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import FormCard, text_label
from deskpet.ui.widgets.text_area import TextArea

_FIELD_HEIGHT = 92
_EXAMPLE = '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}'


def cards() -> tuple[FormCard]:
    """Return the cards that are added to the page of tools."""
    return (FormCard("computer", tr("MCP servers"), tr("Tools that other programs bring."), McpPage()),)


class McpPage(ProgramsPage):
    """Lists the servers. Below is a field for configurations, into which files can be dropped.

    added: Emitted with the text of a configuration.
    dropped: Emitted with the path of a file that has one.
    """

    added = Signal(str)
    dropped = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            tr("A server is a program of somebody else: it runs with your rights on this computer. Add only those that "
               "you trust. Its tools ask before each call, until you allow one on its card.")
        )  # fmt: skip
        self.setObjectName("mcp_page")
        self.setAcceptDrops(True)
        self.field = _configuration_field()
        hint = tr(
            "Paste the JSON that other programs use for their MCP servers, or drop its file here. Nothing starts yet."
        )
        self.add_button = plain_button(tr("Add"), "add_servers", "secondary")
        self.add_button.setEnabled(False)
        self.field.textChanged.connect(lambda: self.add_button.setEnabled(bool(self.field.toPlainText().strip())))
        self.add_button.clicked.connect(lambda: self.added.emit(self.field.toPlainText()))
        self.column.addWidget(text_label(hint, "field_help"))
        self.column.addWidget(self.field)
        self.column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_unavailable(self, why: str) -> None:
        """Show why servers can't be used."""
        self.show_message(BannerText("info", why))

    def clear_field(self) -> None:
        """Empty the field after its servers were added."""
        self.field.clear()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file_in(event.mimeData()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := _file_in(event.mimeData()):
            self.dropped.emit(path)
        else:
            self.added.emit(event.mimeData().text())


def _configuration_field() -> TextArea:
    field = TextArea(_FIELD_HEIGHT)
    field.setObjectName("mcp_configuration")
    field.setPlaceholderText(_EXAMPLE)
    field.setAccessibleName(tr("Configuration of servers"))
    # Dropped files are for the page.
    field.setAcceptDrops(False)
    return field


def _file_in(data: QMimeData) -> str:
    """Return the path of the first dropped file, empty if there is none."""
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")
