"""Incremental parser of Gemma's calls, whose keys have no quotes: `call:name{key:<|"|>text<|"|>,n:1}`."""

import json
import re
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import TextCall, WordMatch, match_first, match_word
from deskpet.chat.textmode.json_scanner import MAX_DEPTH
from deskpet.chat.textmode.section import SectionParser

_NAME = re.compile(r"[\w.-]{1,100}")
_KEY = re.compile(r"""[^\s,:={}\[\]()<"]{1,200}""")
# A value without quotes is a literal, or a text whose quotes the server has removed.
_WORD = re.compile(r"""[^,{}\[\]<"\n]{1,2000}""")
_LITERAL = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_JSON_PIECE = re.compile(r'[^"\\]+|\\.', re.DOTALL)
_JSON_QUOTE = '"'
_QUOTES = ('<|"|>', "<escape>", _JSON_QUOTE)
_BRACKETS = {"{": "}", "(": ")", "[": "]"}


class BareCallParser(SectionParser):
    """Parses calls up to one of the `ends`."""

    def __init__(self, ends: tuple[str, ...], trailing: tuple[str, ...], keys: Iterator[int]) -> None:
        super().__init__(keys)
        self.trailing = trailing
        self._ends = ends
        self._has_prefix = False
        self._name = ""
        self._closings: list[str] = []
        self._quote = ""
        self._expects_key = self._has_comma = False

    @property
    def _is_in_value(self) -> bool:
        return bool(self._closings)

    @property
    def _is_in_call(self) -> bool:
        return self._has_prefix or self._call is not None

    def _read_mark(self, text: str, at: int) -> int:
        if self._call:
            if end := self._expect(text, at, *self._ends):
                self._complete_call(self._call)
            return at + len(end)
        if not self._has_prefix:
            prefix = self._expect(text, at, "call:")
            self._has_prefix = bool(prefix)
            return at + len(prefix)
        if self._name:
            return self._read_opening(text, at)
        name = _NAME.match(text, at)
        if name is None:
            self._end()
        elif name.end() < len(text):
            self._name = name[0]
            return name.end()
        return at

    def _read_opening(self, text: str, at: int) -> int:
        if text[at] not in "{(":
            self._end()
            return at
        call = self._begin(self._name)
        self._closings.append(_BRACKETS[text[at]])
        self._expects_key, self._has_comma = True, False
        call.add_arguments("{")
        return at + 1

    def _complete_unclosed(self, call: TextCall) -> None:
        if not self._closings:
            self._complete_call(call)

    def _complete_call(self, call: TextCall) -> None:
        self._name, self._has_prefix = "", False
        self._complete(call, is_last=True)

    def _read_value(self, text: str, at: int) -> int:
        call = self._open_call
        if self._quote:
            return self._read_quoted(call, text, at)
        match text[at]:
            case " " | "\t" | "\r" | "\n":
                return at + 1
            case "{" | "[":
                return self._open_bracket(call, text[at], at)
            case "}" | ")" | "]" if text[at] == self._closings[-1]:
                return self._close_bracket(call, at)
            case "," | ":" | "=":
                return self._read_separator(call, text[at], at)
            case _:
                return self._read_word(call, text, at)

    def _read_separator(self, call: TextCall, separator: str, at: int) -> int:
        self._has_comma = separator == ","
        self._expects_key = self._has_comma and self._closings[-1] != "]"
        if not self._has_comma:
            call.add_arguments(": ")
        return at + 1

    def _open_bracket(self, call: TextCall, bracket: str, at: int) -> int:
        if len(self._closings) == MAX_DEPTH:
            self._end()
            return at
        self._add(call, bracket)
        self._closings.append(_BRACKETS[bracket])
        self._expects_key = bracket == "{"
        return at + 1

    def _close_bracket(self, call: TextCall, at: int) -> int:
        closing = self._closings.pop()
        self._has_comma = self._expects_key = False
        call.add_arguments("}" if closing == ")" else closing)
        return at + 1

    def _read_word(self, call: TextCall, text: str, at: int) -> int:
        """Read a quote, or a key or a value without quotes."""
        match match_first(text, at, _QUOTES):
            case (WordMatch.FULL, quote):
                self._add(call, '"')
                self._quote = quote
                return at + len(quote)
            case (WordMatch.PARTIAL, _):
                return at
            case (WordMatch.NONE, _):
                pass
        word = (_KEY if self._expects_key else _WORD).match(text, at)
        if word is None:
            self._end()
        elif word.end() < len(text):
            value = word[0].strip()
            is_literal = not self._expects_key and _LITERAL.fullmatch(value)
            self._add(call, value if is_literal else json.dumps(value, ensure_ascii=False))
            return word.end()
        return at

    def _add(self, call: TextCall, text: str) -> None:
        """Add a key or a value, after the comma before it; a comma at the end of a list is left out."""
        call.add_arguments(f", {text}" if self._has_comma else text)
        self._has_comma = False

    def _read_quoted(self, call: TextCall, text: str, at: int) -> int:
        if self._quote == _JSON_QUOTE:
            return self._read_json_string(call, text, at)
        stop = text.find("<", at)
        if stop != at:
            stop = len(text) if stop < 0 else stop
            call.add_arguments(json.dumps(text[at:stop], ensure_ascii=False)[1:-1])
            return stop
        match match_word(text, at, self._quote):
            case WordMatch.FULL:
                return self._end_quoted(call, at)
            case WordMatch.PARTIAL:
                return at
            case WordMatch.NONE:
                call.add_arguments("<")
                return at + 1

    def _read_json_string(self, call: TextCall, text: str, at: int) -> int:
        if text[at] == _JSON_QUOTE:
            return self._end_quoted(call, at)
        piece = _JSON_PIECE.match(text, at)
        if piece is None:
            return at
        call.add_arguments(piece[0])
        return piece.end()

    def _end_quoted(self, call: TextCall, at: int) -> int:
        call.add_arguments('"')
        end, self._quote = at + len(self._quote), ""
        return end
