"""The settings page of personas: list, save, import and delete them."""

import logging
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from deskpet.config.settings import Settings
from deskpet.features.host import ModelServers, SettingsPort
from deskpet.features.personas import card
from deskpet.features.personas.card import ImportedCard
from deskpet.features.personas.ui import portraits
from deskpet.features.personas.ui.page import CARDS, PersonaPage, shown_prompt
from deskpet.llm.connections import ModelChoice
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError
from deskpet.store import Store, StoreError, persona_records
from deskpet.store.persona_records import PersonaRecords
from deskpet.translation import join_sentences, tr, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.background_worker import BackgroundWorker
from deskpet.ui.platform.signals import listen
from deskpet.ui.settings.banner import BannerText, Level
from deskpet.ui.settings.page import PageContent
from deskpet.ui.settings.page_controller import PageController
from deskpet.ui.widgets.model_entries import ModelEntries
from deskpet.ui.widgets.picker import PickerEntry

if TYPE_CHECKING:
    from deskpet.features.host import CurrentPersona, Host

logger = logging.getLogger(__name__)


class PersonaPageController(PageController[PersonaPage]):
    """Lists the personas, and carries out what the page requests."""

    kind = PersonaPage

    def __init__(
        self,
        page: QWidget,
        settings: SettingsPort,
        speakers: "CurrentPersona",
        servers: ModelServers,
        conversations: Callable[[], Store | None] = lambda: None,
    ) -> None:
        """`conversations` returns the open store with the memories of the personas, if there is one."""
        super().__init__(page)
        self._settings, self._speakers, self._conversations = settings, speakers, conversations
        self._personas, self._servers = speakers.files, servers
        self._worker = BackgroundWorker(self)
        self._listing: _Listing | None = None
        self._refresh_count = 0
        self._shown: tuple[object, ...] = ()
        self.until_closed(settings.listen("persona", self._on_settings_changed))
        self.until_closed(listen(speakers.character_changed, self.refresh))
        page = self.page
        page.chosen.connect(speakers.choose)
        page.editor.changed.connect(self._save)
        page.editor.portrait_changed.connect(
            lambda file: event_loop.spawn(self._set_portrait(page.editor.persona.id, file))
        )
        page.editor.models.entries = self._model_entries
        page.new.clicked.connect(self._create)
        page.delete_requested.connect(self._delete)
        page.import_requested.connect(lambda files: event_loop.spawn(self._import_all(files)))
        self.refresh()
        self._worker.submit(self._personas.problems, self._on_problems_found)

    def refresh(self) -> None:
        """Read the personas in the background and show them."""
        if not self.is_open:
            return
        self._refresh_count += 1
        read = partial(_list_personas, self._personas, self._speakers.own_folder)
        self._worker.submit(read, partial(self._on_listed, self._refresh_count))

    def _model_entries(self) -> Iterator[PickerEntry]:
        """Yield the models of all connections; a persona names a connection by its name."""
        connections = self._servers.connections.shown(self._settings.now.endpoint)
        names = {each.id: each.name for each in connections}
        yield PickerEntry(("", ""), tr("The one that is set"))
        for each in ModelEntries(self._servers.lists, self._servers.capabilities).of(connections):
            choice = each.key
            key = (names[choice.connection], choice.model) if isinstance(choice, ModelChoice) else None
            yield replace(each, key=key, is_starred=None)

    def _on_listed(self, number: int, job: "Future[_Listing]") -> None:
        listing = job.result()
        # A result that a later request follows may miss a change.
        if number == self._refresh_count:
            self._listing = listing
            self._show_personas()

    def _replace(self, persona_id: str, persona: Persona | None) -> None:
        """Show a changed persona at once, or remove it, and read the folder again."""
        if self._listing:
            others = [each for each in self._listing.personas if each.id != persona_id]
            personas = sorted(
                (*others, persona) if persona else others, key=lambda each: (each.name.casefold(), each.id)
            )
            self._listing = replace(self._listing, personas=tuple(personas))
            self._show_personas()
        self.refresh()

    def _on_problems_found(self, job: Future[tuple[str, ...]]) -> None:
        if problems := job.result():
            self._show_result("\n".join(problems), "error")

    def _on_settings_changed(self, _before: Settings, _after: Settings) -> None:
        self._show_personas()
        self.refresh()

    def _show_personas(self) -> None:
        listing = self._listing
        if listing is None or not self.is_open:
            return
        settings = self._settings.now.persona
        own = Persona(self._speakers.own_name(), shown_prompt(settings.prompt))
        is_listed = any(persona.id == settings.chosen for persona in listing.personas)
        chosen = settings.chosen if is_listed else ""
        shown = (own, chosen, listing, settings.user)
        if shown != self._shown:
            self._shown = shown
            self.page.show_personas(own, listing.personas, chosen, listing.pictures, user=settings.user)

    def _save(self, persona: Persona) -> Persona | None:
        with self._errors_shown():
            saved = self._personas.save(persona)
            self._replace(saved.id, saved)
            self._speakers.changed.emit()
            return saved
        return None

    def _create(self) -> None:
        saved = self._save(Persona(tr("New persona")))
        if saved:
            self.page.edit(saved.id)

    def _delete(self, persona_id: str) -> None:
        personas = self._listing.personas if self._listing else ()
        persona = next((each for each in personas if each.id == persona_id), None)
        if persona is None:
            return
        picture = self._personas.portrait(persona_id)
        deleted = _DeletedPersona(
            persona,
            picture.read_bytes() if picture else None,
            was_chosen=self._settings.now.persona.chosen == persona_id,
        )
        try:
            self._personas.remove(persona_id)
        except PersonaError as error:
            self._show_result(str(error), "error")
            return
        if deleted.was_chosen:
            self._speakers.choose("")
        self._replace(persona_id, None)
        if store := self._conversations():
            event_loop.spawn(self._delete_records(store, deleted))
        else:
            self._show_result(deleted.message, undo=partial(self._restore, deleted))

    async def _delete_records(self, store: Store, deleted: "_DeletedPersona") -> None:
        """Delete what was kept for a persona, and say so."""
        try:
            work = partial(persona_records.delete, persona=deleted.persona.id, at=time.time())
            deleted = replace(deleted, records=await store.change(work))
        except StoreError as error:
            kept = tr("What it remembered is still there: {why}", why=error)
            self._show_result(join_sentences(deleted.message, kept), "error", partial(self._restore, deleted))
        else:
            self._show_result(deleted.message, undo=partial(self._restore, deleted))

    def _restore(self, deleted: "_DeletedPersona") -> None:
        self.page.banner.show_message(None)
        persona, store = deleted.persona, self._conversations()
        if not self._save(persona):
            return
        if deleted.portrait:
            self._save_portrait(persona.id, deleted.portrait)
        if deleted.records and store:
            event_loop.spawn(self._restore_records(store, deleted.records))
        if deleted.was_chosen:
            self._speakers.choose(persona.id)

    async def _restore_records(self, store: Store, records: PersonaRecords) -> None:
        with self._errors_shown():
            await store.change(partial(persona_records.restore, records=records))

    async def _set_portrait(self, persona_id: str, file: Path | None) -> None:
        """Use the picture in `file` for the persona; None removes its picture."""
        with self._errors_shown():
            png = await event_loop.in_thread(lambda: portraits.read(file)) if file else None
            self._save_portrait(persona_id, png)

    def _save_portrait(self, persona_id: str, png: bytes | None) -> None:
        with self._errors_shown():
            self._personas.save_portrait(persona_id, png)
        self.refresh()
        self._speakers.changed.emit()

    async def _import_all(self, files: list[Path]) -> None:
        lines: list[str] = []
        level: Level = "success"
        for file in files:
            try:
                imported = await event_loop.in_thread(partial(_read_card, file))
                saved = self._personas.save(imported.persona)
                if imported.picture:
                    self._personas.save_portrait(saved.id, imported.picture)
            except PersonaError as error:
                level = "error"
                lines.append(tr("{name}: {doing}", name=file.name, doing=error))
            else:
                left_out = tr(", ").join(imported.left_out)
                here = tr("{name} was added: choose it to let it speak.", name=saved.name)
                lines.append(join_sentences(here, tr("Left out: {parts}.", parts=left_out) if left_out else ""))
        self.refresh()
        self._show_result("\n".join(lines), level)

    @contextmanager
    def _errors_shown(self) -> Generator[None]:
        """Show why something could not be done, and go on after it."""
        try:
            yield
        except (PersonaError, StoreError) as error:
            self._show_result(str(error), "error")

    def _show_result(self, text: str, level: Level = "success", undo: Callable[[], None] | None = None) -> None:
        if self.is_open:
            message = BannerText(level, text, button=tr("Undo"), act=undo) if undo else BannerText(level, text)
            self.page.banner.show_message(message)


@dataclass(frozen=True, slots=True)
class _DeletedPersona:
    """A persona that was deleted, with its picture and what was kept for it, to restore it."""

    persona: Persona
    portrait: bytes | None
    was_chosen: bool
    records: PersonaRecords | None = None

    @property
    def message(self) -> str:
        """A sentence about each thing that was deleted."""
        facts, days = (self.records.fact_count, len(self.records.days)) if self.records else (0, 0)
        return join_sentences(
            tr("{name} was deleted.", name=self.persona.name),
            tr_plural(facts, "One memory was deleted with it.", "{n} memories were deleted with it.") if facts else "",
            tr_plural(days, "One day in its diary was deleted too.", "{n} days in its diary were deleted too.")
            if days
            else "",
        )


@dataclass(frozen=True, slots=True)
class _Listing:
    """The user's personas; their pictures by id, and when these were changed, in ns.

    The picture of the character herself has the id "", and may be a model's folder.
    """

    personas: tuple[Persona, ...]
    pictures: Mapping[str, Path]
    picture_times: tuple[int, ...]


def _list_personas(personas: Personas, model_folder: Path | None) -> _Listing:
    """Read all personas. Slow: there may be hundreds."""
    found = personas.all()
    pictures: dict[str, Path] = {}
    times: list[int] = []
    for persona_id in (*(persona.id for persona in found), ""):
        file = personas.portrait(persona_id) if persona_id else model_folder
        # Another thread may remove the file.
        with suppress(FileNotFoundError):
            if file:
                times.append(file.stat().st_mtime_ns)
                pictures[persona_id] = file
    return _Listing(found, pictures, tuple(times))


def _read_card(file: Path) -> ImportedCard:
    """Read a character card, with its picture as a small PNG. Slow: decodes that. Raises PersonaError."""
    found = card.read_file(file)
    if not found.picture:
        return found
    try:
        return replace(found, picture=portraits.to_png(found.picture))
    except PersonaError as error:
        logger.info("%s: %s", file.name, error)
        left_out = (*found.left_out, tr("a picture that can't be read"))
        return replace(found, picture=b"", left_out=left_out)


def _connect(page: QWidget, host: "Host", _running: None) -> None:
    controller = PersonaPageController(page, host.settings, host.personas, host.model_servers, host.store)
    controller.until_closed(host.files.replaced.add(controller.refresh))


PAGE = PageContent(CARDS, _connect)
