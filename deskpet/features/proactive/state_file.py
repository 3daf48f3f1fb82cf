"""File of the speaking state: times and counts. Waiting occasions are not stored; they are found again."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from deskpet.config.state_files import read_bytes, write_json
from deskpet.features.proactive.proactive_state import ProactiveState

_DAY = 86_400.0
_adapter: TypeAdapter[ProactiveState] = TypeAdapter(ProactiveState)

logger = logging.getLogger(__name__)


def load(path: Path, now: float) -> ProactiveState:
    """Return the state of an earlier run; a new one if there is no file, or if it can't be used.

    now: in Unix seconds. Times in the future are dropped: the clock was wrong when they were written.
    """
    try:
        state = _adapter.validate_json(read_bytes(path))
    except FileNotFoundError:
        return ProactiveState()
    except (OSError, ValueError) as error:
        logger.warning("%s can't be used: %s", path, error)
        return ProactiveState()
    return replace(
        state,
        active_at=state.active_at if state.active_at is not None and 0 <= state.active_at <= now else None,
        spoken=tuple(each for each in state.spoken if 0 <= each.at <= now),
        postponed_until=state.postponed_until if 0 <= state.postponed_until <= now + _DAY else 0.0,
        tokens=max(state.tokens, 0),
        waiting=(),
    )


def save(path: Path, state: ProactiveState) -> bool:
    """Write the state. Returns False if that fails, which is logged."""
    values: dict[str, Any] = json.loads(_adapter.dump_json(state, exclude={"waiting"}))
    return write_json(path, values, "when she has spoken")
