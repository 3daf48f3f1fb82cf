"""A persona: a value of words, and what becomes of them in a conversation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

LONGEST_NAME, LONGEST_TEXT, MOST_LORE = 80, 200_000, 1_000
"""How long a name and all texts together may be, in characters, and how much lore there may be, in entries."""

LORE_AT_ONCE = 20_000
"""How much lore goes into one request, in characters."""

_PLACEHOLDER = re.compile(r"\{\{\s*(char|user)\s*\}\}|<(bot|char|user)>", re.IGNORECASE)
_SILENT = re.compile(r"\{\{\s*(?:(?://|comment:)[^}]*|original\s*)\}\}", re.IGNORECASE)
_NOBODY = "the user"


class PersonaError(Exception):
    """A persona that can't be used; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Lore:
    """What the character knows: always where `constant`, else when one of `keys` was just said."""

    content: str
    keys: tuple[str, ...] = ()
    constant: bool = False


@dataclass(frozen=True, slots=True)
class Persona:
    """Who the character is. In all texts {{char}} stands for its name and {{user}} for the user's.

    `id` is its file's name; empty for one that is not kept yet. `model` is the model that answers for it; empty: the
    one that is set. `examples` show how it talks, `greeting` begins a new conversation.
    """

    name: str
    prompt: str = ""
    greeting: str = ""
    examples: str = ""
    model: str = ""
    lore: tuple[Lore, ...] = ()
    id: str = ""

    def checked(self) -> "Persona":
        """The same persona. Raises PersonaError when it has no name or more words than can be used."""
        if not self.name.strip():
            raise PersonaError("A persona needs a name.")
        if len(self.name) > LONGEST_NAME:
            raise PersonaError(f"The name is longer than {LONGEST_NAME} characters. Shorten it.")
        if len(self.lore) > MOST_LORE:
            raise PersonaError(
                f"It has {len(self.lore):,} entries of lore, and {MOST_LORE:,} are the most. Remove some."
            )
        size = sum(map(len, (self.prompt, self.greeting, self.examples, *(lore.content for lore in self.lore))))
        if size > LONGEST_TEXT:
            raise PersonaError(f"It has {size:,} characters, and {LONGEST_TEXT:,} are the most. Shorten its texts.")
        return self


def filled(text: str, persona: Persona, user: str) -> str:
    """`text` with names in the place of placeholders; `user` may be empty."""

    def name(found: re.Match[str]) -> str:
        return (user or _NOBODY) if (found[1] or found[2]).lower() == "user" else persona.name

    return _PLACEHOLDER.sub(name, _SILENT.sub("", text)).strip()


def greeting_of(persona: Persona, user: str) -> str:
    """What the persona says first; empty where it waits for the user's words."""
    return filled(persona.greeting, persona, user)


def told(persona: Persona, user: str, said: Iterable[str] = ()) -> str:
    """What the model is told of the persona; `said` are the last messages, which call lore to mind."""
    parts = [persona.prompt]
    if known := _known(persona, "\n".join(said).casefold()):
        parts.append("What you know:\n" + known)
    if examples := persona.examples.replace("<START>", "\n---").strip():
        parts.append(f"Examples of how you talk (they never happened):\n{examples}")
    return "\n\n".join(part for part in (filled(part, persona, user) for part in parts) if part)


def _known(persona: Persona, said: str) -> str:
    room, chosen = LORE_AT_ONCE, list[str]()
    for lore in sorted(persona.lore, key=lambda each: not each.constant):
        is_minded = lore.constant or any(key.strip() and key.strip().casefold() in said for key in lore.keys)
        if is_minded and len(lore.content) <= room:
            room -= len(lore.content)
            chosen.append(lore.content.strip())
    return "\n\n".join(chosen)
