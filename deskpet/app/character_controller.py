"""The models at work: brought in, offered, tried on, described and taken away; nothing slow in the window's thread."""

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet import paths
from deskpet.cancellation import Cancellation, Cancelled
from deskpet.chat.messages import Action, Notice
from deskpet.pet import character, doctor, model_file, model_notes
from deskpet.pet.character import Gesture
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes, NotesError
from deskpet.pet.mood import GestureRole, gesture
from deskpet.pet.problems import ModelError, NoPicture, Problem
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.gallery import Gallery
from deskpet.ui.settings.model_card import CardContent
from deskpet.ui.settings.model_page import ModelPage
from deskpet.words import join_sentences, tr, tr_noop, tr_plural

UNDO_MS = 12_000
_CHECKING = tr_noop("Copied, checked and tried out: a few seconds.")

logger = logging.getLogger(__name__)


class CharacterPage(Protocol):
    """Where the models are shown."""

    gallery: Gallery
    model_page: ModelPage

    def show_model_title(self, title: str) -> None: ...


class CharacterController(QObject):
    """Looks after the user's models, with or without a window that shows them.

    choice_wanted: the setting `character.folder` is to say this.
    noted: the Notes that hold from now on for the model on stage; they are already kept.
    noticed: a Notice for the chat.
    """

    choice_wanted = Signal(str)
    noted = Signal(object)
    noticed = Signal(object)

    def __init__(self, library: Library, pet: PetWindow) -> None:
        super().__init__()
        self._library, self._pet = library, pet
        self._page: CharacterPage | None = None
        self._model: ModelFile | None = None
        self._notes = ModelNotes()
        self._offers: tuple[CardContent, ...] = ()
        self._unpaintable: set[str] = set()
        self._coming: list[Path] = []
        self._import = Cancellation()
        self._going: CardContent | None = None
        self._gone_for_good = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._gone_for_good.timeout.connect(lambda: event_loop.spawn(self._remove_for_good()))

    def attend(self, page: CharacterPage) -> None:
        """Serve the settings' page of characters."""
        self._page = page
        page.gallery.import_requested.connect(self.bring)
        page.gallery.import_cancel_requested.connect(self.cancel_import)
        page.gallery.chosen.connect(lambda entry: event_loop.spawn(self._choose(entry)))
        page.gallery.remove_requested.connect(self._remove)
        page.model_page.changed.connect(self._keep_notes)
        page.model_page.expression_preview_requested.connect(lambda name: self._pet.perform(Gesture(expression=name)))
        page.model_page.motion_preview_requested.connect(self._pet.play_motion)
        self._show_offers()
        self._show_model()
        event_loop.spawn(self._list())

    def show_on_stage(self, model: ModelFile, notes: ModelNotes) -> None:
        """Be told that this model is on the desktop now, with these notes on it."""
        self._model, self._notes = model, notes
        self._show_offers()
        self._show_model()

    def bring(self, source: Path) -> None:
        """Take a copy of the model at `source` into the library and put it on stage; one after the other."""
        self._coming.append(source)
        if len(self._coming) == 1:
            event_loop.spawn(self._bring_all())

    def cancel_import(self) -> None:
        """Cancel the import in progress; those that wait go on."""
        self._import.cancel()

    def close(self) -> None:
        """Do what still waits."""
        self._coming.clear()
        self._import.cancel()
        self._gone_for_good.stop()
        if self._going is not None:
            self._take_away(self._going)

    # Bringing in

    async def _bring_all(self) -> None:
        while self._coming:
            source = self._coming[0]
            try:
                await self._bring(source)
            finally:
                del self._coming[:1]
                self._show_arriving("")

    async def _bring(self, source: Path) -> None:
        self._show_arriving(source.name)
        self._say(None)
        if self._page is None or not self._page.gallery.isVisible():
            coming = tr("{name} is on its way", name=source.name)
            self.noticed.emit(Notice("info", "model_arriving", coming, tr(_CHECKING)))
        self._pet.perform(gesture(self._pet.character, GestureRole.THINK))
        self._import = Cancellation()
        try:
            entry = await event_loop.in_thread(partial(self._import.run, partial(self._library.bring, source)))
        except ModelError as error:
            self._bring_failed(source, error)
            return
        except Cancelled:
            self._say(BannerText("info", tr("The import of {name} was cancelled", name=source.name)))
            return
        offer = await event_loop.in_thread(partial(_offer, entry))
        self._offers = (*(each for each in self._offers if each.entry.name != entry.name), offer)
        self._show_offers()
        self._tell_arrival(offer)
        self.choice_wanted.emit(entry.choice)
        await self._list()

    def _show_arriving(self, name: str) -> None:
        if self._page:
            waiting = len(self._coming) - 1
            more = tr_plural(waiting, "{n} more after it.", "{n} more after it.") if waiting > 0 else ""
            self._page.gallery.show_import_progress(name, join_sentences(tr(_CHECKING), more) if name else "")

    def _tell_arrival(self, offer: CardContent) -> None:
        mended = [str(problem) for problem in offer.entry.problems if problem.mended]
        count = len(mended)
        text = tr_plural(
            count,
            "One thing was mended or left out in the copy.",
            "{n} things were mended or left out in the copy.",
        )
        text = text if count else ""
        title = tr("{name} is here", name=offer.title)
        self._say(BannerText("success", title, text, "\n".join(mended)))
        cause = join_sentences(offer.about_more, text)
        self.noticed.emit(Notice("info", "model_brought", title, cause, details="\n".join(mended)))

    def _bring_failed(self, source: Path, error: ModelError) -> None:
        causes = [problem for problem in error.problems if not problem.mended] or list(error.problems)
        title = tr("{name} can't be used", name=source.name)
        cause, details = _plain(causes), "\n".join(map(str, causes)) if len(causes) > 1 else ""
        self._say(BannerText("error", title, cause, details))
        offered = (Action("characters", tr("Show my characters")),)
        self.noticed.emit(Notice("error", "model_refused", title, cause, details=details, actions=offered))

    # Choosing and taking away

    async def _choose(self, entry: LibraryEntry) -> None:
        if self._model and entry.settings == self._model.path:
            return
        try:
            await event_loop.in_thread(partial(doctor.load_tested, entry.choice))
        except ModelError as error:
            refused = tr("{name} can't be used", name=entry.name)
            self._say(BannerText("error", refused, _plain(list(error.problems))))
            self._show_offers()
            return
        self._say(None)
        self.choice_wanted.emit(entry.choice)

    def _remove(self, entry: LibraryEntry) -> None:
        offer = next((offer for offer in self._offers if offer.entry == entry), None)
        if offer is None or not offer.is_removable:
            return
        if self._going is not None:
            self._take_away(self._going)
        was_chosen = self._model is not None and entry.settings == self._model.path
        self._going = offer
        self._gone_for_good.start()
        self._show_offers()
        undo = partial(self._undo, entry.choice if was_chosen else "")
        removed = tr("{name} was removed", name=offer.title)
        self._say(BannerText("info", removed, "", button=tr("Undo"), act=undo))
        if was_chosen and (stand_in := next((each for each in self._offers if each.entry.is_built_in), None)):
            self.choice_wanted.emit(stand_in.entry.choice)

    def _undo(self, choice: str) -> None:
        self._going = None
        self._gone_for_good.stop()
        self._say(None)
        self._show_offers()
        if choice:
            self.choice_wanted.emit(choice)

    async def _remove_for_good(self) -> None:
        going = self._going
        if going is None:
            return
        self._say(None)
        await event_loop.in_thread(partial(self._take_away, going))
        await self._list()

    def _take_away(self, offer: CardContent) -> None:
        self._going = None
        try:
            self._library.remove(offer.entry.name)
        except ModelError as error:
            logger.warning("%s can't be removed: %s", offer.title, error)

    # Showing

    async def _list(self) -> None:
        entries = await event_loop.in_thread(self._library.all)
        self._offers = await event_loop.in_thread(partial(_offers, entries))
        self._show_offers()
        for offer in self._offers:
            if offer.entry.thumbnail is None and offer.entry.name not in self._unpaintable:
                await self._paint(offer)

    async def _paint(self, offer: CardContent) -> None:
        try:
            painted = await event_loop.in_thread(partial(self._library.paint, offer.entry))
        except (ModelError, NoPicture) as error:
            self._unpaintable.add(offer.entry.name)
            logger.warning("%s has no picture: %s", offer.title, error)
            return
        self._offers = tuple(replace(each, entry=painted) if each == offer else each for each in self._offers)
        self._show_offers()

    def _show_offers(self) -> None:
        if self._page is None:
            return
        going = self._going.entry.name if self._going else None
        offers = tuple(offer for offer in self._offers if offer.entry.name != going)
        on_stage = self._model.path if self._model else None
        if on_stage and offers and all(offer.entry.settings != on_stage for offer in self._offers):
            offers = (*offers, _elsewhere(on_stage))
        chosen = next((offer.entry.choice for offer in offers if offer.entry.settings == on_stage), "")
        self._page.gallery.show_cards(offers, chosen)

    def _show_model(self) -> None:
        if self._page and self._model:
            plain = character.from_model(self._model)
            self._page.model_page.show_character(plain, self._notes)
            self._page.show_model_title(_titled(plain.name))

    def _keep_notes(self, notes: ModelNotes) -> None:
        if self._model is None:
            return
        self._notes = notes
        try:
            model_notes.save(self._model, notes)
        except NotesError as error:
            self._say(BannerText("error", tr("This is not kept"), str(error)))
        self.noted.emit(notes)

    def _say(self, said: BannerText | None) -> None:
        if self._page:
            self._page.gallery.show_message(said)


def _offers(entries: tuple[LibraryEntry, ...]) -> tuple[CardContent, ...]:
    return tuple(_offer(entry) for entry in entries)


def _offer(entry: LibraryEntry) -> CardContent:
    """The entry with its character's own name."""
    about = tr("Built in" if entry.is_built_in else "Your own")
    title, more = entry.name, ""
    try:
        model = model_file.load(entry.choice, paths.model_cache_folder())
        title, more = _titled(character.from_model(model).name), _counted(model)
    except ModelError as error:
        logger.info("%s has only the name of its folder: %s", entry.folder, error)
    return CardContent(entry, title, about, more, is_removable=not entry.is_built_in)


def _elsewhere(settings: Path) -> CardContent:
    """A model that lies outside the library: the settings name its path."""
    entry = LibraryEntry(settings.parent.name, settings.parent, settings, is_built_in=False)
    return CardContent(entry, settings.parent.name, tr("In its own folder"))


def _titled(name: str) -> str:
    """A name that begins with a capital, as names do; many files' do not."""
    return name[:1].upper() + name[1:]


def _counted(model: ModelFile) -> str:
    faces, moves = len(model.expressions), sum(model.motions.values())
    told_faces = tr_plural(faces, "{n} expression", "{n} expressions")
    told_moves = tr_plural(moves, "{n} motion", "{n} motions")
    if faces and moves:
        return tr("{expressions} and {motions}.", expressions=told_faces, motions=told_moves)
    return tr("{sentence}.", sentence=told_faces if faces else told_moves) if faces or moves else ""


def _plain(problems: list[Problem]) -> str:
    """What is wrong, for its owner: the first thing, and how many more there are."""
    first, more = str(problems[0]), len(problems) - 1
    return first if not more else join_sentences(first, tr_plural(more, "({n} more below.)", "({n} more below.)"))
