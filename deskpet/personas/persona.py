"""Personas: their texts and lore, and the prompts and greetings made from them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from deskpet.translation import tr, tr_noop

LONGEST_NAME, LONGEST_TEXT, MOST_LORE, MOST_KEYS = 80, 200_000, 1_000, 20_000
"""Limits: characters of the name and of all texts together, number of lore entries and of their keys."""

MOST_STARTERS, LONGEST_STARTER = 4, 120
"""Limits of what the welcome offers to say: how many texts, and characters of each."""

LONGEST_VOICE = 500
"""Limit of the name of a voice, which may be the path of a reference clip."""

MAX_LORE_CHARS = 20_000
"""Limit of the lore in one request, in characters."""

VoiceSpeed = Annotated[float, Field(ge=0.5, le=2.0)]
VoiceVolume = Annotated[int, Field(ge=0, le=100)]

_PLACEHOLDER = re.compile(r"\{\{\s*(char|user)\s*\}\}|<(bot|char|user)>", re.IGNORECASE)
# Possessive and bounded: a card may hold an unclosed macro of 200,000 letters.
_MACRO = re.compile(r"\{\{\s*+(/{0,2}[a-zA-Z_]{1,100}+)[^{}]{0,2000}+\}\}")
_REMOVED = re.compile(r"\{\{\s*+(?:(?://|comment:)[^}]{0,10000}+|original\s*+)\}\}", re.IGNORECASE)
# Characters of a text that its summary is made from.
_SUMMARY = 300
# In place of an empty name of the user: in prompts, and in greetings.
_USER, _YOU = "the user", "you"


class PersonaError(Exception):
    """A persona that can't be used. The message gives the cause and the next step."""


@dataclass(frozen=True, slots=True)
class Lore:
    """A piece of knowledge, added to the prompt always if `constant`, otherwise if a recent message contains a key.

    With `also`, one of these words has to occur as well.
    """

    content: str
    keys: tuple[str, ...] = ()
    constant: bool = False
    also: tuple[str, ...] = ()

    def matches(self, text: str) -> bool:
        """Whether it belongs into the prompt after `text`, which is case-folded."""
        return self.constant or (_occurs(self.keys, text) and (not self.also or _occurs(self.also, text)))


@dataclass(frozen=True, slots=True)
class Persona:
    """A character. In all texts, {{char}} stands for its name and {{user}} for the name of the user.

    `id` is the stem of its file name, empty before it is saved. `model` overrides the model of the settings unless
    empty, and `connection` names the saved connection of the user that has it; no card sets that. `examples` show its
    way of talking. `greeting`, or one of the alternative `greetings`, starts a conversation. `reminder` comes last in
    the request, where it has the most weight. `voice`, `voice_speed` and `voice_volume`, in percent, override those of
    the settings unless empty or None. `starters` are what the welcome offers to say; without any, it has its own.
    """

    name: str
    prompt: str = ""
    greeting: str = ""
    examples: str = ""
    model: str = ""
    connection: str = ""
    lore: tuple[Lore, ...] = ()
    greetings: tuple[str, ...] = ()
    reminder: str = ""
    voice: str = ""
    voice_speed: VoiceSpeed | None = None
    voice_volume: VoiceVolume | None = None
    starters: tuple[str, ...] = ()
    id: str = ""

    def checked(self) -> "Persona":
        """Return the persona itself. Raises PersonaError if it has no name or exceeds a limit."""
        if not self.name.strip():
            raise PersonaError(tr("A persona needs a name."))
        keys = sum(len(each.keys) + len(each.also) for each in self.lore)
        texts = (self.prompt, self.greeting, self.examples, self.reminder, *self.greetings)
        size = sum(map(len, (*texts, *(each.content for each in self.lore))))
        for count, most, text in (
            (len(self.name), LONGEST_NAME, tr_noop("The name is longer than {most} characters. Shorten it.")),
            (len(self.voice), LONGEST_VOICE, tr_noop("The name of its voice has more than {most} characters.")),
            (
                len(self.lore),
                MOST_LORE,
                tr_noop("It has {n:,} entries of lore, and the limit is {most:,}. Remove some."),
            ),
            (keys, MOST_KEYS, tr_noop("Its lore has {n:,} keys, and the limit is {most:,}. Remove some.")),
            (size, LONGEST_TEXT, tr_noop("It has {n:,} characters, and the limit is {most:,}. Shorten its texts.")),
        ):
            if count > most:
                raise PersonaError(tr(text, n=count, most=most))
        if len(self.starters) > MOST_STARTERS or any(len(each) > LONGEST_STARTER for each in self.starters):
            text = tr_noop("It has room for {most} beginnings of {n} characters each. Leave some out, or shorten them.")
            raise PersonaError(tr(text, most=MOST_STARTERS, n=LONGEST_STARTER))
        return self


def fill_placeholders(text: str, persona: Persona, user: str, default_user: str = _USER) -> str:
    """Replace the placeholders of names in `text`; `default_user` is used if `user` is empty."""

    def name(found: re.Match[str]) -> str:
        return (user or default_user) if (found[1] or found[2]).lower() == "user" else persona.name

    return _PLACEHOLDER.sub(name, _REMOVED.sub("", text)).strip()


def summary(persona: Persona, user: str) -> str:
    """Return the first words of a persona in one line, for a list."""
    # Bounded: a persona may have 200,000 characters, and the list shows one line.
    beginning = (persona.prompt or persona.greeting)[:_SUMMARY]
    return " ".join(fill_placeholders(beginning, persona, user, _YOU).split())


def first_messages(persona: Persona, user: str) -> tuple[str, ...]:
    """Return the possible first messages, the usual one first; none if the persona waits for the user."""
    texts = (fill_placeholders(text, persona, user, _YOU) for text in (persona.greeting, *persona.greetings))
    return tuple(text for text in texts if text)


def unknown_macros(text: str) -> tuple[str, ...]:
    """Return the names of the unsupported {{macros}} in `text`, each once, in order."""
    remaining = _PLACEHOLDER.sub("", _REMOVED.sub("", text))
    return tuple(dict.fromkeys(found[1].lower() for found in _MACRO.finditer(remaining)))


def persona_prompt(persona: Persona, user: str, recent: Iterable[str] = ()) -> str:
    """Return the system prompt of the persona, with the lore that the `recent` messages trigger."""
    parts = [persona.prompt]
    if lore := _relevant_lore(persona, "\n".join(recent).casefold()):
        parts.append("What you know:\n" + lore)
    if examples := persona.examples.replace("<START>", "\n---").strip():
        parts.append(f"Examples of how you talk (they never happened):\n{examples}")
    return "\n\n".join(part for part in (fill_placeholders(part, persona, user) for part in parts) if part)


def persona_reminder(persona: Persona, user: str) -> str:
    """Return the last instruction of a request, or an empty string."""
    return fill_placeholders(persona.reminder, persona, user)


def _occurs(words: Iterable[str], text: str) -> bool:
    return any(word.strip() and word.strip().casefold() in text for word in words)


def _relevant_lore(persona: Persona, text: str) -> str:
    budget, chosen = MAX_LORE_CHARS, list[str]()
    for lore in sorted(persona.lore, key=lambda each: not each.constant):
        if lore.matches(text) and len(lore.content) <= budget:
            budget -= len(lore.content)
            chosen.append(lore.content.strip())
    return "\n\n".join(chosen)
