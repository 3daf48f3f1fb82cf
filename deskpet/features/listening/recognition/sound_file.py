"""Reads a sound file as blocks for a recogniser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deskpet.features.listening.recognition.input_device import sound_library
from deskpet.features.listening.recognition.microphone import BLOCK_SAMPLES
from deskpet.features.listening.recognition.recognizer import MAX_SECONDS, RATE, RecognitionError
from deskpet.text.reasons import reason_of
from deskpet.translation import tr


def blocks_of(file: Path) -> Iterator[bytes]:
    """Yield the sound of a WAV, MP3, FLAC or Vorbis file in blocks of BLOCK_SAMPLES at RATE; the last one is filled up.

    Blocks. Raises RecognitionError if it can't be read, has no sound, or has more than MAX_SECONDS.
    """
    count, size = 0, BLOCK_SAMPLES * 2
    for samples in _stream(file):
        count += 1
        if count * BLOCK_SAMPLES > MAX_SECONDS * RATE:
            raise _unusable(file, tr("It is longer than {n} minutes.", n=MAX_SECONDS // 60), tr("Cut it into parts."))
        yield bytes(samples).ljust(size, b"\0")
    if not count:
        raise _unusable(file, tr("There is no sound in it."), tr("Save it as WAV, MP3, FLAC or Ogg Vorbis."))


def _stream(file: Path) -> Iterator[Any]:
    """Yield pieces of at most BLOCK_SAMPLES. Raises RecognitionError."""
    library = sound_library()
    sample = library.SampleFormat.SIGNED16
    try:
        # The library fails without a reason for a file that can't be opened.
        with file.open("rb"):
            pass
        yield from library.stream_file(
            str(file), nchannels=1, sample_rate=RATE, output_format=sample, frames_to_read=BLOCK_SAMPLES
        )
    except OSError as error:
        raise _unusable(file, reason_of(error), tr("Check the path.")) from error
    except library.MiniaudioError as error:
        cause = tr("It is damaged, or in a format that can't be played.")
        raise _unusable(file, cause, tr("Save it as WAV, MP3, FLAC or Ogg Vorbis.")) from error


def _unusable(file: Path, cause: str, next_step: str) -> RecognitionError:
    title = tr("{file} can't be used", file=file.name)
    return RecognitionError("unusable_recording", title, cause, next_step)
