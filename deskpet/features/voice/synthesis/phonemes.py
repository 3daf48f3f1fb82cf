"""Phonemes of a text in the International Phonetic Alphabet, by the program espeak-ng.

Voices without a lexicon, such as those of Piper, were trained with them. espeak-ng is under the GPL: it is run as a
separate program, never linked or bundled.
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from asyncio.subprocess import DEVNULL, PIPE

from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.spoken_text.language import Language
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

NO_WINDOW = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
"""Windows would open a console for a program."""
INSTALL_COMMAND = "sudo apt-get install espeak-ng"
_VOICES: dict[Language, str] = {"en": "en-us", "zh": "cmn", "ja": "ja"}
_SECONDS = 10.0
# "(en)" marks words that it reads by the rules of another language.
_LANGUAGE_MARK = re.compile(r"\([a-z-]+\)")
# Where espeak-ng ends a line: a mark before a blank or the end, or a fullwidth one.
_MARK = re.compile(r"([.,;:!?])[\"'”’)\]]*(?=\s|$)|([。，、；：！？…])")
_HALFWIDTH = str.maketrans("。，、；：！？…", ".,,;:!?.")


def espeak() -> str | None:
    """Return the path of the program espeak-ng, None without one."""
    return shutil.which("espeak-ng") or shutil.which("espeak")


async def phonemes_of(text: str, language: Language, voice: str = "") -> str:
    """Return the phonemes of a text with its punctuation, decomposed (NFD) as Piper's voices take them.

    voice: the voice of espeak-ng, empty for that of the language. Raises SpeechError if there is no such program, or
    if it fails.
    """
    program = espeak()
    if program is None:
        cause = tr("It reads phonemes, which the program espeak-ng makes of words.")
        raise SpeechError(
            "no_phonemes", tr("This voice needs espeak-ng"), cause, tr("Type: {command}", command=INSTALL_COMMAND)
        )
    arguments = (program, "-q", "--ipa", "--stdin", "-b", "1", "-v", voice or _VOICES[language])
    # One line: espeak-ng would end a sentence at each of them.
    output = await _run(arguments, " ".join(text.split()))
    clauses = [_LANGUAGE_MARK.sub("", line).strip() for line in output.splitlines()]
    return unicodedata.normalize("NFD", _with_marks([each for each in clauses if each], text))


def _with_marks(clauses: list[str], text: str) -> str:
    """Join clauses by the marks of the text; by commas where they are not the same number."""
    marks = [(found[1] or found[2]).translate(_HALFWIDTH) for found in _MARK.finditer(text)]
    if clauses and len(marks) == len(clauses) - 1:
        marks.append(".")
    if len(marks) != len(clauses):
        marks = [*[","] * (len(clauses) - 1), marks[-1] if marks else "."]
    return " ".join(clause + mark for clause, mark in zip(clauses, marks, strict=False))


async def _run(arguments: tuple[str, ...], text: str) -> str:
    try:
        process = await asyncio.create_subprocess_exec(
            *arguments, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=os.environ, creationflags=NO_WINDOW
        )
    except OSError as error:
        raise _failed(reason_of(error)) from error
    try:
        async with asyncio.timeout(_SECONDS):
            output, _ = await process.communicate(text.encode("utf-8", "replace"))
    except TimeoutError:
        raise _failed(tr("It said nothing for {seconds:g} seconds.", seconds=_SECONDS).rstrip(".")) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise _failed(tr("exit code {n}", n=process.returncode))
    return output.decode("utf-8", "replace")


def _failed(reason: str) -> SpeechError:
    title, cause = tr("This voice needs espeak-ng"), tr("espeak-ng failed: {reason}.", reason=reason)
    return SpeechError("no_phonemes", title, cause, tr("Try again, or choose another voice."))
