"""The parts of a document that fold, as `<details>` of HTML: which of them are around a place, and which are hidden."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Fold:
    """A part that folds.

    number: from 1, in the order of the text. level: that of its tokens. has_summary: whether the line above it, which
    folds and unfolds it, is complete. is_ending: whether it ends with the list or quote that has its end in it.
    """

    number: int
    level: int
    is_open: bool
    has_summary: bool = False
    is_ending: bool = False


@dataclass(frozen=True, slots=True)
class Folds:
    """The folds around a place in a text, the outermost first. count: how many begin before it."""

    around: tuple[Fold, ...] = ()
    count: int = 0

    @property
    def is_pending(self) -> bool:
        """Whether the line above the innermost fold is still to come."""
        return bool(self.around) and not self.around[-1].has_summary

    @property
    def is_hidden(self) -> bool:
        """Whether what comes next is not shown."""
        return any(fold.has_summary and not fold.is_open for fold in self.around)

    def begun(self, level: int, *, is_open: bool) -> "Folds":
        """Return these folds after another one began."""
        number = self.count + 1
        return Folds((*self.around, Fold(number, level, is_open)), number)

    def summarized(self) -> "Folds":
        """Return these folds after the line above the innermost one."""
        return replace(self, around=(*self.around[:-1], replace(self.around[-1], has_summary=True)))

    def ended(self) -> "Folds":
        """Return these folds after the end of the innermost one, which may be in a list or quote in it."""
        around = list(self.around)
        for at in reversed(range(len(around))):
            if not around[at].is_ending:
                around[at] = replace(around[at], is_ending=True)
                break
        return replace(self, around=tuple(around))

    def at(self, level: int, *, is_close: bool) -> "Folds":
        """Return the folds around a token of this level: a fold ends with the list or quote that it is in.

        is_close: whether it closes a block, which may be the last one of a fold.
        """
        kept = tuple(
            fold
            for fold in self.around
            if fold.level < level or (fold.level == level and (is_close or not fold.is_ending))
        )
        return self if len(kept) == len(self.around) else replace(self, around=kept)
