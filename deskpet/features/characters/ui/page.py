"""The cards of the settings page: the gallery, the notes on the current model, and how it stands on the desktop."""

from deskpet.features.characters.ui.gallery import Gallery
from deskpet.features.characters.ui.model_page import ModelPage
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.page import Card, Form
from deskpet.ui.widgets.form import FormCard

_ON_DESKTOP = Card(
    *("adjust", tr_noop("On the desktop"), tr_noop("How it stands there, whoever it is.")),
    section="character",
    fields=(
        *("scale", "opacity", "hold_position", "clicks", "fade_when_near", "hide_for_full_screen"),
        *("frame_rate", "power_saver", "sleep_after_minutes", "show_meter", "call_shortcut"),
    ),
    examples={"call_shortcut": "Ctrl+Alt+P"},
)


def cards(form: Form) -> tuple[FormCard, ...]:
    """Return the cards of a new page."""
    help_text = tr("Who lives on the desktop. Bring a Live2D model of your own, Cubism 2 to 5.")
    return FormCard("persona", tr("Gallery"), help_text, Gallery()), ModelPageCard(), form.card(_ON_DESKTOP)


class ModelPageCard(FormCard):
    """The card with the ModelPage of the current model, whose name is its title."""

    def __init__(self) -> None:
        help_text = tr("What its expressions and motions mean: whoever answers reads these words.")
        super().__init__("smile", "", help_text)
        self.model_page = ModelPage()
        self.add(self.model_page)
