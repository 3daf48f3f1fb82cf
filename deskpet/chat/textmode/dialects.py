"""The table of dialects: how models write a tool call into their text, and what parses each.

A new dialect is one more row here, and one more sample in tests/chat/textmode/dialect_samples.py. The forms are those
of the chat templates, as vLLM and SGLang parse them. Marks are written in canonical form: in lower case, with plain
bars (see call_format.py).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from deskpet.chat.textmode.arrow_call import ArrowCallParser
from deskpet.chat.textmode.bare_call import BareCallParser
from deskpet.chat.textmode.call_format import BARS, IsTool, canonical
from deskpet.chat.textmode.json_call import JsonCallParser, JsonEnclosure
from deskpet.chat.textmode.marks import MARK_BEGINS
from deskpet.chat.textmode.named_json_call import NamedJsonCallParser, NamedJsonMarks
from deskpet.chat.textmode.python_call import PythonCallParser, PythonMarks
from deskpet.chat.textmode.section import BlockParser
from deskpet.chat.textmode.tagged_call import TaggedCallParser, Tags
from deskpet.chat.textmode.tool_request import REQUEST, ToolRequestParser

MakeParser = Callable[[Iterator[int], IsTool], BlockParser]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A way to write a call.

    openings: the markers that begin a block, in canonical form; they are matched in any case and with any bars.
    follows: matches what has to follow an opening, after blanks: several dialects share an opening. It needs one
        character, and one more after a bracket.
    reads_opening: whether the opening is passed to the parser too, because it begins a call.
    """

    name: str
    openings: tuple[str, ...]
    parser: MakeParser
    follows: str = ""
    reads_opening: bool = False


def _json_in_tag(*closings: str) -> MakeParser:
    return lambda keys, is_tool: JsonCallParser(JsonEnclosure.TAG, keys, closings=closings)


def _json_after(*closings: str, is_keyed: bool = False) -> MakeParser:
    """Return the parser of JSON after a mark; one of `closings` may follow."""
    return lambda keys, is_tool: JsonCallParser(JsonEnclosure.MARKER, keys, closings=closings, is_keyed=is_keyed)


def _python(opening: str = "(", *ends: str) -> MakeParser:
    return lambda keys, is_tool: PythonCallParser(PythonMarks(opening, ends), keys)


def _bare(end: str, *trailing: str) -> MakeParser:
    return lambda keys, is_tool: BareCallParser((end,), trailing, keys)


def _named(marks: NamedJsonMarks) -> MakeParser:
    return lambda keys, is_tool: NamedJsonCallParser(marks, keys)


def _tagged(tags: Tags) -> MakeParser:
    return partial(TaggedCallParser, tags)


def _with_call_opening(name: str, openings: tuple[str, ...], tags: Tags) -> tuple[Dialect, Dialect]:
    """Return the dialect in its outer tags, and without them."""
    alone = Tags(tags.call, tags.call_end, tags.parameter, tags.parameter_end)
    return (
        Dialect(name, openings, _tagged(tags), "<"),
        Dialect(f"{name}, without outer tags", (tags.call,), _tagged(alone), reads_opening=True),
    )


def _invoke(name: str, prefix: str, wrappers: tuple[str, ...]) -> tuple[Dialect, Dialect]:
    """Return the dialects of `invoke` and `parameter`, whose tags begin with `prefix`."""
    tags = Tags(
        call=f"<{prefix}invoke ",
        call_end=f"</{prefix}invoke>",
        parameter=(f"<{prefix}parameter ", ">"),
        parameter_end=f"</{prefix}parameter>",
        block_ends=tuple(f"</{wrapper}>" for wrapper in wrappers),
    )
    return _with_call_opening(name, tuple(f"<{wrapper}>" for wrapper in wrappers), tags)


_JSON, _LIST_OF_JSON = r"\{|\[\s*[{\[\]]", r"\[\s*\{|\{"
_PYTHON = r"[a-zA-Z_]|\[\s*[a-zA-Z_]"
_CALL_TAGS = ("<tool_call>", "<tool_calls><tool_call>", "<tool_calls>\n<tool_call>")
_JSON_TAGS = ("tool_calls", "function_call", "function_calls", "functioncall", "toolcall", "longcat_tool_call")
_QWEN = Tags(
    call="<function=",
    call_end="</function>",
    parameter=("<parameter=", ">"),
    parameter_end="</parameter>",
    block_ends=("</tool_call>", "</seed:tool_call>"),
)


def _glm(prefix: str = "") -> Tags:
    return Tags(
        call="",
        call_end=f"</{prefix}tool_call>",
        parameter=(f"<{prefix}arg_key>", f"</{prefix}arg_key>"),
        parameter_end=f"</{prefix}arg_value>",
        name_end="<tool_sep>",
        value=f"<{prefix}arg_value>",
    )


_KIMI_CALL = ("<|tool_call_begin|>", ("<|tool_call_argument_begin|>",), "<|tool_call_end|>")
_KIMI = NamedJsonMarks(*_KIMI_CALL, ("<|tool_calls_section_end|>", "<|tool_call_section_end|>"))
_DEEPSEEK_CALL = ("<|tool▁call▁begin|>", ("<|tool▁sep|>", "```json", "```"), "<|tool▁call▁end|>")
_MISTRAL = NamedJsonMarks("", ("[args]", "[call_id]"), "")
_CALLING = NamedJsonMarks("", ("(",), ")]")
_HARMONY = NamedJsonMarks(
    "",
    ("<|channel|>commentary", "<|channel|>analysis", "<|constrain|>", "<|message|>", "json", "code"),
    "",
    trailing=("<|call|>", "<|end|>", "<|return|>"),
)
_DSML = ("function_calls", "tool_calls", "calls")
_LFM_END, _PYTHON_END = "<|tool_call_end|>", "<|python_end|>"

DIALECTS: tuple[Dialect, ...] = (
    Dialect("Hermes", (*_CALL_TAGS, "<tool_code>"), _json_in_tag("</tool_call>", "</tool_code>"), r"[\[{]"),
    *_with_call_opening("Qwen3-Coder", (*_CALL_TAGS, "<seed:tool_call>"), _QWEN),
    Dialect("GLM", _CALL_TAGS, _tagged(_glm()), r"\w"),
    Dialect("LongCat", ("<longcat_tool_call>",), _tagged(_glm("longcat_")), r"\w"),
    *(Dialect(f"JSON in {tag}", (f"<{tag}>",), _json_in_tag(f"</{tag}>"), _JSON) for tag in _JSON_TAGS),
    Dialect("OLMo", ("<function_calls>",), _python("(", "</function_calls>"), _PYTHON),
    Dialect("LM Studio", ("[tool_request]",), _json_in_tag("[end_tool_request]"), _LIST_OF_JSON),
    Dialect(
        "MiniMax, with arrows", ("[tool_call]",), lambda keys, is_tool: ArrowCallParser("[/tool_call]", keys), r"\{\s*t"
    ),
    Dialect("JSON in [TOOL_CALL]", ("[tool_call]",), _json_in_tag("[/tool_call]", "[end_tool_call]"), _LIST_OF_JSON),
    Dialect("Phi-4, Granite", ("<|tool_call|>",), _json_after("<|/tool_call|>", "</|tool_call|>"), _JSON),
    Dialect("Cohere", ("<|start_action|>",), _json_after("<|end_action|>"), _JSON),
    Dialect("LFM2", ("<|tool_call_start|>",), _python("(", _LFM_END), _PYTHON),
    Dialect("LFM2, JSON", ("<|tool_call_start|>",), _json_after(_LFM_END), _JSON),
    Dialect("Llama 4", ("<|python_start|>",), _python("(", _PYTHON_END), _PYTHON),
    Dialect("Llama 4, JSON", ("<|python_start|>",), _json_after(_PYTHON_END), _JSON),
    Dialect(
        "InternLM",
        tuple(f"<|action_start|>{blank}<|plugin|>" for blank in ("", " ", "\n")),
        _json_after("<|action_end|>"),
        _JSON,
    ),
    Dialect("Apertus", ("<|tools_prefix|>",), _json_after("<|tools_suffix|>", is_keyed=True), _JSON),
    Dialect("Gemma 4", ("<|tool_call>", "<|tool_call|>"), _bare("<tool_call|>", "<|tool_response>"), "[cC]"),
    Dialect(
        "FunctionGemma",
        ("<start_function_call>",),
        _bare("<end_function_call>", "<start_function_response>"),
        "[cC]",
    ),
    Dialect(
        "Harmony",
        (
            "<|channel|>commentary to=",
            "<|channel|>analysis to=",
            "<|start|>assistant to=",
            "<|start|>assistant<|channel|>commentary to=",
        ),
        _named(_HARMONY),
    ),
    Dialect("A call as told", ("[calling tool:", "[tool call:"), _named(_CALLING), r"\w"),
    Dialect("Kimi", ("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"), _named(_KIMI), "<"),
    Dialect("Kimi, without outer marks", _KIMI_CALL[:1], _named(NamedJsonMarks(*_KIMI_CALL)), reads_opening=True),
    Dialect(
        "DeepSeek V3",
        ("<|tool▁calls▁begin|>",),
        _named(NamedJsonMarks(*_DEEPSEEK_CALL, ("<|tool▁calls▁end|>",), "```")),
        "<",
    ),
    Dialect(
        "DeepSeek V3, without outer marks",
        _DEEPSEEK_CALL[:1],
        _named(NamedJsonMarks(*_DEEPSEEK_CALL, (), "```")),
        reads_opening=True,
    ),
    *(
        dialect
        for prefix in ("|dsml|", "||dsml||", "|dsml| ", "||dsml|| ")
        for dialect in _invoke("DSML", prefix, tuple(prefix + word for word in _DSML))
    ),
    Dialect("Mistral, a list", ("[tool_calls]",), _json_after(), r"[\[{]"),
    Dialect("Mistral, a name", ("[tool_calls]",), _named(_MISTRAL), r"\w"),
    Dialect("Llama", ("<|python_tag|>",), _json_after(), r"[\[{]"),
    Dialect("Llama, built-in tools", ("<|python_tag|>",), _python(".call("), r"\w"),
    *_invoke("Anthropic", "", ("function_calls", "minimax:tool_call")),
    *_invoke("Anthropic", "antml:", ("antml:function_calls",)),
)
_REQUESTS = (Dialect("TOOL_REQUEST", (), lambda keys, is_tool: ToolRequestParser(keys)),)
_ESCAPED_REQUESTS = (Dialect("TOOL_REQUEST", (), lambda keys, is_tool: ToolRequestParser(keys, is_escaped=True)),)

_BY_OPENING = {
    opening: tuple(dialect for dialect in DIALECTS if opening in dialect.openings)
    for dialect in DIALECTS
    for opening in dialect.openings
}
_ANY_BAR = f"[{BARS}]"
# The longest first: some are the beginning of others.
_OPENINGS = re.compile(
    "|".join(re.escape(each).replace(r"\|", _ANY_BAR) for each in sorted(_BY_OPENING, key=len, reverse=True)),
    re.ASCII | re.IGNORECASE,
)
_PREFIXES = {opening[:length] for opening in _BY_OPENING for length in range(1, len(opening))}
_BLANK = re.compile(r"\s{0,200}")
# What stands before the character that decides between the dialects that share an opening.
_BEFORE_CONTENT = re.compile(r"\s{0,200}(?:[\[{]\s{0,20})?")


def _begins(character: str, following: set[str]) -> str:
    """Return an expression for `character` if one of `following`, in any case, or the end of the text follows."""
    either_case = {each.upper() for each in following} | following
    return f"{re.escape(character)}(?=[{re.escape(''.join(sorted(either_case)))}]|\\Z)"


_SECOND = {first: {opening[1] for opening in _BY_OPENING if opening[0] == first} | MARK_BEGINS[first] for first in "<["}
# What an opening may begin with. Each alternative begins with one character, so that a search for it is fast.
OPENING_BEGINS = "|".join(
    (_begins("<", _SECOND["<"] | set(BARS) | set("<＜&[［【")), _begins("[", _SECOND["["]), _begins("&", {"l"}), "＜")
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A marker in a text, up to `end`. `dialects` share it."""

    end: int
    dialects: tuple[Dialect, ...]

    def dialect(self, text: str) -> Dialect | None:
        """Return the dialect that the text after the marker belongs to; None if there is none, or none yet."""
        blank = _BLANK.match(text, self.end)
        after = blank.end() if blank else self.end
        return next((each for each in self.dialects if re.compile(each.follows).match(text, after)), None)

    def is_followed(self, text: str) -> bool:
        """Return whether the text after the marker is enough to know its dialect."""
        before = _BEFORE_CONTENT.match(text, self.end)
        return before is None or before.end() < len(text)


def opening_at(text: str, at: int) -> Opening | None:
    """Return the marker at `at`."""
    if match := _OPENINGS.match(text, at):
        return Opening(match.end(), _BY_OPENING[canonical(match[0])])
    if match := REQUEST.pattern.match(text, at):
        return Opening(match.end(), _ESCAPED_REQUESTS if "&" in match[0] else _REQUESTS)
    return None


def may_begin_opening(text: str, at: int) -> bool:
    """Return whether the text from `at` to its end may be the beginning of a marker."""
    is_prefix = len(text) - at <= _MAX_OPENING and canonical(text[at:]) in _PREFIXES
    return is_prefix or REQUEST.may_begin(text, at)


_MAX_OPENING = max(map(len, _BY_OPENING))
