"""Carry out what commands ask of the running pet, which is the only one that writes its database."""

import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from deskpet.app.session_persistence import SessionPersistence
from deskpet.features.feature import RequestRefused
from deskpet.features.feature_list import FEATURES
from deskpet.store import Store, StoreError, message_handover
from deskpet.translation import tr
from deskpet.ui.platform import event_loop


async def answer(subject: str, request: bytes, persistence: SessionPersistence | None) -> bytes:
    """Return the reply to a request: a JSON object on one line, with an `error` if it could not be carried out.

    subject: `session` for `deskpet ask --session`, or one of those of a feature.
    """
    try:
        store = persistence.store if persistence else None
        if persistence is None or store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        value = json.loads(request)
        if subject == "session":
            return _line(await _go_on(value, persistence, store))
        return _line(await _requests_of_features()[subject](value, store))
    except (StoreError, RequestRefused) as error:
        return _line({"error": str(error)})
    except (ValueError, TypeError, KeyError) as error:
        return _line({"error": f"invalid request: {error}"})


async def _go_on(value: Any, persistence: SessionPersistence, store: Store) -> object:
    """Add the messages in a file to a session; without a file, only say whether the session can go on elsewhere."""
    session, file = str(value["session"]), str(value["file"])
    is_open = persistence.recorder is not None and persistence.recorder.session == session
    if not file and is_open and persistence.conversation.is_running:
        raise StoreError(tr("She is answering in this conversation. Wait for the answer, or stop it."))
    if file:
        added = await event_loop.in_thread(partial(message_handover.read, Path(file)))
        await store.change(partial(message_handover.insert, addition=added, at=time.time()))
        await _show_again(session, persistence)
    return {}


async def _show_again(session: str, persistence: SessionPersistence) -> None:
    """Show what was added to the open session. A turn that runs there goes on; the file has both as variants."""
    recorder = persistence.recorder
    if recorder and recorder.session == session and not persistence.conversation.is_running:
        recorder.flush()
        # The user may have sent a message while the file was read.
        with suppress(RuntimeError):
            await recorder.open(session)


def _requests_of_features() -> dict[str, Callable[[Any, Store], Awaitable[object]]]:
    return {subject: work for each in FEATURES for subject, work in each.requests.items()}


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"
