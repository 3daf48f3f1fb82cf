"""The table of dialects: how models write a tool call into their text, and what parses each.

A new dialect is one more row here, and one more sample in tests/chat/textmode/dialect_samples.py. The forms are those
of the chat templates, as vLLM and SGLang parse them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from deskpet.chat.textmode.call_format import BlockParser, IsTool
from deskpet.chat.textmode.json_call import JsonCallParser, JsonEnclosure
from deskpet.chat.textmode.named_json_call import NamedJsonCallParser, NamedJsonMarks
from deskpet.chat.textmode.python_call import PythonCallParser
from deskpet.chat.textmode.tagged_call import TaggedCallParser, Tags
from deskpet.chat.textmode.tool_request import REQUEST, ToolRequestParser

MakeParser = Callable[[Iterator[int], IsTool], BlockParser]


@dataclass(frozen=True, slots=True)
class Dialect:
    """A way to write a call.

    openings: the markers that begin a block, in lower case; they are matched in any case.
    follows: matches the character that has to follow an opening, after blanks: several dialects share an opening.
    reads_opening: whether the opening is passed to the parser too, because it begins a call.
    """

    name: str
    openings: tuple[str, ...]
    parser: MakeParser
    follows: str = ""
    reads_opening: bool = False


def _json(enclosure: JsonEnclosure) -> MakeParser:
    return lambda keys, is_tool: JsonCallParser(enclosure, keys)


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


def _deepseek(bar: str) -> tuple[Dialect, Dialect]:
    """Return V3 and V3.1, in their outer marks and without them."""
    call, end = f"<{bar}tool▁call▁begin{bar}>", f"<{bar}tool▁call▁end{bar}>"
    separators = (f"<{bar}tool▁sep{bar}>", "```json", "```")
    marks = NamedJsonMarks(call, separators, end, (f"<{bar}tool▁calls▁end{bar}>",), "```")
    alone = NamedJsonMarks(call, separators, end, (), "```")
    return (
        Dialect("DeepSeek V3", (f"<{bar}tool▁calls▁begin{bar}>",), _named(marks), "<"),
        Dialect("DeepSeek V3, without outer marks", (call,), _named(alone), reads_opening=True),
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


_QWEN = Tags(
    call="<function=",
    call_end="</function>",
    parameter=("<parameter=", ">"),
    parameter_end="</parameter>",
    block_ends=("</tool_call>", "</seed:tool_call>"),
)
_GLM = Tags(
    call="",
    call_end="</tool_call>",
    parameter=("<arg_key>", "</arg_key>"),
    parameter_end="</arg_value>",
    value="<arg_value>",
)
_KIMI_CALL = ("<|tool_call_begin|>", ("<|tool_call_argument_begin|>",), "<|tool_call_end|>")
_KIMI = NamedJsonMarks(*_KIMI_CALL, ("<|tool_calls_section_end|>", "<|tool_call_section_end|>"))
_MISTRAL = NamedJsonMarks("", ("[args]", "[call_id]"), "")
_DSML = ("function_calls", "tool_calls", "calls")

DIALECTS: tuple[Dialect, ...] = (
    Dialect("Hermes", ("<tool_call>", "<tool_code>"), _json(JsonEnclosure.TAG), r"[\[{]"),
    *_with_call_opening("Qwen3-Coder", ("<tool_call>", "<seed:tool_call>"), _QWEN),
    Dialect("GLM", ("<tool_call>",), _tagged(_GLM), r"\w"),
    Dialect("Kimi", ("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"), _named(_KIMI), "<"),
    Dialect("Kimi, without outer marks", _KIMI_CALL[:1], _named(NamedJsonMarks(*_KIMI_CALL)), reads_opening=True),
    *_deepseek("｜"),
    *_deepseek("|"),
    *(
        dialect
        for prefix in ("｜dsml｜", "｜｜dsml｜｜", "|dsml|", "｜dsml｜ ", "｜｜dsml｜｜ ")
        for dialect in _invoke("DSML", prefix, tuple(prefix + word for word in _DSML))
    ),
    Dialect("Mistral, a list", ("[tool_calls]",), _json(JsonEnclosure.MARKER), r"[\[{]"),
    Dialect("Mistral, a name", ("[tool_calls]",), _named(_MISTRAL), r"\w"),
    Dialect("Llama", ("<|python_tag|>",), _json(JsonEnclosure.MARKER), r"[\[{]"),
    Dialect("Llama, built-in tools", ("<|python_tag|>",), lambda keys, is_tool: PythonCallParser(keys), r"\w"),
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
_OPENINGS = re.compile("|".join(map(re.escape, _BY_OPENING)), re.ASCII | re.IGNORECASE)
_PREFIXES = {opening[:length] for opening in _BY_OPENING for length in range(1, len(opening))}
_BLANK = re.compile(r"\s{0,200}")


def _begins(character: str, following: set[str]) -> str:
    """Return an expression for `character` if one of `following`, in any case, or the end of the text follows."""
    either_case = {each.upper() for each in following} | following
    return f"{re.escape(character)}(?=[{re.escape(''.join(sorted(either_case)))}]|\\Z)"


_SECOND = {first: {opening[1] for opening in _BY_OPENING if opening[0] == first} for first in "<["}
# What an opening may begin with. Each alternative begins with one character, so that a search for it is fast.
OPENING_BEGINS = "|".join(
    (_begins("<", _SECOND["<"] | set("<＜&[［【")), _begins("[", _SECOND["["]), _begins("&", {"l"}), "＜")
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
        blank = _BLANK.match(text, self.end)
        return blank is None or blank.end() < len(text)


def opening_at(text: str, at: int) -> Opening | None:
    """Return the marker at `at`."""
    if match := _OPENINGS.match(text, at):
        return Opening(match.end(), _BY_OPENING[match[0].lower()])
    if match := REQUEST.pattern.match(text, at):
        return Opening(match.end(), _ESCAPED_REQUESTS if "&" in match[0] else _REQUESTS)
    return None


def may_begin_opening(text: str, at: int) -> bool:
    """Return whether the text from `at` to its end may be the beginning of a marker."""
    is_prefix = len(text) - at <= _MAX_OPENING and text[at:].lower() in _PREFIXES
    return is_prefix or REQUEST.may_begin(text, at)


_MAX_OPENING = max(map(len, _BY_OPENING))
