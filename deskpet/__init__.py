"""A Live2D character that lives on the desktop, talks, and moves in mid-sentence."""

import sys

__version__ = "0.1.0"

# A child of an installed program gets the folders of the parts that were added to it: deskpet.processes.added_parts.
if _parts := sys._xoptions.get("deskpet-parts"):  # pyright: ignore[reportPrivateUsage]
    sys.path.extend(str(_parts).split("|"))

# httpx imports its command line if it finds the packages for it (click, rich, pygments), which takes a twentieth of the
# imports of a command. None lets this import fail, as without those packages.
sys.modules.setdefault("httpx._main", None)  # pyright: ignore[reportArgumentType]
