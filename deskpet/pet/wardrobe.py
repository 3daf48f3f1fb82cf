"""Ease the parameters of the things that a character holds or wears."""

from collections.abc import Iterable
from typing import Any

from deskpet.pet.things import Thing

# How long it takes to put something on or off, in seconds.
_FADE_SECONDS = 0.42


class Wardrobe:
    """Eases the parameters of things in and out. parameters: the names of those of the model."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self._parameters = frozenset(parameters)
        self._targets: dict[str, float] = {}
        # Parameter -> its value, and how much of it is there, 0 to 1.
        self._values: dict[str, float] = {}
        self._shares: dict[str, float] = {}

    def wear(self, things: Iterable[Thing]) -> None:
        """Have these things and no others from now on."""
        named = {name: value for thing in things for name, value in thing.parameters.items()}
        self._targets = {name: value for name, value in named.items() if name in self._parameters}
        self._values |= self._targets

    def apply(self, core: Any, seconds: float) -> None:
        """Set the parameters, whatever a motion does with them, `seconds` after the last time."""
        step = seconds / _FADE_SECONDS
        for name in (*self._targets, *(each for each in self._shares if each not in self._targets)):
            share = self._shares.get(name, 0.0) + (step if name in self._targets else -step)
            if share <= 0:
                self._shares.pop(name, None)
                continue
            self._shares[name] = share = min(1.0, share)
            core.SetParamById(name, self._values[name], share * share * (3 - 2 * share))
