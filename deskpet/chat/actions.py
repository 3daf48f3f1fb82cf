"""The buttons that notices of several rooms offer; what each one does, whoever shows the notice knows."""

from deskpet.chat.messages import Action
from deskpet.words import later

RETRY = Action("retry", later("Try again"))
CONTINUE = Action("continue", later("Continue"))
SETTINGS = Action("settings", later("Open settings"))
