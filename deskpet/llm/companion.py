"""Generates the answers of the offline companion from a question, the time and the character's abilities.

The texts and the syntax of their placeholders are in companion.toml.
"""

import json
import re
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, cast

from deskpet.llm.reminder_intents import CancelReminder, Intent, ListReminders, SetReminder, parse_intent

# Widths of texts, a Han or kana character being two wide: longer ones ask for something after the greeting.
_LONGEST_GREETING, _LONGEST_GREETING_QUESTION = 30, 16


@dataclass(frozen=True, slots=True)
class AnswerText:
    """Markdown text."""

    text: str


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause in seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Cue:
    """A tool call: `kind` is `face` or `move`, `name` an existing expression or motion group."""

    kind: str
    name: str


class Audience(StrEnum):
    """The place where the companion answers. Its hint on how to set up a model depends on it."""

    DESKTOP = "desktop"
    WELCOME = "welcome"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of another tool, by its wire name."""

    function: str
    arguments: Mapping[str, Any]


Step = AnswerText | Wait | Cue | Call
Script = list[list[Step]]
"""The steps of an answer, one list for each request."""

_PLACEHOLDER = re.compile(r"\{(face|move|wait):([^}]*)\}")
_KANA = re.compile(r"[぀-ヿ]")
_HAN = re.compile(r"[㐀-鿿]")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERS = {"three": 3, "five": 5, "ten": 10, "三": 3, "五": 5, "十": 10}


@dataclass(frozen=True, slots=True)
class CompanionQuestion:
    """The input for an answer: text, time, the expressions and motions that may be called, and the audience.

    `spoken` is the language of the user interface, used if the language of the text can't be detected. `tools` are the
    wire names of all tools, and `result` is what the first call of the answer returned, None if unknown.
    """

    text: str
    now: datetime
    faces: Sequence[str] = ()
    moves: Sequence[str] = ()
    where: Audience = Audience.DESKTOP
    spoken: str = "en"
    tools: frozenset[str] = frozenset()
    result: str | None = None


def write_answer(question: CompanionQuestion) -> Script:
    """Return the answer. It is deterministic: the same question in the same minute has the same answer."""
    language = detect_language(question.text, question.spoken)
    if "reminder_set" in question.tools and (intent := parse_intent(question.text, question.now)):
        return _reminder_script(intent, question, language)
    subject, mentioned = _subject(question, language)
    if subject == "remind" and "reminder_set" not in question.tools:
        subject = "remind_elsewhere"
    entry = _texts()[language][subject]
    answers = entry.get(question.where, entry["say"])
    template: str = answers[zlib.crc32(f"{question.text}{question.now:%H%M}".encode()) % len(answers)]
    text = _fill_placeholders(template, question, language)
    return [list(_steps(part, question, mentioned)) for part in text.split("||")]


def has_answer(text: str, spoken: str) -> bool:
    """Return whether there is an answer to a message, other than that a model is needed."""
    now = datetime.now().astimezone()
    question = CompanionQuestion(text, now, tuple(_texts()["words"]["face"]), tuple(_texts()["words"]["move"]))
    subject, _ = _subject(question, detect_language(text, spoken))
    return subject != "else" or parse_intent(text, now) is not None


def _reminder_script(intent: Intent, question: CompanionQuestion, language: str) -> Script:
    """Return the call that carries out an intent about reminders, and what is said when its result is there."""
    match intent:
        case SetReminder():
            arguments = {name: value for name, value in asdict(intent).items() if value}
            if not intent.every:
                arguments.pop("unit")
            call, name = Call("reminder_set", arguments), "remind_set"
        case ListReminders():
            call, name = Call("reminder_list", {}), "remind_list"
        case CancelReminder(number):
            call, name = Call("reminder_cancel", {"number": number}), "remind_cancel"
    lines, is_failed = _result_lines(question.result)
    if is_failed:
        name = "remind_failed"
    elif name == "remind_list" and not lines:
        # In text mode the result is part of a message, and only the card shows it.
        name = "remind_shown" if question.result is None else "remind_none"
    say = str(_texts()[language][name]["say"][0]).replace("{result}", lines)
    return [[call], list(_steps(_fill_placeholders(say, question, language), question, {}))]


def _result_lines(result: str | None) -> tuple[str, bool]:
    """Return the reminders that a tool has listed as Markdown, or its error, and whether it failed."""
    try:
        value = json.loads(result or "null")
    except ValueError:
        return "", False
    if isinstance(value, dict) and "error" in value:
        error = cast("dict[str, Any]", value)["error"]
        message = cast("dict[str, Any]", error).get("message", "") if isinstance(error, dict) else error
        return str(message), True
    if not isinstance(value, list):
        return "", False
    items = [cast("dict[str, Any]", each) for each in cast("list[object]", value) if isinstance(each, dict)]
    return "\n".join(f"- **{each['number']}** {each['title']} ({each['note']})" for each in items), False


def detect_language(text: str, spoken: str = "en") -> str:
    """Return `ja` for kana, `en` for other letters. Han characters are Japanese or Chinese depending on `spoken`."""
    if _KANA.search(text):
        return "ja"
    if _HAN.search(text):
        return "ja" if spoken == "ja" else "zh"
    return "en" if _LETTER.search(text) else spoken


@cache
def _texts() -> Mapping[str, Any]:
    return tomllib.loads((files("deskpet.llm") / "companion.toml").read_text(encoding="utf-8"))


def _subject(question: CompanionQuestion, language: str) -> tuple[str, dict[str, str]]:
    """Return the subject of the question, and the names of the expression and motion that it mentions."""
    text = question.text.lower()
    mentioned = {
        kind: name
        for kind, available in (("face", question.faces), ("move", question.moves))
        if (name := _find_name(kind, available, text))
    }
    entries: dict[str, Any] = _texts()[language]
    for subject, entry in entries.items():
        if subject not in ("greet", "sad") and _matches(entry, text):
            return subject, mentioned
    for kind in ("move", "face"):
        if kind in mentioned:
            return kind, mentioned
    # A text with the words of a greeting may be nothing but a greeting.
    longest = _LONGEST_GREETING_QUESTION if any(mark in text for mark in "?？") else _LONGEST_GREETING
    is_short = sum(1 if character.isascii() else 2 for character in text) <= longest
    moods = ("sad", "greet") if is_short else ("sad",)
    fallbacks = (name for name in moods if _matches(_texts()[language][name], text))
    return next(fallbacks, "else"), mentioned


def _matches(entry: Any, text: str) -> bool:
    """Whether `text` contains one of the words of a subject. Other entries of the file never match."""
    return isinstance(entry, dict) and any(
        _contains(text, word) for word in cast("dict[str, list[str]]", entry).get("match", ())
    )


def _contains(text: str, word: str) -> bool:
    """Whether `text` contains `word`; ASCII words match only as whole words."""
    if word.isascii():
        return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text) is not None
    return word in text


def _find_name(kind: str, available: Sequence[str], text: str) -> str | None:
    synonyms = _texts()["words"][kind]
    for name in available:
        if any(_contains(text, word) for word in (name.lower(), *synonyms.get(name, ()))):
            return name
    return None


def _fill_placeholders(answer: str, question: CompanionQuestion, language: str) -> str:
    texts, now = _texts()[language], question.now
    months = texts.get("months")
    month_name = months[now.month - 1] if months else ""
    day = texts["date_format"].format(year=now.year, month=now.month, day=now.day, month_name=month_name)
    values = {
        "time": f"{now:%H:%M}",
        "date": day,
        "weekday": texts["weekdays"][now.weekday()],
        "model_hint": texts["model_hint"][question.where],
        "faces": _join_names(question.faces, texts),
        "moves": _join_names(question.moves, texts),
        "countdown": _countdown(question.text),
    }
    return re.sub(r"\{(\w+)\}", lambda placeholder: values.get(placeholder[1], placeholder[0]), answer)


def _join_names(available: Sequence[str], texts: Mapping[str, Any]) -> str:
    """Join the translated names; without any translation, join the original names."""
    names: Mapping[str, str] = texts["names"]
    return str(texts["comma"]).join([names[name] for name in available if name in names] or available) or "—"


def _countdown(text: str) -> str:
    digits = re.search(r"\d+", text)
    spelled = next((number for word, number in _NUMBERS.items() if word in text.lower()), 5)
    start = min(max(int(digits[0]) if digits and len(digits[0]) < 4 else spelled, 1), 20)
    return "".join(f"{number}… {{wait:0.8}}" for number in range(start, 0, -1))


def _steps(part: str, question: CompanionQuestion, mentioned: Mapping[str, str]) -> Iterator[Step]:
    end = 0
    for placeholder in _PLACEHOLDER.finditer(part):
        if before := part[end : placeholder.start()]:
            yield AnswerText(before)
        end = placeholder.end()
        kind, value = placeholder.groups()
        if kind == "wait":
            yield Wait(float(value))
            continue
        available = question.faces if kind == "face" else question.moves
        options = [mentioned.get(kind, "")] if value == "*" else value.split("|")
        if name := next((option for option in options if option in available), None):
            yield Cue(kind, name)
    if rest := part[end:]:
        yield AnswerText(rest)
