"""The parts of a backup. Imports nothing, so that the command line can name them."""

from enum import StrEnum


class Part(StrEnum):
    """What can be chosen for a backup."""

    CONVERSATIONS = "conversations"
    MEMORY = "memory"
    TOGETHER = "together"
    PERSONAS = "personas"
    CHARACTERS = "characters"
    NOTES = "notes"
    REMINDERS = "reminders"
    PROMPTS = "prompts"
    CONNECTIONS = "connections"
    SETTINGS = "settings"
    RULES = "rules"
