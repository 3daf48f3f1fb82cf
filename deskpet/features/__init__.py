"""The features of the program. Only `app` and `cli` read the list; what a feature needs is imported when it is used."""

from deskpet.features.calendar.feature import CALENDAR
from deskpet.features.characters.feature import CHARACTERS
from deskpet.features.feature import Feature
from deskpet.features.first_run.feature import FIRST_RUN
from deskpet.features.javascript.feature import JAVASCRIPT
from deskpet.features.memory.feature import MEMORY
from deskpet.features.notes.feature import NOTES
from deskpet.features.proactive.feature import PROACTIVE
from deskpet.features.reminders.feature import REMINDERS
from deskpet.features.screenshot.feature import SCREENSHOT
from deskpet.features.together.feature import TOGETHER
from deskpet.features.web.feature import WEB

FEATURES: tuple[Feature, ...] = (
    MEMORY,
    PROACTIVE,
    TOGETHER,
    NOTES,
    REMINDERS,
    CALENDAR,
    WEB,
    JAVASCRIPT,
    SCREENSHOT,
    CHARACTERS,
    FIRST_RUN,
)
