"""The values of the campaign: an attack, and its tries."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass


class GotThroughError(Exception):
    """What must not happen did; the text says what."""


@dataclass(frozen=True, slots=True)
class Try:
    """One input that an attacker could choose. `check` raises GotThroughError if it had its effect."""

    name: str
    check: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Attack:
    """A way to fool the person or the program.

    `promise` is what must hold for every try. `tries` yields those that are known, then as many random ones as the
    caller takes; the generator of random numbers makes a run repeatable. `suite_tries` is how many the suite runs:
    fewer of those that take long.
    """

    name: str
    promise: str
    tries: Callable[[random.Random], Iterator[Try]]
    suite_tries: int = 60


def known_tries(*tries: Try) -> Callable[[random.Random], Iterator[Try]]:
    """Return a function for `Attack.tries` that has no random ones."""
    return lambda _random: iter(tries)
