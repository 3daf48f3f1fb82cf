"""Tool that lets the character walk to a place on the desktop, which a model calls in mid-sentence."""

from typing import Literal, Protocol

from deskpet.chat.tool import Arguments, ToolFailed
from deskpet.tools.character import gesture
from deskpet.translation import tr, tr_noop

Destination = Literal["left", "right", "pointer", "edge", "home"]

_TITLES: dict[Destination, str] = {
    "left": tr_noop("To the left"),
    "right": tr_noop("To the right"),
    "pointer": tr_noop("To the mouse pointer"),
    "edge": tr_noop("To the edge, to peek"),
    "home": tr_noop("Back to her place"),
}


class Walker(Protocol):
    """Walks about the desktop."""

    async def walk(self, destination: Destination) -> str:
        """Set off if nothing speaks against it. Returns why she stays where she is, for a model; empty if she goes."""
        ...


class RoamingAccess(Protocol):
    """Access to her walks, if the settings allow them."""

    @property
    def problem(self) -> str:
        """Reason why she does not walk, as a translated sentence; empty if she may."""
        ...

    def open(self) -> Walker:
        """Return the one who walks. Called only without a `problem`."""
        ...


def _missing(*, roaming: RoamingAccess) -> str:
    return roaming.problem


def _title(arguments: Arguments) -> str:
    asked = arguments.get("to")
    return next((tr(title) for name, title in _TITLES.items() if name == asked), "")


@gesture(
    "live2d.walk",
    title=tr_noop("Walk somewhere"),
    icon="walk",
    about=tr_noop("Lets the character walk on the desktop, within her area."),
    preview=_title,
    missing=_missing,
)
async def walk(to: Destination, *, roaming: RoamingAccess) -> str:
    """Walk on the user's desktop, in mid-sentence.

    to: as the user sees it; edge: to peek from there; home: where the user last put you.
    """
    if why := await roaming.open().walk(to):
        raise ToolFailed("stays", why)
    return f"You walk: {to}"


ROAMING_TOOLS = (walk,)
