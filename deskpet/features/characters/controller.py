"""Gallery of Live2D models: import, list, choose and delete them. All slow work runs in threads."""

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from deskpet.chat.messages import Action, Notice
from deskpet.config import paths
from deskpet.config.character_look import DEFAULT
from deskpet.features.characters.model_texts import gesture_counts, title_of
from deskpet.features.host import Host
from deskpet.pet import body, doctor
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.mood import GestureRole, gesture
from deskpet.pet.problems import ModelError, NoPicture, Problem, merged
from deskpet.processes.cancellation import Cancellation, Cancelled
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.pet import portrait
from deskpet.ui.pet.drop import PetDrop
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.widgets.model_card import CardContent

if TYPE_CHECKING:
    from deskpet.features.characters.ui.gallery import Gallery

UNDO_MS = 12_000
_CHECKING = tr_noop("Copied, checked and tried out: a few seconds.")

logger = logging.getLogger(__name__)


class CharacterController(QObject):
    """Manages the user's models, with or without a gallery that shows them."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._page: Gallery | None = None
        self._settings, self._stage, self._chat = host.settings, host.stage, host.chat
        self._window = host.character.window
        self._library = Library(painter=portrait.render)
        self._cards: tuple[CardContent, ...] = ()
        # Names of models whose thumbnail could not be painted.
        self._unpaintable: set[str] = set()
        self._imports: list[Path] = []
        self._cancellation = Cancellation()
        # The removed model, until its removal can't be undone any more.
        self._removed: CardContent | None = None
        self._undo_timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._undo_timer.timeout.connect(lambda: event_loop.spawn(self._delete_removed()))
        drop = PetDrop(self._window)
        drop.dropped.connect(self.import_model)
        self._ends = (
            host.stage.listen_to_model(self._show_cards),
            host.files.replaced.add(lambda: event_loop.spawn(self._list())),
            drop.deleteLater,
        )

    def connect_page(self, page: "Gallery") -> None:
        """Fill the gallery of a settings window and carry out its requests."""
        self._page = page
        page.destroyed.connect(partial(self._on_page_destroyed, page))
        page.import_requested.connect(self.import_model)
        page.import_card.cancel_requested.connect(self.cancel_import)
        page.chosen.connect(lambda entry: event_loop.spawn(self._choose(entry)))
        page.remove_requested.connect(self._remove)
        self._show_cards()
        event_loop.spawn(self._list())

    def _on_page_destroyed(self, page: "Gallery", *_: object) -> None:
        # The page of a new window may be connected already.
        if self._page is page:
            self._page = None

    def import_model(self, source: Path) -> None:
        """Copy the model at `source` into the library and choose it, after earlier imports are done."""
        self._imports.append(source)
        if len(self._imports) == 1:
            event_loop.spawn(self._import_all())

    def cancel_import(self) -> None:
        """Cancel the import in progress; waiting imports go on."""
        self._cancellation.cancel()

    def close(self) -> None:
        """Cancel all imports, and delete a removed model for good."""
        for end in self._ends:
            end()
        self._imports.clear()
        self._cancellation.cancel()
        self._undo_timer.stop()
        self._delete(self._take_removed())

    async def _import_all(self) -> None:
        while self._imports:
            source = self._imports[0]
            try:
                await self._import(source)
            finally:
                del self._imports[:1]
                self._show_progress("")

    async def _import(self, source: Path) -> None:
        self._show_progress(source.name)
        self.show_message(None)
        if self._page is None or not self._page.isVisible():
            title = tr("{name} is being added", name=source.name)
            self._chat.show_notice(Notice("info", "model_arriving", title, tr(_CHECKING)))
        self._window.living_model.perform(gesture(self._window.character, GestureRole.THINK))
        self._cancellation = Cancellation()
        try:
            work = partial(self._cancellation.run, partial(self._library.bring, source))
            entry = await event_loop.in_thread(work)
        except ModelError as error:
            self._report_failed_import(source, error)
            return
        except Cancelled:
            self.show_message(BannerText("info", tr("The import of {name} was cancelled", name=source.name)))
            return
        card = await event_loop.in_thread(partial(_card_of, entry))
        self._cards = (*(each for each in self._cards if each.entry.name != entry.name), card)
        self._show_cards()
        self._report_import(card)
        self._choose_model(entry.choice)
        await self._list()

    def _show_progress(self, name: str) -> None:
        """Show that the model `name` is being imported; an empty name hides this."""
        if self._page:
            waiting = len(self._imports) - 1
            more = tr_plural(waiting, "{n} more after it.", "{n} more after it.") if waiting > 0 else ""
            self._page.show_import_progress(name, join_sentences(tr(_CHECKING), more) if name else "")

    def _report_import(self, card: CardContent) -> None:
        repairs = [str(problem) for problem in merged(card.entry.problems) if problem.mended]
        text = tr_plural(
            len(repairs),
            "One thing was mended or left out in the copy.",
            "{n} things were mended or left out in the copy.",
        )
        text = text if repairs else ""
        title = tr("{name} was added", name=card.title)
        details = "\n".join(repairs)
        self.show_message(BannerText("success", title, text, details))
        cause = join_sentences(card.about_more, text)
        self._chat.show_notice(Notice("info", "model_brought", title, cause, details=details))

    def _report_failed_import(self, source: Path, error: ModelError) -> None:
        causes = list(merged([each for each in error.problems if not each.mended] or error.problems))
        title = tr("{name} can't be used", name=source.name)
        cause, details = _summary(causes), "\n".join(map(str, causes)) if len(causes) > 1 else ""
        self.show_message(BannerText("error", title, cause, details))
        actions = (Action("characters", tr("Show my characters")),)
        self._chat.show_notice(Notice("error", "model_refused", title, cause, details=details, actions=actions))

    async def _choose(self, entry: LibraryEntry) -> None:
        if entry.settings == self._stage.model.path:
            return
        try:
            await event_loop.in_thread(partial(doctor.load_tested, entry.choice))
        except ModelError as error:
            title = tr("{name} can't be used", name=entry.name)
            self.show_message(BannerText("error", title, _summary(list(error.problems))))
            self._show_cards()
            return
        self.show_message(None)
        self._choose_model(entry.choice)

    def _remove(self, entry: LibraryEntry) -> None:
        """Hide a model, and delete it when the time to undo is over."""
        card = next((card for card in self._cards if card.entry == entry), None)
        if card is None or not card.is_removable:
            return
        self._delete(self._take_removed())
        was_chosen = entry.settings == self._stage.model.path
        self._removed = card
        self._undo_timer.start()
        self._show_cards()
        undo = partial(self._undo, entry.choice if was_chosen else "")
        title = tr("{name} was removed", name=card.title)
        self.show_message(BannerText("info", title, "", button=tr("Undo"), act=undo))
        if was_chosen:
            self._choose_model(DEFAULT.folder)

    def _undo(self, choice: str) -> None:
        self._removed = None
        self._undo_timer.stop()
        self.show_message(None)
        self._show_cards()
        if choice:
            self._choose_model(choice)

    async def _delete_removed(self) -> None:
        removed = self._take_removed()
        if removed is None:
            return
        self.show_message(None)
        await event_loop.in_thread(partial(self._delete, removed))
        await self._list()

    def _take_removed(self) -> CardContent | None:
        """Return the removed model, which can't be called back from now on, or None. Its card is shown no more."""
        removed, self._removed = self._removed, None
        if removed is not None:
            self._cards = tuple(card for card in self._cards if card.entry.settings != removed.entry.settings)
        return removed

    def _delete(self, card: CardContent | None) -> None:
        if card is None:
            return
        try:
            self._library.remove(card.entry.name)
        except ModelError as error:
            logger.warning("%s can't be removed: %s", card.title, error)

    async def _list(self) -> None:
        entries = await event_loop.in_thread(self._library.all)
        self._cards = await event_loop.in_thread(lambda: tuple(map(_card_of, entries)))
        self._show_cards()
        for card in self._cards:
            if card.entry.thumbnail is None and card.entry.name not in self._unpaintable:
                await self._paint_thumbnail(card)

    async def _paint_thumbnail(self, card: CardContent) -> None:
        try:
            painted = await event_loop.in_thread(partial(self._library.paint, card.entry))
        except (ModelError, NoPicture) as error:
            self._unpaintable.add(card.entry.name)
            logger.warning("%s has no picture: %s", card.title, error)
            return
        self._cards = tuple(replace(each, entry=painted) if each == card else each for each in self._cards)
        self._show_cards()

    def _show_cards(self) -> None:
        if self._page is None:
            return
        removed = self._removed.entry.name if self._removed else None
        cards = tuple(card for card in self._cards if card.entry.name != removed)
        current = self._stage.model.path
        if cards and all(card.entry.settings != current for card in self._cards):
            cards = (*cards, _card_outside_library(current))
        chosen = next((card.entry.choice for card in cards if card.entry.settings == current), "")
        self._page.show_cards(cards, chosen)

    def _choose_model(self, folder: str) -> None:
        self._settings.change(lambda _: {("character", "folder"): folder})

    def show_message(self, message: BannerText | None) -> None:
        """Show a message above the cards, if there is a gallery; None hides it."""
        if self._page:
            self._page.banner.show_message(message)


def _card_of(entry: LibraryEntry) -> CardContent:
    """Create the card of a model with its character's name and number of gestures. Slow: reads the model."""
    about = tr("Built in" if entry.is_built_in else "Your own")
    title, counts = entry.name, ""
    try:
        model = body.load(entry.choice, paths.model_cache_folder())
        title, counts = title_of(model), gesture_counts(model)
    except ModelError as error:
        logger.info("%s has only the name of its folder: %s", entry.folder, error)
    return CardContent(entry, title, about, counts, is_removable=not entry.is_built_in)


def _card_outside_library(settings: Path) -> CardContent:
    """Create the card of a model that the settings name by its path."""
    entry = LibraryEntry(settings.parent.name, settings.parent, settings, is_built_in=False)
    return CardContent(entry, settings.parent.name, tr("In its own folder"))


def _summary(problems: list[Problem]) -> str:
    """Return the first problem, and how many more there are."""
    first, more = str(problems[0]), len(problems) - 1
    return first if not more else join_sentences(first, tr_plural(more, "({n} more below.)", "({n} more below.)"))
