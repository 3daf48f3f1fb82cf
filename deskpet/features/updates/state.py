"""Keep the state of updates between runs: when a list was read, how new it was, and what waits."""

import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deskpet.config import paths
from deskpet.config.state_files import JsonObject, read_or_none, write_json

_WHAT = "what is known of updates"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateState:
    """was_asked: the user was asked whether to look for updates. checked: when the server was last asked.

    newest: when the newest list of releases was made that the server has sent. told: the version of which the user was
    told. failed: the version that did not start, after which the one before came back, until the user is told of it.
    setup: the downloaded installer that runs when the program ends, with its hash. setup_version: its version, which is
    kept after its start, until the program has come up again.
    """

    was_asked: bool = False
    checked: datetime | None = None
    newest: datetime | None = None
    told: str = ""
    failed: str = ""
    setup: str = ""
    setup_sha256: str = ""
    setup_version: str = ""


def read() -> UpdateState:
    """Return the state; that of a first start if there is none, or none that can be read."""
    return read_or_none(_file(), _parse, _WHAT) or UpdateState()


def change(**values: Any) -> UpdateState:
    """Change fields of the state, and return it."""
    state = replace(read(), **values)
    fields = {name: getattr(state, name) for name in UpdateState.__slots__}
    moments = {name: value.isoformat() if value else None for name, value in fields.items() if name in _MOMENTS}
    write_json(_file(), fields | moments, _WHAT)
    return state


_MOMENTS = ("checked", "newest")


def _file() -> Path:
    return paths.state_folder() / "updates.json"


def _parse(found: JsonObject) -> UpdateState:
    checked, newest = (found.text_or_none(name) for name in _MOMENTS)
    return UpdateState(
        was_asked=found.flag("was_asked", default=False),
        checked=_moment(checked),
        newest=_moment(newest),
        told=found.text("told", ""),
        failed=found.text("failed", ""),
        setup=found.text("setup", ""),
        setup_sha256=found.text("setup_sha256", ""),
        setup_version=found.text("setup_version", ""),
    )


def _moment(text: str | None) -> datetime | None:
    moment = datetime.fromisoformat(text) if text else None
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)
