"""The cards of the settings page: the gallery, the notes on the current model, and how it stands on the desktop."""

from deskpet.features.characters.ui.gallery import Gallery
from deskpet.features.characters.ui.model_page import ModelPage
from deskpet.translation import tr
from deskpet.ui.settings.page import Form
from deskpet.ui.widgets.form import FormCard


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    return _gallery_card(), ModelPageCard(), _desktop_card(form)


class ModelPageCard(FormCard):
    """The card with the ModelPage of the current model, whose name is its title."""

    def __init__(self) -> None:
        help_text = tr("What its expressions and motions mean: whoever answers reads these words.")
        super().__init__("smile", "", help_text)
        self.model_page = ModelPage()
        self.add(self.model_page)


def _gallery_card() -> FormCard:
    help_text = tr("Who lives on the desktop. Bring a Live2D model of your own, Cubism 2 to 5.")
    card = FormCard("persona", tr("Gallery"), help_text)
    card.add(Gallery())
    return card


def _desktop_card(form: Form) -> FormCard:
    card = FormCard("adjust", tr("On the desktop"), tr("How it stands there, whoever it is."))
    for key in ("scale", "opacity", "hold_position", "clicks", "fade_when_near", "hide_for_full_screen"):
        form.add_field(card, "character", key)
    for key in ("frame_rate", "power_saver", "sleep_after_minutes", "show_meter"):
        form.add_field(card, "character", key)
    form.add_field(card, "character", "call_shortcut", example="Ctrl+Alt+P")
    return card
