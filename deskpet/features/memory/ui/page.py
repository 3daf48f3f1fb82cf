"""List of what she remembers, in the settings: searched, edited, pinned, confirmed, erased, exported and imported."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QVBoxLayout

from deskpet.features.memory.access import memory_decision
from deskpet.features.memory.ui.fact_rows import FactRows
from deskpet.features.memory.ui.rows import MemoryLevelRow, MemoryServersRow
from deskpet.store.facts import Fact
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.settings.confirmation import Confirmation
from deskpet.ui.settings.page import Form
from deskpet.ui.settings.page_controller import StoredPage
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, text_label
from deskpet.ui.widgets.popup_menu import install_field_menu

_STEP = 20
_SEARCH_MS = 150
_FILE = "deskpet-memories"
_WARNING = tr_noop(
    "It goes out of the file of the conversations, its index and its backups, and she does not learn it again from the "
    "same words. The conversation in which you said it stays."
)


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    help_text = tr("All of it: read it, correct it, or take it back.")
    return _level_card(form), FormCard("eye", tr("What she remembers"), help_text, MemoryPage())


def _level_card(form: Form) -> FormCard:
    help_text = tr("What she remembers of you from one conversation to the next. It is kept on this computer.")
    card = FormCard("note", tr("How much she remembers"), help_text)
    form.add_row(card, "memory", "remember", MemoryLevelRow(form.setter("memory", "remember", at_once=True)))
    form.add_field(card, "memory", "paused")
    servers = MemoryServersRow()
    servers.decided.connect(
        lambda address, may_see: form.change(memory_decision(form.settings, address, may_see=may_see))
    )
    form.follow(servers.show_settings)
    card.add(servers)
    form.add_field(card, "memory", "max_tokens")
    return card


class MemoryPage(StoredPage):
    """Shows the facts that match the search, a few at first.

    rows: the facts; its signals are requests as well.

    wanted: Emitted with the words to search for and the number of facts to list.
    erase_confirmed: Emitted with the ids of facts to erase; None erases all.
    export_requested: Emitted with the Path of a .json or .md file to write.
    import_requested: Emitted with the Path of a JSON file to read.
    """

    wanted = Signal(str, int)
    erase_confirmed = Signal(object)
    export_requested = Signal(object)
    import_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("memory_page")
        self._limit, self._total = _STEP, 0
        self._erased: tuple[str, ...] | None = None
        self.field, self.summary = QLineEdit(), text_label("", "field_help")
        self.field.setObjectName("memory_search")
        self.field.setPlaceholderText(tr("Search what she remembers"))
        self.field.setAccessibleName(tr("Search what she remembers"))
        install_field_menu(self.field)
        self._timer = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._timer.timeout.connect(self.refresh)
        self.field.textChanged.connect(self._on_search_changed)
        self.rows, self.confirmation = FactRows(), Confirmation()
        self.rows.erase_requested.connect(lambda fact: self._ask_about((fact,)))
        self.rows.selection_changed.connect(self._show_selection)
        self.confirmation.confirmed.connect(self._confirm)
        self.confirmation.cancelled.connect(self.field.setFocus)
        self._create_buttons()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        for widget in (self.field, self.summary, self.rows):
            column.addWidget(widget)
        column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.confirmation)
        column.addWidget(self.banner)
        column.addLayout(self._buttons())
        self._show_selection()

    def _create_buttons(self) -> None:
        self.more_button = plain_button(tr("Show more"), "memory_more", "secondary")
        self.more_button.clicked.connect(self._show_more)
        self.erase_selected = plain_button("", "memory_erase_selected", "danger")
        self.erase_selected.clicked.connect(lambda: self._ask_about(self.rows.selected))
        self.export_json = plain_button(tr("Export as JSON…"), "memory_export_json", "secondary")
        self.export_json.clicked.connect(lambda: self._choose_export("json", tr("JSON (*.json)")))
        self.export_markdown = plain_button(tr("Export as Markdown…"), "memory_export_md", "secondary")
        self.export_markdown.clicked.connect(lambda: self._choose_export("md", tr("Markdown (*.md)")))
        self.import_button = plain_button(tr("Import…"), "memory_import", "secondary")
        self.import_button.clicked.connect(self._choose_import)
        self.erase_all = plain_button(tr("Erase all…"), "memory_erase_all", "danger")
        self.erase_all.clicked.connect(self._ask_about_all)

    def _buttons(self) -> FlowLayout:
        line = FlowLayout(theme.S2)
        for button in (
            *(self.erase_selected, self.export_json, self.export_markdown, self.import_button),
            self.erase_all,
        ):
            line.addWidget(button)
        return line

    def refresh(self) -> None:
        """Request the facts to show."""
        self.wanted.emit(self.field.text().strip(), self._limit)

    def show_facts(self, facts: Sequence[Fact], found: int, total: int) -> None:
        """Show the first of the `found` facts, of all `total` ones."""
        self._total = total
        self.rows.show_facts(facts)
        self.more_button.setVisible(found > len(facts))
        self.summary.setText(_summary(found, total, is_search=bool(self.field.text().strip())))
        self.import_button.setEnabled(True)
        for button in (self.export_json, self.export_markdown, self.erase_all):
            button.setEnabled(total > 0)

    def show_unavailable(self, why: str) -> None:
        """Show why the facts can't be read."""
        self.summary.setText(why)
        for button in (self.export_json, self.export_markdown, self.import_button, self.erase_all):
            button.setEnabled(False)

    def _on_search_changed(self) -> None:
        self._limit = _STEP
        self._timer.start()

    def _show_more(self) -> None:
        self._limit += _STEP
        self.refresh()

    def _show_selection(self) -> None:
        count = len(self.rows.selected)
        text = tr_plural(count, "Erase the selected one…", "Erase {n} selected…")
        self.erase_selected.setText(text)
        self.erase_selected.setAccessibleName(text)
        self.erase_selected.setVisible(count > 0)

    def _ask_about(self, facts: Sequence[Fact]) -> None:
        if facts:
            question = tr("Erase “{text}” for good?", text=facts[0].text)
            title = question if len(facts) == 1 else tr("Erase {n} memories for good?", n=len(facts))
            self._ask(title, tuple(fact.id for fact in facts))

    def _ask_about_all(self) -> None:
        self._ask(tr("Erase everything that she remembers of you for good?"), None)

    def _ask(self, title: str, erased: tuple[str, ...] | None) -> None:
        self._erased = erased
        self.banner.show_message(None)
        self.confirmation.ask(title, tr(_WARNING))
        # After the layout has made room for the question.
        QTimer.singleShot(0, self.confirmation, self.confirmation.scroll_into_view)

    def _confirm(self) -> None:
        self.confirmation.hide()
        self.field.setFocus()
        self.erase_confirmed.emit(self._erased)

    def _choose_export(self, suffix: str, kind: str) -> None:
        dialog = self._dialog(tr("Export"), QFileDialog.AcceptMode.AcceptSave, kind)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{_FILE}.{suffix}")
        dialog.fileSelected.connect(lambda name: self.export_requested.emit(Path(name)))
        dialog.open()

    def _choose_import(self) -> None:
        dialog = self._dialog(tr("Import"), QFileDialog.AcceptMode.AcceptOpen, tr("JSON (*.json)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.import_requested.emit(Path(name)))
        dialog.open()

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, kind: str) -> QFileDialog:
        folder = file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self, title, folder, kind)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(mode)
        return dialog


def _summary(found: int, total: int, *, is_search: bool) -> str:
    if not total:
        return tr("Nothing yet. What she learns is listed here, each with the sentence that it came from.")
    if is_search:
        return tr_plural(found, "1 memory matches.", "{n} memories match.")
    return tr_plural(total, "She remembers one thing of you.", "She remembers {n} things of you.")
