"""The tool that looks into the user's calendars."""

from deskpet.tools.calendars.calendar_list import CALENDAR_TOOLS

__all__ = ["CALENDAR_TOOLS"]
