"""Scenarios of a faulty server, chosen with seeded randomness: the wire format, the fault, and when it comes."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from deskpet.config.choices import FAMILIES, Family
from tests.faults import bodies, exchanges, floods
from tests.faults.fault import Fault

KINDS: Mapping[str, Callable[[Family, random.Random], Fault]] = {
    "pieces": bodies.pieces,
    "wrong values": bodies.wrong_values,
    "resets": exchanges.resets,
    "damaged text": bodies.damaged_text,
    "silence": exchanges.silence,
    "framing": exchanges.framing,
    "more wrong values": bodies.wrong_values,
    "encodings": bodies.encodings,
    "heads": exchanges.heads,
    "statuses": bodies.statuses,
    "keep-alives": exchanges.keep_alives,
    "redirects": exchanges.redirects,
    "odd successes": bodies.odd_successes,
    "addresses and TLS": exchanges.tls,
    "floods": floods.flood,
}
WINDOW_KINDS = tuple(kind for kind in KINDS if kind != "addresses and TLS")
"""The faults for the program in a window, whose address stays the same."""
_AT_QUESTION_ONLY = ("floods", "redirects", "addresses and TLS")


@dataclass(frozen=True)
class Scenario:
    """One fault in one wire format. `after_call` if it answers the request with a call's result, not the question."""

    number: int
    wire: Family
    kind: str
    fault: Fault = field(repr=False)
    after_call: bool = False

    @property
    def question(self) -> str:
        """The question that is answered with the fault."""
        return f"fault {self.number}."

    @property
    def next_question(self) -> str:
        """The question of the turn after it, which is answered well."""
        return f"after {self.number}."

    def __str__(self) -> str:
        round_name = ", after a call" if self.after_call else ""
        return f"{self.number} {self.wire}, {self.kind}{round_name}: {self.fault.what}"


def scenario(seed: int, number: int, kinds: tuple[str, ...] = ()) -> Scenario:
    """Return scenario `number` of a campaign. Every format and kind comes in turn, or those of `kinds` only."""
    chance = random.Random(f"{seed}:{number}")
    names = kinds or tuple(KINDS)
    wire = FAMILIES[number % len(FAMILIES)]
    kind = names[number // len(FAMILIES) % len(names)]
    fault = KINDS[kind](wire, chance)
    return Scenario(number, wire, kind, fault, after_call=kind not in _AT_QUESTION_ONLY and chance.random() < 0.25)
