"""Buttons used by notices of several packages. `deskpet/app/program_notices.py` runs them."""

from deskpet.chat.messages import Action
from deskpet.translation import tr_noop

RETRY = Action("retry", tr_noop("Try again"))
CONTINUE = Action("continue", tr_noop("Continue"))
SETTINGS = Action("settings", tr_noop("Open settings"))
OPEN_SETTINGS_FILE = Action("open_settings_file", tr_noop("Open the file"))
TEXT_MODE = Action("use_text_mode", tr_noop("Switch to text mode and ask again"))
KEEP_TEXT_MODE = Action("keep_text_mode", tr_noop("Switch to text mode"))
CONTINUING_ACTIONS = ("retry", "without_pictures", "continue", "use_text_mode")
"""Names of the actions that continue the answer."""
