"""Connect the page of the current model: show the user's notes on it, keep changed ones, and play what is tried."""

from collections.abc import Callable

from deskpet.features.characters.model_texts import sound_note, title_of
from deskpet.features.characters.ui.page import ModelPageCard
from deskpet.features.host import StagePort
from deskpet.pet import character, model_notes
from deskpet.pet.character import Gesture
from deskpet.pet.model_notes import ModelNotes, NotesError
from deskpet.translation import tr
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import PageController


class ModelPageController(PageController[ModelPageCard]):
    """Shows the model on the desktop on the page of one settings window, also after it was changed."""

    def __init__(self, stage: StagePort, show_message: Callable[[BannerText], None]) -> None:
        """show_message: shows a message on the page."""
        super().__init__()
        self._stage, self._show_message = stage, show_message
        self._end = stage.listen_to_model(self._show)

    def connect_page(self, page: ModelPageCard) -> None:
        """Fill the page of the model and carry out its requests."""
        super().connect_page(page)
        page.model_page.changed.connect(self._save)
        page.model_page.expression_preview_requested.connect(lambda name: self._stage.perform(Gesture(expression=name)))
        page.model_page.motion_preview_requested.connect(self._stage.play_motion)
        self._show()

    def _on_page_destroyed(self, page: ModelPageCard, *_: object) -> None:
        super()._on_page_destroyed(page)
        self._end()

    def _show(self) -> None:
        if self._page:
            model = self._stage.model
            self._page.model_page.show_character(character.from_model(model), self._stage.notes)
            self._page.model_page.show_sound_note(sound_note(model))
            self._page.set_title(title_of(model))

    def _save(self, notes: ModelNotes) -> None:
        try:
            model_notes.save(self._stage.model, notes)
        except NotesError as error:
            self._show_message(BannerText("error", tr("This is not kept"), str(error)))
        self._stage.apply_notes(notes)
