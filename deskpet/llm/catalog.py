"""Presets of known providers (base URL, wire format, key, quirks), and the factory of chat models."""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from typing import assert_never

import httpx

from deskpet.chat.model import ChatModel
from deskpet.config.choices import Family, Provider
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.gemini import GeminiChat
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
    family: Family
    base_url: str
    key: KeyRequirement
    quirks: frozenset[Quirk] = frozenset()
    page: str = ""
    example: str = ""

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this computer."""
        return httpx.URL(self.base_url).host == "127.0.0.1"


def _preset(
    name: str,
    base_url: str,
    *quirks: Quirk,
    page: str,
    family: Family = Provider.OPENAI,
    key: KeyRequirement = KeyRequirement.NEEDED,
    example: str = "",
) -> Preset:
    return Preset(name, family, base_url, key, frozenset(quirks), page, example)


_GEMINI = "https://generativelanguage.googleapis.com/v1beta"
_KEY_OPTIONAL = KeyRequirement.OPTIONAL
_TOOLS_BY_MODEL = Quirk.MODEL_DECIDES_TOOLS
_LOCAL_QUIRKS = (Quirk.SILENT_START, _TOOLS_BY_MODEL)

PRESETS: tuple[Preset, ...] = (
    _preset("OpenAI", "https://api.openai.com/v1", page="https://platform.openai.com/api-keys", example="gpt-4.1-mini"),
    _preset(
        "Gemini",
        _GEMINI,
        Quirk.SIGNS_THOUGHTS,
        page="https://aistudio.google.com/apikey",
        family=Provider.GEMINI,
        example="gemini-2.5-flash",
    ),
    _preset(
        "Anthropic",
        "https://api.anthropic.com/v1",
        Quirk.SIGNS_THOUGHTS,
        page="https://console.anthropic.com/settings/keys",
        family=Provider.ANTHROPIC,
        example="claude-sonnet-4-5",
    ),
    _preset(
        "DeepSeek",
        "https://api.deepseek.com/v1",
        Quirk.REASONING_GOES_BACK,
        page="https://platform.deepseek.com/api_keys",
        example="deepseek-chat",
    ),
    _preset(
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        Quirk.ROUTES,
        _TOOLS_BY_MODEL,
        page="https://openrouter.ai/settings/keys",
        example="openai/gpt-4.1-mini",
    ),
    _preset(
        "Qwen",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        Quirk.THINKING_SWITCH,
        page="https://bailian.console.alibabacloud.com/",
        example="qwen-plus",
    ),
    _preset(
        "SiliconFlow",
        "https://api.siliconflow.cn/v1",
        Quirk.THINKING_SWITCH,
        _TOOLS_BY_MODEL,
        page="https://cloud.siliconflow.cn/account/ak",
        example="Qwen/Qwen3-8B",
    ),
    _preset(
        "GLM",
        "https://open.bigmodel.cn/api/paas/v4",
        page="https://open.bigmodel.cn/usercenter/apikeys",
        example="glm-4.5",
    ),
    _preset(
        "Moonshot",
        "https://api.moonshot.ai/v1",
        Quirk.REASONING_GOES_BACK,
        page="https://platform.moonshot.ai/console/api-keys",
        example="kimi-latest",
    ),
    _preset(
        "Mistral",
        "https://api.mistral.ai/v1",
        page="https://console.mistral.ai/api-keys",
        example="mistral-small-latest",
    ),
    _preset(
        "Groq",
        "https://api.groq.com/openai/v1",
        page="https://console.groq.com/keys",
        example="llama-3.3-70b-versatile",
    ),
    _preset("xAI", "https://api.x.ai/v1", page="https://console.x.ai/", example="grok-4"),
    _preset(
        "Ollama",
        "http://127.0.0.1:11434/v1",
        *_LOCAL_QUIRKS,
        page="https://ollama.com/download",
        key=_KEY_OPTIONAL,
        example="llama3.2",
    ),
    _preset("LM Studio", "http://127.0.0.1:1234/v1", *_LOCAL_QUIRKS, page="https://lmstudio.ai/", key=_KEY_OPTIONAL),
    _preset(
        "llama.cpp",
        "http://127.0.0.1:8080/v1",
        *_LOCAL_QUIRKS,
        page="https://github.com/ggml-org/llama.cpp",
        key=_KEY_OPTIONAL,
    ),
    _preset("vLLM", "http://127.0.0.1:8000/v1", _TOOLS_BY_MODEL, page="https://docs.vllm.ai/", key=_KEY_OPTIONAL),
    _preset(
        "gcli2api",
        "http://127.0.0.1:7861/v1",
        Quirk.SILENT_START,
        Quirk.NO_WEB_IMAGES,
        Quirk.PREFIXED_MODELS,
        page="https://github.com/su-kaka/gcli2api",
        example="gemini-2.5-pro",
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


def open_model(
    client: httpx.AsyncClient,
    family: Family,
    base_url: str,
    model: str,
    key: str = "",
    *,
    begins_in_thought: bool = False,
    options: RequestOptions = DEFAULT_OPTIONS,
) -> ChatModel:
    """Return a ChatModel for `model` at `base_url` in the wire format `family`.

    `begins_in_thought` if its answers start with reasoning without an opening tag.
    """
    match family:
        case Provider.OPENAI:
            preset = find_preset(base_url)
            return OpenAIChat(
                client,
                base_url,
                model,
                key,
                begins_in_thought=begins_in_thought,
                options=options,
                has_thinking_switch=preset is not None and Quirk.THINKING_SWITCH in preset.quirks,
            )
        case Provider.GEMINI:
            return GeminiChat(client, base_url, model, key, options=options)
        case Provider.ANTHROPIC:
            return AnthropicChat(client, base_url, model, key, options=options)
        case _:
            assert_never(family)
