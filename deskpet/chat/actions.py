"""The buttons that notices of several rooms offer; what each one does, whoever shows the notice knows."""

from deskpet.chat.messages import Action
from deskpet.words import later

RETRY = Action("retry", later("Try again"))
CONTINUE = Action("continue", later("Continue"))
SETTINGS = Action("settings", later("Open settings"))
TEXT_MODE = Action("use_text_mode", later("Switch to text mode and ask again"))
GOES_ON = ("retry", "without_pictures", "continue", "use_text_mode")
"""The names of the actions after which the answer grows on."""
