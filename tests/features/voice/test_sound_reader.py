import asyncio
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.features.voice.synthesis.engine import MAX_BYTES
from deskpet.features.voice.synthesis.sound_reader import SoundReader
from tests.features.voice.sounds import crossings, flac, silent_mp3, tone, wav

TONE = tone(440, 0.3)


async def read(data: bytes, content_type: str = "", size: int = 1 << 20) -> list[Pcm]:
    """Returns the sound of `data`, fed in pieces of `size`."""
    reader = SoundReader(content_type)
    sound = [pcm for start in range(0, len(data), size) for pcm in reader.feed(data[start : start + size])]
    return sound + [pcm async for pcm in reader.close()]


def joined(sound: list[Pcm]) -> bytes:
    return b"".join(each.samples for each in sound)


@pytest.mark.parametrize("size", [1, 2, 7, 4096, 1 << 20])
@pytest.mark.parametrize(
    ("data", "rate"),
    [
        (TONE, 24_000),
        (wav(TONE, 16_000), 16_000),
        (wav(TONE, 22_050, declared=0), 22_050),
        (wav(TONE, 32_000, declared=0xFFFFFFFF), 32_000),
        (wav(TONE, 44_100, declared=100), 44_100),
        (wav(TONE, 24_000, trailer=b"LIST\x04\0\0\0abcd"), 24_000),
    ],
)
async def test_uncompressed_sound_is_read_from_any_pieces_whatever_its_header_says(data, rate, size):
    sound = await read(data, size=size)
    assert joined(sound) == TONE
    assert {each.rate for each in sound} == {rate}


async def test_raw_sound_is_passed_on_before_its_end():
    reader = SoundReader()
    assert joined([*reader.feed(TONE[:21])]) == TONE[:20]


@pytest.mark.parametrize(
    ("content_type", "rate"),
    [
        ("audio/pcm; rate=16000", 16_000),
        ("audio/L16;codec=pcm;rate=44100", 44_100),
        ("audio/pcm; rate=5", 24_000),
        ("", 24_000),
    ],
)
async def test_the_rate_of_raw_sound_comes_from_the_content_type(content_type, rate):
    assert {each.rate for each in await read(TONE, content_type)} == {rate}


async def test_stereo_and_other_sample_types_become_mono():
    mono = array("h", TONE)
    stereo = array("h", [value for each in mono for value in (each, each)]).tobytes()
    floats = array("f", [value / 32768 for value in mono]).tobytes()
    for data in (wav(stereo, 24_000, channels=2), wav(floats, 24_000, code=3, bits=32)):
        sound = joined(await read(data))
        assert max(abs(a - b) for a, b in zip(array("h", sound), mono, strict=True)) <= 1


@pytest.mark.parametrize("content_type", ["audio/flac", "audio/pcm", "text"])
async def test_compressed_sound_is_found_by_its_first_bytes(content_type):
    sound = await read(flac(TONE), content_type if content_type != "text" else "")
    assert sum(each.seconds for each in sound) == pytest.approx(0.3, abs=0.02)
    assert crossings(joined(sound), sound[0].rate) == pytest.approx(440, rel=0.05)


async def test_an_mp3_is_decoded():
    sound = await read(silent_mp3(20), "audio/mpeg")
    assert sum(each.seconds for each in sound) == pytest.approx(20 * 1152 / 44_100, abs=0.1)


async def test_quiet_raw_sound_is_not_taken_for_an_mp3():
    quiet = array("h", [-1, -1, -2, -1] * 100).tobytes()
    assert joined(await read(quiet)) == quiet


@pytest.mark.parametrize(
    ("data", "content_type", "message"),
    [
        (b"", "audio/pcm", "sent nothing"),
        (b'{"error": {"message": "no such voice"}}', "application/json", "no such voice"),
        (b'{"detail": "model is loading"}', "", "model is loading"),
        (b"<!doctype html><p>Login", "text/html", "<!doctype html>"),
        (b'data: {"type": "speech.audio.delta"}', "text/event-stream", "speech.audio.delta"),
        (b"RIFF\0\0\0\0AVI LIST", "audio/wav", "RIFF without WAVE"),
        (wav(TONE, 24_000)[:30], "audio/wav", "incomplete"),
        (wav(TONE, 24_000, code=17), "audio/wav", "format 17"),
        (wav(TONE, 7), "audio/wav", "7 Hz"),
        (b"OggS\0\2" + bytes(22) + b"\1\x13OpusHead" + bytes(40), "audio/ogg", "damaged, or in a format"),
        (b"\0\0\0\x20ftypM4A " + bytes(40), "audio/mp4", "AAC, Opus"),
        (b"fLaC" + bytes(100), "audio/flac", "damaged, or in a format"),
        (b"ID3" + bytes(100), "audio/mpeg", "damaged, or in a format"),
    ],
)
@pytest.mark.parametrize("size", [1, 1 << 20])
async def test_bytes_that_are_no_sound_are_an_error_with_its_reason(data, content_type, message, size):
    with pytest.raises(SpeechError, match=message) as raised:
        await read(data, content_type, size)
    assert raised.value.next_step


async def test_endless_bytes_are_refused():
    with pytest.raises(SpeechError, match="does not end"):
        await read(b"ID3" + bytes(MAX_BYTES), "audio/mpeg")


def outcome(data: bytes, content_type: str = "") -> list[Pcm] | SpeechError:
    """Returns the sound of `data`, or why there is none."""
    try:
        return asyncio.run(read(data, content_type, 64))
    except SpeechError as error:
        return error


@given(
    st.sampled_from([b"", b"RIFF", b"RIFF\0\0\0\0WAVE", b"fLaC", b"OggS", b"ID3", b"\xff\xfb\x90", b"{"]),
    st.binary(max_size=400),
    st.sampled_from(["", "audio/wav", "audio/mpeg", "application/json"]),
)
def test_any_bytes_are_sound_or_a_plain_error(start, rest, content_type):
    match outcome(start + rest, content_type):
        case SpeechError() as error:
            assert error.title
            assert error.cause
            assert error.next_step
        case sound:
            assert all(len(each.samples) % 2 == 0 for each in sound)
