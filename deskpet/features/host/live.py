"""Let a port declare values that change."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Live(Generic[T]):
    """A field of a dataclass without slots: created with a function, it is read as what that returns now."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, port: object, owner: type) -> T:
        if port is None:
            # The dataclass looks for a default, of which there is none.
            raise AttributeError(self._name)
        return vars(port)[self._name]()

    def __set__(self, port: object, read: Callable[[], T]) -> None:
        vars(port)[self._name] = read
