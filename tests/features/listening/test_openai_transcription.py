import asyncio
import io
import json
import wave

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.listening.recognition.openai_transcription import OpenAiTranscription
from deskpet.features.listening.recognition.recognizer import MAX_SECONDS, RATE, RecognitionError
from deskpet.features.listening.recognition.transcription_answer import MAX_WORDS, TranscriptionAnswer, clean
from deskpet.features.voice.synthesis.engine import EngineTimeouts
from tests.features.listening.transcription_server import event_answer, transcription_server, words_answer
from tests.features.voice.sounds import tone
from tests.features.voice.speech_server import Answer, SpeechServer
from tests.support.waiting import until

TONE = tone(440, 0.5, RATE)
KEY = "sk-test-0123456789abcdef0123"
DELTA, DONE = "transcript.text.delta", "transcript.text.done"


def recognizer(server: SpeechServer) -> OpenAiTranscription:
    timeouts = EngineTimeouts(connect=5, first_byte=0.3, idle=0.3)
    return OpenAiTranscription(server.base_url, "whisper-1", KEY, timeouts)


async def words_of(engine: OpenAiTranscription, sound: bytes = TONE, language: str = "") -> str:
    stream = engine.begin(language)
    try:
        for start in range(0, len(sound), 1024):
            stream.feed(sound[start : start + 1024])
        return await stream.finish()
    finally:
        await stream.aclose()
        await engine.aclose()


async def test_the_recording_is_uploaded_as_a_wav_file():
    async with transcription_server(words_answer(" Hello.\n")) as server:
        assert await words_of(recognizer(server), language="ja") == "Hello."
    fields = server.requests[0]
    with wave.open(io.BytesIO(fields.pop("file"))) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        assert file.readframes(file.getnframes()) == TONE
    assert fields == {"model": "whisper-1", "response_format": "json", "stream": "true", "language": "ja"}
    assert server.headers[0].startswith("POST /v1/audio/transcriptions ")
    assert f"Bearer {KEY}" in server.headers[0]


async def test_words_come_before_the_server_has_ended():
    rest = asyncio.Event()
    first = event_answer({"type": DELTA, "delta": "Good "}, {"type": DELTA, "delta": "mor"})
    last = event_answer({"type": DELTA, "delta": "ning."}, {"type": DONE, "text": "Good morning."})
    async with transcription_server(Answer((*first.pieces, rest, *last.pieces))) as server:
        engine = recognizer(server)
        stream = engine.begin("")
        stream.feed(TONE)
        finishing = asyncio.ensure_future(stream.finish())
        await until(lambda: stream.text == "Good mor")
        rest.set()
        assert await finishing == "Good morning."
        await engine.aclose()


async def test_giving_up_closes_the_request():
    async with transcription_server(Answer((60.0,))) as server:
        engine = recognizer(server)
        stream = engine.begin("")
        stream.feed(TONE)
        finishing = asyncio.ensure_future(stream.finish())
        await until(lambda: server.running)
        finishing.cancel()
        await until(finishing.done)
        await engine.aclose()
    assert finishing.cancelled()


async def test_nothing_is_uploaded_without_sound():
    async with transcription_server(words_answer("Thank you for watching!")) as server:
        assert await words_of(recognizer(server), b"") == ""
    assert server.requests == []


async def test_the_longest_recording_is_limited():
    async with transcription_server(words_answer("Hello.")) as server:
        assert await words_of(recognizer(server), bytes((MAX_SECONDS + 5) * RATE * 2)) == "Hello."
    with wave.open(io.BytesIO(server.requests[0]["file"])) as file:
        assert file.getnframes() == MAX_SECONDS * RATE


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (words_answer("你好，世界。"), "你好，世界。"),
        (Answer((b"\xef\xbb\xbfHello\r\nthere.\n",), content_type="text/plain"), "Hello there."),
        (Answer((b"Hello.",), content_type="application/json"), "Hello."),
        (Answer((b'"Hello," he said.',), content_type="text/plain"), '"Hello," he said.'),
        (Answer((b"42",), content_type="text/plain"), "42"),
        (Answer((b'"Hello."',), content_type="application/json"), "Hello."),
        (Answer((b'{"text": null}',), content_type="application/json"), ""),
        (Answer((b'{"text": " [BLANK_AUDIO]"}',), content_type="application/json"), ""),
        (Answer((b"",), content_type="text/plain"), ""),
        (event_answer({"text": "One. "}, {"text": "Two."}), "One. Two."),
        (event_answer({"type": DONE, "text": ""}), ""),
        (Answer((b"data: Hello.\n\ndata: [DONE]\n\n",), content_type="text/plain"), "Hello."),
        (Answer((b'data: {"type":"transcript.te', b'xt.delta","delta":"Hi"}\n\n')), "Hi"),
    ],
)
async def test_any_form_of_answer_is_read(answer, words):
    async with transcription_server(answer) as server:
        assert await words_of(recognizer(server)) == words


JSON, ERROR = "application/json", b'{"error": {"message": "boom"}}'


@pytest.mark.parametrize(
    ("answer", "code", "message"),
    [
        (Answer((60.0,)), "timeout", "took too long"),
        (Answer((b'{"text":', 60.0), content_type=JSON), "timeout", "took too long"),
        (Answer((b'{"text":',), content_type=JSON, is_cut=True), "cut_words", "closed the connection"),
        (Answer((b'{"text": "Hel',), content_type=JSON), "unreadable_words", "not valid JSON"),
        (Answer((), content_type=JSON), "no_words", "sent nothing"),
        (Answer((b"data: [DONE]\n\n",)), "no_words", "sent nothing"),
        (Answer((b"data: [DONE]\n\n\x1c\n",)), "no_words", "sent nothing"),
        (Answer((b"<!DOCTYPE html><p>Log in",), content_type="text/html"), "html", "web page"),
        (Answer((b"\xff\xfe\x00\x01",), content_type=JSON), "unreadable_words", "no text"),
        (Answer((b"[1, 2]",), content_type=JSON), "unreadable_words", "has no text"),
        (Answer((ERROR,), content_type=JSON), "server_error", "boom"),
        (Answer((b'data: {"error": {"message": "boom"}}\n\n',)), "server_error", "boom"),
        (Answer((b'{"detail": "no model"}',), content_type=JSON), "server_error", "no model"),
        (Answer((ERROR,), status=500, content_type=JSON), None, "boom"),
        (Answer((ERROR,), status=401, content_type=JSON), None, "boom"),
        (Answer((ERROR,), status=413, content_type=JSON), "too_long", "too long"),
        (Answer((b"x" * 65536,) * 160, content_type="text/plain"), "unreadable_words", "more than 1 MB"),
        (Answer((b"",), status=302, headers=("location: http://192.0.2.1/x",)), "redirected", "another"),
        (Answer((b"This is not gzip.",), headers=("content-encoding: gzip",)), "cut_words", "broke off"),
    ],
)
async def test_a_fault_is_an_error_with_a_cause_and_a_next_step(answer, code, message):
    async with transcription_server(answer) as server:
        with pytest.raises(RecognitionError, match=message) as raised:
            await words_of(recognizer(server))
    assert code in {None, raised.value.code}
    assert raised.value.next_step
    assert raised.value.notice.title


async def test_a_field_that_the_server_refuses_is_left_out():
    def respond(fields: dict[str, object]) -> Answer:
        for name in ("stream", "language"):
            if name in fields:
                body = json.dumps({"error": {"message": f"Unrecognized request argument: {name}"}})
                return Answer((body.encode(),), status=400, content_type=JSON)
        return words_answer("Hello.")

    async with transcription_server(respond) as server:
        assert await words_of(recognizer(server), language="en") == "Hello."
    assert len(server.requests) == 3


async def test_a_redirect_within_the_server_keeps_the_recording():
    def respond(_: object) -> Answer:
        is_first = len(server.requests) == 1
        return Answer((b"",), status=307, headers=("location: /v1/x",)) if is_first else words_answer("Hello.")

    async with transcription_server(respond) as server:
        assert await words_of(recognizer(server)) == "Hello."
    assert server.requests[0]["file"] == server.requests[1]["file"]


async def test_the_key_is_in_no_error():
    body = f'{{"error": {{"message": "wrong key {KEY}"}}}}'.encode()
    async with transcription_server(Answer((body,), status=400, content_type=JSON)) as server:
        with pytest.raises(RecognitionError) as raised:
            await words_of(recognizer(server))
    assert KEY not in str(raised.value)


async def test_no_server_is_an_error():
    engine = OpenAiTranscription("http://127.0.0.1:9/v1", "whisper-1")
    with pytest.raises(RecognitionError, match="does not answer"):
        await words_of(engine)


TYPES = st.sampled_from(["", JSON, "text/plain", "text/event-stream", "text/html", "audio/wav"])
STARTS = st.sampled_from(
    [b"", b"data: ", b"event: x\n", b'{"text": ', b'{"error":', b"[", b'"', b"<html", b"\xef\xbb\xbf"]
)


@given(TYPES, st.lists(st.tuples(STARTS, st.binary(max_size=200)), max_size=5))
def test_any_bytes_are_words_or_an_error(content_type, pieces):
    answer = TranscriptionAnswer(content_type)
    try:
        for start, rest in pieces:
            answer.feed(start + rest)
        words = answer.close()
    except RecognitionError:
        return
    assert words == clean(words)
    words.encode()


@given(st.text())
def test_words_are_one_line_that_can_be_stored(text):
    words = clean(text)
    assert "\n" not in words
    assert "\0" not in words
    words.encode()


def test_words_have_a_limit():
    assert len(clean("x" * MAX_WORDS * 2)) == MAX_WORDS
