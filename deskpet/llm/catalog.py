"""Presets of known providers (base URL, wire format, key, quirks), and the factory of chat models."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache

import httpx

from deskpet.chat.model import ChatModel
from deskpet.config.choices import Family, Provider
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.http import HttpChat
from deskpet.llm.openai import OpenAIChat
from deskpet.llm.request_options import DEFAULT_OPTIONS, RequestOptions
from deskpet.translation import tr, tr_noop


class KeyRequirement(Enum):
    """Whether an endpoint requires an API key."""

    NEEDED = "needed"
    OPTIONAL = "optional"


class Quirk(StrEnum):
    """A property of an endpoint that the user should know; the code handles all of them."""

    SILENT_START = tr_noop("It may say nothing for minutes before the first word.")
    NO_WEB_IMAGES = tr_noop("Pictures must be sent whole; web addresses are dropped without a word.")
    PREFIXED_MODELS = tr_noop(
        "Models that begin with 假流式/ lose tool calls; those that end in -search bring tools of their own. "
        "Choose others for native mode."
    )
    REASONING_GOES_BACK = tr_noop("It wants its reasoning back between the tool calls of one answer.")
    MODEL_DECIDES_TOOLS = tr_noop("Whether tools can be called depends on the model.")
    SIGNS_THOUGHTS = tr_noop("It signs its thoughts and wants the signatures back.")
    THINKING_SWITCH = tr_noop("Reasoning can be switched on and off with some of its models only.")
    ROUTES = tr_noop("It passes requests on to many providers, each with its own habits.")


@dataclass(frozen=True, slots=True)
class Preset:
    """A known provider in the settings. `base_url` is the initial value of the field and can be edited.

    `page` is the URL of a web page where to get a key, or the program if it runs locally. `example` is the name of a
    model that it offers, empty if that differs from server to server.
    """

    name: str
    base_url: str
    page: str = ""
    example: str = ""
    quirks: tuple[Quirk, ...] = ()
    family: Family = Provider.OPENAI
    key: KeyRequirement = KeyRequirement.NEEDED

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this computer."""
        return httpx.URL(self.base_url).host == "127.0.0.1"


_KEY_OPTIONAL = KeyRequirement.OPTIONAL
_TOOLS_BY_MODEL = Quirk.MODEL_DECIDES_TOOLS
_LOCAL_QUIRKS = (Quirk.SILENT_START, _TOOLS_BY_MODEL)

PRESETS: tuple[Preset, ...] = (
    Preset("OpenAI", "https://api.openai.com/v1", "https://platform.openai.com/api-keys", "gpt-4.1-mini"),
    Preset(
        "Gemini",
        "https://generativelanguage.googleapis.com/v1beta",
        "https://aistudio.google.com/apikey",
        "gemini-2.5-flash",
        quirks=(Quirk.SIGNS_THOUGHTS,),
        family=Provider.GEMINI,
    ),
    Preset(
        "Anthropic",
        "https://api.anthropic.com/v1",
        "https://console.anthropic.com/settings/keys",
        "claude-sonnet-4-5",
        quirks=(Quirk.SIGNS_THOUGHTS,),
        family=Provider.ANTHROPIC,
    ),
    Preset(
        "DeepSeek",
        "https://api.deepseek.com/v1",
        "https://platform.deepseek.com/api_keys",
        "deepseek-chat",
        quirks=(Quirk.REASONING_GOES_BACK,),
    ),
    Preset(
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        "https://openrouter.ai/settings/keys",
        "openai/gpt-4.1-mini",
        quirks=(Quirk.ROUTES, _TOOLS_BY_MODEL),
    ),
    Preset(
        "Qwen",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        "https://bailian.console.alibabacloud.com/",
        "qwen-plus",
        quirks=(Quirk.THINKING_SWITCH,),
    ),
    Preset(
        "SiliconFlow",
        "https://api.siliconflow.cn/v1",
        "https://cloud.siliconflow.cn/account/ak",
        "Qwen/Qwen3-8B",
        quirks=(Quirk.THINKING_SWITCH, _TOOLS_BY_MODEL),
    ),
    Preset("GLM", "https://open.bigmodel.cn/api/paas/v4", "https://open.bigmodel.cn/usercenter/apikeys", "glm-4.5"),
    Preset(
        "Moonshot",
        "https://api.moonshot.ai/v1",
        "https://platform.moonshot.ai/console/api-keys",
        "kimi-latest",
        quirks=(Quirk.REASONING_GOES_BACK,),
    ),
    Preset("Mistral", "https://api.mistral.ai/v1", "https://console.mistral.ai/api-keys", "mistral-small-latest"),
    Preset("Groq", "https://api.groq.com/openai/v1", "https://console.groq.com/keys", "llama-3.3-70b-versatile"),
    Preset("xAI", "https://api.x.ai/v1", "https://console.x.ai/", "grok-4"),
    Preset(
        "Ollama",
        "http://127.0.0.1:11434/v1",
        "https://ollama.com/download",
        "llama3.2",
        quirks=_LOCAL_QUIRKS,
        key=_KEY_OPTIONAL,
    ),
    Preset("LM Studio", "http://127.0.0.1:1234/v1", "https://lmstudio.ai/", quirks=_LOCAL_QUIRKS, key=_KEY_OPTIONAL),
    Preset(
        "llama.cpp",
        "http://127.0.0.1:8080/v1",
        "https://github.com/ggml-org/llama.cpp",
        quirks=_LOCAL_QUIRKS,
        key=_KEY_OPTIONAL,
    ),
    Preset("vLLM", "http://127.0.0.1:8000/v1", "https://docs.vllm.ai/", quirks=(_TOOLS_BY_MODEL,), key=_KEY_OPTIONAL),
    Preset(
        "gcli2api",
        "http://127.0.0.1:7861/v1",
        "https://github.com/su-kaka/gcli2api",
        "gemini-2.5-pro",
        quirks=(Quirk.SILENT_START, Quirk.NO_WEB_IMAGES, Quirk.PREFIXED_MODELS),
    ),
)


REPEATING_PREFIX = "流式抗截断/"
"""Prefix of gcli2api's models whose answers may have each tool call several times."""


def find_preset(base_url: str) -> Preset | None:
    """Return the preset with the host and port of `base_url`; None if there is none."""
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL:
        return None
    host = "127.0.0.1" if url.host == "localhost" else url.host
    return _presets_by_server().get((host, url.port))


@cache
def _presets_by_server() -> dict[tuple[str, int | None], Preset]:
    """Return the presets by host and port; the first one of each."""
    urls = ((httpx.URL(preset.base_url), preset) for preset in reversed(PRESETS))
    return {(url.host, url.port): preset for url, preset in urls}


def detect_family(base_url: str) -> Family:
    """Return the wire format of `base_url`, by its path (gateways use a path for each format) or its preset."""
    path = base_url.partition("://")[2].partition("/")[2]
    for family, pattern in _PATHS.items():
        if re.search(pattern, path):
            return family
    preset = find_preset(base_url)
    return preset.family if preset else Provider.OPENAI


_PATHS: dict[Family, str] = {
    Provider.OPENAI: r"(^|/)openai(/|$)|/chat/completions$",
    Provider.ANTHROPIC: r"(^|/)anthropic(/|$)|/messages$",
    Provider.GEMINI: r"(^|/)v1beta$",
}


def tool_warning(base_url: str, model: str) -> str:
    """Return why this model should not be used with native tool calls, as a translated sentence; empty if it may."""
    if model.startswith("假流式/"):
        return tr("Models that begin with 假流式/ lose tool calls. Choose one without it, or text mode.")
    if model.startswith(REPEATING_PREFIX):
        return tr(
            "Models that begin with 流式抗截断/ are not made for tool calls. Choose one without it, or text mode."
        )
    preset = find_preset(base_url)
    if preset and Quirk.PREFIXED_MODELS in preset.quirks and model.endswith("-search"):
        return tr(
            "Models that end in -search bring tools of their own, not yours. Choose one without it, or text mode."
        )
    return ""


CHATS: Mapping[Family, type[HttpChat]] = {each.family: each for each in (OpenAIChat, GeminiChat, AnthropicChat)}
"""The ChatModel of each wire format."""


def open_model(
    client: httpx.AsyncClient,
    family: Family,
    base_url: str,
    model: str,
    key: str = "",
    *,
    options: RequestOptions = DEFAULT_OPTIONS,
) -> ChatModel:
    """Return a ChatModel for `model` at `base_url` in the wire format `family`."""
    preset = find_preset(base_url)
    if preset and Quirk.THINKING_SWITCH in preset.quirks:
        options = replace(options, has_thinking_switch=True)
    return CHATS[family](client, base_url, model, key, options=options)
