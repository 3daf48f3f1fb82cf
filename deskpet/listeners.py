"""Functions that are called when something has happened: a list of them, and the type of what adds one."""

from collections.abc import Callable
from functools import partial
from typing import Generic, ParamSpec, Protocol

P = ParamSpec("P")

End = Callable[[], object]
"""Ends what was begun."""


class Listen(Protocol[P]):
    """Calls a function each time something happens, from now on. Returns what ends that."""

    def __call__(self, listener: Callable[P, object], /) -> End:
        """Add a listener."""
        ...


class Listeners(Generic[P]):
    """Functions that listen, in the order in which they are called."""

    def __init__(self) -> None:
        self._all: list[Callable[P, object]] = []

    def add(self, listener: Callable[P, object]) -> End:
        """Add a listener. Returns what removes it."""
        self._all.append(listener)
        return partial(self._all.remove, listener)

    def __len__(self) -> int:
        """Return how many listen."""
        return len(self._all)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call those that listen now; they may add and remove others meanwhile."""
        for listener in tuple(self._all):
            listener(*args, **kwargs)
