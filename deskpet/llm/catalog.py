"""The endpoints that people use, with what has to be known of each: address, wire format, key, quirks."""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum

import httpx

from deskpet.chat.model import ChatModel
from deskpet.choices import Family, Provider
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.openai import OpenAIChat
from deskpet.words import tr, tr_noop


class KeyRequirement(Enum):
    """Whether an endpoint wants a key."""

    NEEDED = "needed"
    OPTIONAL = "optional"


class Quirk(StrEnum):
    """What a person who chooses the endpoint should know; the code copes with all of them."""

    SILENT_START = tr_noop("It may say nothing for minutes before the first word.")
    NO_WEB_IMAGES = tr_noop("Pictures must be sent whole; web addresses are dropped without a word.")
    PREFIXED_MODELS = tr_noop(
        "Models that begin with 假流式/ lose tool calls; those that end in -search bring tools of their own. "
        "Choose others for native mode."
    )
    REASONING_GOES_BACK = tr_noop("It wants its reasoning back between the tool calls of one answer.")
    MODEL_DECIDES_TOOLS = tr_noop("Whether tools can be called depends on the model.")
    SIGNS_THOUGHTS = tr_noop("It signs its thoughts and wants the signatures back.")
    ROUTES = tr_noop("It passes requests on to many providers, each with its own habits.")


@dataclass(frozen=True, slots=True)
class Preset:
    """One choice in the list. `base_url` is filled in for the reader, who may change it.

    `page` is a web page: where to get a key, or the program itself for one that runs at home.
    """

    name: str
    family: Family
    base_url: str
    key: KeyRequirement
    quirks: frozenset[Quirk] = frozenset()
    page: str = ""

    @property
    def is_local(self) -> bool:
        """Whether it runs on this computer."""
        return httpx.URL(self.base_url).host == "127.0.0.1"


def _preset(
    name: str,
    base_url: str,
    *quirks: Quirk,
    page: str,
    family: Family = Provider.OPENAI,
    key: KeyRequirement = KeyRequirement.NEEDED,
) -> Preset:
    return Preset(name, family, base_url, key, frozenset(quirks), page)


_GEMINI = "https://generativelanguage.googleapis.com/v1beta"
_LOCAL = KeyRequirement.OPTIONAL
_BY_MODEL = Quirk.MODEL_DECIDES_TOOLS
_HOME = (Quirk.SILENT_START, _BY_MODEL)

PRESETS: tuple[Preset, ...] = (
    _preset("OpenAI", "https://api.openai.com/v1", page="https://platform.openai.com/api-keys"),
    _preset("Gemini", _GEMINI, Quirk.SIGNS_THOUGHTS, page="https://aistudio.google.com/apikey", family=Provider.GEMINI),
    _preset(
        "Anthropic",
        "https://api.anthropic.com/v1",
        Quirk.SIGNS_THOUGHTS,
        page="https://console.anthropic.com/settings/keys",
        family=Provider.ANTHROPIC,
    ),
    _preset(
        "DeepSeek",
        "https://api.deepseek.com/v1",
        Quirk.REASONING_GOES_BACK,
        page="https://platform.deepseek.com/api_keys",
    ),
    _preset(
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        Quirk.ROUTES,
        _BY_MODEL,
        page="https://openrouter.ai/settings/keys",
    ),
    _preset(
        "Qwen",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        page="https://bailian.console.alibabacloud.com/",
    ),
    _preset("GLM", "https://open.bigmodel.cn/api/paas/v4", page="https://open.bigmodel.cn/usercenter/apikeys"),
    _preset(
        "Moonshot",
        "https://api.moonshot.ai/v1",
        Quirk.REASONING_GOES_BACK,
        page="https://platform.moonshot.ai/console/api-keys",
    ),
    _preset("Mistral", "https://api.mistral.ai/v1", page="https://console.mistral.ai/api-keys"),
    _preset("Groq", "https://api.groq.com/openai/v1", page="https://console.groq.com/keys"),
    _preset("xAI", "https://api.x.ai/v1", page="https://console.x.ai/"),
    _preset("Ollama", "http://127.0.0.1:11434/v1", *_HOME, page="https://ollama.com/download", key=_LOCAL),
    _preset("LM Studio", "http://127.0.0.1:1234/v1", *_HOME, page="https://lmstudio.ai/", key=_LOCAL),
    _preset("llama.cpp", "http://127.0.0.1:8080/v1", *_HOME, page="https://github.com/ggml-org/llama.cpp", key=_LOCAL),
    _preset("vLLM", "http://127.0.0.1:8000/v1", _BY_MODEL, page="https://docs.vllm.ai/", key=_LOCAL),
    _preset(
        "gcli2api",
        "http://127.0.0.1:7861/v1",
        Quirk.SILENT_START,
        Quirk.NO_WEB_IMAGES,
        Quirk.PREFIXED_MODELS,
        page="https://github.com/su-kaka/gcli2api",
    ),
)


def preset_of(base_url: str) -> Preset | None:
    """The preset at this address, whatever stands after the host; None for an address of the user's own."""
    try:
        asked = httpx.URL(base_url.strip())
    except httpx.InvalidURL:
        return None
    host = "127.0.0.1" if asked.host == "localhost" else asked.host
    found = (
        each for each in PRESETS if (httpx.URL(each.base_url).host, httpx.URL(each.base_url).port) == (host, asked.port)
    )
    return next(found, None)


def family_of(base_url: str) -> Family:
    """The wire format spoken at `base_url`. Many gateways speak several, each below a path of its own."""
    path = base_url.partition("://")[2].partition("/")[2]
    for family, pattern in _PATHS.items():
        if re.search(pattern, path):
            return family
    found = preset_of(base_url)
    return found.family if found else Provider.OPENAI


_PATHS: dict[Family, str] = {
    Provider.OPENAI: r"(^|/)openai(/|$)|/chat/completions$",
    Provider.ANTHROPIC: r"(^|/)anthropic(/|$)|/messages$",
    Provider.GEMINI: r"(^|/)v1beta$",
}


def warning_of(base_url: str, model: str) -> str:
    """What speaks against native tool calls with this model, in a sentence; empty where nothing does."""
    if model.startswith("假流式/"):
        return tr("Models that begin with 假流式/ lose tool calls. Choose one without it, or text mode.")
    if model.startswith("流式抗截断/"):
        return tr(
            "Models that begin with 流式抗截断/ are not made for tool calls. Choose one without it, or text mode."
        )
    preset = preset_of(base_url)
    if preset and Quirk.PREFIXED_MODELS in preset.quirks and model.endswith("-search"):
        return tr(
            "Models that end in -search bring tools of their own, not yours. Choose one without it, or text mode."
        )
    return ""


def open_model(
    client: httpx.AsyncClient,
    family: Family,
    base_url: str,
    model: str,
    key: str = "",
    *,
    begins_in_thought: bool = False,
) -> ChatModel:
    """The model `model` at `base_url`, spoken to in the format of `family`.

    `begins_in_thought` where it writes its reasoning before its words, and no mark at its beginning.
    """
    match family:
        case Provider.OPENAI:
            return OpenAIChat(client, base_url, model, key, begins_in_thought=begins_in_thought)
        case Provider.GEMINI:
            return GeminiChat(client, base_url, model, key)
        case Provider.ANTHROPIC:
            return AnthropicChat(client, base_url, model, key)
