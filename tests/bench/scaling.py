"""Cost of a piece of a stream in a long answer, relative to a short one: linear parsers keep the ratio at 1."""

from collections.abc import Callable, Iterator
from time import process_time

from deskpet.chat.call_collector import CallCollector
from deskpet.chat.model import CallDelta
from deskpet.chat.textmode.parser import TextCallParser
from deskpet.llm.response_body import BodyReader
from tests.bench.figures import Figure, least

TIMES_LONGER = 20
REPEATS = 3
TARGET = 1.5

# Texts for the text call parser: prefix, repeated part, suffix.
WRITTEN = {
    "words": ("", "word ", ""),
    "angles": ("", "<", ""),
    "ticks": ("", "`", ""),
    "braces": ("", "{\n", ""),
    "a value": ("<<<[TOOL_REQUEST]>>>a:「始」", "x ", "「末」<<<[END_TOOL_REQUEST]>>>"),
    "blanks": ("<<<[TOOL_REQUEST]>>>a:「始」x", " ", "「末」<<<[END_TOOL_REQUEST]>>>"),
    "arguments": ('<tool_call>{"name":"x","arguments":"', "x\\u00e9", '"}</tool_call>'),
    "deep arguments": ('<tool_call>{"name":"x","arguments":', "[", ""),
    "what may be a call": ('{"content": "', "x", '"}'),
    "an unclosed call": ("<<<[TOOL_REQUEST]>>>a:「始」b「末」", "<x ", ""),
    "mentions": ("", "<tool_call> [TOOL_CALLS] <function=", ""),
    "an entity": ("", "&lt;", ""),
    "a tagged value": ("<function=x><parameter=a>", "< x", "</parameter></function>"),
    "a named call's object": ('[TOOL_CALLS]x[ARGS]{"a":"', "x\\n", '"}'),
    "a call in Python": ("<|python_tag|>x.call(a='", "x", "')"),
    "markers after a backtick": ("`", "<tool_call>", ""),
}


def measure(_: object = None) -> Iterator[Figure]:
    """Yield the cost of a unit in the long input over its cost in the short one."""
    yield Figure("objects in a body, cost of one", ratio(read_objects, 1_000), "x", TARGET)
    yield Figure("pieces of a call's arguments, cost of one", ratio(collect_arguments, 1_000), "x", TARGET)
    for name in WRITTEN:
        cost = ratio(lambda length, name=name: read_text(name, length), 4_000)
        yield Figure(f"calls in text, {name}, cost of a character", cost, "x", TARGET)


def ratio(work: Callable[[int], object], count: int) -> float:
    """Return how many times as much a unit of `work` costs if there are TIMES_LONGER as many."""
    work(count)
    short = min(seconds(work, count) for _ in range(REPEATS))
    return least(lambda: seconds(work, count * TIMES_LONGER) / TIMES_LONGER / short, TARGET)


def seconds(work: Callable[[int], object], count: int) -> float:
    """Return the CPU time of `work`."""
    began = process_time()
    work(count)
    return process_time() - began


def read_objects(count: int) -> None:
    """Parse a body of JSON objects in a list, in pieces of 50 bytes."""
    body = b"[" + b'{"a": "0123456789"},\n' * count + b"{}]"
    reader = BodyReader()
    for at in range(0, len(body), 50):
        reader.feed(body[at : at + 50])
    reader.close()


def collect_arguments(count: int) -> None:
    """Collect arguments in which each piece looks like an object's end while the ids change, so each is checked."""
    collector = CallCollector()
    collector.feed(CallDelta(0, "a", "f", '{"x": ['))
    for number in range(count):
        collector.feed(CallDelta(0, f"id{number}", "", ' {"y": "z"},{"y": "z"}'))


def read_text(name: str, length: int) -> None:
    """Parse a text of WRITTEN, one character at a time."""
    begin, middle, end = WRITTEN[name]
    calls = TextCallParser()
    for character in begin + middle * (length // len(middle)) + end:
        calls.feed(character)
    calls.close()
