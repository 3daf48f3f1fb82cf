"""Sixty questions over a synthetic year: what finds the answers, and how many tokens it takes.

`python -m tests.features.memory.year` prints the table.
"""

import asyncio
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any, cast

import yaml

from deskpet.chat.context import estimate_text_tokens
from deskpet.chat.messages import user_message
from deskpet.features.memory.memory import Hit, Memory, OpenConversation
from deskpet.features.memory.prompt_block import Budget
from deskpet.store import IN_MEMORY, Store, facts
from deskpet.store.facts import Fact

QUESTIONS: tuple[Mapping[str, str], ...] = tuple(
    cast("list[Any]", yaml.safe_load((Path(__file__).parent / "year.yaml").read_text(encoding="utf-8")))
)
MANY = 400
"""Facts that no question is about, so that not all can be told."""

_BEGIN, _DAY = 1_735_700_000.0, 86_400.0
_THINGS = [
    "a lamp",
    "a scarf",
    "two chairs",
    "a map",
    "new shoes",
    "a kettle",
    "a teapot",
    "a mirror",
    "a rug",
    "a globe",
    "a drum",
    "a kite",
]
_PLACES = ["Lyon", "Turin", "Graz", "Malmö", "Riga", "Delft", "Basel", "Leeds", "Vigo", "Tartu", "Kotor", "Bath"]
_FILLERS: tuple[Callable[[str, str, int], str], ...] = (
    lambda thing, place, number: f"Bought {thing} in {place} for {number}",
    lambda thing, place, number: f"Saw {thing} in a shop window of {place}, number {number}",
    lambda thing, place, number: f"The cousin of a colleague moved to {place} with {thing}, {number}",
)


@dataclass(frozen=True, slots=True)
class Found:
    """How many of the questions have their answer in what the model gets, and its mean number of tokens."""

    way: str
    answered: int
    of: int
    tokens: float

    @property
    def line(self) -> str:
        return f"{self.way:34} {self.answered:3} of {self.of}  {self.tokens:6.0f} tokens"


async def measure(fillers: int, *, with_words: bool = True) -> tuple[Found, Found, Found]:
    """Return what the block of the prompt, the search, and both find, beside `fillers` other facts."""
    store = Store(IN_MEMORY)
    await store.change(partial(_learn, fillers=fillers, with_words=with_words))
    for number, row in enumerate(QUESTIONS):
        if "said" in row:
            message = user_message(row["said"], _BEGIN + number * _DAY)
            store.save_message(f"session {number}", message, None, message.id)
    memory = Memory(lambda: store, lambda: OpenConversation(persona=""))
    blocks = [(await memory.recall(row["ask"], Budget(1500))).text for row in QUESTIONS]
    searches = ["\n".join(map(_text_of, await memory.search(row["ask"]))) for row in QUESTIONS]
    store.close()
    note = "" if with_words else ", without search words"
    both = [f"{block}\n{found}" for block, found in zip(blocks, searches, strict=True)]
    return (
        _count(f"told in the prompt{note}", blocks),
        _count(f"searched{note}", searches),
        _count(f"both{note}", both),
    )


def _learn(database: Connection, fillers: int, *, with_words: bool) -> None:
    rng = random.Random(60)
    year = [fact for number, row in enumerate(QUESTIONS) for fact in _facts_of(row, _BEGIN + number * 5 * _DAY)]
    for number in range(fillers):
        text = rng.choice(_FILLERS)(rng.choice(_THINGS), rng.choice(_PLACES), number)
        year.append(Fact(text, said_at=_BEGIN + rng.random() * 365 * _DAY))
    for fact in sorted(year, key=lambda fact: fact.said_at):
        facts.add(database, fact if with_words else replace(fact, search_words=""))


def _facts_of(row: Mapping[str, str], at: float) -> Iterable[Fact]:
    if "fact" not in row:
        return
    about = f"user.{row['fact'][:24]}"
    if "was" in row:
        yield Fact(row["was"], about, said_at=at, search_words=row["words"])
    yield Fact(row["fact"], about, said_at=at + _DAY, search_words=row["words"])


def _text_of(hit: Hit) -> str:
    if not isinstance(hit, Fact):
        return hit.snippet
    return hit.text if hit.valid_to is None else f"{hit.text} (past)"


def _count(way: str, texts: list[str]) -> Found:
    """Count the answers. What held before must not be there as if it held now."""
    answered = 0
    for row, text in zip(QUESTIONS, texts, strict=True):
        lines = [line.removeprefix("- ") for line in text.splitlines() if not line.endswith("(past)")]
        is_stale = "was" in row and any(line.startswith(row["was"]) for line in lines)
        wanted = row.get("expect") or row["fact"]
        answered += any(wanted in line for line in lines) and not is_stale
    return Found(way, answered, len(QUESTIONS), sum(map(estimate_text_tokens, texts)) / len(texts))


async def table() -> str:
    """Return the table with few and with many other facts."""
    lines: list[str] = []
    for fillers in (0, MANY):
        lines.append(f"{fillers} other facts")
        for with_words in (False, True):
            lines += [found.line for found in await measure(fillers, with_words=with_words)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(f"{asyncio.run(table())}\n")
