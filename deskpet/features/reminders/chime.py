"""A soft chime: generated once, and played by a program of the system, since Qt's own sound is a large extra."""

import array
import io
import logging
import math
import shutil
import subprocess
import sys
import wave
from pathlib import Path

from deskpet.config import paths
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.processes.threads import run_in_thread

_RATE = 44_100
# Frequency in Hz and start in seconds of each tone: E5 and A5.
_TONES = ((659.26, 0.0), (880.0, 0.16))
_SECONDS, _VOLUME, _DECAY, _ATTACK = 1.1, 0.22, 5.0, 0.008
_PLAYERS = (
    ("pw-play",), ("paplay",), ("aplay", "-q"), ("ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"), ("afplay",),
)  # fmt: skip
_LONGEST_SECONDS = 10.0

logger = logging.getLogger(__name__)


async def play() -> bool:
    """Play the chime in the background. Returns False if this system has no program for it."""
    return await run_in_thread(_play)


def samples() -> "array.array[int]":
    """Return the chime as 16-bit mono samples: bell tones that begin softly and fade."""
    count = round(_RATE * _SECONDS)
    return array.array("h", (round(32_767 * _VOLUME * _level(index / _RATE)) for index in range(count)))


def _level(seconds: float) -> float:
    """Return the sum of the tones at a time, within -1 to 1."""
    total = 0.0
    for frequency, start in _TONES:
        age = seconds - start
        if age > 0:
            loudness = min(age / _ATTACK, 1.0) * math.exp(-_DECAY * age)
            # An overtone that fades faster makes it a bell.
            overtone = 0.25 * math.exp(-_DECAY * age) * math.sin(2 * math.pi * 2.76 * frequency * age)
            total += loudness * (math.sin(2 * math.pi * frequency * age) + overtone)
    # Without a click at the end.
    return total / (1.25 * len(_TONES)) * min((_SECONDS - seconds) / 0.1, 1.0)


def write(file: Path) -> None:
    """Write the chime as a WAV file. Raises OSError."""
    tones = samples()
    if sys.byteorder == "big":
        tones.byteswap()
    content = io.BytesIO()
    with wave.open(content, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(_RATE)
        out.writeframes(tones.tobytes())
    write_atomically(file, content.getvalue(), durable=False)


def _play() -> bool:
    file = paths.model_cache_folder().parent / "chime.wav"
    try:
        if not file.is_file():
            write(file)
        return _play_file(file)
    except (OSError, subprocess.SubprocessError) as error:
        logger.info("the chime can't be played: %s", error)
        return False


def _play_file(file: Path) -> bool:
    if sys.platform == "win32":
        import winsound

        winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_NODEFAULT)
        return True
    player = next((command for command in _PLAYERS if shutil.which(command[0])), None)
    if player is None:
        return False
    done = subprocess.run((*player, str(file)), timeout=_LONGEST_SECONDS, check=False, capture_output=True)
    return done.returncode == 0
