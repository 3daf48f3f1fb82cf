"""What a model can show, in words: the prompt and the tools' schemas are made from it, so that nobody asks
for what does not exist.

A model tells it in a character.json beside its settings file; without one the words come from the names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from deskpet.pet import cubism_json
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.problems import Findings, Problem
from deskpet.words import later, tr

FILE_NAME = "character.json"

# The names of what the built-in characters can do, and many others: they are told in the person's language.
_KNOWN = (
    *(later("Neutral"), later("Happy"), later("Excited"), later("Laughing"), later("Wink"), later("Shy")),
    *(later("Sad"), later("Crying"), later("Angry"), later("Surprised"), later("Worried"), later("Sleepy")),
    *(later("Smug"), later("Thinking")),
    *(later("Greet"), later("Nod"), later("Shake"), later("Wave"), later("Think"), later("Surprise")),
    *(later("Sleep"), later("Talk"), later("Idle"), later("Tap head"), later("Tap body"), later("Tap tail")),
)
_CALM = ("neutral", "normal", "default", "calm")


@dataclass(frozen=True, slots=True)
class MotionGroup:
    """Motions that mean the same: when to use them, and how many there are."""

    description: str
    count: int


@dataclass(frozen=True, slots=True)
class Gesture:
    """What the character does of its own accord; either part may be absent."""

    expression: str | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Character:
    """Who lives in the model. Every name in it exists in the model; `taps` is keyed by hit area.

    `expressions` and `motions` are what may be asked for; the rest may also name what the user hid from them.
    """

    name: str
    description: str = ""
    expressions: Mapping[str, str] = field(default_factory=dict[str, str])
    motions: Mapping[str, MotionGroup] = field(default_factory=dict[str, MotionGroup])
    hit_areas: tuple[str, ...] = ()
    default_expression: str | None = None
    idle_group: str | None = None
    greeting: Gesture = Gesture()
    taps: Mapping[str, Gesture] = field(default_factory=dict[str, Gesture])


@dataclass(frozen=True, slots=True)
class CharacterDescription:
    """A character, and what its character.json says that the model does not bear out."""

    character: Character
    problems: tuple[Problem, ...] = ()


def of(model: ModelFile, notes: ModelNotes | None = None) -> Character:
    """The character of a checked model, as its maker describes it and, before that, as the user's notes do."""
    character = read(model).character
    return _noted(character, notes) if notes else character


def _noted(plain: Character, notes: ModelNotes) -> Character:
    """The character with the user's words. What is hidden stays possible where it is asked for by the program."""
    groups = {
        name: replace(group, description=notes.motions.get(name, "").strip() or group.description)
        for name, group in plain.motions.items()
        if name not in notes.hidden_motions
    }
    faces = {
        name: notes.expressions.get(name, "").strip() or words
        for name, words in plain.expressions.items()
        if name not in notes.hidden_expressions
    }
    face, idle = notes.default_expression, notes.idle_group
    return replace(
        plain,
        expressions=faces,
        motions=groups,
        default_expression=face if face in plain.expressions else plain.default_expression,
        idle_group=idle if idle in plain.motions else plain.idle_group,
    )


def read(model: ModelFile) -> CharacterDescription:
    """The character of a checked model, with the faults of its character.json, each of them left out."""
    findings = Findings()
    told = _told(model.folder / FILE_NAME, findings)
    character = _Teller(model, told, findings).character() if told is not None else _derived(model)
    return CharacterDescription(character, findings.problems)


def in_words(name: str) -> str:
    """A name as plain words: `TapBody` and `tap_body` are both `tap body`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|[_\-.@]+", " ", name)
    return " ".join(spaced.lower().split())


def title_of(name: str) -> str:
    """An expression or motion as people call it: `tap_body` is "Tap body", in their own language where it is known."""
    return known_title(name) or in_words(name).capitalize()


def known_title(name: str) -> str | None:
    """The same, of what the built-in characters can do; None of anything else."""
    title = in_words(name).capitalize()
    return tr(title) if title in _KNOWN else None


def _told(path: Path, findings: Findings) -> dict[str, Any] | None:
    if not path.is_file():
        return None
    try:
        value = cubism_json.parse(cubism_json.read_text(path))
        if not isinstance(value, dict):
            raise cubism_json.BadJson(tr("a JSON object was expected"))
    except (cubism_json.BadJson, OSError) as error:
        message = tr("The character's description can't be read: {why}. Plain names are used instead.", why=error)
        findings.mended("bad-character", FILE_NAME, message)
        return None
    return cast(dict[str, Any], value)


def _derived(model: ModelFile) -> Character:
    motions = {group: MotionGroup(in_words(group), count) for group, count in model.motions.items()}
    stem = model.path.name.split(".")[0]
    return Character(
        stem[:1].upper() + stem[1:],
        "",
        {name: in_words(name) for name in model.expressions},
        motions,
        model.hit_areas,
        next((name for name in model.expressions if name.lower() in _CALM), None),
        next((group for group in motions if in_words(group).startswith("idle")), None),
        taps={area: Gesture(group=group) for area in model.hit_areas if (group := _tapped(area, motions))},
    )


def _tapped(area: str, groups: Mapping[str, object]) -> str | None:
    """The motion group that answers a touch of `area`, such as `TapBody` or `flick_head`."""
    words = set(in_words(area).split())
    answers = (group for group in groups if words <= set(in_words(group).split()))
    return next((group for group in answers if in_words(group).startswith(("tap", "flick", "touch"))), None)


class _Teller:
    """Takes from a character.json what the model has, and notes the rest."""

    def __init__(self, model: ModelFile, told: dict[str, Any], findings: Findings) -> None:
        self._model, self._told, self._findings = model, told, findings

    def character(self) -> Character:
        plain = _derived(self._model)
        faces = self._words("expressions", plain.expressions)
        groups = self._words("motions", plain.motions)
        taps = self._section("taps")
        self._note_unknown("taps", taps, plain.hit_areas)
        return Character(
            self._text("name") or plain.name,
            self._text("description"),
            {name: faces.get(name, words) for name, words in plain.expressions.items()},
            {name: MotionGroup(groups.get(name, group.description), group.count)
             for name, group in plain.motions.items()},
            plain.hit_areas,
            self._name("default_expression", self._told, plain.expressions) or plain.default_expression,
            self._name("idle_group", self._told, plain.motions) or plain.idle_group,
            self._gesture("greeting", self._section("greeting")),
            {area: self._gesture(f"taps: {area}", taps[area]) for area in plain.hit_areas if area in taps},
        )  # fmt: skip

    def _words(self, key: str, known: Mapping[str, object]) -> dict[str, str]:
        """The descriptions under `key` of what the model has."""
        words = self._section(key)
        self._note_unknown(key, words, known)
        return {name: text for name, text in words.items() if isinstance(text, str) and text.strip()}

    def _gesture(self, place: str, value: object) -> Gesture:
        parts = cast(dict[str, Any], value) if isinstance(value, dict) else {}
        return Gesture(
            self._name("expression", parts, self._model.expressions, place),
            self._name("group", parts, self._model.motions, place),
        )

    def _name(self, key: str, holder: dict[str, Any], known: Any, place: str = "") -> str | None:
        value = holder.get(key)
        if value is None:
            return None
        if isinstance(value, str) and value in known:
            return value
        self._note(f"{place}: {key}" if place else key, str(value))
        return None

    def _section(self, key: str) -> dict[str, Any]:
        value = self._told.get(key)
        if isinstance(value, dict):
            return cast(dict[str, Any], value)
        if value is not None:
            message = tr("{key} should be an object; it is left out.", key=key)
            self._findings.mended("bad-character", FILE_NAME, message)
        return {}

    def _text(self, key: str) -> str:
        value = self._told.get(key)
        return value.strip() if isinstance(value, str) else ""

    def _note_unknown(self, key: str, names: Mapping[str, Any], known: Any) -> None:
        for name in names:
            if name not in known:
                self._note(key, name)

    def _note(self, place: str, name: str) -> None:
        if name in self._model.left_out:
            return
        message = tr(
            "{place} speaks of “{name}”, which the model does not have; it is left out. Correct it.",
            place=place,
            name=name,
        )
        self._findings.mended("unknown-name", FILE_NAME, message)
