"""The settings page of personas: list, save, import and delete them."""

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from deskpet.config.settings import Settings
from deskpet.features.host import PersonasPort, SettingsPort
from deskpet.features.personas import card
from deskpet.features.personas.ui import portraits
from deskpet.features.personas.ui.page import PersonaPage
from deskpet.personas.folder import Personas
from deskpet.personas.persona import Persona, PersonaError
from deskpet.store import Store, StoreError, persona_records
from deskpet.store.persona_records import PersonaRecords
from deskpet.translation import join_sentences, tr, tr_plural
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.background_worker import BackgroundWorker
from deskpet.ui.settings.page_controller import PageController

logger = logging.getLogger(__name__)


class PersonaPageController(PageController[PersonaPage]):
    """Lists the personas, and carries out what the page requests."""

    kind = PersonaPage

    def __init__(
        self,
        page: QWidget,
        settings: SettingsPort,
        speakers: PersonasPort,
        conversations: Callable[[], Store | None] = lambda: None,
    ) -> None:
        """`conversations` returns the open store with the memories of the personas, if there is one."""
        super().__init__(page)
        self._settings, self._speakers, self._conversations = settings, speakers, conversations
        self._personas = speakers.files
        self._worker = BackgroundWorker(self)
        self._listing: _Listing | None = None
        self._refresh_count = 0
        self._shown: tuple[object, ...] = ()
        self.until_closed(settings.listen("persona", self._on_settings_changed))
        self.until_closed(speakers.listen_to_character(self.refresh))
        page = self.page
        page.chosen.connect(speakers.choose)
        page.changed.connect(self._save)
        page.new_requested.connect(self._create)
        page.delete_requested.connect(self._delete)
        page.import_requested.connect(lambda files: event_loop.spawn(self._import_all(files)))
        page.portrait_changed.connect(lambda persona_id, file: event_loop.spawn(self._set_portrait(persona_id, file)))
        self.refresh()
        self._worker.submit(self._personas.problems, self._on_problems_found)

    def refresh(self) -> None:
        """Read the personas in the background and show them."""
        if not self.is_open:
            return
        self._refresh_count += 1
        read = partial(_list_personas, self._personas, self._speakers.own_folder)
        self._worker.submit(read, partial(self._on_listed, self._refresh_count))

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
            self._say("\n".join(problems), "bad")

    def _on_settings_changed(self, _before: Settings, _after: Settings) -> None:
        self._show_personas()
        self.refresh()

    def _show_personas(self) -> None:
        listing = self._listing
        if listing is None or not self.is_open:
            return
        settings = self._settings.now.persona
        own = Persona(self._speakers.own_name, settings.prompt)
        is_listed = any(persona.id == settings.chosen for persona in listing.personas)
        chosen = settings.chosen if is_listed else ""
        shown = (own, chosen, listing, settings.user)
        if shown != self._shown:
            self._shown = shown
            self.page.show_personas(own, listing.personas, chosen, listing.pictures, user=settings.user)

    def _save(self, persona: Persona) -> Persona | None:
        try:
            saved = self._personas.save(persona)
        except PersonaError as error:
            self._say(str(error), "bad")
            return None
        self._replace(saved.id, saved)
        self._speakers.note_change()
        return saved

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
            self._say(str(error), "bad")
            return
        if deleted.was_chosen:
            self._speakers.choose("")
        self._replace(persona_id, None)
        if store := self._conversations():
            event_loop.spawn(self._delete_records(store, deleted))
        else:
            self._say(deleted.message, undo=partial(self._restore, deleted))

    async def _delete_records(self, store: Store, deleted: "_DeletedPersona") -> None:
        """Delete what was kept for a persona, and say so."""
        try:
            work = partial(persona_records.delete, persona=deleted.persona.id, at=time.time())
            deleted = replace(deleted, records=await store.change(work))
        except StoreError as error:
            kept = tr("What it remembered is still there: {why}", why=error)
            self._say(join_sentences(deleted.message, kept), "bad", partial(self._restore, deleted))
        else:
            self._say(deleted.message, undo=partial(self._restore, deleted))

    def _restore(self, deleted: "_DeletedPersona") -> None:
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
        try:
            await store.change(partial(persona_records.restore, records=records))
        except StoreError as error:
            self._say(str(error), "bad")

    async def _set_portrait(self, persona_id: str, file: Path | None) -> None:
        """Use the picture in `file` for the persona; None removes its picture."""
        try:
            png = await event_loop.in_thread(lambda: portraits.read(file)) if file else None
        except PersonaError as error:
            self._say(str(error), "bad")
        else:
            self._save_portrait(persona_id, png)

    def _save_portrait(self, persona_id: str, png: bytes | None) -> None:
        try:
            self._personas.save_portrait(persona_id, png)
        except PersonaError as error:
            self._say(str(error), "bad")
        self.refresh()
        self._speakers.note_change()

    async def _import_all(self, files: list[Path]) -> None:
        lines: list[str] = []
        level = "good"
        for file in files:
            try:
                imported = await event_loop.in_thread(partial(_read_card, file))
                saved = self._personas.save(imported.persona)
                if imported.portrait:
                    self._personas.save_portrait(saved.id, imported.portrait)
            except PersonaError as error:
                level = "bad"
                lines.append(tr("{name}: {doing}", name=file.name, doing=error))
            else:
                left_out = tr(", ").join(imported.left_out)
                here = tr("{name} was added: choose it to let it speak.", name=saved.name)
                lines.append(join_sentences(here, tr("Left out: {parts}.", parts=left_out) if left_out else ""))
        self.refresh()
        self._say("\n".join(lines), level)

    def _say(self, text: str, level: str = "good", undo: Callable[[], object] | None = None) -> None:
        if self.is_open:
            self.page.say(text, level, undo)


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


@dataclass(frozen=True, slots=True)
class _ImportedCard:
    """A persona from a card's file, its picture as a small PNG, and translated names of what was left out."""

    persona: Persona
    portrait: bytes | None
    left_out: tuple[str, ...]


def _read_card(file: Path) -> _ImportedCard:
    """Read a character card. Slow: decodes its picture. Raises PersonaError."""
    found = card.read_file(file)
    if not found.picture:
        return _ImportedCard(found.persona, None, found.left_out)
    try:
        return _ImportedCard(found.persona, portraits.to_png(found.picture), found.left_out)
    except PersonaError as error:
        logger.info("%s: %s", file.name, error)
        return _ImportedCard(found.persona, None, (*found.left_out, tr("a picture that can't be read")))
