"""The page of memory in the settings: how much she remembers, who may see it, and all of it in a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.features.host import Host
from deskpet.features.memory import exchange
from deskpet.features.memory.access import MemoryVisibility, has_secret, host_of, memory_decision, memory_visibility
from deskpet.features.memory.memory import LONGEST_TEXT
from deskpet.store import Store, facts
from deskpet.store.facts import Fact
from deskpet.text.local_time import local_time
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import StoredListPage, part_of
from deskpet.ui.settings.record_list import NOTES, Edit, ListRecord, RecordList, RowAction, titled
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import file_dialogs, language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.fields import line_edit
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import STRETCH, ExplainedChoicesRow, column_in, line_of, text_label

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

    def __init__(self, form: SettingsForm) -> None:
        super().__init__()
        self.setObjectName("memory_endpoints")
        self._form, self._present = form, text_label("", "field_help")
        self.allow = plain_button(tr("Allow"), "allow_memories", "secondary")
        self.refuse = plain_button(tr("Refuse"), "refuse_memories", "link")
        self.allow.clicked.connect(lambda: self._decide(form.settings.endpoint.base_url, True))
        self.refuse.clicked.connect(lambda: self._decide(form.settings.endpoint.base_url, False))
        self.rows = RecordList(tr("You were not asked about any other server yet."))
        self.rows.setObjectName("memory_hidden_from")
        title = text_label(tr("Servers that may see memories"), "field_title")
        column_in(self, theme.S2, title, self._present, line_of(theme.S2, self.allow, self.refuse, STRETCH), self.rows)
        form.follow(self._show_settings, "memory", "endpoint")

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


@dataclass(frozen=True, slots=True)
class FactList:
    """The first facts that match a search, how many match, and how many there are."""

    facts: tuple[Fact, ...]
    found: int
    total: int


class MemoryPage(StoredListPage[FactList]):
    """Shows the facts that match the search, also while memory is off."""

    def __init__(self) -> None:
        super().__init__("memory")
        self._show_source: Callable[[str, str, str], object] = lambda session, message, words: None
        searched = tr("Search what she remembers")
        self.field, self.summary = line_edit("memory_search", searched, searched), text_label("", "field_help")
        self._typing = QTimer(self, singleShot=True, interval=_SEARCH_MS)
        self._typing.timeout.connect(self.refresh)
        self.field.textChanged.connect(self._on_search_changed)
        self.rows = RecordList(style=NOTES)
        self.rows.selection_changed.connect(self._show_selection)
        more = (self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        parts = (self.field, self.summary, self.rows, more, self.confirmation, self.banner, self._buttons())
        column_in(self, theme.S2, *parts)
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
            (self.erase_all, partial(self._ask_to_erase, everything, facts.erase_all)),
        ):
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        return line

    def serve(self, host: Host) -> None:
        """Show the facts of a running program."""
        self._show_source = host.windows.show_message
        self.list_from(host.store)

    @property
    def _words(self) -> str:
        """The words to search for."""
        return self.field.text().strip()

    async def read(self, store: Store) -> FactList:
        return await store.query(partial(list_facts, words=self._words, limit=self.limit))

    def show_content(self, content: FactList) -> None:
        self.rows.show_records(map(self._record, content.facts))
        self.more_button.setVisible(content.found > len(content.facts))
        self.summary.setText(_summary(content.found, content.total, is_search=bool(self._words)))
        self.import_button.setEnabled(True)
        for button in (self.export_json, self.export_markdown, self.erase_all):
            button.setEnabled(content.total > 0)

    def show_unavailable(self, why: str) -> None:
        self.summary.setText(why)
        for button in (self.export_json, self.export_markdown, self.import_button, self.erase_all):
            button.setEnabled(False)

    def focus_content(self) -> None:
        self.field.setFocus()

    def _record(self, fact: Fact) -> ListRecord:
        text, about = fact.text, _about(fact)
        quote = (("fact_quote", tr("“{quote}”", quote=fact.quote)),) if fact.quote else ()
        return ListRecord(
            fact.id,
            f"{text}, {about}",
            (("field_title", text), ("field_help", about), *quote),
            self._actions(fact),
            Edit(0, "edit_fact", tr("What she remembers"), LONGEST_TEXT, partial(self._rewrite, fact.id)),
            check=tr("Select: {text}", text=text),
        )

    def _actions(self, fact: Fact) -> tuple[RowAction, ...]:
        text, change = fact.text, self.change
        pin = partial(facts.set_pinned, fact_id=fact.id, is_pinned=not fact.is_pinned)
        pin_name = tr("Unpin: {text}", text=text) if fact.is_pinned else tr("Pin: {text}", text=text)
        icon = "unpin" if fact.is_pinned else "pin"
        source_name, edit_name = tr("Show where it was said: {text}", text=text), tr("Edit {name}", name=text)
        show = partial(self._show_source, fact.session, fact.message, fact.quote)
        source = RowAction("source_of_fact", source_name, show, "chat")
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
        erase = partial(self._ask_about, ((fact.id, text),))
        return (
            RowAction("pin_fact", pin_name, partial(change, pin), icon, is_on=fact.is_pinned),
            *shared,
            RowAction("erase_fact", tr("Erase: {text}", text=text), erase, "trash"),
        )

    def _on_search_changed(self) -> None:
        self.limit = self.first
        self._typing.start()

    def _show_selection(self) -> None:
        count = len(self.rows.selected)
        text = tr_plural(count, "Erase the selected one…", "Erase {n} selected…")
        self.erase_selected.setText(text)
        self.erase_selected.setAccessibleName(text)
        self.erase_selected.setVisible(count > 0)

    def _ask_about_selected(self) -> None:
        self._ask_about([(each.key, each.lines[0][1]) for each in self.rows.selected])

    def _ask_about(self, erased: Sequence[tuple[Any, str]]) -> None:
        """Ask before facts are erased. erased: their ids and texts."""
        one, many = tr("Erase “{text}” for good?", text=erased[0][1]), tr("Erase {n} memories for good?", n=len(erased))
        self._ask_to_erase(one if len(erased) == 1 else many, partial(facts.erase, fact_ids=[key for key, _ in erased]))

    def _ask_to_erase(self, title: str, work: Callable[[Connection], object]) -> None:
        self.ask_to_erase(title, tr(_WARNING), work)

    def _rewrite(self, fact_id: str, text: str) -> None:
        if has_secret(text):
            refused = tr("This looks like a password, a key or the number of a card, which are never kept.")
            self.show_message(BannerText("error", tr("That was not possible"), refused))
        else:
            self.change(partial(facts.rewrite, fact_id=fact_id, text=text))

    def _choose_export(self, suffix: str, kind: str) -> None:
        file_dialogs.save_file(self, tr("Export"), kind, f"{_FILE}.{suffix}", self.export_to)

    def _choose_import(self) -> None:
        file_dialogs.open_file(self, tr("Import"), tr("JSON (*.json)"), self.import_from)

    def export_to(self, file: Path) -> None:
        """Write all facts to a .json or .md file."""

        async def export() -> BannerText:
            found = await self.open_store().query(facts.read)
            write = exchange.write_markdown if file.suffix.lower() == ".md" else exchange.write_json
            await event_loop.in_thread(lambda: write(file, found))
            return BannerText("success", tr("Saved as {file}", file=file.name), str(file.parent))

        self.carry_out(export())

    def import_from(self, file: Path) -> None:
        """Add the facts in a JSON file, which wait for the user."""
        self.carry_out(self._import(file))

    async def _import(self, file: Path) -> BannerText:
        imported = await event_loop.in_thread(lambda: exchange.read_json(file))
        added = await self.open_store().change(partial(_add_all, imported=imported))
        title = tr_plural(len(added), "1 memory waits for you", "{n} memories wait for you")
        text = tr("The file may come from anybody, so she knows nothing of it until you keep it.")
        if not added:
            return BannerText("info", tr("There is nothing new in {file}", file=file.name))
        return BannerText("info", title, text, button=tr("Keep all"), act=partial(self._keep_all, added))

    def _keep_all(self, added: tuple[str, ...]) -> None:
        self.change(lambda database: [facts.confirm(database, fact_id) for fact_id in added])
        self.show_message(None)


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


def _add_all(database: Connection, imported: tuple[Fact, ...]) -> tuple[str, ...]:
    return tuple(fact.id for fact in imported if facts.add(database, replace(fact, state="proposed")))


CARDS = (
    Card(
        "note",
        tr_noop("How she remembers"),
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
        "eye",
        tr_noop("What she remembers"),
        tr_noop("All of it: read it, correct it, or take it back."),
        fields=(lambda _: MemoryPage(),),
    ),
)
PAGE = PageContent(CARDS, lambda page, host, _: part_of(page, MemoryPage).serve(host))
