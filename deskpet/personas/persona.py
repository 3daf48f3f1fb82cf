"""A persona: a value of words, and what becomes of them in a conversation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from deskpet.words import tr

LONGEST_NAME, LONGEST_TEXT, MOST_LORE, MOST_KEYS = 80, 200_000, 1_000, 20_000
"""How long a name and all texts together may be, in characters; how many lore entries and keys there may be."""

LORE_AT_ONCE = 20_000
"""How much lore goes into one request, in characters."""

_PLACEHOLDER = re.compile(r"\{\{\s*(char|user)\s*\}\}|<(bot|char|user)>", re.IGNORECASE)
# Possessive and bounded: a card may hold a macro of 200,000 letters that never ends.
_MACRO = re.compile(r"\{\{\s*+(/{0,2}[a-zA-Z_]{1,100}+)[^{}]{0,2000}+\}\}")
_SILENT = re.compile(r"\{\{\s*+(?:(?://|comment:)[^}]{0,10000}+|original\s*+)\}\}", re.IGNORECASE)
_NOBODY, _YOU = "the user", "you"


class PersonaError(Exception):
    """A persona that can't be used; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Lore:
    """What the character knows: always where `constant`, else when one of `keys` was just said.

    With `also`, one of those must have been said, too.
    """

    content: str
    keys: tuple[str, ...] = ()
    constant: bool = False
    also: tuple[str, ...] = ()

    def is_minded(self, said: str) -> bool:
        """Whether it comes to mind where `said`, in lower case, was just said."""
        return self.constant or (_is_said(self.keys, said) and (not self.also or _is_said(self.also, said)))


@dataclass(frozen=True, slots=True)
class Persona:
    """Who the character is. In all texts {{char}} stands for its name and {{user}} for the user's.

    `id` is its file's name; empty for one that is not kept yet. `model` is the model that answers for it; empty: the
    one that is set. `examples` show how it talks, `greeting` begins a new conversation, or one of the `greetings`
    that stand beside it. `reminder` is told last, where it weighs most.
    """

    name: str
    prompt: str = ""
    greeting: str = ""
    examples: str = ""
    model: str = ""
    lore: tuple[Lore, ...] = ()
    greetings: tuple[str, ...] = ()
    reminder: str = ""
    id: str = ""

    def checked(self) -> "Persona":
        """The same persona. Raises PersonaError when it has no name or more words than can be used."""
        if not self.name.strip():
            raise PersonaError(tr("A persona needs a name."))
        if len(self.name) > LONGEST_NAME:
            raise PersonaError(tr("The name is longer than {most} characters. Shorten it.", most=LONGEST_NAME))
        if len(self.lore) > MOST_LORE:
            raise PersonaError(
                tr(
                    "It has {n:,} entries of lore, and {most:,} are the most. Remove some.",
                    n=len(self.lore),
                    most=MOST_LORE,
                )
            )
        keys = sum(len(each.keys) + len(each.also) for each in self.lore)
        if keys > MOST_KEYS:
            what = tr("Its lore has {n:,} keys, and {most:,} are the most. Remove some.", n=keys, most=MOST_KEYS)
            raise PersonaError(what)
        lore = (each.content for each in self.lore)
        size = sum(map(len, (self.prompt, self.greeting, self.examples, self.reminder, *self.greetings, *lore)))
        if size > LONGEST_TEXT:
            raise PersonaError(
                tr("It has {n:,} characters, and {most:,} are the most. Shorten its texts.", n=size, most=LONGEST_TEXT)
            )
        return self


def filled(text: str, persona: Persona, user: str, nobody: str = _NOBODY) -> str:
    """`text` with names in the place of placeholders; `user` may be empty: then `nobody` stands for it."""

    def name(found: re.Match[str]) -> str:
        return (user or nobody) if (found[1] or found[2]).lower() == "user" else persona.name

    return _PLACEHOLDER.sub(name, _SILENT.sub("", text)).strip()


def greetings_of(persona: Persona, user: str) -> tuple[str, ...]:
    """What the persona may say first, the usual way before the others; none where it waits for the user's words."""
    said = (filled(text, persona, user, _YOU) for text in (persona.greeting, *persona.greetings))
    return tuple(text for text in said if text)


def unknown_macros(text: str) -> tuple[str, ...]:
    """The names of the {{macros}} in `text` that mean nothing here, each once, in their order."""
    left = _PLACEHOLDER.sub("", _SILENT.sub("", text))
    return tuple(dict.fromkeys(found[1].lower() for found in _MACRO.finditer(left)))


def told(persona: Persona, user: str, said: Iterable[str] = ()) -> str:
    """What the model is told of the persona; `said` are the last messages, which call lore to mind."""
    parts = [persona.prompt]
    if known := _known(persona, "\n".join(said).casefold()):
        parts.append("What you know:\n" + known)
    if examples := persona.examples.replace("<START>", "\n---").strip():
        parts.append(f"Examples of how you talk (they never happened):\n{examples}")
    return "\n\n".join(part for part in (filled(part, persona, user) for part in parts) if part)


def reminded(persona: Persona, user: str) -> str:
    """What the model is told after everything else; empty where there is no such thing."""
    return filled(persona.reminder, persona, user)


def _is_said(words: Iterable[str], said: str) -> bool:
    return any(word.strip() and word.strip().casefold() in said for word in words)


def _known(persona: Persona, said: str) -> str:
    room, chosen = LORE_AT_ONCE, list[str]()
    for lore in sorted(persona.lore, key=lambda each: not each.constant):
        if lore.is_minded(said) and len(lore.content) <= room:
            room -= len(lore.content)
            chosen.append(lore.content.strip())
    return "\n\n".join(chosen)
