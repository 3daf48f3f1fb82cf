"""Buttons used by notices of several packages. The chat controller carries them out."""

from deskpet.chat.messages import Action
from deskpet.words import later

RETRY = Action("retry", later("Try again"))
CONTINUE = Action("continue", later("Continue"))
SETTINGS = Action("settings", later("Open settings"))
TEXT_MODE = Action("use_text_mode", later("Switch to text mode and ask again"))
GOES_ON = ("retry", "without_pictures", "continue", "use_text_mode")
"""Names of the actions that continue the answer."""
