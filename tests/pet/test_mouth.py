"""The mouth in numbers: alive while words come, shut when they don't, and never in a jerk."""

import itertools
import random
from collections.abc import Iterable

import pytest

from deskpet.pet.lip_sync import LipSync

FRAME = 1 / 60
WORDS = "Once upon a time there was a little fox who loved mandarins, and she lived on a desktop. "


def spoken(pieces: Iterable[tuple[float, str]], seconds: float, seed: int = 1) -> list[float]:
    """How far the mouth is open, frame by frame, when each piece comes at its time."""
    mouth, coming, opened = LipSync(random.Random(seed)), list(pieces), []
    for frame in range(round(seconds / FRAME)):
        now = frame * FRAME
        while coming and coming[0][0] <= now:
            mouth.say(coming.pop(0)[1], now)
        opened.append(mouth.at(now)[0])
    return opened


def stream(text: str, size: int, every: float) -> list[tuple[float, str]]:
    return [(0.05 + i * every, text[at : at + size]) for i, at in enumerate(range(0, len(text), size))]


def peaks(opened: list[float]) -> list[int]:
    """The frames at which the mouth was widest, before it began to shut."""
    return [i for i in range(1, len(opened) - 1) if opened[i - 1] < opened[i] >= opened[i + 1] and opened[i] > 0.15]


@pytest.mark.parametrize(
    ("size", "every", "text"),
    [(4, 0.04, WORDS), (1, 0.01, WORDS), (30, 0.4, WORDS), (2, 0.08, "昔々、あるところに小さな狐がいました。" * 3)],
)
def test_it_speaks_in_syllables_of_their_own_length_and_width(size: int, every: float, text: str) -> None:
    pieces = stream(text, size, every)
    opened = spoken(pieces, pieces[-1][0])
    at = peaks(opened)
    a_second = len(at) / pieces[-1][0]
    assert 3 <= a_second <= 9
    assert len({b - a for a, b in itertools.pairwise(at)}) >= 2
    assert max(opened[i] for i in at) - min(opened[i] for i in at) > 0.1
    assert max(opened) > 0.5


@pytest.mark.parametrize("seed", range(5))
def test_it_never_jerks(seed: int) -> None:
    opened = spoken(stream(WORDS, 5, 0.13), 4, seed)
    assert max(abs(b - a) for a, b in itertools.pairwise(opened)) <= 0.3


@pytest.mark.parametrize("seed", range(5))
def test_it_is_shut_within_150_ms_of_silence(seed: int) -> None:
    pieces = stream(WORDS, 3, 0.03)
    last = pieces[-1][0]
    opened = spoken(pieces, last + 1, seed)
    assert max(opened[round(last / FRAME) - 30 : round(last / FRAME)]) > 0.3
    assert max(opened[round((last + 0.15) / FRAME) + 1 :]) == 0.0


def test_what_comes_in_one_piece_is_spoken_for_a_while() -> None:
    opened = spoken([(0.0, WORDS)], 2)
    assert len(peaks(opened[: round(0.6 / FRAME)])) >= 3
    assert max(opened[round(0.75 / FRAME) :]) == 0.0


def test_it_stops_when_it_is_told_to() -> None:
    mouth = LipSync(random.Random(1))
    mouth.say(WORDS, 0.0)
    assert max(mouth.at(frame * FRAME)[0] for frame in range(12)) > 0.3
    mouth.be_silent()
    assert [mouth.at(0.2 + frame * FRAME)[0] for frame in range(5)][-1] == 0.0


@pytest.mark.parametrize("text", ["...", "\n\n", "   ", "hmm", "**", "```"])
def test_what_is_no_syllable_opens_no_mouth(text: str) -> None:
    assert max(spoken([(0.0, text)], 1)) == 0.0


@pytest.mark.parametrize("text", ["Ångström", "Привет", "γειά", "שלום", "नमस्ते", "안녕하세요", "42"])
def test_it_speaks_every_language(text: str) -> None:
    assert max(spoken([(0.0, text)], 1)) > 0.1


def test_the_face_gets_its_mouth_back_by_and_by() -> None:
    mouth = LipSync(random.Random(1))
    assert mouth.at(0.0) == (0.0, 0.0)
    mouth.say("Hello", 0.0)
    weights = [mouth.at(frame * FRAME)[1] for frame in range(90)]
    assert max(weights) == 1.0
    assert weights[-1] == 0.0
    assert max(abs(b - a) for a, b in itertools.pairwise(weights)) < 0.2
