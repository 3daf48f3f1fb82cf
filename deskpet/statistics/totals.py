"""Sums of the figures of turns: of a conversation since the start, and of a day, which a file keeps."""

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path

from deskpet.config.state_files import BadStateFile, JsonObject, read_json, write_json
from deskpet.statistics.summary import TurnSummary, detects_too_few, drops_too_many

# Days that the file keeps.
_MAX_DAYS = 31
# In bytes; five times the size of a file of this many days.
_MAX_FILE = 64 * 1024
_MAX_NUMBER = 1e15

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over turns; the fields are those of TurnSummary. `seconds` is the time of the turns.

    `tool_runs` counts the tools that ran, `tool_errors` the calls that failed.
    """

    turns: int = 0
    seconds: float = 0.0
    requests: int = 0
    retries: int = 0
    received: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    tool_runs: int = 0
    tool_errors: int = 0
    calls_seen: int = 0
    calls_mended: int = 0
    calls_refused: int = 0
    dropped_frames: int = 0

    def plus(self, turn: TurnSummary) -> "Totals":
        """Return the sums with one more turn."""
        added = {
            "turns": 1,
            "tool_runs": sum(seconds is not None for _, seconds, _ in turn.tools),
            "tool_errors": sum(bool(error) for _, _, error in turn.tools),
        }
        figures = asdict(turn) | added
        return Totals(**{name: own + (figures[name] or 0) for name, own in asdict(self).items()})

    @property
    def detects_too_few(self) -> bool:
        """Whether too many calls could not be used as they were written."""
        return detects_too_few(self.calls_seen, self.calls_refused)

    @property
    def drops_too_many(self) -> bool:
        """Whether more frames were dropped than the limit per minute of the turns."""
        return drops_too_many(self.dropped_frames, self.seconds)


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


class DailyTotals:
    """The sums of the last days, in a file. It holds numbers only. `today` returns the ISO date of the local day."""

    def __init__(self, file: Path, today: Callable[[], str] = _today) -> None:
        """Read the file; an unusable one is replaced with the next turn."""
        self._file, self._today = file, today
        self._days: dict[str, Totals] = {}
        try:
            days = read_json(file, _MAX_FILE).part("days")
            self._days = {day: _parse_totals(days.part(day)) for day in sorted(days.keys)[-_MAX_DAYS:]}
        except FileNotFoundError:
            pass
        except (BadStateFile, OSError) as error:
            logger.warning("the sums of the days in %s can't be read: %s", file, error)

    def add(self, turn: TurnSummary) -> Totals:
        """Add a turn to today's sums and return them. A failed write is logged."""
        today = self._today()
        self._days[today] = self._days.get(today, Totals()).plus(turn)
        self._days = dict(sorted(self._days.items())[-_MAX_DAYS:])
        write_json(self._file, {"days": {day: asdict(totals) for day, totals in self._days.items()}}, "the day's sums")
        return self._days.get(today, Totals())


def _parse_totals(value: JsonObject) -> Totals:
    bounds = (0, _MAX_NUMBER)
    counts = {field.name: value.whole(field.name, 0, bounds) for field in fields(Totals) if field.name != "seconds"}
    return Totals(seconds=value.number("seconds", 0, bounds), **counts)
