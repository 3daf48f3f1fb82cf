"""The page of memory in the settings: how much she remembers, who may see it, and all of it in a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.memory import exchange
from deskpet.features.memory.access import MemoryVisibility, has_secret, host_of, memory_decision, memory_visibility
from deskpet.features.memory.memory import LONGEST_TEXT
from deskpet.store import StoreError, facts
from deskpet.store.facts import Fact
from deskpet.text.local_time import local_time
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, Field, Form
from deskpet.ui.settings.page_controller import StoredListPage, StoredPageController
from deskpet.ui.settings.record_list import NOTES, Edit, ListRecord, RecordList, RowAction, titled
from deskpet.ui.widgets import file_dialogs, language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import ExplainedChoicesRow, column_in, text_label
from deskpet.ui.widgets.popup_menu import install_field_menu

_SEARCH_MS = 150
_FILE = "deskpet-memories"
_WARNING = tr_noop(
    "It goes out of the file of the conversations, its index and its backups, and she does not learn it again from the "
    "same words. The conversation in which you said it stays."
)
_LEVELS = {
    MemoryMode.OFF: (
        tr_noop("Off"),
        tr_noop("Nothing is read, written or sent. What she remembers stays until you erase it."),
    ),
    MemoryMode.ON_REQUEST: (
        tr_noop("On request"),
        tr_noop("She remembers what you ask her to: “remember that I like green tea”."),
    ),
    MemoryMode.ASK: (
        tr_noop("Ask first"),
        tr_noop(
            "When a conversation rests, she proposes what to remember, and you keep or dismiss it. That is one more "
            "request of about 2,000 tokens for each conversation."
        ),
    ),
    MemoryMode.AUTOMATIC: (
        tr_noop("Keep it and tell me"),
        tr_noop(
            "The same, but she keeps it at once, and a line under the conversation says so, with Undo. What came up "
            "next to text of strangers still waits for you."
        ),
    ),
}


class MemoryServersRow(QWidget):
    """Lists the servers that may or may not see memories, and asks about the present one if that is undecided."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.setObjectName("memory_endpoints")
        self._form, self._present = form, text_label("", "field_help")
        self.allow = plain_button(tr("Allow"), "allow_memories", "secondary")
        self.refuse = plain_button(tr("Refuse"), "refuse_memories", "link")
        self.allow.clicked.connect(lambda: self._decide(form.settings.endpoint.base_url, True))
        self.refuse.clicked.connect(lambda: self._decide(form.settings.endpoint.base_url, False))
        self.rows = RecordList(tr("You were not asked about any other server yet."))
        self.rows.setObjectName("memory_hidden_from")
        buttons, column = QHBoxLayout(), QVBoxLayout(self)
        buttons.setSpacing(theme.S2)
        buttons.addWidget(self.allow)
        buttons.addWidget(self.refuse)
        buttons.addStretch(1)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(text_label(tr("Servers that may see memories"), "field_title"))
        column.addWidget(self._present)
        column.addLayout(buttons)
        column.addWidget(self.rows)
        form.follow(self._show_settings)

    def _decide(self, address: str, may_see: bool | None) -> None:
        self._form.change(memory_decision(self._form.settings, address, may_see=may_see))

    def _show_settings(self, settings: Settings) -> None:
        sight, memory = memory_visibility(settings), settings.memory
        self._present.setText(_sentence(sight, host_of(settings.endpoint.base_url)))
        for button in (self.allow, self.refuse):
            button.setVisible(sight is MemoryVisibility.UNDECIDED)
        self.allow.setAccessibleDescription(self._present.text())
        decided = [(each, tr("may see memories")) for each in memory.endpoints]
        decided += [(each, tr("may not see memories")) for each in memory.hidden_from]
        self.rows.show_records(titled(each, each, about, self._revoke(each)) for each, about in decided)

    def _revoke(self, address: str) -> RowAction:
        label = tr("Ask again about {name}", name=address)
        return RowAction("revoke", label, lambda: self._decide(address, None), "trash")


def _sentence(sight: MemoryVisibility, host: str) -> str:
    match sight:
        case MemoryVisibility.OFFLINE:
            return tr(
                "Servers on this computer may. Any other one is asked about once. The offline companion remembers "
                "nothing."
            )
        case MemoryVisibility.LOCAL:
            return tr("{host} is on this computer and may. Any other server is asked about once.", host=host)
        case MemoryVisibility.ALLOWED:
            return tr("{host} may, as you allowed. Servers on this computer may as well.", host=host)
        case MemoryVisibility.REFUSED:
            return tr("{host} may not, so with it memory is off. Servers on this computer may.", host=host)
        case MemoryVisibility.UNDECIDED:
            return tr("May {host} see what she remembers of you? Until you allow it, memory is off with it.", host=host)


class MemoryPage(StoredListPage):
    """Shows the facts that match the search.

    change_requested: Emitted with a function that changes facts in a database.
    rewritten: Emitted with the id of a fact and its new text.
    source_requested: Emitted with a Fact whose message is to be shown.
    erase_confirmed: Emitted with the ids of facts to erase; None erases all.
    export_requested: Emitted with the Path of a .json or .md file to write.
    import_requested: Emitted with the Path of a JSON file to read.
    """

    change_requested = Signal(object)
    rewritten = Signal(str, str)
    source_requested = Signal(object)
    erase_confirmed = Signal(object)
    export_requested = Signal(object)
    import_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__("memory")
        self.field, self.summary = QLineEdit(), text_label("", "field_help")
        self.field.setObjectName("memory_search")
        self.field.setPlaceholderText(tr("Search what she remembers"))
        self.field.setAccessibleName(tr("Search what she remembers"))
        install_field_menu(self.field)
        self._timer = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._timer.timeout.connect(self.refresh)
        self.field.textChanged.connect(self._on_search_changed)
        self.rows = RecordList(style=NOTES)
        self.rows.selection_changed.connect(self._show_selection)
        column = column_in(self, theme.S2)
        for widget in (self.field, self.summary, self.rows):
            column.addWidget(widget)
        column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.confirmation)
        column.addWidget(self.banner)
        column.addLayout(self._buttons())
        self._show_selection()

    def _buttons(self) -> FlowLayout:
        self.erase_selected = plain_button("", "memory_erase_selected", "danger")
        self.export_json = plain_button(tr("Export as JSON…"), "memory_export_json", "secondary")
        self.export_markdown = plain_button(tr("Export as Markdown…"), "memory_export_md", "secondary")
        self.import_button = plain_button(tr("Import…"), "memory_import", "secondary")
        self.erase_all = plain_button(tr("Erase all…"), "memory_erase_all", "danger")
        everything = tr("Erase everything that she remembers of you for good?")
        line = FlowLayout(theme.S2)
        for button, act in (
            (self.erase_selected, self._ask_about_selected),
            (self.export_json, partial(self._choose_export, "json", tr("JSON (*.json)"))),
            (self.export_markdown, partial(self._choose_export, "md", tr("Markdown (*.md)"))),
            (self.import_button, self._choose_import),
            (self.erase_all, partial(self._ask_to_erase, everything, None)),
        ):
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        return line

    @property
    def words(self) -> str:
        """The words to search for."""
        return self.field.text().strip()

    def show_facts(self, listed: Sequence[Fact], found: int, total: int) -> None:
        """Show the first of the `found` facts, of all `total` ones."""
        self.rows.show_records(map(self._record, listed))
        self.more_button.setVisible(found > len(listed))
        self.summary.setText(_summary(found, total, is_search=bool(self.words)))
        self.import_button.setEnabled(True)
        for button in (self.export_json, self.export_markdown, self.erase_all):
            button.setEnabled(total > 0)

    def show_unavailable(self, why: str) -> None:
        """Show why the facts can't be read."""
        self.summary.setText(why)
        for button in (self.export_json, self.export_markdown, self.import_button, self.erase_all):
            button.setEnabled(False)

    def _record(self, fact: Fact) -> ListRecord:
        text, about = fact.text, _about(fact)
        quote = (("fact_quote", tr("“{quote}”", quote=fact.quote)),) if fact.quote else ()
        return ListRecord(
            fact.id,
            f"{text}, {about}",
            (("field_title", text), ("field_help", about), *quote),
            self._actions(fact),
            Edit(0, "edit_fact", tr("What she remembers"), LONGEST_TEXT, partial(self.rewritten.emit, fact.id)),
            check=tr("Select: {text}", text=text),
        )

    def _actions(self, fact: Fact) -> tuple[RowAction, ...]:
        text, change = fact.text, self.change_requested.emit
        pin = partial(facts.set_pinned, fact_id=fact.id, is_pinned=not fact.is_pinned)
        pin_name = tr("Unpin: {text}", text=text) if fact.is_pinned else tr("Pin: {text}", text=text)
        icon = "unpin" if fact.is_pinned else "pin"
        source_name, edit_name = tr("Show where it was said: {text}", text=text), tr("Edit {name}", name=text)
        source = RowAction("source_of_fact", source_name, partial(self.source_requested.emit, fact), "chat")
        shared = (*((source,) if fact.message else ()), RowAction("edit_fact", edit_name, icon="edit"))
        if fact.state == "proposed":
            keep, dismiss = partial(facts.confirm, fact_id=fact.id), partial(facts.erase, fact_ids=[fact.id])
            return (
                *shared,
                RowAction("keep_fact", tr("Keep: {text}", text=text), partial(change, keep), text=tr("Keep")),
                RowAction(
                    "dismiss_fact", tr("Dismiss: {text}", text=text), partial(change, dismiss),
                    text=tr("Dismiss"), kind="link",
                ),
            )  # fmt: skip
        question = tr("Erase “{text}” for good?", text=text)
        erase = partial(self._ask_to_erase, question, (fact.id,))
        return (
            RowAction("pin_fact", pin_name, partial(change, pin), icon, is_on=fact.is_pinned),
            *shared,
            RowAction("erase_fact", tr("Erase: {text}", text=text), erase, "trash"),
        )

    def _on_search_changed(self) -> None:
        self.limit = self.first
        self._timer.start()

    def _show_selection(self) -> None:
        count = len(self.rows.selected)
        text = tr_plural(count, "Erase the selected one…", "Erase {n} selected…")
        self.erase_selected.setText(text)
        self.erase_selected.setAccessibleName(text)
        self.erase_selected.setVisible(count > 0)

    def _ask_about_selected(self) -> None:
        selected = self.rows.selected
        question = tr("Erase “{text}” for good?", text=selected[0].lines[0][1])
        many = tr("Erase {n} memories for good?", n=len(selected))
        self._ask_to_erase(question if len(selected) == 1 else many, tuple(each.key for each in selected))

    def _ask_to_erase(self, title: str, erased: tuple[object, ...] | None) -> None:
        self.ask(title, tr(_WARNING), partial(self._erase, erased), self.field.setFocus)

    def _erase(self, erased: tuple[object, ...] | None) -> None:
        self.field.setFocus()
        self.erase_confirmed.emit(erased)

    def _choose_export(self, suffix: str, kind: str) -> None:
        file_dialogs.save_file(self, tr("Export"), kind, f"{_FILE}.{suffix}", self.export_requested.emit)

    def _choose_import(self) -> None:
        file_dialogs.open_file(self, tr("Import"), tr("JSON (*.json)"), self.import_requested.emit)


def _about(fact: Fact) -> str:
    """Return what the second line says: the kind, the month, who knows it, and whether it is pinned or waits."""
    said = local_time(fact.said_at) if fact.said_at else None
    parts = (
        exchange.title_of(fact.kind),
        language.format_datetime(said, tr("MMM yyyy")) if said else "",
        tr("only {name} knows", name=fact.persona) if fact.persona else "",
        tr("pinned") if fact.is_pinned else "",
        tr("waits until you confirm it") if fact.state == "proposed" else "",
    )
    return " · ".join(filter(None, parts))


def _summary(found: int, total: int, *, is_search: bool) -> str:
    if not total:
        return tr("Nothing yet. What she learns is listed here, each with the sentence that it came from.")
    if is_search:
        return tr_plural(found, "1 memory matches.", "{n} memories match.")
    return tr_plural(total, "She remembers one thing of you.", "She remembers {n} things of you.")


@dataclass(frozen=True, slots=True)
class FactList:
    """The first facts that match a search, how many match, and how many there are."""

    facts: tuple[Fact, ...]
    found: int
    total: int


def list_facts(database: Connection, words: str, limit: int) -> FactList:
    """Return at most `limit` of the facts that have all `words`, also within words and in the name of their kind."""
    present = facts.read(database)
    wanted = words.casefold().split()
    found = [fact for fact in present if all(word in _searched(fact) for word in wanted)] if wanted else list(present)
    found.sort(key=lambda fact: (fact.state != "proposed", not fact.is_pinned))
    return FactList(tuple(found[:limit]), len(found), len(present))


def _searched(fact: Fact) -> str:
    kind = exchange.title_of(fact.kind)
    return f"{fact.text}\n{fact.search_words}\n{fact.quote}\n{fact.about}\n{kind}\n{fact.persona or ''}".casefold()


CARDS = (
    Card(
        *("note", tr_noop("How she remembers")),
        tr_noop("What she remembers of you from one conversation to the next. It is kept on this computer."),
        "memory",
        (
            Field("remember", row=lambda _, changed: ExplainedChoicesRow("memory", _LEVELS, changed)),
            "paused",
            MemoryServersRow,
            "max_tokens",
        ),
    ),
    Card(
        *("eye", tr_noop("What she remembers"), tr_noop("All of it: read it, correct it, or take it back.")),
        fields=(lambda _: MemoryPage(),),
    ),
)


class MemoryPageController(StoredPageController[MemoryPage]):
    """Connects the list of a settings window to the store, also while memory is off."""

    kind = MemoryPage

    def __init__(self, page: QWidget, host: Host) -> None:
        super().__init__(page, host.store)
        page, show = self.page, host.windows.show_message
        page.wanted.connect(lambda limit: event_loop.spawn(self._show_facts(page.words, limit)))
        page.change_requested.connect(self._change)
        page.rewritten.connect(lambda fact_id, text: self._start(self._rewrite(fact_id, text)))
        page.source_requested.connect(lambda fact: show(fact.session, fact.message, fact.quote))
        page.erase_confirmed.connect(lambda fact_ids: self._start(self._erase(fact_ids)))
        page.export_requested.connect(lambda file: self._start(self._export(file)))
        page.import_requested.connect(lambda file: self._start(self._import(file)))

    def _change(self, work: Callable[[Connection], object]) -> None:
        async def change() -> None:
            await self._open_store().change(work)

        self._start(change())

    async def _show_facts(self, words: str, limit: int) -> None:
        try:
            listed: FactList = await self._open_store().query(partial(list_facts, words=words, limit=limit))
        except StoreError as error:
            if self.is_open:
                self.page.show_unavailable(str(error))
            return
        if self.is_open:
            self.page.show_facts(listed.facts, listed.found, listed.total)

    async def _rewrite(self, fact_id: str, text: str) -> BannerText | None:
        if has_secret(text):
            refused = tr("This looks like a password, a key or the number of a card, which are never kept.")
            return BannerText("error", tr("That was not possible"), refused)
        await self._open_store().change(partial(facts.rewrite, fact_id=fact_id, text=text))
        return None

    async def _erase(self, fact_ids: tuple[str, ...] | None) -> BannerText:
        store = self._open_store()
        if fact_ids is None:
            await store.change(facts.erase_all)
        else:
            await store.change(partial(facts.erase, fact_ids=fact_ids))
        await store.clear_traces()
        return BannerText("success", tr("It is erased"), tr("Backups that still held it were replaced by a new one."))

    async def _export(self, file: Path) -> BannerText:
        found = await self._open_store().query(facts.read)
        write = exchange.write_markdown if file.suffix.lower() == ".md" else exchange.write_json
        await event_loop.in_thread(lambda: write(file, found))
        return BannerText("success", tr("Saved as {file}", file=file.name), str(file.parent))

    async def _import(self, file: Path) -> BannerText:
        imported = await event_loop.in_thread(lambda: exchange.read_json(file))
        added = await self._open_store().change(partial(_add_all, imported=imported))
        title = tr_plural(len(added), "1 memory waits for you", "{n} memories wait for you")
        text = tr("The file may come from anybody, so she knows nothing of it until you keep it.")
        if not added:
            return BannerText("info", tr("There is nothing new in {file}", file=file.name))
        return BannerText("info", title, text, button=tr("Keep all"), act=partial(self._keep_all, added))

    def _keep_all(self, added: tuple[str, ...]) -> None:
        def confirm(database: Connection) -> None:
            for fact_id in added:
                facts.confirm(database, fact_id)

        self._change(confirm)
        if self.is_open:
            self.page.show_message(None)


def _add_all(database: Connection, imported: tuple[Fact, ...]) -> tuple[str, ...]:
    return tuple(fact.id for fact in imported if facts.add(database, replace(fact, state="proposed")))
