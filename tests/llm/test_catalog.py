"""Presets and the detection of the wire format."""

from urllib.parse import urlsplit

import httpx
import pytest

from deskpet.config.choices import FAMILIES, Family, Provider
from deskpet.llm.anthropic import AnthropicChat
from deskpet.llm.catalog import PRESETS, KeyRequirement, detect_family, find_preset, open_model, tool_warning
from deskpet.llm.gemini import GeminiChat
from deskpet.llm.openai import OpenAIChat


def test_presets_are_found_by_base_url() -> None:
    assert [find_preset(preset.base_url) for preset in PRESETS] == list(PRESETS)
    assert [detect_family(preset.base_url) for preset in PRESETS] == [preset.family for preset in PRESETS]
    assert len({preset.name for preset in PRESETS}) == len(PRESETS)


def test_every_wire_format_has_a_setting_and_a_model() -> None:
    assert {each.value for each in Provider} == {"auto", *(each.value for each in FAMILIES)}
    client = httpx.AsyncClient()
    assert all(open_model(client, family, "http://127.0.0.1/v1", "m") for family in FAMILIES)


def test_only_local_servers_need_no_key() -> None:
    """The exception is gcli2api, which runs locally and requires its password."""
    local = [preset for preset in PRESETS if urlsplit(preset.base_url).hostname == "127.0.0.1"]

    assert {preset.name for preset in local if preset.key is KeyRequirement.NEEDED} == {"gcli2api"}
    assert all(
        preset.key is KeyRequirement.NEEDED and preset.base_url.startswith("https:")
        for preset in PRESETS
        if preset not in local
    )


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("http://localhost:11434", "Ollama"),
        ("https://api.openai.com", "OpenAI"),
        ("https://example.com/v1", None),
        ("http://127.0.0.1:5000/v1", None),
        ("", None),
        ("no address", None),
    ],
)
def test_presets_are_found_by_host_and_port(base_url: str, name: str | None) -> None:
    preset = find_preset(base_url)

    assert (preset.name if preset else None) == name


def test_gemini_openai_compatible_path() -> None:
    assert detect_family("https://generativelanguage.googleapis.com/v1beta/openai/") is Provider.OPENAI


@pytest.mark.parametrize(
    ("family", "kind"),
    [(Provider.OPENAI, OpenAIChat), (Provider.GEMINI, GeminiChat), (Provider.ANTHROPIC, AnthropicChat)],
)
async def test_open_model_by_wire_format(family: Family, kind: type) -> None:
    async with httpx.AsyncClient() as client:
        assert isinstance(open_model(client, family, "https://example.com/v1", "m"), kind)


@pytest.mark.parametrize(
    ("base_url", "family"),
    [
        ("http://127.0.0.1:7861/v1beta", Provider.GEMINI),
        ("https://api.deepseek.com/anthropic/v1", Provider.ANTHROPIC),
        ("https://example.com/v1/messages", Provider.ANTHROPIC),
        ("https://example.com/v1", Provider.OPENAI),
        ("https://anthropic.example.com/v1", Provider.OPENAI),
        ("https://api.anthropic.com", Provider.ANTHROPIC),
        ("https://generativelanguage.googleapis.com", Provider.GEMINI),
        ("", Provider.OPENAI),
    ],
)
def test_wire_format_by_path_then_host(base_url: str, family: Family) -> None:
    assert detect_family(base_url) is family


def test_every_preset_has_a_web_page() -> None:
    assert all(urlsplit(preset.page).scheme == "https" for preset in PRESETS)


@pytest.mark.parametrize(
    ("base_url", "model", "has_warning"),
    [
        ("http://127.0.0.1:7861/v1", "假流式/gemini-2.5-pro", True),
        ("http://gateway.example/v1", "假流式/gemini-2.5-pro", True),
        ("http://127.0.0.1:7861/v1", "流式抗截断/gemini-2.5-pro", True),
        ("http://127.0.0.1:7861/v1", "gemini-2.5-pro-search", True),
        ("https://api.openai.com/v1", "some-search", False),
        ("http://127.0.0.1:7861/v1", "gemini-2.5-pro", False),
    ],
)
def test_warning_for_models_that_lose_tool_calls(base_url: str, model: str, has_warning: bool) -> None:
    assert bool(tool_warning(base_url, model)) is has_warning
