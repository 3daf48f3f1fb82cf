"""Incremental parser of calls whose arguments stand in tags, each as text: `<parameter=key>value</parameter>`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskpet.chat.textmode.call_format import (
    BlockState,
    IsTool,
    StreamingUnwrap,
    StringArgument,
    TextCall,
    WordMatch,
    match_first,
    match_word,
)
from deskpet.chat.textmode.json_scanner import JsonScanner
from deskpet.chat.textmode.section import SectionParser

_MAX_TAG = 200
_NAME = re.compile(r"[\w.:/-]{1,100}")
# Possible content of a tag, complete or not; other text only mentions the tag. Each beginning of a match matches too,
# so that the result does not depend on how the text is split.
_TAG_NAME = re.compile(r"""\s*["']?[\w.:/-]*["']?\s*\Z""")
_TAG_ATTRIBUTES = re.compile(
    r"""(?:\s*[\w-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+(?=\s)))*"""
    r"""\s*(?:[\w-]+\s*(?:=\s*(?:"[^"<>]*|'[^'<>]*|[^\s"'<>]*))?)?\Z"""
)
_NAME_ATTRIBUTE = re.compile(r"""\bname\s*=\s*["']?([^"'\s>]{1,100})""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a dialect.

    An opening tag is given by its beginning and its end; the text between contains the name. If `call` is empty, the
    name is the text up to the first parameter.
    """

    call: str
    call_end: str
    parameter: tuple[str, str]
    parameter_end: str
    name_end: str = ""
    """Tag that may stand between the name of the tool and the first parameter."""
    value: str = ""
    """Tag between the name of a parameter and its value."""
    block_ends: tuple[str, ...] = ()
    """Tags that end the whole block, if it may contain several calls."""


class TaggedCallParser(SectionParser):
    """Parses calls with tagged arguments; an object in JSON instead of the parameters is accepted too."""

    def __init__(self, tags: Tags, keys: Iterator[int], is_tool: IsTool) -> None:
        super().__init__(keys)
        self._tags = tags
        self._is_tool = is_tool
        self._name = ""
        self._key = ""
        self._value: StringArgument | None = None
        self._scanner: JsonScanner | None = None
        self._has_json = False

    @property
    def _is_in_value(self) -> bool:
        return bool(self._value or self._scanner)

    @property
    def _is_in_call(self) -> bool:
        return bool(self._name)

    def _read_value(self, text: str, at: int) -> int:
        if self._scanner is None:
            return self._read_text(text, at)
        end = self._read_json(self._scanner, text, at)
        self._scanner = None if self._scanner.is_done else self._scanner
        return end

    def _read_mark(self, text: str, at: int) -> int:
        if self._key:
            if mark := self._expect(text, at, self._tags.value):
                self._begin_value()
            return at + len(mark)
        return self._read_parameter(text, at) if self._name else self._read_call(text, at)

    def _read_call(self, text: str, at: int) -> int:
        """Read the beginning of a call, or the end of the block."""
        ends = [match_word(text, at, end) for end in self._tags.block_ends]
        if WordMatch.FULL in ends and self._has_calls:
            self.state = BlockState.CLOSED
            return at + len(self._tags.block_ends[ends.index(WordMatch.FULL)])
        if self._tags.call:
            name, end = self._read_tag(text, at, self._tags.call, ">")
        else:
            match = _NAME.match(text, at)
            name, end = (match[0], match.end()) if match else ("", at)
            if end == len(text):
                return at
        if name:
            self._name = name
            return end
        if end == at and WordMatch.PARTIAL not in ends:
            self._end()
        return at

    def _read_tag(self, text: str, at: int, begin: str, end: str) -> tuple[str, int]:
        """Return the name in the tag at `at` and the tag's end: `at` if it is no such tag, -1 if it is incomplete."""
        match match_word(text, at, begin):
            case WordMatch.NONE:
                return "", at
            case WordMatch.PARTIAL:
                return "", -1
            case WordMatch.FULL:
                start = at + len(begin)
        stop = text.find(end, start, start + _MAX_TAG)
        inside = text[start:stop] if stop >= 0 else text[start : start + _MAX_TAG]
        pattern = _TAG_ATTRIBUTES if begin.endswith(" ") else _TAG_NAME
        if end == ">" and not pattern.match(inside):
            return "", at
        if stop < 0:
            return "", -1 if len(inside) < _MAX_TAG else at
        if not begin.endswith(" "):
            name = inside.strip().strip("\"'")
        else:
            attribute = _NAME_ATTRIBUTE.search(inside)
            name = attribute[1] if attribute else ""
        return (name, stop + len(end)) if name else ("", at)

    def _read_parameter(self, text: str, at: int) -> int:
        """Read the beginning of a parameter or of JSON, or the end of the call."""
        if text[at] == "{" and self._tags.call and not (self._call and self._call.has_arguments):
            self._scanner, self._has_json = JsonScanner(), True
            self._begin_call()
            return self._read_json(self._scanner, text, at)
        match match_first(text, at, filter(None, (self._tags.call_end, self._tags.name_end))):
            case (WordMatch.FULL, mark):
                return self._end_call(at) if mark == self._tags.call_end else at + len(mark)
            case (WordMatch.PARTIAL, _):
                return at
            case (WordMatch.NONE, _):
                pass
        key, end = self._read_tag(text, at, *self._tags.parameter)
        if key:
            self._begin_call()
            self._key = key
            if not self._tags.value:
                self._begin_value()
            return end
        if end == at:
            self._end()
        return at

    def _begin_call(self) -> TextCall:
        return self._call or self._begin(self._name)

    def _begin_value(self) -> None:
        self._value = StringArgument(self._open_call, self._key, StreamingUnwrap())

    def _read_text(self, text: str, at: int) -> int:
        assert self._value
        stop = text.find("<", at)
        if stop != at:
            stop = len(text) if stop < 0 else stop
            self._value.write(text[at:stop])
            return stop
        match match_word(text, at, self._tags.parameter_end):
            case WordMatch.FULL:
                self._value.end()
                self._value, self._key = None, ""
                return at + len(self._tags.parameter_end)
            case WordMatch.PARTIAL:
                return at
            case WordMatch.NONE:
                self._value.write("<")
                return at + 1

    def _end_call(self, at: int) -> int:
        """Complete the call at its end tag; a name alone is only a call if there is such a tool."""
        if not self._tags.call and not self._call and not self._is_tool(self._name):
            self._end()
            return at
        self._complete_call(self._begin_call())
        return at + len(self._tags.call_end)

    def _complete_unclosed(self, call: TextCall) -> None:
        if not (self._value or self._scanner or self._key):
            self._complete_call(call)

    def _complete_call(self, call: TextCall) -> None:
        if call.has_arguments and not self._has_json:
            call.add_arguments("}")
        self._name, self._has_json = "", False
        self._complete(call, is_last=not self._tags.block_ends)
