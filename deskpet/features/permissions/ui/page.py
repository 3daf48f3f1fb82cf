"""The cards of the page of tools: their policies, the folders for files, the user's rules, and the calls that ran."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from deskpet.chat.permission import Rule
from deskpet.chat.rules import Rules
from deskpet.config import paths
from deskpet.features.host import Host
from deskpet.features.permissions.ui.journal_page import JournalPage
from deskpet.features.permissions.ui.tools_page import ToolsPage
from deskpet.filesystem import private_files
from deskpet.tools.files.protected_names import breadth_of, broad_folder_warning
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import Confirmation
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import part_of, show_changes
from deskpet.ui.settings.record_list import (
    PLACES,
    ListRecord,
    PlacesRow,
    RecordList,
    RecordRow,
    RowAction,
    format_day,
    titled,
)
from deskpet.ui.widgets import file_dialogs, links, theme
from deskpet.ui.widgets.buttons import plain_button


class FoldersRow(PlacesRow):
    """Edits the list of folders; the scratch folder is shown below it and can't be removed."""

    def __init__(self, _field: object, changed: Callable[[tuple[str, ...]], Any]) -> None:
        super().__init__(changed)
        self.add = plain_button(tr("Add a folder…"), "add_folder", "")
        self.add.clicked.connect(lambda _checked: self._pick_folder())
        self.question = Confirmation(tr("Choose a folder in it…"), tr("Allow the whole folder"))
        title, note = tr("Her own folder"), tr("What she writes for herself, without asking.")
        self.scratch = RecordRow(_folder(paths.scratch_folder(), title, note, _open_scratch), PLACES)
        self.column.addSpacing(theme.S1)
        self.column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addSpacing(theme.S1)
        self.column.addWidget(self.question)
        self.column.addSpacing(theme.S2)
        self.column.addWidget(self.scratch)
        self.end()

    def record_of(self, place: str) -> ListRecord:
        folder = Path(place)
        breadth = breadth_of(folder)
        note = tr(breadth.value, folder=folder) if breadth else ""
        remove = self.remove(place, "remove_folder", tr("Take the folder away from her: {folder}", folder=folder))
        return _folder(folder, folder.name or place, note, partial(links.open_folder, folder), remove)

    def offer(self, folder: str) -> None:
        """Add a folder, after a question if it holds far more than the work on some files needs."""
        breadth = breadth_of(Path(folder))
        if breadth is None or folder in self.places:
            self._add(folder)
            return
        text = broad_folder_warning(Path(folder), breadth)
        self.question.ask(
            tr("Allow access to so much?"), text, partial(self._add, folder), partial(self._pick_folder, folder)
        )

    def _add(self, folder: str) -> None:
        self.question.hide()
        self.change((*dict.fromkeys((*self.places, folder)),))

    def _pick_folder(self, where: str = "") -> None:
        self.question.hide()
        where = where or file_dialogs.default_folder(file_dialogs.StandardLocation.DocumentsLocation)
        title = tr("Choose a folder for the file tools")
        file_dialogs.open_folder(self, title, where, lambda folder: self.offer(str(folder)), "pick_folder")


def _folder(folder: Path, title: str, note: str, act: Callable[[], object], *actions: RowAction) -> ListRecord:
    opening = RowAction("open_folder", tr("Open the folder: {place}", place=title), act, "folder")
    lines = (("place_title", title), *((("place_told", note),) if note else ()))
    return ListRecord(str(folder), f"{title}, {folder}", lines, (opening, *actions), path=str(folder))


def _open_scratch() -> None:
    """Open the scratch folder, which may not have been used yet."""
    folder = paths.scratch_folder()
    private_files.create_folder(folder)
    links.open_folder(folder)


class RulesPage(RecordList):
    """Shows the rules of the user, oldest first."""

    def __init__(self) -> None:
        super().__init__(tr("Nothing yet. “Always” on a card adds a line here."))

    def serve(self, rules: Rules, title_of: Callable[[str], str]) -> None:
        """Show these rules, and take them back. title_of: returns the title of the tool of a name."""

        def revoke(rule: Rule) -> None:
            self.carry_out(partial(rules.revoke, rule), tr("The rules can't be saved"))

        def show() -> None:
            self.show_records(_rule_record(each, title_of(each.tool_name), partial(revoke, each)) for each in rules.all)

        show_changes(self, rules.listen, show)


def _rule_record(rule: Rule, title: str, revoke: Callable[[], object]) -> ListRecord:
    scope = rule.scope
    where = scope.label if scope else tr("everywhere")
    if scope and scope.kind == "version":
        where = tr("as long as its server doesn't change it")
    about = tr("{where} · allowed {when}", where=where, when=format_day(rule.created_at))
    label = tr("Ask again before “{tool}” runs", tool=title)
    return titled(rule, title, about, RowAction("revoke", label, revoke, "trash"))


def _connect_tools(page: QWidget, host: Host, _running: object) -> None:
    """List the tools on a page, and what those that can't run miss."""
    tools, listed = host.tools, part_of(page, ToolsPage)
    listed.show_tools(tools.built_in)
    listed.show_missing({each.name: tools.box.missing(each) for each in tools.built_in})


def _connect_calls(page: QWidget, host: Host, _running: object) -> None:
    """Fill the lists of what may run always and of what ran, and carry out what the user does in them."""
    part_of(page, RulesPage).serve(host.rules, host.tools.title_of)
    part_of(page, JournalPage).serve(host.tools.look_of, host.store)


_TOOLS = Card(
    "tool",
    tr_noop("Tools"),
    tr_noop("What the model may do: by itself, when you allow it each time, or not."),
    fields=(ToolsPage,),
)
_FOLDERS = Card(
    "folder",
    tr_noop("Folders"),
    tr_noop("Where she may look at files. Before she changes one, you see it."),
    "tools",
    (Field("folders", row=FoldersRow),),
)
_RULES = Card(
    "check",
    tr_noop("Allowed calls"),
    tr_noop("These calls run without a question, until you take it back."),
    fields=(lambda _: RulesPage(),),
)
_JOURNAL = Card(
    "clock",
    tr_noop("Call log"),
    tr_noop("The calls of the last 90 days. What you delete in the chat loses its details here too."),
    fields=(lambda _: JournalPage(),),
)
TOOLS = PageContent((_TOOLS,), _connect_tools)
SOURCES = PageContent((_FOLDERS,))
CALLS = PageContent((_RULES, _JOURNAL), _connect_calls)
