"""The cards of the settings page: the gallery, the notes on the current model, and how it stands on the desktop."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from deskpet.features.characters.model_texts import sound_note, title_of
from deskpet.features.characters.ui.gallery import Gallery
from deskpet.features.characters.ui.model_page import ModelPage
from deskpet.features.host import Host
from deskpet.pet import character, model_file, model_notes
from deskpet.pet.character import Gesture
from deskpet.pet.model_notes import ModelNotes, NotesError
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page import Card, Field, PageContent
from deskpet.ui.settings.page_controller import PageController, part_of
from deskpet.ui.widgets.form import FormCard, show_text
from deskpet.ui.widgets.keys_row import KeysRow

if TYPE_CHECKING:
    from deskpet.features.characters.controller import CharacterController

_GALLERY = Card(
    "persona",
    tr_noop("Gallery"),
    tr_noop("Who lives on the desktop. Bring a model of your own: Live2D, Cubism 2 to 5, or sprites."),
    fields=(lambda _: Gallery(),),
)
_ON_DESKTOP = Card(
    "adjust",
    tr_noop("On the desktop"),
    tr_noop("The same for every character."),
    section="character",
    fields=(
        *("scale", "opacity", "hold_position", "clicks", "fade_when_near", "hide_for_full_screen"),
        *(
            "frame_rate",
            "power_saver",
            "sleep_after_minutes",
            "takes_things",
            "show_meter",
            Field("call_shortcut", row=KeysRow),
        ),
    ),
)


class ModelPageCard(FormCard):
    """The card with the ModelPage of the current model, whose name is its title."""

    def __init__(self) -> None:
        help_text = tr("What its expressions and motions mean: whoever answers reads these words.")
        super().__init__("smile", "", help_text)
        self.model_page = ModelPage()
        self.add(self.model_page)


class ModelPageController(PageController[ModelPageCard]):
    """Shows the model on the desktop on the page of one settings window, also after it was changed."""

    kind = ModelPageCard

    def __init__(self, page: QWidget, host: Host, show_message: Callable[[BannerText], None]) -> None:
        """show_message: shows a message on the page."""
        super().__init__(page)
        self._stage, self._show_message = host.stage, show_message
        # A row for each expression and motion takes as long as the page, or as the change of the character.
        self._change = QTimer(self, singleShot=True, interval=0)
        self._change.timeout.connect(self._show)
        self.until_closed(host.stage.listen_to_model(self._change.start))
        self.until_closed(host.stage.listen_to_notes(self._show))
        window = host.character.window
        notes = self.page.model_page
        notes.changed.connect(self._save)
        notes.expression_preview_requested.connect(lambda name: window.living_model.perform(Gesture(expression=name)))
        notes.motion_preview_requested.connect(window.living_model.play_motion)
        self._change.start()

    def _show(self) -> None:
        model = self._stage.model
        # Pictures of strangers are not read here.
        things = model.folder / "things.png" if model_file.is_built_in(model.path) else None
        self.page.model_page.show_character(character.from_model(model), self._stage.notes, things)
        show_text(self.page.model_page.sound_note, sound_note(model))
        self.page.title.setText(title_of(model))

    def _save(self, notes: ModelNotes) -> None:
        try:
            model_notes.save(self._stage.model, notes)
        except NotesError as error:
            self._show_message(BannerText("error", tr("This could not be saved"), str(error)))
        self._stage.apply_notes(notes)


def _connect(page: QWidget, host: Host, characters: "CharacterController") -> None:
    characters.connect_page(part_of(page, Gallery))
    ModelPageController(page, host, characters.show_message)


PAGE = PageContent(lambda _: (_GALLERY, ModelPageCard(), _ON_DESKTOP), _connect)
