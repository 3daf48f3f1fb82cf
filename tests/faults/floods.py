"""Answers without measure: long lines, millions of deltas, calls, blocks and arguments. None is held in memory."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from deskpet.config.choices import Family, Provider
from tests.faults import answers
from tests.faults.fault import Expected, Fault
from tests.faults.responses import BLOCK, repeated, until_close

_MB = 1024 * 1024
_MILLION = 1_000_000


def flood(wire: Family, chance: random.Random) -> Fault:
    """One of the floods."""
    return floods(wire)[chance.randrange(len(floods(wire)))]


def floods(wire: Family) -> list[Fault]:
    """Return every flood in this format."""
    choices: tuple[tuple[str, Expected, Callable[[], Iterator[bytes]]], ...] = (
        ("a line of 100 MB", "notice", lambda: _joined(b"data: ", repeated(b"x", 100 * _MB))),
        ("a chunk of 100 MB", "notice", partial(_long_text, wire, 100 * _MB)),
        ("100 MB of noise", "notice", lambda: repeated(bytes(range(256)), 100 * _MB)),
        ("100 MB of comments", "notice", lambda: repeated(b": x\n", 100 * _MB)),
        ("10,000,000 deltas", "notice", partial(_deltas, wire, 10 * _MILLION)),
        ("10,000,000 deltas of nothing", "notice", partial(_empty_deltas, wire, 10 * _MILLION)),
        ("1,000,000 changes of text and thought", "either", partial(_changes, wire, _MILLION)),
        ("1,000,000 calls", "either", partial(_calls, wire, _MILLION)),
        ("1,000,000 calls that begin", "either", partial(_begun_calls, wire, _MILLION)),
        ("50 MB of arguments", "notice", partial(_arguments, wire, 50 * _MB, 10_000)),
        ("2,000,000 pieces of arguments", "either", partial(_arguments, wire, 2 * _MILLION, 1)),
        ("1,000,000 closed objects as arguments", "either", partial(_objects, wire, _MILLION)),
        ("1,000,000 unknown parts", "either", partial(_unknown_parts, wire, _MILLION)),
        ("a thought of 100 MB", "notice", partial(_thought, wire, 100 * _MB)),
        ("1,000,000 counts of tokens", "either", partial(_usages, wire, _MILLION)),
    )
    return [Fault(what, expected, partial(_response, wire, body)) for what, expected, body in choices]


def _response(wire: Family, body: Callable[[], Iterator[bytes]]) -> Iterator[object]:
    opening = b"".join(answers.event(wire, chunk) for chunk in answers.opening(wire))
    closing = answers.stream(wire, answers.words(wire, "")[-2:])
    return until_close(_joined(opening, body(), closing))  # type: ignore[return-value]


def _joined(first: bytes, pieces: Iterator[bytes], last: bytes = b"") -> Iterator[bytes]:
    yield first
    yield from pieces
    yield last


def _in_blocks(events: Iterator[bytes]) -> Iterator[bytes]:
    block = bytearray()
    for each in events:
        block += each
        if len(block) > BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _long_text(wire: Family, size: int) -> Iterator[bytes]:
    before, after = answers.event(wire, answers.text_chunk(wire, "@@")).split(b"@@")
    return _joined(before, repeated(b"x", size), after)


def _open_block(wire: Family, kind: str) -> bytes:
    """Return the start of a block, which only Anthropic's format has."""
    if wire is not Provider.ANTHROPIC:
        return b""
    start = {"type": kind, "text" if kind == "text" else kind: ""}
    return answers.event(wire, {"type": "content_block_start", "index": 0, "content_block": start})


def _deltas(wire: Family, number: int) -> Iterator[bytes]:
    piece = answers.event(wire, answers.text_chunk(wire, "x"))
    return _joined(_open_block(wire, "text"), repeated(piece, number * len(piece)))


def _empty_deltas(wire: Family, number: int) -> Iterator[bytes]:
    piece = answers.event(wire, answers.text_chunk(wire, ""))
    return _joined(_open_block(wire, "text"), repeated(piece, number * len(piece)))


def _thought(wire: Family, size: int) -> Iterator[bytes]:
    piece = answers.event(wire, answers.thought_chunk(wire, "hm " * 300))
    return _joined(_open_block(wire, "thinking"), repeated(piece, size))


def _changes(wire: Family, number: int) -> Iterator[bytes]:
    pair = answers.event(wire, answers.text_chunk(wire, "a")) + answers.event(wire, answers.thought_chunk(wire, "b"))
    return _joined(_open_block(wire, "text"), repeated(pair, number * len(pair)))


def _calls(wire: Family, number: int) -> Iterator[bytes]:
    return _in_blocks(
        b"".join(answers.event(wire, chunk) for chunk in answers.call_chunks(wire, each)) for each in range(number)
    )


def _begun_calls(wire: Family, number: int) -> Iterator[bytes]:
    """Yield calls that begin and get no arguments."""

    def begun(each: int) -> bytes:
        if wire is Provider.GEMINI:
            part = {"functionCall": {"name": f"t{each}", "willContinue": True}}
            return answers.event(wire, {"candidates": [{"content": {"parts": [part]}}]})
        return answers.event(wire, answers.call_chunks(wire, each, "")[0])

    return _in_blocks(begun(each) for each in range(number))


def _arguments(wire: Family, total: int, size: int) -> Iterator[bytes]:
    """Yield one call whose arguments are one long text, in pieces of this size."""
    piece = "x" * size
    match wire:
        case Provider.OPENAI:
            begin = answers.event(wire, answers.call_chunks(wire, 0, '{"text": "')[0])
            function = {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}
            part = answers.event(wire, {"choices": [{"index": 0, "delta": function}]})
        case Provider.ANTHROPIC:
            begin = b"".join(answers.event(wire, each) for each in answers.call_chunks(wire, 0, '{"text": "')[:2])
            delta = {"type": "input_json_delta", "partial_json": piece}
            part = answers.event(wire, {"type": "content_block_delta", "index": 0, "delta": delta})
        case Provider.GEMINI:
            name = {"name": answers.CALL_NAME, "willContinue": True}
            begin = answers.event(wire, {"candidates": [{"content": {"parts": [{"functionCall": name}]}}]})
            arg = {"jsonPath": "$.text", "stringValue": piece, "willContinue": True}
            more = {"functionCall": {"partialArgs": [arg], "willContinue": True}}
            part = answers.event(wire, {"candidates": [{"content": {"parts": [more]}}]})
    return _joined(begin, repeated(part, total // size * len(part)))


def _objects(wire: Family, number: int) -> Iterator[bytes]:
    """Yield one call whose every piece of arguments could be the last."""
    match wire:
        case Provider.OPENAI:
            begin = answers.event(wire, answers.call_chunks(wire, 0, '{"text": "a"}')[0])
            part = answers.event(wire, _openai_arguments("}"))
        case Provider.ANTHROPIC:
            begin = b"".join(answers.event(wire, each) for each in answers.call_chunks(wire, 0, '{"text": "a"}')[:2])
            delta = {"type": "input_json_delta", "partial_json": "}"}
            part = answers.event(wire, {"type": "content_block_delta", "index": 0, "delta": delta})
        case Provider.GEMINI:
            begin = b""
            more = {"functionCall": {"name": answers.CALL_NAME, "args": {"times": 2}, "willContinue": True}}
            part = answers.event(wire, {"candidates": [{"content": {"parts": [more]}}]})
    return _joined(begin, repeated(part, number * len(part)))


def _openai_arguments(piece: str) -> dict[str, object]:
    call = {"index": 0, "function": {"arguments": piece}}
    return {"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}


def _unknown_parts(wire: Family, number: int) -> Iterator[bytes]:
    match wire:
        case Provider.OPENAI:
            parts = [{"type": "new_thing", "new_thing": {"a": 1}}]
            part = answers.event(wire, {"choices": [{"index": 0, "delta": {"content": parts}}]})
        case Provider.ANTHROPIC:
            start = {"type": "new_tool_result", "content": [{"a": 1}]}
            part = answers.event(wire, {"type": "content_block_start", "index": 0, "content_block": start})
        case Provider.GEMINI:
            part = answers.event(wire, {"candidates": [{"content": {"parts": [{"newThing": {"a": 1}}]}}]})
    return repeated(part, number * len(part))


def _usages(wire: Family, number: int) -> Iterator[bytes]:
    part = answers.event(wire, answers.words(wire, "x")[-1 if wire is not Provider.ANTHROPIC else -2])
    return _joined(_open_block(wire, "text"), repeated(part, number * len(part)))
