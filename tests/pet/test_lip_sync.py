"""Lip sync: the mouth moves while text arrives, closes afterwards, and never jumps."""

import itertools
import random
from collections.abc import Iterable

import pytest

from deskpet.pet.lip_sync import LipSync

FRAME = 1 / 60
WORDS = "Once upon a time there was a little fox who loved mandarins, and she lived on a desktop. "


def simulate(pieces: Iterable[tuple[float, str]], seconds: float, seed: int = 1) -> list[float]:
    """Return the mouth opening of each frame, while each piece of text arrives at its time."""
    mouth, waiting, openings = LipSync(random.Random(seed)), list(pieces), []
    for frame in range(round(seconds / FRAME)):
        now = frame * FRAME
        while waiting and waiting[0][0] <= now:
            mouth.add_text(waiting.pop(0)[1], now)
        openings.append(mouth.sample(now)[0])
    return openings


def stream(text: str, size: int, every: float) -> list[tuple[float, str]]:
    return [(0.05 + i * every, text[frames : frames + size]) for i, frames in enumerate(range(0, len(text), size))]


def peaks(openings: list[float]) -> list[int]:
    """Return the frames with a local maximum of the opening."""
    return [
        i
        for i in range(1, len(openings) - 1)
        if openings[i - 1] < openings[i] >= openings[i + 1] and openings[i] > 0.15
    ]


@pytest.mark.parametrize(
    ("size", "every", "text"),
    [(4, 0.04, WORDS), (1, 0.01, WORDS), (30, 0.4, WORDS), (2, 0.08, "昔々、あるところに小さな狐がいました。" * 3)],
)
def test_it_speaks_in_syllables_of_their_own_length_and_width(size: int, every: float, text: str) -> None:
    pieces = stream(text, size, every)
    openings = simulate(pieces, pieces[-1][0])
    frames = peaks(openings)
    a_second = len(frames) / pieces[-1][0]
    assert 3 <= a_second <= 9
    assert len({b - a for a, b in itertools.pairwise(frames)}) >= 2
    assert max(openings[i] for i in frames) - min(openings[i] for i in frames) > 0.1
    assert max(openings) > 0.5


@pytest.mark.parametrize("seed", range(5))
def test_it_never_jumps(seed: int) -> None:
    openings = simulate(stream(WORDS, 5, 0.13), 4, seed)
    assert max(abs(b - a) for a, b in itertools.pairwise(openings)) <= 0.3


@pytest.mark.parametrize("seed", range(5))
def test_it_is_shut_within_150_ms_of_silence(seed: int) -> None:
    pieces = stream(WORDS, 3, 0.03)
    last = pieces[-1][0]
    openings = simulate(pieces, last + 1, seed)
    assert max(openings[round(last / FRAME) - 30 : round(last / FRAME)]) > 0.3
    assert max(openings[round((last + 0.15) / FRAME) + 1 :]) == 0.0


def test_a_single_long_piece_is_spoken_for_a_while() -> None:
    openings = simulate([(0.0, WORDS)], 2)
    assert len(peaks(openings[: round(0.6 / FRAME)])) >= 3
    assert max(openings[round(0.75 / FRAME) :]) == 0.0


def test_stop_closes_the_mouth() -> None:
    mouth = LipSync(random.Random(1))
    mouth.add_text(WORDS, 0.0)
    assert max(mouth.sample(frame * FRAME)[0] for frame in range(12)) > 0.3
    mouth.stop()
    assert [mouth.sample(0.2 + frame * FRAME)[0] for frame in range(5)][-1] == 0.0


@pytest.mark.parametrize("text", ["...", "\n\n", "   ", "hmm", "**", "```"])
def test_text_without_syllables_does_not_open_the_mouth(text: str) -> None:
    assert max(simulate([(0.0, text)], 1)) == 0.0


@pytest.mark.parametrize("text", ["Ångström", "Привет", "γειά", "שלום", "नमस्ते", "안녕하세요", "42"])
def test_every_script_opens_the_mouth(text: str) -> None:
    assert max(simulate([(0.0, text)], 1)) > 0.1


def test_the_weight_fades_in_and_out() -> None:
    mouth = LipSync(random.Random(1))
    assert mouth.sample(0.0) == (0.0, 0.0)
    mouth.add_text("Hello", 0.0)
    weights = [mouth.sample(frame * FRAME)[1] for frame in range(90)]
    assert max(weights) == 1.0
    assert weights[-1] == 0.0
    assert max(abs(b - a) for a, b in itertools.pairwise(weights)) < 0.2
