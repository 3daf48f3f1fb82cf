"""Incremental parser of MiniMax' calls with arrows: `{tool => "name", args => {--key "value"}}`."""

import json
import re
from collections.abc import Iterator

from deskpet.chat.textmode.call_format import TextCall
from deskpet.chat.textmode.json_scanner import JsonScanner
from deskpet.chat.textmode.section import SectionParser

_HEADER = re.compile(r"""\{\s*tool\s*=>\s*["']([\w.:/-]{1,100})["']\s*,\s*args\s*=>\s*\{""")
_MAX_HEADER = 300
# The key of an argument, and what stands between it and the value.
_KEY = re.compile(r"""(?:--)?["']?([\w-]{1,100})["']?(?:\s*=>\s*|\s*[:=]\s*|\s+)""")
_MAX_KEY = 200
_STRING_PIECE = re.compile(r'[^"\\]+|\\.', re.DOTALL)
_WORD = re.compile(r"[^\s,}{\[\"]{1,2000}")
_LITERAL = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null")


class ArrowCallParser(SectionParser):
    """Parses one call and the `end` after it."""

    def __init__(self, end: str, keys: Iterator[int]) -> None:
        super().__init__(keys)
        self._end_mark = end
        self._expects_value = self._is_in_string = self._has_arguments = False
        self._scanner: JsonScanner | None = None
        # The brackets after the arguments that are still missing.
        self._open_brackets = 2

    @property
    def _is_in_value(self) -> bool:
        return self._is_in_string or self._scanner is not None

    @property
    def _is_in_call(self) -> bool:
        return self._call is not None

    def _read_mark(self, text: str, at: int) -> int:
        if self._call is None:
            return self._read_header(text, at)
        if self._expects_value:
            return self._read_value_begin(self._call, text, at)
        if text[at] == "}" and self._open_brackets:
            self._open_brackets -= 1
            return at + 1
        if not self._open_brackets:
            if end := self._expect(text, at, self._end_mark):
                self._complete_call(self._call)
            return at + len(end)
        return at + 1 if text[at] in ",;" else self._read_key(self._call, text, at)

    def _read_header(self, text: str, at: int) -> int:
        if header := _HEADER.match(text, at):
            self._begin(header[1]).add_arguments("{")
            return header.end()
        if len(text) - at > _MAX_HEADER or "}" in text[at:]:
            self._end()
        return at

    def _read_key(self, call: TextCall, text: str, at: int) -> int:
        key = _KEY.match(text, at)
        if self._open_brackets < 2 or (key is None and len(text) - at > _MAX_KEY):
            self._end()
        elif key and key.end() < len(text):
            call.add_arguments(f"{', ' if self._has_arguments else ''}{json.dumps(key[1])}: ")
            self._has_arguments = self._expects_value = True
            return key.end()
        return at

    def _read_value_begin(self, call: TextCall, text: str, at: int) -> int:
        if text[at] == '"':
            self._is_in_string, self._expects_value = True, False
            call.add_arguments('"')
            return at + 1
        if text[at] in "{[":
            self._scanner, self._expects_value = JsonScanner(), False
            return self._read_value(text, at)
        word = _WORD.match(text, at)
        if word is None:
            self._end()
        elif word.end() < len(text):
            self._expects_value = False
            call.add_arguments(word[0] if _LITERAL.fullmatch(word[0]) else json.dumps(word[0], ensure_ascii=False))
            return word.end()
        return at

    def _read_value(self, text: str, at: int) -> int:
        if self._scanner:
            end = self._read_json(self._scanner, text, at)
            self._scanner = None if self._scanner.is_done else self._scanner
            return end
        if text[at] == '"':
            self._is_in_string = False
            self._open_call.add_arguments('"')
            return at + 1
        piece = _STRING_PIECE.match(text, at)
        if piece is None:
            return at
        self._open_call.add_arguments(piece[0].replace("\n", "\\n"))
        return piece.end()

    def _complete_unclosed(self, call: TextCall) -> None:
        if not self._open_brackets:
            self._complete_call(call)

    def _complete_call(self, call: TextCall) -> None:
        call.add_arguments("}")
        self._complete(call, is_last=True)
