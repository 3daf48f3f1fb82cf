"""Finds all attacks, and runs tries of one of them."""

import importlib
import pkgutil
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from tests.attacks import kinds
from tests.attacks.attack import Attack, GotThroughError, Try


@dataclass(slots=True)
class Outcome:
    """How many tries of an attack were run, and what got through: the name of each try with what happened."""

    tries: int = 0
    got_through: list[str] = field(default_factory=list)


def attacks() -> dict[str, Attack]:
    """Return all attacks by their names, in the order of the names."""
    modules = (
        importlib.import_module(f"{kinds.__name__}.{each.name}") for each in pkgutil.iter_modules(kinds.__path__)
    )
    found: list[Attack] = [attack for module in modules for attack in module.ATTACKS]
    by_name = {attack.name: attack for attack in found}
    assert len(by_name) == len(found), "two attacks have the same name"
    return dict(sorted(by_name.items()))


def run(attack: Attack, *, seed: int, most: int) -> Outcome:
    """Run up to `most` tries of an attack."""
    outcome = Outcome()
    for each in _tries(attack, seed, most):
        outcome.tries += 1
        try:
            each.check()
        except GotThroughError as error:
            outcome.got_through.append(f"{each.name}: {error}")
    return outcome


def _tries(attack: Attack, seed: int, most: int) -> Iterator[Try]:
    return islice(attack.tries(random.Random(f"{seed} {attack.name}")), most)
