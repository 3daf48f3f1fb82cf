"""What the offline companion says: a question, the time and what the character can do in, a script out. Pure.

The words stand in companion.toml; its head explains the marks in them.
"""

import re
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Say:
    """Words, in markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Silence, in seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Cue:
    """A call: `kind` is `face` or `move`, `name` an expression or a motion group that exists."""

    kind: str
    name: str


class Audience(StrEnum):
    """Where the companion talks; what a newcomer is to do next depends on it."""

    DESKTOP = "desktop"
    WELCOME = "welcome"
    TERMINAL = "terminal"


Step = Say | Wait | Cue
Subject = dict[str, list[str]]
Script = list[list[Step]]
"""The requests of an answer, each a list of steps."""

_MARK = re.compile(r"\{(face|move|wait):([^}]*)\}")
_KANA = re.compile(r"[぀-ヿ]")
_HAN = re.compile(r"[㐀-鿿]")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERS = {"three": 3, "five": 5, "ten": 10, "三": 3, "五": 5, "十": 10}


@dataclass(frozen=True, slots=True)
class Question:
    """What the companion goes by: the words, the moment, the expressions and motions that may be called, the place.

    `spoken` is the language in use; it decides where the words don't show theirs.
    """

    text: str
    now: datetime
    faces: Sequence[str] = ()
    moves: Sequence[str] = ()
    where: Audience = Audience.DESKTOP
    spoken: str = "en"


def script(question: Question) -> Script:
    """The answer. The same question at the same time has the same answer."""
    language = language_of(question.text, question.spoken)
    subject, wanted = _subject(question, language)
    entry = _words()[language][subject]
    answers = entry.get(question.where, entry["say"])
    chosen: str = answers[zlib.crc32(f"{question.text}{question.now:%H%M}".encode()) % len(answers)]
    filled = _filled(chosen, question, language)
    return [list(_steps(part, question, wanted)) for part in filled.split("||")]


def language_of(text: str, spoken: str = "en") -> str:
    """`ja` where there is kana, `en` where there are letters alone. Chinese characters are shared: `spoken` decides."""
    if _KANA.search(text):
        return "ja"
    if _HAN.search(text):
        return "ja" if spoken == "ja" else "zh"
    return "en" if _LETTER.search(text) else spoken


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads((files("deskpet.llm") / "companion.toml").read_text(encoding="utf-8"))


def _subject(question: Question, language: str) -> tuple[str, dict[str, str]]:
    """What the question is about, and the face and the move it names."""
    said = question.text.lower()
    named = {
        kind: name
        for kind, existing in (("face", question.faces), ("move", question.moves))
        if (name := _named(kind, existing, said))
    }
    entries: dict[str, Any] = _words()[language]
    for subject, entry in entries.items():
        if subject not in ("greet", "sad") and _matches(entry, said):
            return subject, named
    for kind in ("move", "face"):
        if kind in named:
            return kind, named
    later = (each for each in ("sad", "greet") if _matches(_words()[language][each], said))
    return next(later, "else"), named


def _matches(entry: Any, said: str) -> bool:
    """Whether a subject's words are in what was said; what is no subject matches nothing."""
    return isinstance(entry, dict) and any(_contains(said, word) for word in cast(Subject, entry).get("match", ()))


def _contains(said: str, word: str) -> bool:
    """Whole words where words have spaces between them: `hi` is not in `this`."""
    if word.isascii():
        return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", said) is not None
    return word in said


def _named(kind: str, existing: Sequence[str], said: str) -> str | None:
    synonyms = _words()["words"][kind]
    for name in existing:
        if any(_contains(said, word) for word in (name.lower(), *synonyms.get(name, ()))):
            return name
    return None


def _filled(answer: str, question: Question, language: str) -> str:
    words, now = _words()[language], question.now
    months = words.get("months")
    month_name = months[now.month - 1] if months else ""
    day = words["date_format"].format(year=now.year, month=now.month, day=now.day, month_name=month_name)
    values = {
        "time": f"{now:%H:%M}",
        "date": day,
        "weekday": words["weekdays"][now.weekday()],
        "model_hint": words["model_hint"][question.where],
        "faces": _listed(question.faces, words),
        "moves": _listed(question.moves, words),
        "countdown": _countdown(question.text),
    }
    return re.sub(r"\{(\w+)\}", lambda mark: values.get(mark[1], mark[0]), answer)


def _listed(existing: Sequence[str], words: Mapping[str, Any]) -> str:
    """What there is, as it is called in this language; all of it by its own name where nothing of it is known."""
    names: Mapping[str, str] = words["names"]
    return str(words["comma"]).join([names[name] for name in existing if name in names] or existing) or "—"


def _countdown(said: str) -> str:
    digits = re.search(r"\d+", said)
    spelled = next((number for word, number in _NUMBERS.items() if word in said.lower()), 5)
    start = min(max(int(digits[0]) if digits and len(digits[0]) < 4 else spelled, 1), 20)
    return "".join(f"{number}… {{wait:0.8}}" for number in range(start, 0, -1))


def _steps(part: str, question: Question, wanted: Mapping[str, str]) -> Iterator[Step]:
    after = 0
    for mark in _MARK.finditer(part):
        if before := part[after : mark.start()]:
            yield Say(before)
        after = mark.end()
        kind, value = mark.groups()
        if kind == "wait":
            yield Wait(float(value))
            continue
        existing = question.faces if kind == "face" else question.moves
        options = [wanted.get(kind, "")] if value == "*" else value.split("|")
        if name := next((option for option in options if option in existing), None):
            yield Cue(kind, name)
    if rest := part[after:]:
        yield Say(rest)
