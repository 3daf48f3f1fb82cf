"""How a part that is missing is got: by the program itself where it was installed from a release, else by pip."""

from deskpet.processes import added_parts
from deskpet.translation import tr

PARTS = {"code": "javascript", "voice-local": "voice-local", "diagrams": "diagrams"}
"""The parts that can be added to an installed program, by the extras of pip."""


def way_to_get(extra: str) -> str:
    """Return the sentence that says how to get what an extra has."""
    if added_parts.is_installed() and (part := PARTS.get(extra)):
        return tr("Add it in Settings → About, or type: deskpet download add {part}", part=part)
    return tr("Install deskpet[{extra}].", extra=extra)
