"""Settings model (pydantic): type, default, bounds, title and help text of every setting.

`deskpet.config.settings_file` reads and writes it. Secrets are not settings: see `deskpet.config.keys`.
"""

import re
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

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

from deskpet.config import choices, quiet_hours
from deskpet.config.character_look import CharacterLook, FileNote, NumberField
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


def _setting(
    default: Any,
    title: str,
    description: str,
    bounds: tuple[float, float] | None = None,
    max_length: int | None = None,
) -> Any:
    """Return the field of a setting; `title` and `description` are translated, and `bounds` are inclusive."""
    least, most = bounds or (None, None)
    return Field(default=default, title=title, description=description, ge=least, le=most, max_length=max_length)


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


def _checked(is_valid: Callable[[str], object], expected: str, ending: str = "") -> Callable[[str], str]:
    """Return the check of a text that may be empty. `ending` is taken off it; `expected` says what is valid."""

    def check(value: str) -> str:
        value = value.strip().rstrip(ending)
        if value and not is_valid(value):
            raise ValueError(expected)
        return value

    return check


_http_address = _checked(
    re.compile(r"https?://[^/\s]+").match, tr_noop("an http:// or https:// address, or nothing"), "/"
)
_proxy = _checked(
    re.compile(r"none|(https?|socks5h?)://[^/\s@?#]+").fullmatch,
    tr_noop("an http://, https:// or socks5:// address without a password, none, or nothing"),
    "/",
)
_absolute_path = _checked(
    lambda value: Path(value).is_absolute(),
    tr_noop("an absolute path, such as /home/me/models/zipformer, or nothing"),
)
_time_span = _checked(quiet_hours.is_valid, tr_noop("two times such as 22:00-07:00, or nothing"))
_shortcut = _checked(
    re.compile(r"((Ctrl|Alt|Shift|Meta)\+){1,4}([A-Z0-9]|F\d\d?|Space|Home|End|Insert)").fullmatch,
    tr_noop("keys such as Ctrl+Alt+P or Meta+F2, or nothing"),
)


def _http_addresses(value: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(_http_address, value))))


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


def _other_fields(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if _OWN_FIELDS & value.keys() or _has_null(value):
        raise ValueError(tr_noop("other fields than messages, contents and stream, and no null"))
    return value


def _has_null(value: JsonValue) -> bool:
    """Return whether there is a null anywhere, which TOML can't express."""
    if isinstance(value, dict):
        return any(map(_has_null, value.values()))
    return any(map(_has_null, value)) if isinstance(value, list) else value is None


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
_TimeSpan = Annotated[str, AfterValidator(_time_span)]
_Shortcut = Annotated[str, AfterValidator(_shortcut)]
_CommandKeys = Annotated[str, AfterValidator(_command_keys)]


class EndpointSettings(_Section):
    """Server and model that answer."""

    base_url: _HttpAddress = _setting(
        "",
        "Base URL",
        "The address of a model's server, including its version: /v1 where it is OpenAI-compatible. Empty: the offline "
        "companion answers.",
    )
    provider: choices.Provider = _setting(
        choices.Provider.AUTO,
        "Format",
        "What the server speaks. auto: guessed from the address. openai: chat/completions, as nearly all do. gemini: "
        "Google's own. anthropic: Anthropic's own.",
    )
    model: str = _setting("", "Model", "The model's name, as the server knows it.")
    api_key_env: Annotated[str, FileNote("An empty key is allowed.")] = _setting(
        "DESKPET_API_KEY",
        "API key variable",
        "The environment variable that holds the key. Without it the system's keyring is asked.",
    )
    temperature: OptionalNumber = _setting(
        None, "Temperature", "How varied the answers are, from 0 to 2. Empty: as the server has it.", (0, 2)
    )
    top_p: OptionalNumber = _setting(
        None,
        "Top P",
        "How many of the likely next words are considered, from 0 to 1. Empty: as the server has it.",
        (0, 1),
    )
    max_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = _setting(
        0, "Longest answer", "How many tokens an answer may have. 0: as the server has it.", (0, 10_000_000)
    )
    reasoning: choices.ReasoningEffort = _setting(
        choices.ReasoningEffort.DEFAULT,
        "Reasoning",
        "How much the model thinks before it answers. default: as the server has it.",
    )
    stream: bool = _setting(
        True, "Stream answers", "Answers appear while they are written. Off for servers that can only send them whole."
    )
    extra_body: Annotated[
        dict[str, JsonValue],
        AfterValidator(_other_fields),
        FileNote('Such as {top_k = 20, "provider.sort" = "price"}; a dot leads into an object.'),
    ] = _setting({}, "More fields", "Fields that are added to each request, as the server's documentation names them.")
    headers: Annotated[
        dict[str, str], AfterValidator(_other_headers), FileNote('Such as {"HTTP-Referer" = "https://example.org"}.')
    ] = _setting(
        {},
        "More headers",
        "Headers that are added to each request to this server. Keys don't belong here: they have a field of their "
        "own.",
    )
    proxy: Annotated[str, AfterValidator(_proxy)] = _setting(
        "",
        "Own proxy",
        "The proxy through which this server is reached, such as socks5://127.0.0.1:1080. none: no proxy. Empty: as "
        "the system has it.",
    )
    connection: str = _setting(
        "",
        "Connection",
        "Which of the saved connections in connections.json this is, by its id. The windows write it; empty if it is "
        "not saved.",
        max_length=40,
    )


class ChatSettings(_Section):
    """Behaviour of a turn: tools, limits and titles."""

    mode: Mode = _setting(
        Mode.AUTO,
        "Mode",
        "How tools are called: native (the server's own tool calls), text (written in the answer), auto (native, and a "
        "word with a button when the server refuses).",
    )
    text_protocol: choices.CallFormat = _setting(
        choices.CallFormat.TOOL_REQUEST,
        "Text protocol",
        "How the model is asked to write its calls in text mode. tool_request: fields in a block. json: an object with "
        "tool_calls. xml: JSON in a tag. All of them are understood, whichever was asked for.",
    )
    max_rounds: int = _setting(
        choices.DEFAULT_MAX_ROUNDS, "Rounds", "How many requests one answer may take, tools between them.", (1, 100)
    )
    on_tool_error: choices.OnToolError = _setting(
        choices.OnToolError.CONTINUE,
        "When a tool fails",
        "continue: the model is told and goes on. stop: the answer ends at once, and what was done is kept; a button "
        "lets it go on.",
    )
    report_background: bool = _setting(
        False,
        "Announce finished background tools",
        "When a tool that went on in the background has ended and no answer is being written, the character tells of "
        "it by herself. Tools that ask are refused in such an answer. Off: the model learns of it with your next "
        "message.",
    )
    context_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = _setting(
        32_000,
        "Context",
        "How many tokens the model takes in one request. When three quarters are used, long tool results are trimmed "
        "in the request and older turns are summed up; a notice says so. 0: no limit.",
        (0, 10_000_000),
    )
    titles: Titles = _setting(
        Titles.MODEL,
        "Titles",
        "What a conversation is called. model: a few words of the model's own, asked for after the first answer. "
        "first_line: how it begins; nothing more is sent.",
    )


_Role = Annotated[str, FileNote("Empty: the same as the chat.")]


class RoleSettings(_Section):
    """Models for other requests than the answers of a chat, as the id of a connection, a slash, and the model."""

    titles: _Role = _setting(
        "", "Titles and summaries", "The model that names conversations and sums up their older turns."
    )
    pictures: _Role = _setting(
        "", "Pictures", "The model that answers a message with pictures if the chat's own is known to take none."
    )
    memory: _Role = _setting("", "Memory", "The model that finds what is worth remembering in your messages.")


class PersonaSettings(_Section):
    """System prompt, chosen persona and the user's name."""

    prompt: str = _setting(
        tr_noop(
            "You live on the user's desktop. You are warm, curious and brief: a few sentences, in the user's "
            "language. You show what you feel with your expressions and motions while you speak."
        ),
        "Persona",
        "Told to the model before every conversation.",
    )
    chosen: str = _setting(
        "",
        "Who speaks",
        "A persona of your own, by its file's name. Empty: the character herself, with the words above.",
    )
    user: str = _setting("", "Your name", "What the character calls you. Empty: nothing.", max_length=80)


class ToolSettings(_Section):
    """Permissions of the tools."""

    policies: Annotated[dict[str, choices.Policy], FileNote('Such as {"live2d.motion" = "ask"}.')] = _setting(
        {},
        "Tools",
        "By a tool's name: allow (it runs), ask (you are asked each time) or refuse. A tool that is not here does as "
        "it declares itself.",
    )
    folders: Annotated[
        tuple[str, ...], AfterValidator(_absolute_paths), FileNote('Such as ["/home/me/Documents"].')
    ] = _setting(
        (),
        "Folders",
        "Absolute paths of the folders in which the model may look at files, and change them with your approval. Paths "
        "without a folder begin in the first one. Empty: only her own folder.",
    )

    search_engine: choices.SearchEngine = _setting(
        choices.SearchEngine.NONE,
        "Search engine",
        "What the model searches the web with. none: it can't search. searxng: an instance of your own or of somebody "
        "you trust; it has to offer JSON. Brave and Tavily need a key.",
    )
    search_url: _HttpAddress = _setting(
        "",
        "Search address",
        "The base address of the engine, such as http://127.0.0.1:8080 for SearXNG. Empty: that of Brave or Tavily.",
    )
    search_key_env: str = _setting(
        "DESKPET_SEARCH_KEY",
        "Search API key variable",
        "The environment variable that holds the engine's key. Without it the system's keyring is asked.",
    )

    calendars: Annotated[
        tuple[str, ...],
        AfterValidator(_calendars),
        FileNote('Such as ["/home/me/calendar.ics", "https://example.org/me.ics"].'),
    ] = _setting(
        (),
        "Calendars",
        "Files (.ics) and addresses (https:// or webcal://) of the calendars that the model may read. Whoever knows a "
        "secret address can read the calendar, and it stands here as you typed it.",
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

    language: Language = _setting(Language.SYSTEM, "Language", "English, Chinese, Japanese, or as the system has it.")

    theme: ThemeName = _setting(ThemeName.SYSTEM, "Colours", "light, dark, or as the system has it.")
    text_scale: Annotated[float, NumberField("×", 0.05)] = _setting(
        1.0, "Text size", "1.0 is as large as the system's own text.", (0.8, 1.4)
    )
    wrap_code: bool = _setting(
        False,
        "Wrap code",
        "Long lines of code wrap instead of being scrolled sideways. Each code block has a switch for it.",
    )
    number_code: bool = _setting(
        False, "Line numbers", "Lines of code have numbers, which are not copied. Each code block has a switch for it."
    )
    chat_width: Annotated[int, NumberField(tr_noop(" px"), 10)] = _setting(
        400, "Width", "How wide the chat beside the character is.", (340, 640)
    )
    workspace_width: Annotated[int, NumberField(tr_noop(" px"), 10)] = _setting(
        420,
        "Width of the files",
        "How wide the files beside the conversation are in the chat's own window; its edge can be dragged.",
        (240, 4000),
    )
    keep_open: bool = _setting(False, "Keep open", "The chat stays as it is when nobody talks. So does its pin.")
    fold_after_seconds: Annotated[int, NumberField(tr_noop("seconds"))] = _setting(
        90, "Fold the chat after", "When nobody talked for so long, only the last words stay. 0: never.", (0, 3600)
    )
    fade_after_seconds: Annotated[int, NumberField(tr_noop("seconds"))] = _setting(
        300,
        "Hide the chat after",
        "When nobody has talked for so long, the chat hides; a click on her shows it again. 0: never.",
        (0, 86_400),
    )


class ReminderSettings(_Section):
    """Announcement of a reminder, besides the message in the chat."""

    notification: bool = _setting(True, "Notification", "The desktop shows a due reminder, also while she is hidden.")
    sound: bool = _setting(True, "Chime", "A due reminder sounds softly.")


class AgentSettings(_Section):
    """Coding agents of the user, whose hooks tell what they do."""

    shown: Annotated[
        tuple[choices.Agent, ...], FileNote('Such as ["claude", "codex"]; `deskpet hook install` adds one.')
    ] = _setting(
        (),
        "Agents",
        "The coding agents that she shows: what they do, and when they wait for you. Empty: she listens to none.",
    )
    muted: tuple[choices.Agent, ...] = _setting(
        (), "Muted", "Agents that are only listed: she does not react to them, and does not ask for them."
    )
    answer_requests: bool = _setting(
        True,
        "Ask here",
        "When an agent asks for permission, she shows what it wants to do and you can answer there. Without an answer "
        "the agent asks in its terminal.",
    )
    quiet_hours: _TimeSpan = _setting(
        "", "Quiet hours", "From when to when she does not react to agents, such as 22:00-07:00. Empty: never."
    )
    mcp_server: bool = _setting(
        False,
        "Let agents call her",
        "Agents that have deskpet as an MCP server may ask for an expression, a motion, a few words in a bubble and an "
        "answer of yours. You are asked at the first call of each.",
    )


class MemorySettings(_Section):
    """Facts about the user that the character keeps from one conversation to the next.

    It is off until the user chooses: facts about a person are private, and learning costs requests. Who turns it on is
    best served by `automatic`, which shows each fact under the conversation with a button that takes it back.
    """

    remember: choices.MemoryMode = _setting(
        choices.MemoryMode.OFF,
        "Memory",
        "What she remembers of you. off: nothing is read, written or sent. on_request: what you ask her to remember. "
        "ask: she also proposes facts when a conversation pauses. automatic: she keeps them. The last two send your "
        "messages to the model once more.",
    )
    paused: bool = _setting(
        False,
        "Paused",
        "For the time being, nothing is told to the model and nothing is learned. What she remembers stays.",
    )
    max_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = _setting(
        1500,
        "Memory limit",
        "How many tokens of a request may be what she remembers. At most a tenth of the context is used.",
        (0, 100_000),
    )
    endpoints: Annotated[_HttpAddresses, FileNote('Such as ["https://api.example.org/v1"].')] = _setting(
        (),
        "Servers that may see memories",
        "Base URLs of the servers that may see what she remembers, besides those on this computer. With any other "
        "server, memory is off.",
    )
    hidden_from: _HttpAddresses = _setting(
        (),
        "Servers that may not see memories",
        "Base URLs of the servers that you have refused. You are asked once about any other.",
    )


class SpeakingSettings(_Section):
    """Whether and when the character speaks without being asked."""

    level: choices.SpeakingLevel = _setting(
        choices.SpeakingLevel.GREETS,
        "Speaks first",
        "Whether she speaks without being asked. quiet: never. greets: when you come back after hours or begin a day, "
        "with ready sentences; nothing is sent. talks: the model finds the words, also about what you told her of and "
        "about agents that have ended; it may choose silence.",
    )
    per_day: int = _setting(
        3,
        "Most times a day",
        "How often at most. When you don't answer twice, she speaks half as often; after three times she is quiet.",
        (1, 3),
    )
    quiet_hours: _TimeSpan = _setting(
        "22:00-08:00", "Quiet hours", "From when to when she never speaks first, such as 22:00-08:00. Empty: never."
    )
    daily_tokens: Annotated[int, NumberField(tr_noop("tokens"))] = _setting(
        10_000,
        "Daily token limit",
        "How many tokens the model may use in a day for words that nobody asked for. When they are used up, she greets "
        "with ready sentences.",
        (0, 1_000_000),
    )


class VoiceSettings(_Section):
    """The voice that reads the character's answers aloud."""

    enabled: bool = _setting(
        False, "Speaks aloud", "She reads her answers aloud while they are written. Needs deskpet[voice]."
    )
    engine: choices.VoiceEngine = _setting(
        choices.VoiceEngine.SYSTEM,
        "Voice",
        "system: the voice of this computer; on Linux espeak-ng. openai: any server with /audio/speech. gpt_sovits: a "
        "server of GPT-SoVITS (api_v2), whose voice is the path of its reference clip. local: a model in a folder, "
        "with deskpet[voice-local]. The voices of Windows and macOS, and GPT-SoVITS, are untested.",
    )
    model_folder: Annotated[_AbsolutePath, FileNote("Used with local.")] = _setting(
        "",
        "Folder of the voice",
        "The absolute path of a voice of sherpa-onnx: VITS, Matcha, Kokoro or Kitten. Tested with small models only; "
        "no real voice was tried.",
    )
    server_url: _HttpAddress = _setting(
        "",
        "Address",
        "The base URL of the server, such as https://api.openai.com/v1. Not used with system or local. The key is read "
        "from the environment or the keyring.",
    )
    key_env: str = _setting(
        "DESKPET_VOICE_KEY", "API key variable", "The environment variable that has the server's key, if it needs one."
    )
    speech_model: str = _setting("", "Model", "The server's model, such as gpt-4o-mini-tts. Empty: tts-1.")
    voice: str = _setting(
        "",
        "Name of the voice",
        "As the server or the system calls it, such as alloy. With system, empty is the language's own. Voices of a "
        "folder are numbers, from 0.",
    )
    speed: Annotated[float, NumberField(step=0.05)] = _setting(1.0, "Speed", "1 is the voice's own speed.", (0.5, 2.0))
    volume: Annotated[int, NumberField("%", 5)] = _setting(80, "Volume", "How loud she speaks.", (0, 100))
    motion_sound_volume: Annotated[int, NumberField("%", 5)] = _setting(
        50,
        "Sounds of motions",
        "How loud the sounds are that some models bring for their motions, with her voice or without it. 0: they are "
        "not played.",
        (0, 100),
    )
    output: str = _setting(
        "", "Loudspeaker", "As the system calls it. Empty: the system's own choice. A choice was run on Linux only."
    )
    output_delay: Annotated[int, NumberField(tr_noop(" ms"), 10)] = _setting(
        0,
        "Delay of the loudspeaker",
        "How much later wireless headphones sound, which no system tells: her mouth waits as long.",
        (0, 500),
    )
    stage_directions: bool = _setting(
        False, "Stage directions", "Words between asterisks, such as *smiles*, are spoken as well."
    )
    stop_silences_only: bool = _setting(
        False,
        "Esc stops only her voice",
        "While she speaks, the first Esc makes her silent, and the answer goes on as text.",
    )


class ListeningSettings(_Section):
    """The microphone, and what turns the user's speech into text."""

    enabled: bool = _setting(
        False,
        "Listen to me",
        "You can talk to her: what you say is written and sent as your message. Needs deskpet[voice].",
    )
    microphone_mode: choices.ListeningMode = _setting(
        choices.ListeningMode.PUSH_TO_TALK,
        "Listening mode",
        "push_to_talk: while you hold the key, the microphone below the chat, or her. hands_free: they open the "
        "microphone, as does her menu, until you close it; an utterance ends after 0.8 s of silence, and she hears "
        "nothing while she speaks.",
    )
    engine: choices.ListeningEngine = _setting(
        choices.ListeningEngine.OPENAI,
        "Speech recognition",
        "openai: any server with /audio/transcriptions; your recording is sent there. local: a model in a folder of "
        "yours, with deskpet[voice-local]. Microphones of Windows and macOS, and real models, are untested.",
    )
    server_url: _HttpAddress = _setting(
        "",
        "Address",
        "The base URL of the server, such as https://api.openai.com/v1. Not used with local. The key is read from the "
        "environment or the keyring.",
    )
    key_env: str = _setting(
        "DESKPET_LISTENING_KEY",
        "API key variable",
        "The environment variable that has the server's key, if it needs one.",
    )
    recognition_model: str = _setting(
        "", "Model", "The server's model, such as gpt-4o-mini-transcribe. Empty: whisper-1."
    )
    model_folder: _AbsolutePath = _setting(
        "", "Folder of the model", "The absolute path of a model of sherpa-onnx. Used with local."
    )
    language: choices.SpokenLanguage = _setting(
        choices.SpokenLanguage.DETECTED,
        "Your language",
        "What you speak. Empty: the recogniser finds out, which takes it longer and is less certain.",
    )
    microphone: str = _setting("", "Microphone", "As the system calls it. Empty: the system's own choice.")
    shortcut: Annotated[_Shortcut, FileNote("Such as Ctrl+Alt+Space or Meta+F3.")] = _setting(
        "",
        "Push-to-talk shortcut",
        "Hold these keys in any program to talk to her. Hands-free, they switch the microphone. On Wayland the desktop "
        "has to grant them. Empty: none.",
    )
    sends_at_release: bool = _setting(
        True,
        "Send at once",
        "What you said is sent when you let go. Off: it stays in the text field until you send it.",
    )


class TogetherSettings(_Section):
    """Days that the character and the user spend together, her mood, and her diary.

    On by default: they are stored on this computer, and cost no request of their own. While memory is on, a model that
    may see memories gets one line about them with each message.
    """

    enabled: bool = _setting(
        True,
        "Count our days",
        "She counts the days that you spend together, from which her mood and one line a day in her diary come. It "
        "stays on this computer; only a model that may see memories is told one line of it. Off: nothing is written or "
        "told, and what there is stays until you erase it.",
    )


class KeyboardSettings(_Section):
    """The commands of the chat windows, with their keys: menus, tooltips and the list of all commands read them here.

    A command without keys has an empty text.
    """

    send_with: choices.SendKey = _setting(
        choices.SendKey.ENTER, "Send with", "enter: Shift+Enter breaks the line. ctrl_enter: Enter breaks the line."
    )
    palette: _CommandKeys = _setting(
        "Ctrl+K", "All commands", "Commands, conversations and settings, found by a few letters."
    )
    new_conversation: _CommandKeys = _setting("Ctrl+N", "New conversation", "Begins a conversation.")
    private_conversation: _CommandKeys = _setting("Ctrl+Shift+N", "New private conversation", "Nothing of it is kept.")
    search_conversations: _CommandKeys = _setting(
        "Ctrl+F", "Search all conversations", "In the list of the full window."
    )
    full_window: _CommandKeys = _setting(
        "Ctrl+Shift+F", "Full window", "Opens the chat as a window, or puts it back beside the character."
    )
    files: _CommandKeys = _setting("Ctrl+Shift+E", "Files", "Those that are worked on, in the full window.")
    settings: _CommandKeys = _setting("Ctrl+,", "Settings", "Opens them.")
    attach_file: _CommandKeys = _setting("Ctrl+O", "Add a file", "Attaches pictures and documents to the message.")
    screen_area: _CommandKeys = _setting("", "Add a part of the screen", "Attaches a picture of it to the message.")
    copy_answer: _CommandKeys = _setting("Ctrl+Shift+C", "Copy the last answer", "As Markdown.")
    answer_again: _CommandKeys = _setting("", "Answer again", "Asks the last question once more.")
    compare: _CommandKeys = _setting("", "Compare two models", "Another model answers the last question, side by side.")
    guest: _CommandKeys = _setting("", "Invite another character", "Or let her go.")
    guest_answers: _CommandKeys = _setting(
        "", "Let the other character answer", "What was said last goes to the one who stands beside."
    )
    wrap_code: _CommandKeys = _setting("Alt+Z", "Wrap code", "Wraps long lines of code, or lets them be scrolled.")
    speak_aloud: _CommandKeys = _setting("", "Speak aloud", "Lets her read her answers, or be silent.")
    keep_open: _CommandKeys = _setting("", "Keep the chat open", "Lets it stay, or fold and fade.")
    hide_chat: _CommandKeys = _setting("", "Hide the chat", "Until you open it again.")

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


class RoamingSettings(_Section):
    """Whether the character walks about the desktop."""

    level: choices.RoamingLevel = _setting(
        choices.RoamingLevel.OFF,
        "Walks about",
        "off: she stays where you put her. little: now and then she walks along the lower edge of the screen, and sits "
        "down. lively: she also leaps onto windows, sits there, and peeks from the side. She stops for the pointer, "
        "and falls when she is dropped or thrown.",
    )


class GuestSettings(_Section):
    """A second character beside the first one."""

    present: bool = _setting(
        False,
        "Another character is here",
        "She stands beside the first one, with a chat and a conversation of her own, also after the next start.",
    )
    folder: Annotated[
        str, FileNote("A model that comes with the program, by its name, or the path of a model's folder or file.")
    ] = _setting("yuki", "Model", "Who she is: one of the gallery.")
    persona: Annotated[str, FileNote("By its file's name. Empty: the character herself.")] = _setting(
        "", "Who speaks", "A persona of your own, or the character herself."
    )
    answers: int = _setting(
        6, "Answers of a talk", "So often they answer one another at most, until you go on.", (2, 30)
    )
    tokens: Annotated[int, NumberField(tr_noop("tokens"))] = _setting(
        30_000,
        "Tokens of a talk",
        "A talk ends when it has taken so many, also before its last answer.",
        (1000, 1_000_000),
    )


class QuickAskSettings(_Section):
    """The small field that asks from any program."""

    # Not Ctrl+Alt+Q: on German keyboards of Windows, these keys write @.
    shortcut: Annotated[_Shortcut, FileNote("Such as Ctrl+Alt+J or Meta+F4.")] = _setting(
        "Ctrl+Alt+J",
        "Quick ask",
        "Keys that open a small field at the pointer in any program. On Wayland the desktop has to grant them. Empty: "
        "none.",
    )
    takes_selection: bool = _setting(
        True,
        "Take the selected text along",
        "The text that is selected when you press the keys is shown above the field, and sent with what you ask. On "
        "X11; elsewhere, a button adds what is on the clipboard. Nothing is read before.",
    )


class UpdateSettings(_Section):
    """New versions of an installed program."""

    check: bool = _setting(
        False, "Look for new versions", "Once a day, while she runs. Nothing is downloaded before you say so."
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
    roaming: RoamingSettings = RoamingSettings()
    guest: GuestSettings = GuestSettings()
    updates: UpdateSettings = UpdateSettings()


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
