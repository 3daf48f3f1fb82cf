"""Run actions at the very end of the process, after everything is saved and the children have ended."""

import logging
from collections.abc import Callable

_actions: list[Callable[[], object]] = []

logger = logging.getLogger(__name__)


def add(action: Callable[[], object]) -> None:
    """Call `action` as the last thing. It must be quick, and may not need any module that is not imported yet."""
    _actions.append(action)


def clear() -> None:
    """Forget what was added: another program goes on with this one's files as soon as it has ended."""
    _actions.clear()


def run() -> None:
    """Call what was added. The end of the process does not depend on it: an OSError is logged."""
    while _actions:
        try:
            _actions.pop()()
        except OSError as error:
            logger.warning("the last step of the program failed: %s", error)
