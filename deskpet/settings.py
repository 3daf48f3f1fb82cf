"""Settings model (pydantic): type, default, bounds, title and help text of every setting.

`deskpet.settings_file` reads and writes it. Secrets are not settings: see `deskpet.keys`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import ErrorDetails

from deskpet.choices import FRAME_RATE, OPACITY, SCALE, SLEEP_AFTER_MINUTES, Clicks, OnToolError, PowerSaver
from deskpet.words import tr, tr_noop


class Provider(StrEnum):
    """Wire format of an endpoint. AUTO: guess it from the address."""

    AUTO = "auto"
    OPENAI = "openai"
    GEMINI = "gemini"
    ANTHROPIC = "anthropic"


class Mode(StrEnum):
    """Mode of tool calls: the server's native API, written in the answer's text, or automatic."""

    NATIVE = "native"
    TEXT = "text"
    AUTO = "auto"


class TextProtocol(StrEnum):
    """Format in which the model is asked to write tool calls in text mode."""

    TOOL_REQUEST = "tool_request"
    JSON = "json"
    XML = "xml"


class ToolPolicy(StrEnum):
    """Permission of a tool when the model calls it."""

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


class Titles(StrEnum):
    """Source of a conversation's title."""

    MODEL = "model"
    FIRST_LINE = "first_line"


@dataclass(frozen=True, slots=True)
class NumberField:
    """Form display of a number: its unit, and the step of its slider. Without a step it is a text field."""

    unit: str = ""
    step: float | None = None


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)


class EndpointSettings(_Section):
    """Server and model that answer."""

    base_url: str = Field(
        default="",
        title="Base URL",
        description="The address of a model's server, up to and with its version: /v1 where it is OpenAI-compatible. "
        "Empty: the offline companion answers.",
    )
    provider: Provider = Field(
        default=Provider.AUTO,
        title="Format",
        description="What the server speaks. auto: guessed from the address. openai: chat/completions, as nearly all "
        "do. gemini: Google's own. anthropic: Anthropic's own.",
    )
    model: str = Field(default="", title="Model", description="The model's name, as the server knows it.")
    api_key_env: str = Field(
        default="DESKPET_API_KEY",
        title="Key variable",
        description="The environment variable that holds the key. Without it the system's keyring is asked.",
    )

    @field_validator("base_url")
    @classmethod
    def _is_http(cls, value: str) -> str:
        value = value.strip()
        if value and not re.match(r"https?://[^/\s]+", value):
            raise ValueError(tr_noop("an http:// or https:// address, or nothing"))
        return value.rstrip("/")


class ChatSettings(_Section):
    """Behaviour of a turn: tools, limits and titles."""

    mode: Mode = Field(
        default=Mode.AUTO,
        title="Mode",
        description="How tools are called: native (the server's own tool calls), text (written in the answer), "
        "auto (native, and a word with a button when the server refuses).",
    )
    text_protocol: TextProtocol = Field(
        default=TextProtocol.TOOL_REQUEST,
        title="Text protocol",
        description="How the model is asked to write its calls in text mode. tool_request: fields in a block. json: "
        "an object with tool_calls. xml: JSON in a tag. All of them are understood, whichever was asked for.",
    )
    max_rounds: int = Field(
        default=8,
        ge=1,
        le=100,
        title="Rounds",
        description="How many requests one answer may take, tools between them.",
    )
    on_tool_error: OnToolError = Field(
        default=OnToolError.CONTINUE,
        title="When a tool fails",
        description="continue: the model is told and goes on. stop: the answer ends at once, and what was done is "
        "kept; a button lets it go on.",
    )
    context_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = Field(
        default=32_000,
        ge=0,
        le=10_000_000,
        title="Context",
        description="How many tokens the model takes in one request. When three quarters are used, long tool results "
        "are trimmed in the request and older turns are summed up; a notice says so. 0: no limit.",
    )
    titles: Titles = Field(
        default=Titles.MODEL,
        title="Titles",
        description="What a conversation is called. model: a few words of the model's own, asked for after the first "
        "answer. first_line: how it begins; nothing more is sent.",
    )


class PersonaSettings(_Section):
    """System prompt, chosen persona and the user's name."""

    prompt: str = Field(
        default="You live on the user's desktop. You are warm, curious and brief: a few sentences, in the user's "
        "language. You show what you feel with your expressions and motions while you speak.",
        title="Persona",
        description="Told to the model before every conversation.",
    )
    chosen: str = Field(
        default="",
        title="Who speaks",
        description="A persona of your own, by its file's name. Empty: the character herself, with the words above.",
    )
    user: str = Field(
        default="", max_length=80, title="Your name", description="What the character calls you. Empty: nothing."
    )


class ToolSettings(_Section):
    """Permissions of the tools."""

    policies: dict[str, ToolPolicy] = Field(
        default={},
        title="Tools",
        description="By a tool's name: allow (it runs), ask (you are asked each time) or refuse. A tool that is not "
        "here does as it declares itself.",
    )


class CharacterSettings(_Section):
    """The Live2D model on the desktop: its size, position, frame rate and mouse behaviour."""

    folder: str = Field(
        default="mikan",
        title="Model",
        description="A model that comes with the program, by its name, or the path of a model's folder or file.",
    )
    scale: Annotated[float, NumberField("×", 0.05)] = Field(
        default=1.0, ge=SCALE[0], le=SCALE[1], title="Size", description="1.0 is 300 x 450 pixels."
    )
    frame_rate: Annotated[int, NumberField(tr_noop(" fps"), 1)] = Field(
        default=30,
        ge=FRAME_RATE[0],
        le=FRAME_RATE[1],
        title="Frame rate",
        description="Frames a second while the character is in view: twice as many while it talks or moves, half as "
        "many when nothing happens, 5 asleep.",
    )
    opacity: Annotated[float, NumberField(step=0.05)] = Field(
        default=1.0, ge=OPACITY[0], le=OPACITY[1], title="Opacity", description="1.0 hides what lies behind."
    )
    hold_position: bool = Field(
        default=False, title="Hold position", description="The character stays where it stands, however it is pulled."
    )
    sleep_after_minutes: Annotated[int, NumberField(tr_noop("minutes"))] = Field(
        default=10,
        ge=SLEEP_AFTER_MINUTES[0],
        le=SLEEP_AFTER_MINUTES[1],
        title="Falls asleep after",
        description="It sleeps when left alone for so long. 0: never.",
    )
    clicks: Clicks = Field(
        default=Clicks.TRANSPARENT,
        title="Clicks go through",
        description="transparent: where nothing of the character is seen. everywhere: it can't be touched at all, "
        "until the tray or the shortcut calls it. nowhere: all of its window takes them.",
    )
    fade_when_near: bool = Field(
        default=False,
        title="Fade near the pointer",
        description="It grows faint while the pointer is near, and shows what lies behind.",
    )
    hide_for_full_screen: bool = Field(
        default=False,
        title="Hide for full-screen windows",
        description="It goes away while a window fills the screen it stands on.",
    )
    call_shortcut: str = Field(
        default="Ctrl+Alt+P",
        title="Shortcut to call it",
        description="Keys that bring the character back from anywhere, let it be clicked again and open its menu. "
        "Empty: none.",
    )
    power_saver: PowerSaver = Field(
        default=PowerSaver.BATTERY,
        title="Power saver",
        description="on: it is drawn at most 30 times a second, 8 when nothing happens, 2 asleep. battery: only while "
        "this computer runs on its battery. off: never.",
    )
    show_meter: bool = Field(
        default=False, title="Meter", description="A small card by the character says what it costs just now."
    )

    @field_validator("call_shortcut")
    @classmethod
    def _is_shortcut(cls, value: str) -> str:
        value = value.strip()
        if value and not re.fullmatch(r"((Ctrl|Alt|Shift|Meta)\+){1,4}([A-Z0-9]|F\d\d?|Space|Home|End|Insert)", value):
            raise ValueError(tr_noop("keys such as Ctrl+Alt+P or Meta+F2, or nothing"))
        return value


class ThemeName(StrEnum):
    """Colour theme of the windows; SYSTEM follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Language(StrEnum):
    """The language of the windows; SYSTEM follows the desktop."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh"
    JAPANESE = "ja"


class AppearanceSettings(_Section):
    """Look of the windows, and when the chat folds and hides."""

    language: Language = Field(
        default=Language.SYSTEM, title="Language", description="English, Chinese, Japanese, or as the system has it."
    )

    theme: ThemeName = Field(
        default=ThemeName.SYSTEM, title="Colours", description="light, dark, or as the system has it."
    )
    text_scale: Annotated[float, NumberField("×", 0.05)] = Field(
        default=1.0, ge=0.8, le=1.4, title="Text size", description="1.0 is as large as the system's own text."
    )
    chat_width: Annotated[int, NumberField(tr_noop(" px"), 10)] = Field(
        default=400, ge=340, le=640, title="Width", description="How wide the chat beside the character is."
    )
    keep_open: bool = Field(
        default=False, title="Keep open", description="The chat stays as it is when nobody talks. So does its pin."
    )
    fold_after_seconds: Annotated[int, NumberField(tr_noop("seconds"))] = Field(
        default=90,
        ge=0,
        le=3600,
        title="Folds after",
        description="When nobody talked for so long, only the last words stay. 0: never.",
    )
    fade_after_seconds: Annotated[int, NumberField(tr_noop("seconds"))] = Field(
        default=300,
        ge=0,
        le=86_400,
        title="Goes away after",
        description="When nobody talked for so long, the chat hides until it is called. 0: never.",
    )


class Settings(_Section):
    """All settings: always valid, and immutable."""

    endpoint: EndpointSettings = EndpointSettings()
    chat: ChatSettings = ChatSettings()
    persona: PersonaSettings = PersonaSettings()
    tools: ToolSettings = ToolSettings()
    character: CharacterSettings = CharacterSettings()
    appearance: AppearanceSettings = AppearanceSettings()


# Messages by pydantic's error type. Other types show pydantic's own message.
_MESSAGES = {
    "greater_than_equal": tr_noop("Has to be at least {ge}"),
    "less_than_equal": tr_noop("Has to be at most {le}"),
    "string_too_long": tr_noop("At most {max_length} characters"),
    "enum": tr_noop("Has to be {expected}"),
    "int_type": tr_noop("Has to be a whole number"),
    "int_parsing": tr_noop("Has to be a whole number"),
    "int_from_float": tr_noop("Has to be a whole number"),
    "float_type": tr_noop("Has to be a number"),
    "float_parsing": tr_noop("Has to be a number"),
    "finite_number": tr_noop("Has to be a number"),
    "bool_type": tr_noop("Has to be true or false"),
    "bool_parsing": tr_noop("Has to be true or false"),
    "string_type": tr_noop("Has to be a text in quotes"),
}


def problem_in(error: ErrorDetails) -> str:
    """Return a translated message that says what value is expected instead of the invalid one."""
    context = dict(error.get("ctx", {}))
    if error["type"] == "value_error":
        return tr(str(context["error"]))
    if "expected" in context:
        context["expected"] = str(context["expected"]).replace(" or ", tr(" or "))
    message = _MESSAGES.get(error["type"])
    return tr(message, **context) if message else error["msg"]
