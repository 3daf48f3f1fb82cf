"""Carry out what `deskpet memory` asks of the running pet, which is the only one that writes its database."""

import json
from typing import Any

from deskpet.memory.editing import EditError, MemoryLine, edit
from deskpet.store import Store, StoreError
from deskpet.words import tr


async def answer(request: bytes, store: Store | None) -> bytes:
    """Return the reply to a request: a JSON object with the added `facts`, or with an `error`, on one line."""
    try:
        value: Any = json.loads(request)
        action, argument = str(value["action"]), str(value["argument"])
        if store is None:
            raise StoreError(tr("The conversations are not open yet. Try again soon."))
        found = await edit(store, action, argument)
    except (StoreError, EditError) as error:
        return _line({"error": str(error)})
    except (ValueError, TypeError, KeyError) as error:
        return _line({"error": f"invalid request: {error}"})
    return _line({"facts": [MemoryLine.of(fact).to_json() for fact in found]})


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"
