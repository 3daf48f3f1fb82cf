"""The character description of a model: its expressions and motions in words.

The system prompt and the tools' schemas are generated from it, so that the language model can only ask for names that
exist. It is read from a character.json beside the model's settings file; without one it is derived from the names.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from deskpet.pet import cubism_json
from deskpet.pet.body import BodyFile
from deskpet.pet.cubism_json import as_array, as_object
from deskpet.pet.model_file import ModelFile
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.model_settings import Motion
from deskpet.pet.problems import Findings
from deskpet.pet.sprite_file import IDLE, SpriteFile
from deskpet.pet.things import Thing, ThingActivity, Things
from deskpet.translation import tr, tr_noop

FILE_NAME = "character.json"

# Names of expressions, motions and things that are translated: those of the built-in characters, and common ones.
_TRANSLATED_TITLES = (
    *(tr_noop("Neutral"), tr_noop("Happy"), tr_noop("Excited"), tr_noop("Laughing"), tr_noop("Wink"), tr_noop("Shy")),
    *(tr_noop("Sad"), tr_noop("Crying"), tr_noop("Angry"), tr_noop("Surprised"), tr_noop("Worried"), tr_noop("Sleepy")),
    *(tr_noop("Smug"), tr_noop("Thinking")),
    *(tr_noop("Greet"), tr_noop("Nod"), tr_noop("Shake"), tr_noop("Wave"), tr_noop("Think"), tr_noop("Surprise")),
    *(
        tr_noop("Sleep"),
        tr_noop("Doze"),
        tr_noop("Talk"),
        tr_noop("Idle"),
        tr_noop("Tap head"),
        tr_noop("Tap body"),
        tr_noop("Tap tail"),
    ),
    *(tr_noop("Waving"), tr_noop("Jumping"), tr_noop("Failed"), tr_noop("Waiting"), tr_noop("Running")),
    *(tr_noop("Read"), tr_noop("Type")),
    *(tr_noop("Cup"), tr_noop("Book"), tr_noop("Phone"), tr_noop("Pencil"), tr_noop("Laptop"), tr_noop("Glasses")),
    *(tr_noop("Scarf off"), tr_noop("Knitted hat"), tr_noop("Flower crown")),
    *(tr_noop("Running right"), tr_noop("Running left"), tr_noop("Review")),
)
# What the rows of a sprite sheet show, for the language model.
_ROW_MEANINGS = {
    "idle": "stand at rest",
    "running-right": "run to the right",
    "running-left": "run to the left",
    "waving": "wave a greeting",
    "jumping": "jump for joy",
    "failed": "be sad about a failure",
    "waiting": "wait and think",
    "running": "be busy with work",
    "review": "read closely",
}
Activities = Mapping[ThingActivity, tuple[str, ...]]
_CALM = ("neutral", "normal", "default", "calm")


@dataclass(frozen=True, slots=True)
class MotionGroup:
    """A group of interchangeable motions: `description` says when to use it, `count` is the number of motions."""

    description: str
    count: int


@dataclass(frozen=True, slots=True)
class Gesture:
    """An expression and a motion group to show together; either may be None."""

    expression: str | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Character:
    """The description of a model's character. Every name in it exists in the model; `taps` is keyed by hit area.

    `expressions` and `motions` are offered to the language model, without those that the user hid. The other fields
    may also name hidden ones. `activities` has the names of things that it takes by itself. `noted` has the names of
    the expressions and motions that the user described.
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
    things: Things = field(default_factory=dict[str, Thing])
    activities: Activities = field(default_factory=dict[ThingActivity, tuple[str, ...]])
    noted: frozenset[str] = frozenset()


def from_model(model: BodyFile, notes: ModelNotes | None = None) -> Character:
    """Return the character of a checked model. The user's `notes` take precedence over its character.json."""
    character = read(model, Findings())
    return _with_notes(character, notes) if notes else character


def _with_notes(plain: Character, notes: ModelNotes) -> Character:
    """Return the character with the user's descriptions and without hidden names.

    The program itself may still use a hidden expression or idle group.
    """
    groups = {
        name: replace(group, description=notes.motions.get(name, "").strip() or group.description)
        for name, group in plain.motions.items()
        if name not in notes.hidden_motions
    }
    expressions = {
        name: notes.expressions.get(name, "").strip() or words
        for name, words in plain.expressions.items()
        if name not in notes.hidden_expressions
    }
    face, idle = notes.default_expression, notes.idle_group
    return replace(
        plain,
        expressions=expressions,
        motions=groups,
        default_expression=face if face in plain.expressions else plain.default_expression,
        idle_group=idle if idle in plain.motions else plain.idle_group,
        noted=frozenset(name for name, words in (*notes.expressions.items(), *notes.motions.items()) if words.strip()),
    )


def read(model: BodyFile, findings: Findings) -> Character:
    """Return the character of a checked model. Faulty entries of its character.json are noted and ignored."""
    if isinstance(model, SpriteFile):
        return _from_sprites(model)
    description = _load_description(model.folder / FILE_NAME, findings)
    return _from_names(model) if description is None else _DescriptionReader(model, description, findings).character()


def to_words(name: str) -> str:
    """Convert a name to lower-case words: `TapBody` and `tap_body` both give `tap body`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|[_\-.@]+", " ", name)
    return " ".join(spaced.lower().split())


def display_title(name: str) -> str:
    """Return the title of an expression or motion: `tap_body` gives "Tap body", translated if it is a known one."""
    return translated_title(name) or to_words(name).capitalize()


def translated_title(name: str) -> str | None:
    """Return the translated title of a known expression or motion. Returns None for any other name."""
    title = to_words(name).capitalize()
    return tr(title) if title in _TRANSLATED_TITLES else None


def _load_description(path: Path, findings: Findings) -> dict[str, Any] | None:
    if not path.is_file():
        return None
    try:
        value = as_object(cubism_json.parse(cubism_json.read_text(path)))
        if value is None:
            raise cubism_json.BadJson(tr("a JSON object was expected"))
        return value
    except (cubism_json.BadJson, OSError) as error:
        message = tr("The character's description can't be read: {why}. Plain names are used instead.", why=error)
        findings.add_repaired("bad-character", FILE_NAME, message)
        return None


def _from_sprites(model: SpriteFile) -> Character:
    motions = {name: MotionGroup(_ROW_MEANINGS[name], 1) for name in model.motions}
    greeting = Gesture(group="waving")
    return Character(model.name, model.description, motions=motions, idle_group=IDLE, greeting=greeting)


def _from_names(model: ModelFile) -> Character:
    motions = {
        group: MotionGroup(_meaning(group, entries), len(entries)) for group, entries in model.settings.motions.items()
    }
    stem = model.path.name.split(".")[0]
    return Character(
        stem[:1].upper() + stem[1:],
        "",
        {name: to_words(name) for name in model.expressions},
        motions,
        model.hit_areas,
        next((name for name in model.expressions if name.lower() in _CALM), None),
        next((group for group in motions if to_words(group).startswith("idle")), None),
        taps={area: Gesture(group=group) for area in model.hit_areas if (group := _tap_group(area, motions))},
    )


def _meaning(group: str, motions: Iterable[Motion]) -> str:
    """Return the name of a motion group in words, with those of a line that is spoken without a motion."""
    said = next((motion.text for motion in motions if not motion.file and motion.text), "")
    return f"{to_words(group)}; you say aloud: {said}" if said else to_words(group)


def _tap_group(area: str, groups: Mapping[str, object]) -> str | None:
    """Return the motion group to play when `area` is tapped, such as `TapBody` or `flick_head`."""
    words = set(to_words(area).split())
    answers = (group for group in groups if words <= set(to_words(group).split()))
    return next((group for group in answers if to_words(group).startswith(("tap", "flick", "touch"))), None)


class _DescriptionReader:
    """Read the entries of a character.json that the model has, and report the others."""

    def __init__(self, model: ModelFile, description: dict[str, Any], findings: Findings) -> None:
        self._model, self._description, self._findings = model, description, findings

    def character(self) -> Character:
        plain = _from_names(self._model)
        expressions = self._descriptions("expressions", plain.expressions)
        groups = self._descriptions("motions", plain.motions)
        taps = self._section("taps")
        self._report_unknown_names("taps", taps, plain.hit_areas)
        return Character(
            self._text("name") or plain.name,
            self._text("description"),
            {name: expressions.get(name, words) for name, words in plain.expressions.items()},
            {name: MotionGroup(groups.get(name, group.description), group.count)
             for name, group in plain.motions.items()},
            plain.hit_areas,
            self._name("default_expression", self._description, plain.expressions) or plain.default_expression,
            self._name("idle_group", self._description, plain.motions) or plain.idle_group,
            self._gesture("greeting", self._section("greeting")),
            {area: self._gesture(f"taps: {area}", taps[area]) for area in plain.hit_areas if area in taps},
            things := self._things(),
            self._activities(things),
        )  # fmt: skip

    def _things(self) -> dict[str, Thing]:
        found = {name: self._thing(name, as_object(value) or {}) for name, value in self._section("things").items()}
        return {name: thing for name, thing in found.items() if thing}

    def _thing(self, name: str, entry: dict[str, Any]) -> Thing | None:
        place, parameters, meaning = entry.get("place"), as_object(entry.get("parameters")), entry.get("meaning")
        are_numbers = parameters is not None and all(map(cubism_json.is_number, parameters.values()))
        if not isinstance(place, str) or parameters is None or not are_numbers:
            message = tr("The thing “{name}” needs a place, and parameters with numbers; it is left out.", name=name)
            self._findings.add_repaired("bad-character", FILE_NAME, message)
            return None
        words = meaning.strip() if isinstance(meaning, str) else ""
        return Thing(place, parameters, words, entry.get("offered") is not False)

    def _activities(self, things: Things) -> dict[ThingActivity, tuple[str, ...]]:
        section, activities = self._section("activities"), dict[ThingActivity, tuple[str, ...]]()
        self._report_unknown_names("activities", section, {each.value for each in ThingActivity})
        for activity in ThingActivity:
            listed = [str(name) for name in as_array(section.get(activity.value)) or []]
            self._report_unknown_names(f"activities: {activity.value}", dict.fromkeys(listed), things)
            if names := tuple(name for name in listed if name in things):
                activities[activity] = names
        return activities

    def _descriptions(self, key: str, available: Mapping[str, object]) -> dict[str, str]:
        """Return the descriptions under `key`, by name; report names that the model does not have."""
        words = self._section(key)
        self._report_unknown_names(key, words, available)
        return {name: text for name, text in words.items() if isinstance(text, str) and text.strip()}

    def _gesture(self, place: str, value: object) -> Gesture:
        parts = as_object(value) or {}
        return Gesture(
            self._name("expression", parts, self._model.expressions, place),
            self._name("group", parts, self._model.motions, place),
        )

    def _name(self, key: str, holder: dict[str, Any], available: Any, place: str = "") -> str | None:
        value = holder.get(key)
        if value is None:
            return None
        if isinstance(value, str) and value in available:
            return value
        self._report_unknown(f"{place}: {key}" if place else key, str(value))
        return None

    def _section(self, key: str) -> dict[str, Any]:
        section = as_object(value := self._description.get(key))
        if section is None and value is not None:
            message = tr("{key} should be an object; it is left out.", key=key)
            self._findings.add_repaired("bad-character", FILE_NAME, message)
        return section or {}

    def _text(self, key: str) -> str:
        value = self._description.get(key)
        return value.strip() if isinstance(value, str) else ""

    def _report_unknown_names(self, key: str, names: Mapping[str, Any], available: Any) -> None:
        for name in names:
            if name not in available:
                self._report_unknown(key, name)

    def _report_unknown(self, place: str, name: str) -> None:
        if name in self._model.left_out:
            return
        message = tr(
            "{place} speaks of “{name}”, which the model does not have; it is left out. Correct it.",
            place=place,
            name=name,
        )
        self._findings.add_repaired("unknown-name", FILE_NAME, message)
