"""Fixtures of the real servers, each started once for all tests."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real.servers import free_port, program, serving
from tests.ui.conftest import close_windows, kept_textures, living, manual_gc, scene

__all__ = ["close_windows", "kept_textures", "living", "manual_gc", "scene"]

PROXY_KEY = "sk-0123456789abcdef0123456789abcdef0123456789abcdef"
# Models of the proxy: a scripted answer, a scripted refusal, and the model of the llama.cpp server.
PROXY_MODELS = """
model_list:
  - model_name: said
    litellm_params: {{model: openai/none, api_key: none, mock_response: "Hello from the proxy."}}
  - model_name: limited
    litellm_params: {{model: openai/none, api_key: none, mock_response: "litellm.RateLimitError"}}
  - model_name: local
    litellm_params: {{model: openai/local, api_key: none, api_base: "{llama}"}}
router_settings: {{num_retries: 0}}
litellm_settings: {{num_retries: 0, telemetry: false}}
"""
# One model for each wire format behind the proxy.
FRONT_MODELS = """
model_list:
  - model_name: gemini
    litellm_params: {{model: gemini/gemini-2.5-flash, api_key: none, api_base: "http://127.0.0.1:{port}/v1beta"}}
  - model_name: anthropic
    litellm_params: {{model: anthropic/claude-sonnet-4-5, api_key: none, api_base: "http://127.0.0.1:{port}"}}
  - model_name: openai
    litellm_params: {{model: openai/local, api_key: none, api_base: "http://127.0.0.1:{port}/v1"}}
router_settings: {{num_retries: 0}}
litellm_settings: {{num_retries: 0, telemetry: false}}
"""


@pytest.fixture(scope="session")
def llama() -> Iterator[str]:
    """The base URL of a llama.cpp server with SmolLM2-135M."""
    command = [program("python"), str(Path(__file__).with_name("llama_server.py")), str(free_port())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8") as server:
        assert server.stdout
        line = server.stdout.readline()
        assert line.startswith("listening"), f"the server did not start: {line!r}"
        yield f"http://127.0.0.1:{command[-1]}/v1"
        server.terminate()


@pytest.fixture(scope="session")
def mock_url(tmp_path_factory) -> Iterator[str]:
    """The base URL of llmock."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [program("llmock"), "serve", "--port", str(port)]
    with serving(command, f"{url}/health", tmp_path_factory.mktemp("llmock") / "log"):
        yield url


@pytest.fixture(scope="session")
def proxy(llama, tmp_path_factory) -> Iterator[str]:
    """The base URL of a litellm proxy; its key is PROXY_KEY."""
    with litellm_proxy(PROXY_MODELS.format(llama=llama), tmp_path_factory.mktemp("litellm")) as url:
        yield url


@pytest.fixture(scope="session")
def front(tmp_path_factory) -> Iterator[tuple[str, int]]:
    """The base URL of a litellm proxy in front of scripted servers, and the port at which it expects them."""
    port = free_port()
    with litellm_proxy(FRONT_MODELS.format(port=port), tmp_path_factory.mktemp("front")) as url:
        yield url, port


@contextmanager
def litellm_proxy(models: str, folder: Path) -> Iterator[str]:
    """Run litellm's proxy with this configuration and yield its base URL."""
    config = folder / "models.yaml"
    config.write_text(models, encoding="utf-8")
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [program("litellm"), "--config", str(config), "--host", "127.0.0.1", "--port", str(port)]
    # No requests to the network for prices or news at the start.
    variables = {"LITELLM_MASTER_KEY": PROXY_KEY, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False"}
    with serving(command, f"{url}/health/liveliness", folder / "log", variables):
        yield f"{url}/v1"
