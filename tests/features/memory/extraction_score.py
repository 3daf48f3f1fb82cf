"""How much of what is kept of the conversations of conversations.yaml is right, and how much was missed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from deskpet.store.facts import Fact


@dataclass(frozen=True, slots=True)
class Score:
    """Numbers of facts. right: kept and expected. wrong: kept, but not expected. missed: expected, but not kept."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """The part of the kept facts that is right; 1 if none is kept."""
        kept = self.right + self.wrong
        return self.right / kept if kept else 1.0

    @property
    def recall(self) -> float:
        """The part of the expected facts that is kept; 1 if none is expected."""
        expected = self.right + self.missed
        return self.right / expected if expected else 1.0


def score(expected: Iterable[Mapping[str, Any]], kept: Iterable[Fact]) -> Score:
    """Compare what was kept of a conversation with what is expected; the key `about` is the model's own choice."""
    missing = list(expected)
    wrong = right = 0
    for fact in kept:
        found = next((each for each in missing if _is(fact, each)), None)
        if found is None:
            wrong += 1
        else:
            missing.remove(found)
            right += 1
    return Score(right, wrong, len(missing))


def _is(fact: Fact, wanted: Mapping[str, Any]) -> bool:
    says_all = all(each in fact.text.lower() for each in wanted["says"])
    return says_all and (wanted["quote"] in fact.quote or fact.quote in wanted["quote"])
