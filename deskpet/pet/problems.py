"""What can be wrong with a model, in words for its owner."""

from collections.abc import Iterable
from dataclasses import dataclass

from deskpet.words import later, tr

AGAIN = later("Take the model's folder again, complete, from where it came from.")

PARTS = (later("model"), later("texture"), later("expression"), later("motion"), later("physics"), later("pose"))
"""What a part of a model is called in a message: its kind, which goes through `tr` there."""


def listed(words: Iterable[str]) -> str:
    """Marked words in one: `comments and a comma too many`."""
    return tr(" and ").join(map(tr, words))


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a model: `code` for programs, `message` for people: what it is, and what to do.

    `file` is relative to the model's folder where possible, and empty when no file is to blame. `mended`
    means that the model is usable all the same: a sound copy is used, or the part is left out.
    """

    code: str
    file: str
    message: str
    mended: bool = False

    def __str__(self) -> str:
        return f"{self.file}: {self.message}" if self.file else self.message


class ModelError(Exception):
    """A model that can't be used; `problems` are what stands in the way."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class Findings:
    """The problems met on the way through a model."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems)

    @property
    def is_usable(self) -> bool:
        return all(problem.mended for problem in self._problems)

    def broken(self, code: str, file: str, message: str) -> None:
        """Note what makes the model unusable."""
        self._problems.append(Problem(code, file, message))

    def mended(self, code: str, file: str, message: str) -> None:
        """Note what the program copes with by itself."""
        self._problems.append(Problem(code, file, message, mended=True))


class NoPicture(Exception):
    """No picture of a model can be drawn on this computer; the message says why."""
