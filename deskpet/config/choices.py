"""Enums and bounds of settings, for modules that do not import the settings model, whose import (pydantic) is slow."""

from enum import StrEnum
from typing import Literal

# Minimum and maximum of a character's scale.
SCALE = (0.25, 4.0)
# Default for the maximum number of requests that an answer takes.
DEFAULT_MAX_ROUNDS = 8


class Provider(StrEnum):
    """Wire format of an endpoint. AUTO: guess it from the address."""

    AUTO = "auto"
    OPENAI = "openai"
    GEMINI = "gemini"
    ANTHROPIC = "anthropic"


Family = Literal[Provider.OPENAI, Provider.GEMINI, Provider.ANTHROPIC]
"""A wire format: any Provider but AUTO."""

FAMILIES: tuple[Family, ...] = (Provider.OPENAI, Provider.GEMINI, Provider.ANTHROPIC)


class ReasoningEffort(StrEnum):
    """Amount of reasoning before an answer. DEFAULT: as the server decides."""

    DEFAULT = "default"
    OFF = "off"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class SendKey(StrEnum):
    """Keys that send a message. With the other one, Enter breaks the line."""

    ENTER = "enter"
    CTRL_ENTER = "ctrl_enter"


class CallFormat(StrEnum):
    """Format in which the model is asked to write tool calls in text mode."""

    TOOL_REQUEST = "tool_request"
    JSON = "json"
    XML = "xml"


class Policy(StrEnum):
    """Permission of a tool when the model calls it: run it, ask the user first, or refuse it.

    MANUAL: only the user runs it, with a button on its card; no rule replaces that.
    """

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"
    MANUAL = "manual"


class SearchEngine(StrEnum):
    """Engine that the model searches the web with."""

    NONE = "none"
    SEARXNG = "searxng"
    BRAVE = "brave"
    TAVILY = "tavily"


class OnToolError(StrEnum):
    """Reaction to a failed tool: send the error to the model and continue, or stop the answer at once."""

    CONTINUE = "continue"
    STOP = "stop"


class MemoryMode(StrEnum):
    """How facts about the user are learned: not at all, when the user asks for it, as proposals, or automatically."""

    OFF = "off"
    ON_REQUEST = "on_request"
    ASK = "ask"
    AUTOMATIC = "automatic"


class VoiceEngine(StrEnum):
    """The source of the character's voice: the system, a server, or a model in a folder."""

    SYSTEM = "system"
    OPENAI = "openai"
    GPT_SOVITS = "gpt_sovits"
    LOCAL = "local"

    @property
    def has_server(self) -> bool:
        """Whether it is a server, with an address and perhaps a key."""
        return self in {VoiceEngine.OPENAI, VoiceEngine.GPT_SOVITS}


class ListeningMode(StrEnum):
    """When the microphone is open: while the user holds a key or a button, or all the time."""

    PUSH_TO_TALK = "push_to_talk"
    HANDS_FREE = "hands_free"


class ListeningEngine(StrEnum):
    """The recogniser of speech: an OpenAI-compatible server, or a model in a folder of the user."""

    OPENAI = "openai"
    LOCAL = "local"


class SpokenLanguage(StrEnum):
    """The language that the user speaks; DETECTED leaves it to the recogniser."""

    DETECTED = ""
    ENGLISH = "en"
    CHINESE = "zh"
    JAPANESE = "ja"


class SpeakingLevel(StrEnum):
    """Whether the character speaks without being asked: never, with ready sentences, or with words of a model."""

    QUIET = "quiet"
    GREETS = "greets"
    TALKS = "talks"


class RoamingLevel(StrEnum):
    """How much the character walks about the desktop. LITTLE: seldom, along the lower edge; LIVELY: everywhere."""

    OFF = "off"
    LITTLE = "little"
    LIVELY = "lively"


class Clicks(StrEnum):
    """Area of the character's window in which clicks pass through to the window behind."""

    TRANSPARENT = "transparent"
    EVERYWHERE = "everywhere"
    NOWHERE = "nowhere"


class PowerSaver(StrEnum):
    """Condition for a reduced frame rate that saves power."""

    OFF = "off"
    ON = "on"
    BATTERY = "battery"


class Agent(StrEnum):
    """A coding agent whose hooks can be installed."""

    CLAUDE = "claude"
    CODEX = "codex"
    QWEN = "qwen"
    GEMINI = "gemini"
    OPENCODE = "opencode"
