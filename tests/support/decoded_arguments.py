"""Reads back the lines in which arguments are shown: what can be decoded can be told by a person."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from deskpet.text.shown_arguments import ArgumentLine, LinePart

_MARK = re.compile(r"⟨(?:U\+(?P<code>[0-9A-F]+)|(?P<symbols>[⋅⇥␍↵]+)×(?P<count>[0-9]+))⟩|(?P<symbol>[⋅⇥␍↵])")
_SYMBOLS = {"⋅": " ", "⇥": "\t", "␍": "\r", "↵": "\n"}


def decoded_text(shown: str) -> str:
    """Return the text that is shown so."""
    return _MARK.sub(_decoded_mark, shown)


def _decoded_mark(found: re.Match[str]) -> str:
    if code := found["code"]:
        return chr(int(code, 16))
    return "".join(_SYMBOLS[each] for each in found["symbols"] or found["symbol"]) * int(found["count"] or 1)


def decoded(lines: Iterable[ArgumentLine]) -> Any:
    """Return the arguments that are shown by these lines."""
    joined = list(_joined(lines))
    if len(joined) == 1 and not joined[0].key:
        return _value(joined[0].text)
    value, rest = _branch(joined, 0, 0)
    assert rest == len(joined), "lines that belong to nothing"
    return value


def _joined(lines: Iterable[ArgumentLine]) -> Iterator[ArgumentLine]:
    """Yield a line for each value; its text has what follows in other lines."""
    current: ArgumentLine | None = None
    for line in lines:
        if line.part is not LinePart.FIRST:
            assert current
            current = ArgumentLine(current.depth, current.key, current.text + line.text)
            continue
        if current:
            yield current
        current = line
    if current:
        yield current


def _branch(lines: list[ArgumentLine], at: int, depth: int) -> tuple[Any, int]:
    is_list = lines[at].key.endswith(".")
    members: list[tuple[str, Any]] = []
    while at < len(lines) and lines[at].depth == depth:
        line = lines[at]
        at += 1
        if not line.text:
            value, at = _branch(lines, at, depth + 1)
        else:
            value = _value(line.text)
        members.append((line.key, value))
    return [value for _, value in members] if is_list else {_key(key): value for key, value in members}, at


def _key(shown: str) -> str:
    key = shown.removesuffix(":")
    return decoded_text(key[1:-1] if key.startswith('"') else key)


def _value(shown: str) -> Any:
    if len(shown) > 1 and shown[0] == shown[-1] == '"':
        return decoded_text(shown[1:-1])
    if shown.startswith(("0x", "-0x")) and len(shown) > 1000:
        return int(shown, 16)
    try:
        return json.loads(shown)
    except ValueError:
        return decoded_text(shown)
