"""Draws a spoken answer as it was heard: its words, the recorded sound, and her mouth below it.

    python -m tests.features.voice.picture FILE.svg

espeak-ng speaks a short answer by a sound server without a sound card, whose output is recorded. The words stand where
they were heard, and the letters below the mouth are the vowels that shape it.
"""

import argparse
import asyncio
import itertools
import os
import time
from array import array
from dataclasses import dataclass
from pathlib import Path

from deskpet.features.voice.playback.player import Player
from deskpet.features.voice.speaker import Speaker
from deskpet.features.voice.synthesis.system_voice import SystemVoice
from deskpet.pet.vowels import OPENING, Vowel
from tests.features.voice.sound_server import RATE, Recording, null_sink

_ANSWER = (
    "Good morning! I read your file:\n\n```python\nprint(sum(numbers))\n```\n\nIt adds all numbers, and prints them."
)
_WIDTH, _MARGIN, _TEXT, _WAVE, _MOUTH, _FOOT = 960, 28, 44, 116, 84, 30
_GAP, _BAR, _BAR_GAP = 14, 3, 2
# The width of a letter, about.
_LETTER = 7.8
_FRAME_SECONDS = 1 / 60
_LOUDEST = 32768
_FONT = "system-ui, sans-serif"


@dataclass(frozen=True, slots=True)
class Frame:
    """Her mouth at a time in seconds, and how many characters were heard."""

    at: float
    opening: float
    vowel: Vowel
    heard: int


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """The recorded sound from its first word on, and the frames of the mouth."""

    samples: array
    frames: list[Frame]

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE


async def record(environment: dict[str, str]) -> SpokenTurn:
    """Speaks the answer and records it."""
    recording, player = Recording(environment), Player()
    speaker = Speaker(SystemVoice(speed=0.9), player)
    began, frames = time.monotonic(), list[Frame]()
    speaker.feed(_ANSWER)
    speaker.finish()
    while not speaker.is_finished:
        vowel = speaker.vowel
        opening = player.buffer.opening_now() * (1 + OPENING[vowel]) / 2
        frames.append(Frame(time.monotonic(), opening, vowel, speaker.heard_up_to))
        await asyncio.sleep(_FRAME_SECONDS)
    await asyncio.sleep(0.2)
    start, samples = recording.sample_at(began), array("h", bytes(recording.samples))
    first = next(n for n in range(start, len(samples)) if abs(samples[n]) > 300) - RATE // 10
    last = next(n for n in range(len(samples) - 1, first, -1) if abs(samples[n]) > 300) + RATE // 5
    await player.close()
    recording.close()
    zero = recording.time_of(first)
    moved = [Frame(each.at - zero, each.opening, each.vowel, each.heard) for each in frames]
    return SpokenTurn(samples[first:last], [each for each in moved if 0 <= each.at <= (last - first) / RATE])


def drawing(turn: SpokenTurn) -> str:
    """Returns the picture as SVG. It has a background of its own, for light and dark pages."""
    height = _MARGIN + _TEXT + _WAVE + _GAP + _MOUTH + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" font-family="{_FONT}">',
        "<title>A spoken answer: its words, the recorded sound, and her mouth</title>",
        '<defs><linearGradient id="mouth" x1="0" y1="0" x2="0" y2="1">',
        '<stop offset="0" stop-color="#f08a3c" stop-opacity=".75"/>',
        '<stop offset="1" stop-color="#f08a3c" stop-opacity=".12"/></linearGradient></defs>',
        f'<rect x=".5" y=".5" width="{_WIDTH - 1}" height="{height - 1}" rx="16" fill="#fffaf3" stroke="#ecdfcf"/>',
        *_words(turn),
        *_wave(turn),
        *_mouth(turn),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _x(turn: SpokenTurn, at: float) -> float:
    return _MARGIN + (_WIDTH - 2 * _MARGIN) * at / turn.seconds


def _words(turn: SpokenTurn) -> list[str]:
    """Returns each word where the one before was heard, and a chip where code is left out."""
    drawn, y = list[str](), _MARGIN + 12
    at = next(each.at for each in turn.frames if each.opening > 0.1)
    code, code_end = _ANSWER.index("```"), _ANSWER.rindex("```") + 3
    end, right, has_chip = 0, 0.0, False
    for word in _ANSWER.split():
        start = _ANSWER.index(word, end)
        end = start + len(word)
        if code <= start < code_end:
            continue
        if start >= code_end and not has_chip:
            has_chip = True
            drawn += _chip(right + 10, y)
            right += 100
        x = max(_x(turn, at), right + 8)
        drawn.append(f'<text x="{x:.1f}" y="{y}" font-size="14" fill="#3d2c22">{word}</text>')
        right = x + _LETTER * len(word)
        at = next((each.at for each in turn.frames if each.heard >= end), turn.seconds)
    return drawn


def _chip(x: float, y: float) -> list[str]:
    return [
        f'<rect x="{x:.1f}" y="{y - 15}" width="80" height="21" rx="10.5" fill="#f3e7d8"/>',
        f'<text x="{x + 40:.1f}" y="{y}" font-size="12" fill="#9a8676" text-anchor="middle">code: silent</text>',
    ]


def _wave(turn: SpokenTurn) -> list[str]:
    """Returns bars as high as the loudest sample of their time."""
    middle, step, count = _MARGIN + _TEXT + _WAVE / 2 - 14, _BAR + _BAR_GAP, len(turn.samples)
    bars = (_WIDTH - 2 * _MARGIN) // step
    loudest = max(map(abs, turn.samples)) or _LOUDEST
    lines = list[str]()
    for number in range(bars):
        part = turn.samples[count * number // bars : count * (number + 1) // bars]
        half = max(max(map(abs, part), default=0) / loudest * (_WAVE / 2), 0.6)
        lines.append(f"M{_MARGIN + number * step + _BAR / 2:.1f} {middle - half:.1f}v{2 * half:.1f}")
    return [f'<path d="{"".join(lines)}" stroke="#2f8f83" stroke-width="{_BAR}" stroke-linecap="round"/>']


def _mouth(turn: SpokenTurn) -> list[str]:
    """Returns the opening of the mouth, and below it each vowel that lasts long enough to be seen."""
    bottom = _MARGIN + _TEXT + _WAVE + _GAP + _MOUTH - 14
    points = [f"{_x(turn, each.at):.1f} {bottom - each.opening * _MOUTH:.1f}" for each in turn.frames]
    ends = f"M{_x(turn, turn.frames[0].at):.1f} {bottom}L", f"L{_x(turn, turn.frames[-1].at):.1f} {bottom}Z"
    drawn = [
        f'<path d="{ends[0]}{"L".join(points)}{ends[1]}" fill="url(#mouth)"/>',
        f'<path d="M{"L".join(points)}" fill="none" stroke="#d9691b" stroke-width="1.8" stroke-linejoin="round"/>',
    ]
    for vowel, group in itertools.groupby(turn.frames, lambda each: each.vowel):
        run = list(group)
        if vowel is Vowel.CLOSED or run[-1].at - run[0].at < 0.05 or max(each.opening for each in run) < 0.1:
            continue
        x = _x(turn, (run[0].at + run[-1].at) / 2)
        drawn.append(
            f'<text x="{x:.1f}" y="{bottom + 20}" font-size="12" fill="#b0571a" text-anchor="middle">{vowel}</text>'
        )
    return drawn


def main() -> int:
    """Records, and writes the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    with null_sink() as environment:
        os.environ.update(environment)
        turn = asyncio.run(record(environment))
    options.file.write_text(drawing(turn), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
