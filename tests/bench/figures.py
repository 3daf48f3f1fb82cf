"""A measured figure, its target, and the table they are printed in."""

import statistics
from collections.abc import Sequence
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


def table(figures: Sequence[Figure]) -> str:
    """Format the figures as aligned text, one line each."""
    cells = [("what", "measured", "target", "")]
    cells += [(figure.name, amount(figure.value, figure.unit), limit(figure), figure.verdict) for figure in figures]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = (
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {target:>{widths[2]}}  {verdict}".rstrip()
        for name, value, target, verdict in cells
    )
    return "\n".join(lines)


def amount(value: float, unit: str) -> str:
    """Format a number for people."""
    return f"{value:.3g} {unit}" if abs(value) < 100 else f"{value:.0f} {unit}"


def limit(figure: Figure) -> str:
    """Format the target for people."""
    return "" if figure.target is None else f"<= {amount(figure.target, figure.unit)}"
