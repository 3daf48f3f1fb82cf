import asyncio
import gzip
from array import array
from contextlib import aclosing

import pytest

from deskpet.config.choices import VoiceEngine
from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.synthesis.engine import EngineTimeouts
from deskpet.features.voice.synthesis.http_speech import SpeechClient
from deskpet.features.voice.synthesis.speech_servers import ServerVoice
from tests.features.voice.sounds import flac, tone, wav
from tests.features.voice.speech_server import Answer, in_pieces, speech_server

TONE = tone(440, 0.5)
KEY = "sk-test-0123456789abcdef0123"


TIMEOUTS = EngineTimeouts(connect=5, first_byte=0.3, idle=0.3)


def openai(base_url: str, client: SpeechClient, **options) -> ServerVoice:
    settings = VoiceSettings(engine=VoiceEngine.OPENAI, server_url=base_url, voice="nova", **options)
    return ServerVoice(settings, KEY, client)


async def collected(base_url: str, **options) -> bytes:
    async with aclosing(SpeechClient(TIMEOUTS)) as client:
        engine = openai(base_url, client, **options)
        return b"".join([pcm.samples async for pcm in engine.synthesize("Hello.", "en")])


async def spoken_by_sovits(base_url: str, recording: str) -> list[Pcm]:
    settings = VoiceSettings(engine=VoiceEngine.GPT_SOVITS, server_url=base_url, voice=recording)
    async with aclosing(SpeechClient()) as client:
        return [pcm async for pcm in ServerVoice(settings, "", client).synthesize("你好。", "zh")]


async def test_the_request_is_that_of_openai_and_asks_for_pcm():
    async with speech_server(Answer((TONE,))) as server:
        assert await collected(server.base_url) == TONE
    assert server.requests == [{"model": "tts-1", "input": "Hello.", "voice": "nova", "response_format": "pcm"}]
    assert f"Bearer {KEY}" in server.headers[0]
    assert server.headers[0].startswith("POST /v1/audio/speech ")


async def test_the_speed_and_the_model_are_sent_if_they_are_set():
    async with speech_server(Answer((TONE,))) as server:
        await collected(server.base_url, speed=1.5, speech_model="gpt-4o-mini-tts")
    assert server.requests[0]["speed"] == 1.5
    assert server.requests[0]["model"] == "gpt-4o-mini-tts"


async def test_sound_comes_before_the_server_has_ended():
    rest = asyncio.Event()
    async with speech_server(Answer((TONE[:100], rest, TONE[100:]))) as server, aclosing(SpeechClient()) as client:
        sound = openai(server.base_url, client).synthesize("Hello.", "en")
        assert await anext(sound) == Pcm(24_000, TONE[:100])
        rest.set()
        assert b"".join([pcm.samples async for pcm in sound]) == TONE[100:]


async def test_closing_the_sound_closes_the_request():
    answer = Answer(in_pieces(TONE * 200, 4096, 0.001))
    async with speech_server(answer) as server, aclosing(SpeechClient()) as client:
        sound = openai(server.base_url, client).synthesize("Hello.", "en")
        await anext(sound)
        await sound.aclose()
        async with asyncio.timeout(5):
            while not server.broken:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    "answer",
    [
        Answer((wav(TONE, 24_000, declared=0xFFFFFFFF),), content_type="audio/pcm"),
        Answer((wav(TONE, 24_000),), content_type="audio/mpeg"),
        Answer(in_pieces(TONE, 960)),
        Answer((TONE,), content_type="application/octet-stream"),
        Answer(in_pieces(gzip.compress(TONE), 700), headers=("content-encoding: gzip",)),
    ],
)
async def test_any_container_under_any_content_type_is_played(answer):
    async with speech_server(answer) as server:
        assert await collected(server.base_url) == TONE


async def test_compressed_sound_is_played():
    async with speech_server(Answer(in_pieces(flac(TONE), 700), content_type="audio/mpeg")) as server:
        assert len(array("h", await collected(server.base_url))) == pytest.approx(24_000, rel=0.05)


@pytest.mark.parametrize(
    ("answer", "code", "message"),
    [
        (Answer((60.0,)), "timeout", "took too long"),
        (Answer((TONE[:200], 60.0)), "timeout", "broke off"),
        (Answer((TONE[:200],), is_cut=True), "cut_sound", "closed the connection"),
        (Answer((b'{"error": {"message": "boom"}}',), status=500, content_type="application/json"), None, "boom"),
        (Answer((b'{"error": {"message": "bad key"}}',), status=401, content_type="application/json"), None, "key"),
        (Answer((b'{"error": {"message": "soon"}}',), status=429, content_type="application/json"), None, "soon|many"),
        (Answer((b'{"message": "no model"}',), content_type="application/json"), "no_sound", "no model"),
        (Answer(()), "no_sound", "sent nothing"),
        (Answer((b"",), status=302, headers=("location: http://192.0.2.1/x",)), "redirected", "another"),
        (Answer((b"This is not gzip.",), headers=("content-encoding: gzip",)), "cut_sound", "broke off"),
        (Answer((b'{"error": {"message": "boom"}}',), status=500, is_cut=True), None, "boom"),
    ],
)
async def test_a_fault_is_an_error_with_a_cause_and_a_next_step(answer, code, message):
    async with speech_server(answer) as server:
        with pytest.raises(SpeechError, match=message) as raised:
            await collected(server.base_url)
    assert code in {None, raised.value.code}
    assert raised.value.next_step


async def test_the_key_is_in_no_error():
    body = f'{{"error": {{"message": "wrong key {KEY}"}}}}'.encode()
    async with speech_server(Answer((body,), status=400, content_type="application/json")) as server:
        with pytest.raises(SpeechError) as raised:
            await collected(server.base_url)
    assert KEY not in str(raised.value)


async def test_no_server_is_an_error():
    with pytest.raises(SpeechError, match="does not answer"):
        await collected("http://127.0.0.1:9/v1")


async def test_gpt_sovits_gets_its_own_request_and_streams_a_wav():
    sound = wav(TONE, 32_000, declared=0)
    async with speech_server(Answer(in_pieces(sound, 1000), content_type="audio/wav")) as server:
        sounds = await spoken_by_sovits(server.base_url.removesuffix("/v1"), "/voices/mikan.wav")
    assert b"".join(each.samples for each in sounds) == TONE
    assert {each.rate for each in sounds} == {32_000}
    expected = {"text": "你好。", "text_lang": "zh", "ref_audio_path": "/voices/mikan.wav", "prompt_text": ""}
    assert expected.items() <= server.requests[0].items()
    assert server.requests[0]["streaming_mode"] is True
    assert server.headers[0].startswith("POST /tts ")


async def test_an_error_of_gpt_sovits_is_told():
    answer = Answer((b'{"message": "ref_audio_path is required"}',), status=400, content_type="application/json")
    async with speech_server(answer) as server:
        with pytest.raises(SpeechError, match="ref_audio_path is required"):
            await spoken_by_sovits(server.base_url, "")
