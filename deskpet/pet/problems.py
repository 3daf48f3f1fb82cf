"""Problems of a model, with messages for the user."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from deskpet.translation import tr, tr_noop

MAX_LISTED = 5
"""How many names a message lists."""
MAX_ALIKE = 3
"""How many repaired problems of one kind are shown one by one, if their messages differ."""
AGAIN = tr_noop("Take the model's folder again, complete, from where it came from.")

PARTS = (
    tr_noop("model"),
    tr_noop("texture"),
    tr_noop("expression"),
    tr_noop("motion"),
    tr_noop("sound"),
    tr_noop("physics"),
    tr_noop("pose"),
    tr_noop("sprite sheet"),
)
"""The kinds of files of a model; messages translate them with `tr`."""


def join_translated(words: Iterable[str]) -> str:
    """Translate the words and join them: `comments and a comma too many`."""
    return tr(" and ").join(map(tr, words))


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a model: a `code` for programs, and a `message` for the user with the cause and the next step.

    `file` is relative to the model's folder where possible, and empty if no file is the cause. `mended` means that
    the model can still be used: a repaired copy is used, or the part is left out.
    """

    code: str
    file: str
    message: str
    mended: bool = False

    def __str__(self) -> str:
        return f"{self.file}: {self.message}" if self.file else self.message


def merged(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems for a reader: those of one kind are one, which names the first files and counts the rest."""
    by_message: dict[tuple[str, str, bool], list[Problem]] = {}
    for problem in problems:
        by_message.setdefault((problem.code, problem.message, problem.mended), []).append(problem)
    equal = [replace(same[0], file=listed([each.file for each in same])) for same in by_message.values()]
    by_code: dict[tuple[str, bool], list[Problem]] = {}
    for problem in equal:
        by_code.setdefault((problem.code, problem.mended), []).append(problem)
    shown: list[Problem] = []
    for first, *others in by_code.values():
        files = {problem.file for problem in (first, *others)}
        # One stands for repaired ones of different files, with different words.
        if first.mended and len(others) >= MAX_ALIKE and len(files) == 1 + len(others):
            names = listed([problem.file for problem in others])
            message = tr("{message} Likewise {names}.", message=first.message, names=names)
            shown.append(replace(first, message=message))
        else:
            shown += [first, *others]
    return tuple(shown)


def listed(names: Sequence[str]) -> str:
    """Join the first names, and count the rest."""
    shown = tr(", ").join(names[:MAX_LISTED])
    more = len(names) - MAX_LISTED
    return tr("{names} and {n} more", names=shown, n=more) if more > 0 else shown


class ModelError(Exception):
    """A model can't be used; `problems` are the reasons."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class Findings:
    """Collects the problems found while a model is checked."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems)

    def add_fatal(self, code: str, file: str, message: str) -> None:
        """Add a problem that makes the model unusable."""
        self._problems.append(Problem(code, file, message))

    def add_repaired(self, code: str, file: str, message: str) -> None:
        """Add a problem that was repaired or worked around."""
        self._problems.append(Problem(code, file, message, mended=True))


class NoPicture(Exception):
    """Raised if no picture of a model can be drawn on this computer; the message is the reason."""
