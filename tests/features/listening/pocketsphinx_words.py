"""Recognises the English words of a WAV file on standard input, of 16 kHz, by pocketsphinx, and prints them.

Run with PYTHONPATH=.tools/recognizer, where `.setup/install.py voice` installs it.
"""

import io
import sys
import wave

from pocketsphinx import Decoder


def main() -> None:
    """Prints the words."""
    with wave.open(io.BytesIO(sys.stdin.buffer.read())) as file:
        samples = file.readframes(file.getnframes())
    decoder = Decoder(samprate=16_000, loglevel="FATAL")
    decoder.start_utt()
    decoder.process_raw(samples, full_utt=True)
    decoder.end_utt()
    found = decoder.hyp()
    sys.stdout.write(found.hypstr if found is not None else "")


if __name__ == "__main__":
    main()
