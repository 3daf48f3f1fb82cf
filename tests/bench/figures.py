"""A measured figure, its target, and the lines that they are printed as."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One row of the table: a measured number, and its target if there is one."""

    name: str
    value: float
    unit: str
    target: float | None = None

    @property
    def verdict(self) -> str:
        """Compare the value with its target."""
        if self.target is None:
            return ""
        return "ok" if self.value <= self.target else "MISSED"


def spread(name: str, samples: Sequence[float], unit: str, *, p50: float | None, p95: float | None) -> list[Figure]:
    """Return the median and the 95th percentile of at least two samples, each beside its target."""
    return [
        Figure(f"{name}, p50 of {len(samples)}", percentile(samples, 50), unit, p50),
        Figure(f"{name}, p95", percentile(samples, 95), unit, p95),
    ]


def percentile(samples: Sequence[float], share: int) -> float:
    """Return the percentile `share` of at least two samples."""
    return statistics.quantiles(samples, n=100, method="inclusive")[share - 1]


def least(run: Callable[[], float], enough: float, most: int = 2) -> float:
    """Return the least result of up to `most` runs; the first that is at most `enough` ends them.

    What is slow is slow in each run; a pause caused by another program is not.
    """
    best = run()
    for _ in range(most - 1):
        if best <= enough:
            break
        best = min(best, run())
    return best


def row(figure: Figure) -> str:
    """Format a figure as a line: measured, target, verdict, name."""
    return f"{amount(figure.value, figure.unit):>12}  {limit(figure):>12}  {figure.verdict:6}  {figure.name}"


def table(figures: Iterable[Figure]) -> str:
    """Format figures as aligned text, one line each."""
    return "\n".join([f"{'measured':>12}  {'target':>12}  {'':6}  what", *map(row, figures)])


def amount(value: float, unit: str) -> str:
    """Format a number for people."""
    return f"{value:.3g} {unit}" if abs(value) < 100 else f"{value:.0f} {unit}"


def limit(figure: Figure) -> str:
    """Format the target for people."""
    return "" if figure.target is None else f"<= {amount(figure.target, figure.unit)}"
