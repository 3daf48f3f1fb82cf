"""Settings model (pydantic): type, default, bounds, title and help text of every setting.

`deskpet.config.settings_file` reads and writes it. Secrets are not settings: see `deskpet.config.keys`.
"""

import re
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    ValidationInfo,
    field_validator,
)
from pydantic.dataclasses import dataclass
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from deskpet.config import quiet_hours
from deskpet.config.character_look import CharacterLook, FileNote, NumberField
from deskpet.config.choices import (
    DEFAULT_MAX_ROUNDS,
    Agent,
    CallFormat,
    ListeningEngine,
    ListeningMode,
    MemoryMode,
    OnToolError,
    Policy,
    Provider,
    ReasoningEffort,
    SearchEngine,
    SendKey,
    SpeakingLevel,
    SpokenLanguage,
    VoiceEngine,
)
from deskpet.translation import tr, tr_noop


class Mode(StrEnum):
    """Mode of tool calls: the server's native API, written in the answer's text, or automatic."""

    NATIVE = "native"
    TEXT = "text"
    AUTO = "auto"


class Titles(StrEnum):
    """Source of a conversation's title."""

    MODEL = "model"
    FIRST_LINE = "first_line"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)


OptionalNumber = Annotated[
    float | None,
    BeforeValidator(lambda value: None if value == "" else value),
    PlainSerializer(lambda value: "" if value is None else value),
]
"""A number that may be unset, which is an empty text in settings.toml: TOML has no null."""

# Fields of a request that the program writes itself.
_OWN_FIELDS = {"messages", "contents", "stream"}
# Without user and password: a password has its place in the keyring.
_CALENDAR_ADDRESS = re.compile(r"(https?|webcals?)://[^\s/@?#\\]+([/?#]\S*)?", re.IGNORECASE)
MAX_CALENDARS = 20
CALENDAR_FORM = tr_noop("absolute paths, and https:// or webcal:// addresses without a password")
"""What `is_calendar_place` accepts, as a text to translate."""


def is_calendar_place(place: str) -> bool:
    """Return whether a text can be the place of a calendar: an absolute path or an address."""
    return bool(_CALENDAR_ADDRESS.fullmatch(place)) or ("://" not in place and Path(place).is_absolute())


def _http_address(value: str) -> str:
    value = value.strip()
    if value and not re.match(r"https?://[^/\s]+", value):
        raise ValueError(tr_noop("an http:// or https:// address, or nothing"))
    return value.rstrip("/")


def _http_addresses(value: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(_http_address, value))))


def _absolute_path(value: str) -> str:
    value = value.strip()
    if value and not Path(value).is_absolute():
        raise ValueError(tr_noop("an absolute path, such as /home/me/models/zipformer, or nothing"))
    return value


def _time_span(value: str) -> str:
    value = value.strip()
    if not quiet_hours.is_valid(value):
        raise ValueError(tr_noop("two times such as 22:00-07:00, or nothing"))
    return value


def _absolute_paths(value: tuple[str, ...]) -> tuple[str, ...]:
    if not all(Path(each).is_absolute() for each in value):
        raise ValueError(tr_noop("absolute paths, such as /home/me/Documents"))
    return value


def _calendars(value: tuple[str, ...]) -> tuple[str, ...]:
    places = tuple(dict.fromkeys(each.strip() for each in value))
    if not all(map(is_calendar_place, places)):
        raise ValueError(CALENDAR_FORM)
    if len(places) > MAX_CALENDARS:
        raise ValueError(tr_noop("at most 20 calendars"))
    return places


# Headers that the request writes itself, and those in which keys are sent, which have their place in the keyring.
_OWN_HEADERS = {
    *("host", "content-length", "content-type", "transfer-encoding", "connection", "accept", "accept-encoding"),
    *("authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "x-goog-api-key"),
}


def _other_headers(value: dict[str, str]) -> dict[str, str]:
    is_valid = all(re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII) for name in value)
    if not is_valid or not all(re.fullmatch(r"[\x20-\x7e]*", each) for each in value.values()):
        raise ValueError(tr_noop('names and values of headers in ASCII, such as {"X-Title": "deskpet"}'))
    if _OWN_HEADERS & {name.lower() for name in value}:
        raise ValueError(tr_noop("other headers than those that the program writes, and none that holds a key"))
    return value


def _proxy(value: str) -> str:
    value = value.strip().rstrip("/")
    if value and value != "none" and not re.fullmatch(r"(https?|socks5h?)://[^/\s@?#]+", value):
        raise ValueError(tr_noop("an http://, https:// or socks5:// address without a password, none, or nothing"))
    return value


def _other_fields(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if _OWN_FIELDS & value.keys() or _has_null(value):
        raise ValueError(tr_noop("other fields than messages, contents and stream, and no null"))
    return value


def _has_null(value: JsonValue) -> bool:
    """Return whether there is a null anywhere, which TOML can't express."""
    if isinstance(value, dict):
        return any(map(_has_null, value.values()))
    return any(map(_has_null, value)) if isinstance(value, list) else value is None


def _shortcut(value: str) -> str:
    value = value.strip()
    if value and not re.fullmatch(r"((Ctrl|Alt|Shift|Meta)\+){1,4}([A-Z0-9]|F\d\d?|Space|Home|End|Insert)", value):
        raise ValueError(tr_noop("keys such as Ctrl+Alt+P or Meta+F2, or nothing"))
    return value


_KEYS = re.compile(r"((?:(?:Ctrl|Alt|Shift|Meta)\+)*)(F\d\d?|(?!Ctrl|Alt|Shift|Meta)[A-Z][A-Za-z]+|[^\sa-z])")
# Those that text fields need, and those of the search on a page.
_TEXT_KEYS = {f"Ctrl+{key}" for key in "ACVXYZ"} | {"Ctrl+Shift+Z", "Alt+F4"}


def _command_keys(value: str) -> str:
    """Return the keys as Qt names them. Raises ValueError for those that write, or that text fields need."""
    found = _KEYS.fullmatch(value.strip())
    held = found[1].split("+")[:-1] if found else []
    keys = "+".join((*(name for name in ("Meta", "Ctrl", "Alt", "Shift") if name in held), found[2] if found else ""))
    is_command = {"Meta", "Ctrl", "Alt"} & {*held} or re.search(r"\bF\d", keys)
    if value.strip() and (not is_command or keys in _TEXT_KEYS):
        raise ValueError(tr_noop("keys such as Ctrl+K, Alt+Z or F2 which text fields don't need, or nothing"))
    return keys


_HttpAddress = Annotated[str, AfterValidator(_http_address)]
_HttpAddresses = Annotated[tuple[str, ...], AfterValidator(_http_addresses)]
_AbsolutePath = Annotated[str, AfterValidator(_absolute_path)]
_AbsolutePaths = Annotated[tuple[str, ...], AfterValidator(_absolute_paths)]
_TimeSpan = Annotated[str, AfterValidator(_time_span)]
_Shortcut = Annotated[str, AfterValidator(_shortcut)]
_CommandKeys = Annotated[str, AfterValidator(_command_keys)]


class EndpointSettings(_Section):
    """Server and model that answer."""

    base_url: _HttpAddress = Field(
        default="",
        title="Base URL",
        description="The address of a model's server, including its version: /v1 where it is OpenAI-compatible. "
        "Empty: the offline companion answers.",
    )
    provider: Provider = Field(
        default=Provider.AUTO,
        title="Format",
        description="What the server speaks. auto: guessed from the address. openai: chat/completions, as nearly all "
        "do. gemini: Google's own. anthropic: Anthropic's own.",
    )
    model: str = Field(default="", title="Model", description="The model's name, as the server knows it.")
    api_key_env: Annotated[str, FileNote("An empty key is allowed.")] = Field(
        default="DESKPET_API_KEY",
        title="API key variable",
        description="The environment variable that holds the key. Without it the system's keyring is asked.",
    )
    temperature: OptionalNumber = Field(
        default=None,
        ge=0,
        le=2,
        title="Temperature",
        description="How varied the answers are, from 0 to 2. Empty: as the server has it.",
    )
    top_p: OptionalNumber = Field(
        default=None,
        ge=0,
        le=1,
        title="Top P",
        description="How many of the likely next words are considered, from 0 to 1. Empty: as the server has it.",
    )
    max_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = Field(
        default=0,
        ge=0,
        le=10_000_000,
        title="Longest answer",
        description="How many tokens an answer may have. 0: as the server has it.",
    )
    reasoning: ReasoningEffort = Field(
        default=ReasoningEffort.DEFAULT,
        title="Reasoning",
        description="How much the model thinks before it answers. default: as the server has it.",
    )
    stream: bool = Field(
        default=True,
        title="Stream answers",
        description="Answers appear while they are written. Off for servers that can only send them whole.",
    )
    extra_body: Annotated[
        dict[str, JsonValue],
        AfterValidator(_other_fields),
        FileNote('Such as {top_k = 20, "provider.sort" = "price"}; a dot leads into an object.'),
    ] = Field(
        default={},
        title="More fields",
        description="Fields that are added to each request, as the server's documentation names them.",
    )
    headers: Annotated[
        dict[str, str], AfterValidator(_other_headers), FileNote('Such as {"HTTP-Referer" = "https://example.org"}.')
    ] = Field(
        default={},
        title="More headers",
        description="Headers that are added to each request to this server. Keys don't belong here: they have a field "
        "of their own.",
    )
    proxy: Annotated[str, AfterValidator(_proxy)] = Field(
        default="",
        title="Own proxy",
        description="The proxy through which this server is reached, such as socks5://127.0.0.1:1080. none: no proxy. "
        "Empty: as the system has it.",
    )
    connection: str = Field(
        default="",
        max_length=40,
        title="Connection",
        description="Which of the saved connections in connections.json this is, by its id. The windows write it; "
        "empty if it is not saved.",
    )


class ChatSettings(_Section):
    """Behaviour of a turn: tools, limits and titles."""

    mode: Mode = Field(
        default=Mode.AUTO,
        title="Mode",
        description="How tools are called: native (the server's own tool calls), text (written in the answer), "
        "auto (native, and a word with a button when the server refuses).",
    )
    text_protocol: CallFormat = Field(
        default=CallFormat.TOOL_REQUEST,
        title="Text protocol",
        description="How the model is asked to write its calls in text mode. tool_request: fields in a block. json: "
        "an object with tool_calls. xml: JSON in a tag. All of them are understood, whichever was asked for.",
    )
    max_rounds: int = Field(
        default=DEFAULT_MAX_ROUNDS,
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
    report_background: bool = Field(
        default=False,
        title="Announce finished background tools",
        description="When a tool that went on in the background has ended and no answer is being written, the "
        "character tells of it by herself. Tools that ask are refused in such an answer. Off: the model learns of it "
        "with your next message.",
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


_Role = Annotated[str, FileNote("Empty: the same as the chat.")]


class RoleSettings(_Section):
    """Models for other requests than the answers of a chat, as the id of a connection, a slash, and the model."""

    titles: _Role = Field(
        default="",
        title="Titles and summaries",
        description="The model that names conversations and sums up their older turns.",
    )
    pictures: _Role = Field(
        default="",
        title="Pictures",
        description="The model that answers a message with pictures if the chat's own is known to take none.",
    )
    memory: _Role = Field(
        default="",
        title="Memory",
        description="The model that finds what is worth remembering in your messages.",
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

    policies: Annotated[dict[str, Policy], FileNote('Such as {"live2d.motion" = "ask"}.')] = Field(
        default={},
        title="Tools",
        description="By a tool's name: allow (it runs), ask (you are asked each time) or refuse. A tool that is not "
        "here does as it declares itself.",
    )
    folders: Annotated[
        tuple[str, ...], AfterValidator(_absolute_paths), FileNote('Such as ["/home/me/Documents"].')
    ] = Field(
        default=(),
        title="Folders",
        description="Absolute paths of the folders in which the model may look at files, and change them with your "
        "approval. Paths without a folder begin in the first one. Empty: only her own folder.",
    )

    search_engine: SearchEngine = Field(
        default=SearchEngine.NONE,
        title="Search engine",
        description="What the model searches the web with. none: it can't search. searxng: an instance of your own or "
        "of somebody you trust; it has to offer JSON. Brave and Tavily need a key.",
    )
    search_url: _HttpAddress = Field(
        default="",
        title="Search address",
        description="The base address of the engine, such as http://127.0.0.1:8080 for SearXNG. Empty: that of Brave "
        "or Tavily.",
    )
    search_key_env: str = Field(
        default="DESKPET_SEARCH_KEY",
        title="Search API key variable",
        description="The environment variable that holds the engine's key. Without it the system's keyring is asked.",
    )

    calendars: Annotated[
        tuple[str, ...],
        AfterValidator(_calendars),
        FileNote('Such as ["/home/me/calendar.ics", "https://example.org/me.ics"].'),
    ] = Field(
        default=(),
        title="Calendars",
        description="Files (.ics) and addresses (https:// or webcal://) of the calendars that the model may read. "
        "Whoever knows a secret address can read the calendar, and it stands here as you typed it.",
    )


@dataclass(frozen=True, config=ConfigDict(extra="forbid", validate_default=True))
class CharacterSettings(CharacterLook):
    """The section [character]: a CharacterLook whose values are validated."""

    @property
    def look(self) -> CharacterLook:
        """The same values without the settings model's type, so that it equals the saved look of the last run."""
        return CharacterLook(**asdict(self))

    @field_validator("call_shortcut")
    @classmethod
    def _is_shortcut(cls, value: str) -> str:
        return _shortcut(value)


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
    wrap_code: bool = Field(
        default=False,
        title="Wrap code",
        description="Long lines of code wrap instead of being scrolled sideways. Each code block has a switch for it.",
    )
    number_code: bool = Field(
        default=False,
        title="Line numbers",
        description="Lines of code have numbers, which are not copied. Each code block has a switch for it.",
    )
    chat_width: Annotated[int, NumberField(tr_noop(" px"), 10)] = Field(
        default=400, ge=340, le=640, title="Width", description="How wide the chat beside the character is."
    )
    workspace_width: Annotated[int, NumberField(tr_noop(" px"), 10)] = Field(
        default=420,
        ge=240,
        le=4000,
        title="Width of the files",
        description="How wide the files beside the conversation are in the chat's own window; its edge can be dragged.",
    )
    keep_open: bool = Field(
        default=False, title="Keep open", description="The chat stays as it is when nobody talks. So does its pin."
    )
    fold_after_seconds: Annotated[int, NumberField(tr_noop("seconds"))] = Field(
        default=90,
        ge=0,
        le=3600,
        title="Fold the chat after",
        description="When nobody talked for so long, only the last words stay. 0: never.",
    )
    fade_after_seconds: Annotated[int, NumberField(tr_noop("seconds"))] = Field(
        default=300,
        ge=0,
        le=86_400,
        title="Hide the chat after",
        description="When nobody has talked for so long, the chat hides; a click on her shows it again. 0: never.",
    )


class ReminderSettings(_Section):
    """Announcement of a reminder, besides the message in the chat."""

    notification: bool = Field(
        default=True, title="Notification", description="The desktop shows a due reminder, also while she is hidden."
    )
    sound: bool = Field(default=True, title="Chime", description="A due reminder sounds softly.")


class AgentSettings(_Section):
    """Coding agents of the user, whose hooks tell what they do."""

    shown: Annotated[tuple[Agent, ...], FileNote('Such as ["claude", "codex"]; `deskpet hook install` adds one.')] = (
        Field(
            default=(),
            title="Agents",
            description="The coding agents that she shows: what they do, and when they wait for you. Empty: she "
            "listens to none.",
        )
    )
    muted: tuple[Agent, ...] = Field(
        default=(),
        title="Muted",
        description="Agents that are only listed: she does not react to them, and does not ask for them.",
    )
    answer_requests: bool = Field(
        default=True,
        title="Ask here",
        description="When an agent asks for permission, she shows what it wants to do and you can answer there. "
        "Without an answer the agent asks in its terminal.",
    )
    quiet_hours: _TimeSpan = Field(
        default="",
        title="Quiet hours",
        description="From when to when she does not react to agents, such as 22:00-07:00. Empty: never.",
    )
    mcp_server: bool = Field(
        default=False,
        title="Let agents call her",
        description="Agents that have deskpet as an MCP server may ask for an expression, a motion, a few words "
        "in a bubble and an answer of yours. You are asked at the first call of each.",
    )


class MemorySettings(_Section):
    """Facts about the user that the character keeps from one conversation to the next.

    It is off until the user chooses: facts about a person are private, and learning costs requests. Who turns it on is
    best served by `automatic`, which shows each fact under the conversation with a button that takes it back.
    """

    remember: MemoryMode = Field(
        default=MemoryMode.OFF,
        title="Memory",
        description="What she remembers of you. off: nothing is read, written or sent. on_request: what you ask her to "
        "remember. ask: she also proposes facts when a conversation pauses. automatic: she keeps them. The last two "
        "send your messages to the model once more.",
    )
    paused: bool = Field(
        default=False,
        title="Paused",
        description="For the time being, nothing is told to the model and nothing is learned. What she remembers "
        "stays.",
    )
    max_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = Field(
        default=1500,
        ge=0,
        le=100_000,
        title="Memory limit",
        description="How many tokens of a request may be what she remembers. At most a tenth of the context is used.",
    )
    endpoints: Annotated[_HttpAddresses, FileNote('Such as ["https://api.example.org/v1"].')] = Field(
        default=(),
        title="Servers that may see memories",
        description="Base URLs of the servers that may see what she remembers, besides those on this computer. With "
        "any other server, memory is off.",
    )
    hidden_from: _HttpAddresses = Field(
        default=(),
        title="Servers that may not see memories",
        description="Base URLs of the servers that you have refused. You are asked once about any other.",
    )


class SpeakingSettings(_Section):
    """Whether and when the character speaks without being asked."""

    level: SpeakingLevel = Field(
        default=SpeakingLevel.GREETS,
        title="Speaks first",
        description="Whether she speaks without being asked. quiet: never. greets: when you come back after hours or "
        "begin a day, with ready sentences; nothing is sent. talks: the model finds the words, also about what you "
        "told her of and about agents that have ended; it may choose silence.",
    )
    per_day: int = Field(
        default=3,
        ge=1,
        le=3,
        title="Most times a day",
        description="How often at most. When you don't answer twice, she speaks half as often; after three times she "
        "is quiet.",
    )
    quiet_hours: _TimeSpan = Field(
        default="22:00-08:00",
        title="Quiet hours",
        description="From when to when she never speaks first, such as 22:00-08:00. Empty: never.",
    )
    daily_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = Field(
        default=10_000,
        ge=0,
        le=1_000_000,
        title="Daily token limit",
        description="How many tokens the model may use in a day for words that nobody asked for. When they are used "
        "up, she greets with ready sentences.",
    )


class VoiceSettings(_Section):
    """The voice that reads the character's answers aloud."""

    enabled: bool = Field(
        default=False,
        title="Speaks aloud",
        description="She reads her answers aloud while they are written. Needs deskpet[voice].",
    )
    engine: VoiceEngine = Field(
        default=VoiceEngine.SYSTEM,
        title="Voice",
        description="system: the voice of this computer; on Linux espeak-ng. openai: any server with /audio/speech. "
        "gpt_sovits: a server of GPT-SoVITS (api_v2), whose voice is the path of its reference clip. local: a model in "
        "a folder, with deskpet[voice-local]. The voices of Windows and macOS, and GPT-SoVITS, are untested.",
    )
    model_folder: Annotated[_AbsolutePath, FileNote("Used with local.")] = Field(
        default="",
        title="Folder of the voice",
        description="The absolute path of a voice of sherpa-onnx: VITS, Matcha, Kokoro or Kitten. Tested with small "
        "models only; no real voice was tried.",
    )
    server_url: _HttpAddress = Field(
        default="",
        title="Address",
        description="The base URL of the server, such as https://api.openai.com/v1. Not used with system or local. The "
        "key is read from the environment or the keyring.",
    )
    key_env: str = Field(
        default="DESKPET_VOICE_KEY",
        title="API key variable",
        description="The environment variable that has the server's key, if it needs one.",
    )
    speech_model: str = Field(
        default="", title="Model", description="The server's model, such as gpt-4o-mini-tts. Empty: tts-1."
    )
    voice: str = Field(
        default="",
        title="Name of the voice",
        description="As the server or the system calls it, such as alloy. With system, empty is the language's own. "
        "Voices of a folder are numbers, from 0.",
    )
    speed: Annotated[float, NumberField(step=0.05)] = Field(
        default=1.0, ge=0.5, le=2.0, title="Speed", description="1 is the voice's own speed."
    )
    volume: Annotated[int, NumberField("%", 5)] = Field(
        default=80, ge=0, le=100, title="Volume", description="How loud she speaks."
    )
    motion_sound_volume: Annotated[int, NumberField("%", 5)] = Field(
        default=50,
        ge=0,
        le=100,
        title="Sounds of motions",
        description="How loud the sounds are that some models bring for their motions, with her voice or without it. "
        "0: they are not played.",
    )
    output: str = Field(
        default="",
        title="Loudspeaker",
        description="As the system calls it. Empty: the system's own choice. A choice was run on Linux only.",
    )
    output_delay: Annotated[int, NumberField(" ms", 10)] = Field(
        default=0,
        ge=0,
        le=500,
        title="Delay of the loudspeaker",
        description="How much later wireless headphones sound, which no system tells: her mouth waits as long.",
    )
    stage_directions: bool = Field(
        default=False,
        title="Stage directions",
        description="Words between asterisks, such as *smiles*, are spoken as well.",
    )
    stop_silences_only: bool = Field(
        default=False,
        title="Esc stops only her voice",
        description="While she speaks, the first Esc makes her silent, and the answer goes on as text.",
    )


class ListeningSettings(_Section):
    """The microphone, and what turns the user's speech into text."""

    enabled: bool = Field(
        default=False,
        title="Listen to me",
        description="You can talk to her: what you say is written and sent as your message. Needs deskpet[voice].",
    )
    microphone_mode: ListeningMode = Field(
        default=ListeningMode.PUSH_TO_TALK,
        title="Listening mode",
        description="push_to_talk: while you hold the key, the microphone below the chat, or her. hands_free: they "
        "open the microphone, as does her menu, until you close it; an utterance ends after 0.8 s of silence, and she "
        "hears nothing while she speaks.",
    )
    engine: ListeningEngine = Field(
        default=ListeningEngine.OPENAI,
        title="Speech recognition",
        description="openai: any server with /audio/transcriptions; your recording is sent there. local: a model in a "
        "folder of yours, with deskpet[voice-local]. Microphones of Windows and macOS, and real models, are untested.",
    )
    server_url: _HttpAddress = Field(
        default="",
        title="Address",
        description="The base URL of the server, such as https://api.openai.com/v1. Not used with local. The key is "
        "read from the environment or the keyring.",
    )
    key_env: str = Field(
        default="DESKPET_LISTENING_KEY",
        title="API key variable",
        description="The environment variable that has the server's key, if it needs one.",
    )
    recognition_model: str = Field(
        default="",
        title="Model",
        description="The server's model, such as gpt-4o-mini-transcribe. Empty: whisper-1.",
    )
    model_folder: _AbsolutePath = Field(
        default="",
        title="Folder of the model",
        description="The absolute path of a model of sherpa-onnx. Used with local.",
    )
    language: SpokenLanguage = Field(
        default=SpokenLanguage.DETECTED,
        title="Your language",
        description="What you speak. Empty: the recogniser finds out, which takes it longer and is less certain.",
    )
    microphone: str = Field(
        default="", title="Microphone", description="As the system calls it. Empty: the system's own choice."
    )
    shortcut: Annotated[_Shortcut, FileNote("Such as Ctrl+Alt+Space or Meta+F3.")] = Field(
        default="",
        title="Push-to-talk shortcut",
        description="Hold these keys in any program to talk to her. Hands-free, they switch the microphone. On X11 and "
        "Windows. Empty: none.",
    )
    sends_at_release: bool = Field(
        default=True,
        title="Send at once",
        description="What you said is sent when you let go. Off: it stays in the text field until you send it.",
    )


class TogetherSettings(_Section):
    """Days that the character and the user spend together, her mood, and her diary.

    On by default: they are stored on this computer, and cost no request of their own. While memory is on, a model that
    may see memories gets one line about them with each message.
    """

    enabled: bool = Field(
        default=True,
        title="Count our days",
        description="She counts the days that you spend together, from which her mood and one line a day in her diary "
        "come. It stays on this computer; only a model that may see memories is told one line of it. Off: nothing is "
        "written or told, and what there is stays until you erase it.",
    )


class KeyboardSettings(_Section):
    """The commands of the chat windows, with their keys: menus, tooltips and the list of all commands read them here.

    A command without keys has an empty text.
    """

    send_with: SendKey = Field(
        default=SendKey.ENTER,
        title="Send with",
        description="enter: Shift+Enter breaks the line. ctrl_enter: Enter breaks the line.",
    )
    palette: _CommandKeys = Field(
        default="Ctrl+K",
        title="All commands",
        description="Commands, conversations and settings, found by a few letters.",
    )
    new_conversation: _CommandKeys = Field(
        default="Ctrl+N", title="New conversation", description="Begins a conversation."
    )
    private_conversation: _CommandKeys = Field(
        default="Ctrl+Shift+N", title="New private conversation", description="Nothing of it is kept."
    )
    search_conversations: _CommandKeys = Field(
        default="Ctrl+F", title="Search all conversations", description="In the list of the full window."
    )
    full_window: _CommandKeys = Field(
        default="Ctrl+Shift+F",
        title="Full window",
        description="Opens the chat as a window, or puts it back beside the character.",
    )
    files: _CommandKeys = Field(
        default="Ctrl+Shift+E", title="Files", description="Those that are worked on, in the full window."
    )
    settings: _CommandKeys = Field(default="Ctrl+,", title="Settings", description="Opens them.")
    attach_file: _CommandKeys = Field(
        default="Ctrl+O", title="Add a file", description="Attaches pictures and documents to the message."
    )
    screen_area: _CommandKeys = Field(
        default="", title="Add a part of the screen", description="Attaches a picture of it to the message."
    )
    copy_answer: _CommandKeys = Field(default="Ctrl+Shift+C", title="Copy the last answer", description="As Markdown.")
    answer_again: _CommandKeys = Field(
        default="", title="Answer again", description="Asks the last question once more."
    )
    compare: _CommandKeys = Field(
        default="", title="Compare two models", description="Another model answers the last question, side by side."
    )
    wrap_code: _CommandKeys = Field(
        default="Alt+Z", title="Wrap code", description="Wraps long lines of code, or lets them be scrolled."
    )
    speak_aloud: _CommandKeys = Field(
        default="", title="Speak aloud", description="Lets her read her answers, or be silent."
    )
    keep_open: _CommandKeys = Field(
        default="", title="Keep the chat open", description="Lets it stay, or fold and fade."
    )
    hide_chat: _CommandKeys = Field(default="", title="Hide the chat", description="Until you open it again.")

    @field_validator("*")
    @classmethod
    def _check_taken(cls, value: str, info: ValidationInfo) -> str:
        name = info.field_name or ""
        if name == "send_with" or not value:
            return value
        for other, keys in info.data.items():
            if keys == value:
                both = {"one": cls.model_fields[other].title, "other": cls.model_fields[name].title}
                raise PydanticCustomError("same_keys", "“{one}” and “{other}” have the same keys", both)
        return value


class QuickAskSettings(_Section):
    """The small field that asks from any program."""

    # Not Ctrl+Alt+Q: on German keyboards of Windows, these keys write @.
    shortcut: Annotated[_Shortcut, FileNote("Such as Ctrl+Alt+J or Meta+F4.")] = Field(
        default="Ctrl+Alt+J",
        title="Quick ask",
        description="Keys that open a small field at the pointer in any program, on X11 and Windows. Empty: none.",
    )
    takes_selection: bool = Field(
        default=True,
        title="Take the selected text along",
        description="The text that is selected when you press the keys is shown above the field, and sent with what "
        "you ask. On X11; elsewhere, a button adds what is on the clipboard. Nothing is read before.",
    )


class Settings(_Section):
    """All settings: always valid, and immutable."""

    endpoint: EndpointSettings = EndpointSettings()
    chat: ChatSettings = ChatSettings()
    roles: RoleSettings = RoleSettings()
    persona: PersonaSettings = PersonaSettings()
    tools: ToolSettings = ToolSettings()
    character: CharacterSettings = CharacterSettings()
    appearance: AppearanceSettings = AppearanceSettings()
    reminders: ReminderSettings = ReminderSettings()
    agents: AgentSettings = AgentSettings()
    memory: MemorySettings = MemorySettings()
    speaking: SpeakingSettings = SpeakingSettings()
    voice: VoiceSettings = VoiceSettings()
    listening: ListeningSettings = ListeningSettings()
    together: TogetherSettings = TogetherSettings()
    keyboard: KeyboardSettings = KeyboardSettings()
    quick_ask: QuickAskSettings = QuickAskSettings()


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
    "dict_type": tr_noop('Has to be fields such as {"top_k": 20}'),
    "bool_type": tr_noop("Has to be true or false"),
    "bool_parsing": tr_noop("Has to be true or false"),
    "string_type": tr_noop("Has to be a text in quotes"),
    "same_keys": tr_noop("“{one}” and “{other}” have the same keys"),
}


def fields_of(section: str) -> dict[str, FieldInfo]:
    """Return the fields of a section by key."""
    # Of a model, and of a dataclass of pydantic.
    fields: dict[str, FieldInfo] = getattr(Settings.model_fields[section].annotation, "__pydantic_fields__")  # noqa: B009
    return fields


def bounds_of(field: FieldInfo) -> tuple[float, float] | None:
    """Return the inclusive minimum and maximum of a field's number, None if it has not both."""
    low = next((rule.ge for rule in field.metadata if hasattr(rule, "ge")), None)
    high = next((rule.le for rule in field.metadata if hasattr(rule, "le")), None)
    return None if low is None or high is None else (low, high)


def problem_in(error: ErrorDetails) -> str:
    """Return a translated message that says what value is expected instead of the invalid one."""
    context = dict(error.get("ctx", {}))
    if error["type"] == "value_error":
        return tr(str(context["error"]))
    if "expected" in context:
        context["expected"] = str(context["expected"]).replace(" or ", tr(" or "))
    if error["type"] == "same_keys":
        context = {key: tr(str(title)) for key, title in context.items()}
    message = _MESSAGES.get(error["type"])
    return tr(message, **context) if message else error["msg"]
