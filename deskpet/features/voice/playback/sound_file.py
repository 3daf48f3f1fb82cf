"""Read the file of a short sound, such as that of a motion, which may be hostile."""

import itertools
from pathlib import Path

from deskpet.features.voice.playback.sound_library import miniaudio
from deskpet.features.voice.sound import Pcm, SpeechError
from deskpet.filesystem.bounded import read_bounded
from deskpet.pet.optional_parts import MAX_SOUND_BYTES
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

MAX_SECONDS = 60
"""The rest of a longer sound is cut off."""
RATE = 48_000
# Seconds of each piece: so little work on the event loop at a time.
_PIECE_SECONDS = 0.25


def read_sound(file: Path) -> list[Pcm]:
    """Return the sound of a WAV, MP3, OGG (Vorbis) or FLAC file, in short pieces. Blocks; raises SpeechError."""
    library = miniaudio()
    frames = round(RATE * _PIECE_SECONDS)
    try:
        data = read_bounded(file, MAX_SOUND_BYTES)
        stream = library.stream_memory(data, nchannels=1, sample_rate=RATE, frames_to_read=frames)
        most = round(MAX_SECONDS / _PIECE_SECONDS)
        pieces = [Pcm(RATE, bytes(samples)) for samples in itertools.islice(stream, most)]
    except OSError as error:
        raise _unplayable(file, tr("The file can't be read: {why}.", why=reason_of(error))) from error
    except library.MiniaudioError as error:
        raise _unplayable(file, tr("It is damaged, or in a format that can't be played.")) from error
    if not any(pcm.samples for pcm in pieces):
        raise _unplayable(file, tr("There is no sound in it."))
    return pieces


def _unplayable(file: Path, cause: str) -> SpeechError:
    title = tr("The sound {name} of a motion can't be played", name=file.name)
    return SpeechError("motion_sound", title, cause, tr("Put a good file there."))
