"""Calls as models write them, in every dialect: one function per dialect, after the model's chat template."""

import html
import json
from collections.abc import Callable, Mapping

Arguments = Mapping[str, object]
Calls = list[tuple[str, Arguments]]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: object) -> str:
    return value if isinstance(value, str) else _json(value)


def _named(calls: Calls, key: str = "arguments") -> list[str]:
    return [_json({"name": name, key: arguments}) for name, arguments in calls]


def hermes(calls: Calls) -> str:
    return "\n".join(f"<tool_call>\n{call}\n</tool_call>" for call in _named(calls))


def _qwen_function(name: str, arguments: Arguments) -> str:
    parameters = "".join(f"<parameter={key}>\n{_text(value)}\n</parameter>\n" for key, value in arguments.items())
    return f"<function={name}>\n{parameters}</function>"


def qwen3_coder(calls: Calls) -> str:
    return "\n".join(f"<tool_call>\n{_qwen_function(*call)}\n</tool_call>" for call in calls)


def qwen3_coder_without_outer_tags(calls: Calls) -> str:
    return "\n".join(_qwen_function(*call) for call in calls)


def seed_oss(calls: Calls) -> str:
    functions = "\n".join(_qwen_function(*call) for call in calls)
    return f"<seed:tool_call>\n{functions}\n</seed:tool_call>"


def llama_function(calls: Calls) -> str:
    return "".join(f"<function={name}>{_json(arguments)}</function>" for name, arguments in calls)


def glm(calls: Calls, separator: str = "\n") -> str:
    blocks: list[str] = []
    for name, arguments in calls:
        pairs = [
            f"<arg_key>{key}</arg_key>{separator}<arg_value>{_text(value)}</arg_value>"
            for key, value in arguments.items()
        ]
        blocks.append(f"<tool_call>{separator.join([name, *pairs, '</tool_call>'])}")
    return "\n".join(blocks)


def glm_on_a_line(calls: Calls) -> str:
    return glm(calls, "")


def _kimi_calls(calls: Calls) -> str:
    return "".join(
        f"<|tool_call_begin|>functions.{name}:{number}<|tool_call_argument_begin|>{_json(arguments)}<|tool_call_end|>"
        for number, (name, arguments) in enumerate(calls)
    )


def kimi(calls: Calls) -> str:
    return f"<|tool_calls_section_begin|>{_kimi_calls(calls)}<|tool_calls_section_end|>"


def kimi_without_outer_marks(calls: Calls) -> str:
    return _kimi_calls(calls)


def deepseek_v3(calls: Calls) -> str:
    inner = "\n".join(
        f"<｜tool▁call▁begin｜>function<｜tool▁sep｜>{name}\n```json\n{_json(arguments)}\n```<｜tool▁call▁end｜>"
        for name, arguments in calls
    )
    return f"<｜tool▁calls▁begin｜>{inner}<｜tool▁calls▁end｜>"


def deepseek_v31(calls: Calls, bar: str = "｜") -> str:
    inner = "".join(
        f"<{bar}tool▁call▁begin{bar}>{name}<{bar}tool▁sep{bar}>{_json(arguments)}<{bar}tool▁call▁end{bar}>"
        for name, arguments in calls
    )
    return f"<{bar}tool▁calls▁begin{bar}>{inner}<{bar}tool▁calls▁end{bar}>"


def deepseek_with_plain_bars(calls: Calls) -> str:
    return deepseek_v31(calls, "|")


def _invokes(calls: Calls, prefix: str, *, typed: bool = False) -> str:
    blocks: list[str] = []
    for name, arguments in calls:
        parameters = ""
        for key, value in arguments.items():
            kind = f' string="{_json(isinstance(value, str))}"' if typed else ""
            parameters += f'<{prefix}parameter name="{key}"{kind}>{_text(value)}</{prefix}parameter>\n'
        blocks.append(f'<{prefix}invoke name="{name}">\n{parameters}</{prefix}invoke>\n')
    return "".join(blocks)


def dsml_v32(calls: Calls, prefix: str = "｜DSML｜", block: str = "function_calls") -> str:
    return f"<{prefix}{block}>\n{_invokes(calls, prefix, typed=True)}</{prefix}{block}>"


def dsml_v4(calls: Calls) -> str:
    return dsml_v32(calls, block="tool_calls")


def dsml_with_double_bars(calls: Calls) -> str:
    return dsml_v32(calls, "｜｜DSML｜｜ ", "calls")


def dsml_without_outer_tags(calls: Calls) -> str:
    return _invokes(calls, "｜DSML｜", typed=True)


def mistral_list(calls: Calls) -> str:
    return f"[TOOL_CALLS] [{', '.join(_named(calls))}]"


def mistral_name(calls: Calls, separator: str = "[ARGS]") -> str:
    return "".join(f"[TOOL_CALLS]{name}{separator}{_json(arguments)}" for name, arguments in calls)


def mistral_name_alone(calls: Calls) -> str:
    return mistral_name(calls, "")


def mistral_with_id(calls: Calls) -> str:
    return mistral_name(calls, "[CALL_ID]VvvODy9mT[ARGS]")


def llama(calls: Calls) -> str:
    return f"<|python_tag|>{'; '.join(_named(calls, 'parameters'))}"


def llama_built_in(calls: Calls) -> str:
    return "".join(
        f"<|python_tag|>{name}.call({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
        for name, arguments in calls
    )


def dsml_with_other_bars(calls: Calls) -> str:
    return dsml_v32(calls, "‖DSML‖", "tool_calls")


def dsml_with_box_bars(calls: Calls) -> str:
    return dsml_v32(calls, "│DSML│")


def gemma_4(calls: Calls) -> str:
    return "".join(
        f"<|tool_call>call:{name}{_bare(arguments, '<|' + chr(34) + '|>')}<tool_call|>" for name, arguments in calls
    )


def function_gemma(calls: Calls) -> str:
    return "".join(
        f"<start_function_call>call:{name}{_bare(arguments, '<escape>')}<end_function_call>"
        for name, arguments in calls
    )


def _bare(arguments: Arguments, quote: str) -> str:
    return f"{{{','.join(f'{key}:{quote}{_text(value)}{quote}' for key, value in arguments.items())}}}"


def _python(calls: Calls) -> list[str]:
    return [f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})" for name, arguments in calls]


def gemma_3(calls: Calls) -> str:
    return "```tool_code\n{}\n```".format("\n".join(_python(calls)))


def gemma_3_printed(calls: Calls) -> str:
    return "```tool_code\n{}\n```".format("\n".join(f"print({call})" for call in _python(calls)))


def lfm2(calls: Calls) -> str:
    return f"<|tool_call_start|>[{', '.join(_python(calls))}]<|tool_call_end|>"


def lfm2_json(calls: Calls) -> str:
    return f"<|tool_call_start|>[{', '.join(_named(calls))}]<|tool_call_end|>"


def llama_4(calls: Calls) -> str:
    return f"<|python_start|>[{', '.join(_python(calls))}]<|python_end|>"


def olmo_3(calls: Calls) -> str:
    return "<function_calls>\n{}\n</function_calls>".format("\n".join(_python(calls)))


def harmony(calls: Calls) -> str:
    return "".join(
        f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>{_json(arguments)}<|call|>"
        for name, arguments in calls
    )


def harmony_with_the_name_first(calls: Calls) -> str:
    return "".join(
        f"<|start|>assistant to=functions.{name}<|channel|>commentary json<|message|>{_json(arguments)}<|call|>"
        for name, arguments in calls
    )


def cohere(calls: Calls) -> str:
    actions = [
        {"tool_call_id": str(number), "tool_name": name, "parameters": arguments}
        for number, (name, arguments) in enumerate(calls)
    ]
    return f"<|START_ACTION|>{_json(actions)}<|END_ACTION|>"


def nemotron(calls: Calls) -> str:
    return f"<TOOLCALL>[{', '.join(_named(calls))}]</TOOLCALL>"


def lm_studio(calls: Calls) -> str:
    return "\n".join(f"[TOOL_REQUEST]{call}[END_TOOL_REQUEST]" for call in _named(calls))


def tool_call_in_brackets(calls: Calls) -> str:
    return "\n".join(f"[TOOL_CALL]{call}[/TOOL_CALL]" for call in _named(calls))


def minimax_with_arrows(calls: Calls) -> str:
    blocks: list[str] = []
    for name, arguments in calls:
        lines = "".join(f"  --{key} {_json(value)}\n" for key, value in arguments.items())
        blocks.append(f'[TOOL_CALL]\n{{tool => "{name}", args => {{\n{lines}}}}}\n[/TOOL_CALL]')
    return "\n".join(blocks)


def phi_4(calls: Calls) -> str:
    return f"<|tool_call|>[{', '.join(_named(calls))}]<|/tool_call|>"


def granite(calls: Calls) -> str:
    return f"<|tool_call|>[{', '.join(_named(calls))}]"


def function_call(calls: Calls) -> str:
    return "\n".join(f"<function_call>{call}</function_call>" for call in _named(calls))


def function_calls(calls: Calls) -> str:
    return f"<function_calls>[{', '.join(_named(calls))}]</function_calls>"


def tool_calls(calls: Calls) -> str:
    return "<tool_calls>\n{}\n</tool_calls>".format("\n".join(_named(calls)))


def hunyuan(calls: Calls) -> str:
    return f"<tool_calls>[{', '.join(_named(calls))}]</tool_calls>"


def internlm(calls: Calls) -> str:
    return "\n".join(f"<|action_start|><|plugin|>\n{call}<|action_end|>" for call in _named(calls, "parameters"))


def apertus(calls: Calls) -> str:
    return f"<|tools_prefix|>{_json([{name: arguments} for name, arguments in calls])}<|tools_suffix|>"


def longcat(calls: Calls) -> str:
    return "\n".join(f"<longcat_tool_call>{call}</longcat_tool_call>" for call in _named(calls))


def longcat_tagged(calls: Calls) -> str:
    return glm(calls).replace("arg_", "longcat_arg_").replace("tool_call>", "longcat_tool_call>")


def call_as_told(calls: Calls) -> str:
    return "\n".join(f"[Calling tool: {name}({_json(arguments)})]" for name, arguments in calls)


def anthropic(calls: Calls) -> str:
    return f"<function_calls>\n{_invokes(calls, '')}</function_calls>"


def anthropic_with_prefix(calls: Calls) -> str:
    prefix = "antml:"
    return f"<{prefix}function_calls>\n{_invokes(calls, prefix)}</{prefix}function_calls>"


def anthropic_without_outer_tags(calls: Calls) -> str:
    return _invokes(calls, "").rstrip("\n")


def minimax(calls: Calls) -> str:
    return f"<minimax:tool_call>\n{_invokes(calls, '')}</minimax:tool_call>"


def tool_request(calls: Calls) -> str:
    blocks: list[str] = []
    for name, arguments in calls:
        fields = [("tool_name", name), *arguments.items()]
        lines = ",\n".join(f"{key}:「始」{_text(value)}「末」" for key, value in fields)
        blocks.append(f"<<<[TOOL_REQUEST]>>>\n{lines}\n<<<[END_TOOL_REQUEST]>>>")
    return "\n".join(blocks)


def tool_request_full_width(calls: Calls) -> str:
    marks = {"<<<[": "＜＜＜［", "]>>>": "］＞＞＞", "「始」": "｢始｣", "「末」": "｢末｣"}
    text = tool_request(calls)
    for mark, wide in marks.items():
        text = text.replace(mark, wide)
    return text


def tool_request_escaped(calls: Calls) -> str:
    return html.escape(tool_request(calls), quote=False)


Dialect = Callable[[Calls], str]
DIALECTS: tuple[Dialect, ...] = (
    *(hermes, qwen3_coder, qwen3_coder_without_outer_tags, seed_oss, llama_function, glm, glm_on_a_line),
    *(kimi, kimi_without_outer_marks, deepseek_v3, deepseek_v31, deepseek_with_plain_bars),
    *(dsml_v32, dsml_v4, dsml_with_double_bars, dsml_without_outer_tags),
    *(mistral_list, mistral_name, mistral_name_alone, mistral_with_id, llama, llama_built_in),
    *(anthropic, anthropic_with_prefix, anthropic_without_outer_tags, minimax),
    *(dsml_with_other_bars, dsml_with_box_bars, gemma_4, function_gemma, gemma_3, gemma_3_printed),
    *(lfm2, lfm2_json, llama_4, olmo_3, harmony, harmony_with_the_name_first, cohere, nemotron, lm_studio),
    *(tool_call_in_brackets, minimax_with_arrows, phi_4, granite, function_call, function_calls, tool_calls),
    *(hunyuan, internlm, apertus, longcat, longcat_tagged, call_as_told),
    *(tool_request, tool_request_full_width, tool_request_escaped),
)
