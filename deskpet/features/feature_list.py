"""List all features. Only `app` and `cli` read it; what a feature needs is imported when it is used."""

from deskpet.features.about.feature import ABOUT
from deskpet.features.agents.feature import AGENTS
from deskpet.features.appearance.feature import APPEARANCE
from deskpet.features.calendar.feature import CALENDAR
from deskpet.features.callers.feature import CALLERS
from deskpet.features.characters.feature import CHARACTERS
from deskpet.features.compare.feature import COMPARE
from deskpet.features.connection.feature import CONNECTION
from deskpet.features.data.feature import DATA
from deskpet.features.downloads.feature import DOWNLOADS
from deskpet.features.feature import Feature
from deskpet.features.first_run.feature import FIRST_RUN
from deskpet.features.guest.feature import GUEST
from deskpet.features.history.feature import HISTORY
from deskpet.features.javascript.feature import JAVASCRIPT
from deskpet.features.listening.feature import LISTENING
from deskpet.features.mcp.feature import MCP
from deskpet.features.memory.feature import MEMORY
from deskpet.features.notes.feature import NOTES
from deskpet.features.palette.feature import PALETTE
from deskpet.features.permissions.feature import PERMISSIONS
from deskpet.features.personas.feature import PERSONAS
from deskpet.features.plugins.feature import PLUGINS
from deskpet.features.proactive.feature import PROACTIVE
from deskpet.features.prompts.feature import PROMPTS
from deskpet.features.quick_ask.feature import QUICK_ASK
from deskpet.features.reminders.feature import REMINDERS
from deskpet.features.reports.feature import REPORTS
from deskpet.features.roaming.feature import ROAMING
from deskpet.features.screenshot.feature import SCREENSHOT
from deskpet.features.together.feature import TOGETHER
from deskpet.features.updates.feature import UPDATES
from deskpet.features.voice.feature import VOICE
from deskpet.features.web.feature import WEB
from deskpet.features.workspace.feature import WORKSPACE

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
    VOICE,
    LISTENING,
    HISTORY,
    MCP,
    PLUGINS,
    PERSONAS,
    AGENTS,
    CALLERS,
    CHARACTERS,
    ROAMING,
    GUEST,
    FIRST_RUN,
    WORKSPACE,
    PERMISSIONS,
    CONNECTION,
    PALETTE,
    PROMPTS,
    QUICK_ASK,
    COMPARE,
    APPEARANCE,
    DATA,
    REPORTS,
    UPDATES,
    DOWNLOADS,
    ABOUT,
)
