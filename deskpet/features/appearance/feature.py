"""Declares the page about how all windows look, and the chat."""

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop
from deskpet.ui.settings.page import Card

_CARDS = (
    Card(
        *("eye", tr_noop("Appearance"), tr_noop("How all windows look.")),
        section="appearance",
        fields=("language", "theme", "text_scale"),
    ),
    Card(
        *("chat", tr_noop("The chat"), tr_noop("The bubbles beside the character, and when they make room.")),
        section="appearance",
        fields=(
            "chat_width",
            "workspace_width",
            "wrap_code",
            "keep_open",
            "fold_after_seconds",
            "fade_after_seconds",
        ),
    ),
)

APPEARANCE = Feature(
    name="appearance",
    pages=(Page("appearance", "eye", tr_noop("Appearance"), lambda form: map(form.card, _CARDS)),),
    readme_section="settings",
)
