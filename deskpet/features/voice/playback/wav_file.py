"""Writes sound as a WAV file."""

import io
import wave

from deskpet.features.voice.pcm import SAMPLE_BYTES, Pcm


def wav_file(pcm: Pcm) -> bytes:
    """Return a sound as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(SAMPLE_BYTES)
        out.setframerate(pcm.rate)
        out.writeframes(pcm.samples)
    return file.getvalue()
