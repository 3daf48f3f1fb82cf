"""Fuzz targets: what comes from a server."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from functools import cache, partial

from deskpet.chat import messages
from deskpet.chat.call_collector import CallBegan, CallCollector, CallCompleted
from deskpet.chat.messages import Message, ToolUse, user_message
from deskpet.chat.model import CallDelta, ChatRequest, TextDelta
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import run_turn
from deskpet.chat.turn_setup import TurnSetup
from deskpet.config.choices import Provider
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.synthesis.sound_reader import SoundReader
from deskpet.llm import anthropic_request, gemini, openai
from deskpet.llm.message_history import call_source
from deskpet.llm.sse import EventStream, ServerEvent
from tests.chat.fake_model import EchoModel
from tests.features.voice.sounds import flac, silent_mp3, tone, wav
from tests.fuzz.target import Target, divisions
from tests.llm.delta_checks import check_deltas
from tests.llm.recordings import CAPTURES, SAMPLES, deltas, recordings, recordings_in
from tests.llm.request_rules import violations
from tests.support.folders import shared_folder

# The searches begin with short recordings, because each byte of an input costs time.
LONGEST_RECORDING = 2000
PROVIDER, MODEL = "echo", "m"


def sse(data: bytes) -> None:
    expected = _events([data])
    for pieces in divisions(data):
        assert _events(pieces) == expected
    # The events in the standard's own form are the same events.
    assert _events([b"".join(map(_as_written, expected[0]))])[0] == expected[0]


def _events(pieces: Iterable[bytes]) -> tuple[list[ServerEvent], list[bytes]]:
    stream = EventStream()
    events = [event for piece in pieces for event in stream.feed(piece)]
    return events + stream.close(), stream.stray


def _as_written(event: ServerEvent) -> bytes:
    kind, data = event
    lines = b"".join(b"data: " + line + b"\n" for line in data.split(b"\n"))
    return b"event: " + kind.encode() + b"\n" + lines + b"\n"


def _parser(family: str, data: bytes) -> None:
    expected = deltas(family, [data])
    check_deltas(expected)
    for pieces in divisions(data):
        assert deltas(family, pieces) == expected


def sound(data: bytes) -> None:
    expected = _sound([data])
    for pieces in divisions(data):
        assert _sound(pieces) == expected


def _sound(pieces: Iterable[bytes]) -> tuple[int, int] | str:
    """Return the rate and the number of samples of a sound, or the code of the error.

    The library rounds single samples of floating point otherwise than many at once.
    """

    async def read() -> list[Pcm]:
        reader = SoundReader()
        found = [pcm for piece in pieces for pcm in reader.feed(piece)]
        return found + [pcm async for pcm in reader.close()]

    try:
        found = asyncio.run(read())
    except SpeechError as error:
        return error.code
    return found[0].rate, sum(pcm.frames for pcm in found)


def _sound_seeds() -> Iterator[bytes]:
    samples = tone(440, 0.01)
    yield samples
    yield from (wav(samples, 22_050), wav(samples, 16_000, declared=0, trailer=b"LIST\4\0\0\0abcd"))
    yield from (wav(samples, 8_000, channels=2), wav(samples, 8_000, code=3, bits=32), flac(samples), silent_mp3(1))
    yield b'{"error": {"message": "no"}}'


def call_ids(data: bytes) -> None:
    """Lines of `index|id|name|arguments`, or `text` before the next call. An id may hold any character but `|`."""
    pieces = list(_call_deltas(data.decode("utf-8", "replace")))
    collector = CallCollector(runs_early=lambda name: name.endswith("e"))
    events = [
        event
        for piece in pieces
        for event in (collector.feed(piece) if isinstance(piece, CallDelta) else collector.report_text())
    ]
    events += collector.close()
    began = [event.key for event in events if isinstance(event, CallBegan)]
    completed = [event for event in events if isinstance(event, CallCompleted)]
    assert began == list(range(len(began)))
    assert sorted(event.key for event in completed) == began
    assert all(event.id for event in completed)
    answer = _loop().run_until_complete(_answer(pieces))
    assert messages.from_json(json.loads(json.dumps(messages.to_json(answer)))) == answer
    _check_requests(answer)


def _call_deltas(text: str) -> Iterator[CallDelta | TextDelta]:
    for line in text.split("\n")[:40]:
        index, *fields = line.split("|", 3)
        if len(fields) < 3:
            if line:
                yield TextDelta(line)
            continue
        name, arguments = fields[1], fields[2]
        number = int(index[:3]) if index[:3].isascii() and index[:3].isdigit() else None
        yield CallDelta(number, fields[0], name, arguments.removesuffix("!"), complete=arguments.endswith("!"))


async def _answer(pieces: list[CallDelta | TextDelta]) -> Message:
    model = EchoModel(pieces)
    model.source = call_source(PROVIDER, MODEL)
    setup = TurnSetup(model, Toolbox(), max_rounds=1)
    return await run_turn(setup, (user_message("hi"),), Message("assistant"), lambda *_: None)


def _check_requests(answer: Message) -> None:
    """Check that each provider, the source of the answer or another, gets a request that follows its rules."""
    request = ChatRequest((user_message("hi"), answer, user_message("and?")))
    ids = frozenset(block.call_id for block in answer.blocks if isinstance(block, ToolUse))
    for provider in (PROVIDER, "other"):
        bodies = (
            (Provider.OPENAI, openai.request_body(MODEL, provider, request)),
            (Provider.ANTHROPIC, anthropic_request.request_body(MODEL, provider, request)),
            (Provider.GEMINI, gemini.request_body(call_source(provider, MODEL), request)),
        )
        for family, body in bodies:
            json.dumps(body).encode()
            assert violations(family, body, ids) == []


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _seeds(family: str) -> Iterator[bytes]:
    yield SAMPLES[family]
    yield b"\n".join(line[6:] for line in SAMPLES[family].splitlines() if line.startswith(b"data: {"))
    folder = shared_folder()
    every = [*recordings_in(CAPTURES), *(recordings(folder) if folder.is_dir() else ())]
    yield from (each.body for each in every if each.family == family and len(each.body) <= LONGEST_RECORDING)


def _sse_seeds() -> Iterator[bytes]:
    yield from SAMPLES.values()
    yield b"\xef\xbb\xbf: ping\r\n\r\nid: 1\nretry: 5\nevent: error\ndata:a\rdata: b\r\n\r\nstray\n"


def _call_seeds() -> Iterator[bytes]:
    yield b'0|a|live2d_motion|{"group": \n0|||"Tap"}\n'
    yield b'0|a|wave|{}\n0||wave|{}\ntext\n|b|clo|\n|b|ck|{"x": "\\ud83d"}!\n7|a|now|null\n'
    yield '3|é ü{"|no tool|[1]\n|a|a|{\n'.encode()


_JSON_WORDS = (b'"', b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b"\\ud83d", b"\\ude00", b"\\u2028", b"1e5")
_EVENT_WORDS = (b"data: ", b"event: ", b"\n\n", b"\r\n", b"\r", b"\xef\xbb\xbf", b": ", b"id: ", b"retry: ", b"[DONE]")
_FIELDS: dict[str, str] = {
    "openai": "choices delta message content tool_calls index id function name arguments finish_reason error "
    "reasoning_content reasoning <think> </think> usage extra_content text type image_url refusal done",
    "gemini": "candidates content parts text thought thoughtSignature functionCall args willContinue partialArgs "
    "jsonPath stringValue finishReason promptFeedback blockReason usageMetadata inlineData response error STOP",
    "anthropic": "type message_start content_block_start content_block_delta content_block_stop message_delta index "
    "content_block delta text_delta thinking_delta signature_delta input_json_delta partial_json tool_use id name "
    "input stop_reason message_stop error ping usage",
}
_FAMILY_INVARIANT = "any cut gives the same deltas; they can be shown, stored and collected into calls"

TARGETS = (
    Target(
        "sse", sse, "any cut gives the same events; written again, they are the same", _sse_seeds, _EVENT_WORDS, 1000
    ),
    Target(
        "sound",
        sound,
        "any cut gives as many samples, or the same error",
        _sound_seeds,
        (b"RIFF", b"WAVE", b"fmt \x10\0\0\0", b"data", b"LIST", b"fLaC", b"OggS", b"ID3", b"\xff\xfb\x90", b'{"'),
        1000,
    ),
    *(
        Target(
            family,
            partial(_parser, family),
            _FAMILY_INVARIANT,
            partial(_seeds, family),
            (*_JSON_WORDS, *_EVENT_WORDS, *(word.encode() for word in words.split())),
            max_length=LONGEST_RECORDING,
        )
        for family, words in _FIELDS.items()
    ),
    Target(
        "call_ids",
        call_ids,
        "every call that begins completes once; every provider gets a legal request of it",
        _call_seeds,
        (*_JSON_WORDS, b"|", b"0|", b"1|", b"!\n", b"|a|wave|{}"),
        max_length=600,
    ),
)
