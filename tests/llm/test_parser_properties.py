"""Property tests: deltas do not depend on chunk boundaries, and no input makes a parser raise."""

import json
import random
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from deskpet.chat.call_collector import CallCollector, parse_arguments
from deskpet.chat.model import CallDelta, NoticeDelta
from deskpet.cli.inspector import gather
from tests.llm.delta_checks import check_deltas
from tests.llm.recordings import PARSERS, SAMPLES, anthropic, deltas, gemini, openai, sse
from tests.support.examples import examples

families = pytest.mark.parametrize("family", list(PARSERS))
bounded = settings(max_examples=examples(150), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

_WORDS = """
    choices delta message content tool_calls function name arguments index id type error usage
    finish_reason reasoning reasoning_content reasoning_details refusal function_call images image_url
    url thinking text x_groq detail base_resp status_code prompt_tokens candidates parts thought
    thoughtSignature functionCall args partialArgs willContinue jsonPath stringValue inlineData mimeType
    data finishReason promptFeedback blockReason usageMetadata response executableCode content_block
    signature partial_json stop_reason stop_details input thinking_blocks audio transcript value summary
    function_call finish_reason thought_signature will_continue errors
""".split()  # noqa: SIM905 (easier to read)
_KINDS = """
    message_start content_block_start content_block_delta content_block_stop message_delta message_stop
    error ping text thinking redacted_thinking tool_use server_tool_use message $.a[0].b $[9] $['x'] stop
    STOP SAFETY pause_turn
""".split()  # noqa: SIM905 (easier to read)
_leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(
        [
            "",
            " ",
            "{",
            "}",
            "{}",
            '{"a":1}',
            "<think>",
            "</think>",
            "[THINK",
            "\ud83d",
            "\ude00",
            "é",
            "0",
            "-1",
            *_KINDS,
        ]
    )
    | st.text(max_size=5)
)
_values = st.recursive(
    _leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_WORDS), inner, max_size=5),
    max_leaves=25,
)
_chunks = {
    "openai": st.dictionaries(st.sampled_from(["delta", "message", "index", "finish_reason"]), _values).map(
        lambda choice: {"choices": [choice]}
    ),
    "gemini": st.lists(st.dictionaries(st.sampled_from(_WORDS), _values, max_size=4), max_size=3).map(
        lambda parts: {"candidates": [{"content": {"parts": parts}}]}
    ),
    "anthropic": st.tuples(
        st.sampled_from(_KINDS), st.dictionaries(st.sampled_from([*_WORDS, "index", "delta"]), _values)
    ).map(lambda pair: {**pair[1], "type": pair[0]}),
}


def _event(value: object, ending: str = "\n\n") -> bytes:
    return f"data: {json.dumps(value)}{ending}".encode("utf-8", "replace")


@families
@given(cuts=st.lists(st.integers(1, 400), max_size=30))
def test_chunk_boundaries_do_not_change_deltas(family: str, cuts: list[int]) -> None:
    body = SAMPLES[family]
    offsets = sorted({cut % len(body) for cut in cuts} | {0, len(body)})
    pieces = [body[start:end] for start, end in pairwise(offsets)]

    assert deltas(family, pieces) == deltas(family, [body])


@families
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_line_endings_do_not_change_deltas(family: str, line_end: bytes) -> None:
    body = b"\xef\xbb\xbf: ping\n\n" + SAMPLES[family]
    expected = deltas(family, [SAMPLES[family]])
    body = body.replace(b"\n", line_end)

    for offset in range(len(body)):
        assert deltas(family, [body[:offset], body[offset:]]) == expected


def _without_events(family: str, between: bytes, around: tuple[bytes, bytes] = (b"", b"")) -> bytes:
    """Returns the objects of a sample, joined by `between` instead of as events."""
    objects = [line[6:] for line in SAMPLES[family].splitlines() if line.startswith(b"data: {")]
    return around[0] + between.join(objects) + around[1]


@families
@pytest.mark.parametrize("between", [b"\n", b"", b",\r\n"])
def test_plain_objects_give_the_same_deltas(family: str, between: bytes) -> None:
    around = (b"[", b"]\n") if b"," in between else (b"", b"\n")
    body, expected = _without_events(family, between, around), deltas(family, [SAMPLES[family]])

    for offset in range(len(body)):
        assert deltas(family, [body[:offset], body[offset:]]) == expected
    assert deltas(family, [body[offset : offset + 1] for offset in range(len(body))]) == expected


@families
@bounded
@given(data=st.binary(max_size=300), cut=st.integers(1, 50))
@example(data=b"data: " + b"[" * 5000 + b"\n\n", cut=50)
@example(data=b'data: {"choices":' + b"9" * 6000 + b"}\n\n", cut=50)
@example(data=b'{"choices": ' * 400, cut=50)
@example(data=b"\xef\xbb", cut=1)
@example(data=b"\xef\xbb\xbf\xef\xbb\xbf{", cut=2)
@example(data=b" \n\x00", cut=1)
def test_random_bytes_never_raise(family: str, data: bytes, cut: int) -> None:
    result = deltas(family, [data[start : start + cut] for start in range(0, len(data), cut)])

    check_deltas(result)
    assert result == deltas(family, [data])


@families
@bounded
@given(data=st.data())
def test_wrong_types_anywhere_never_raise(family: str, data: st.DataObject) -> None:
    values: list[Any] = data.draw(st.lists(_chunks[family] | _values, max_size=6))
    body = b"".join(map(_event, values))
    result = deltas(family, [body])

    check_deltas(result)
    assert deltas(family, [body[start : start + 11] for start in range(0, len(body), 11)]) == result


@families
@pytest.mark.parametrize("has_events", [True, False])
def test_damaged_streams_never_raise(family: str, has_events: bool) -> None:
    for seed in range(80):
        body = damaged(SAMPLES[family] if has_events else _without_events(family, b"\n"), random.Random(seed))
        result = deltas(family, [body])

        check_deltas(result)
        assert deltas(family, [body[start : start + 5] for start in range(0, len(body), 5)]) == result, seed


def damaged(sample: bytes, rng: random.Random) -> bytes:
    """Return a stream with bytes changed, deleted, repeated and inserted."""
    body = bytearray(sample)
    for _ in range(rng.randint(1, 12)):
        offset = rng.randrange(len(body))
        match rng.randrange(4):
            case 0:
                body[offset] = rng.randrange(256)
            case 1:
                del body[offset : offset + rng.randint(1, 30)]
            case 2:
                body[offset:offset] = body[:offset][-rng.randint(1, 60) :]
            case _:
                body[offset:offset] = rng.choice([b"\n", b"\r", b"\n\n", b'"', b"{", b"}", b"\\u", b"\xff", b"data:"])
    return bytes(body)


@pytest.mark.parametrize(
    "chunk",
    [
        {"choices": 3},
        {"choices": [3, None, "x"]},
        {"choices": [{"delta": []}]},
        {"choices": [{"delta": {"tool_calls": {}}}]},
        {"choices": [{"delta": {"tool_calls": [[], 1, None]}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": "0", "function": {"name": "f"}}]}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": True, "function": 7}]}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": -1, "id": 5, "function": {"arguments": 5}}]}}]},
        {"choices": [{"index": {}, "delta": {"content": "x"}}]},
        {"choices": [{"message": {"content": 5}, "finish_reason": 5}]},
        {"usage": {"prompt_tokens": "many", "completion_tokens": None}},
        {"error": {"message": 5}},
    ],
)
def test_malformed_chunks_do_not_stop_the_parser(chunk: object) -> None:
    answer = {"choices": [{"delta": {"content": "after"}, "finish_reason": "stop"}]}
    result = gather(iter(deltas("openai", [_event(chunk) + _event(answer)])))

    assert result.text == ("" if "error" in str(chunk) else "after")


@bounded
@given(
    st.lists(
        st.builds(
            CallDelta,
            index=st.none() | st.integers(-1, 2),
            id=st.sampled_from(["", "a", "b"]),
            name=st.sampled_from(["", "f", "g"]),
            arguments=st.sampled_from(["", "{", "}", "{}", '{"a":1}', '"', '"a"', ":1", "null", " "]),
            complete=st.booleans(),
        ),
        max_size=12,
    )
)
def test_every_started_call_completes_once(pieces: list[CallDelta]) -> None:
    collector = CallCollector()
    events = [event for piece in pieces for event in collector.feed(piece) + collector.report_text()]
    events += collector.close()

    started = [event.key for event in events if type(event).__name__ == "CallBegan"]
    completed = [event for event in events if type(event).__name__ == "CallCompleted"]
    assert started == list(range(len(started)))
    assert sorted(event.key for event in completed) == started
    assert all(event.id for event in completed)


@bounded
@given(st.text(max_size=40) | _values.map(json.dumps))
def test_parse_arguments_returns_object_or_raises_value_error(text: str) -> None:
    with suppress(ValueError):
        assert isinstance(parse_arguments(text), dict)


@pytest.mark.parametrize("text", [" b", "", "[", "<think>", "</think>", "\ud83d", None, 1, ["b"]])
@pytest.mark.parametrize(
    ("choice", "chunk"),
    [
        ({}, {}),
        ({"index": 1}, {}),
        ({"index": "0"}, {}),
        ({"finish_reason": "stop"}, {}),
        ({"finish_reason": "error"}, {}),
        ({"message": {"content": "a b c"}}, {}),
        ({}, {"usage": {"prompt_tokens": 1}}),
        ({}, {"x_groq": {"usage": {"prompt_tokens": 1}}}),
        ({}, {"error": "no"}),
        ({}, {"detail": "no"}),
    ],
)
def test_a_role_beside_the_text_changes_nothing(text: object, choice: dict[str, Any], chunk: dict[str, Any]) -> None:
    """Chunks of text alone are parsed in a shorter way, which must give the same deltas."""

    def parsed(**role: str) -> list[Any]:
        middle = {"choices": [{"delta": role | {"content": text}, **choice}], **chunk}
        outer = [{"choices": [{"delta": role | {"content": each}}]} for each in ("a", "c")]
        found = deltas("openai", [_event(value) for value in (outer[0], middle, outer[1])])
        # The details of a notice show the chunk.
        return [delta.notice.code if isinstance(delta, NoticeDelta) else delta for delta in found]

    assert parsed() == parsed(role="assistant")


LONG = "long " * 100_000


@pytest.mark.parametrize(
    ("family", "body"),
    [
        ("openai", openai({"content": "a"}, finish=LONG)),
        ("openai", sse({"error": {"message": LONG}})),
        ("anthropic", anthropic(({"type": "server_tool_use", "name": LONG}, []))),
        (
            "anthropic",
            sse({"type": "message_delta", "delta": {"stop_reason": "refusal", "stop_details": {"explanation": LONG}}}),
        ),
        ("gemini", gemini([{"text": "a"}], finish=LONG)),
        ("gemini", gemini([{LONG: {}}])),
        ("gemini", sse({"candidates": [{"finishReason": "OTHER", "finishMessage": LONG}]})),
        ("gemini", sse({"promptFeedback": {"blockReason": LONG}})),
        ("gemini", sse({"promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": LONG}})),
    ],
)
def test_a_notice_is_short_enough_to_be_read(family: str, body: bytes) -> None:
    notices = [delta.notice for delta in deltas(family, [body]) if isinstance(delta, NoticeDelta)]
    texts = [text for notice in notices for text in (notice.title, notice.cause, notice.next_step, notice.details)]
    assert max(map(len, texts), default=0) < 5000
