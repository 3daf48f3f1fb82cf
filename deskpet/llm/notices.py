"""The texts of notices, translated when a notice is made."""

from dataclasses import dataclass

from deskpet.chat.messages import SETTINGS, Action, Level, Notice
from deskpet.chat.model import NoticeDelta
from deskpet.translation import tr

MAX_CAUSE, MAX_DETAILS = 300, 4000


def truncated(text: str, most: int = MAX_DETAILS) -> str:
    """Return the first `most` characters, with an ellipsis if that is not all."""
    return text if len(text) <= most else text[:most] + "…"


@dataclass(frozen=True, slots=True)
class NoticeText:
    """A kind of notice: its machine-readable code, its texts and its buttons. An empty `cause` is always replaced."""

    code: str
    title: str
    cause: str
    next_step: str
    actions: tuple[Action, ...] = (SETTINGS,)
    level: Level = "error"

    def notice(self, details: str = "", cause: str = "", **values: object) -> NoticeDelta:
        """Return the notice. cause: what a server said, in place of the usual one. values: of the placeholders."""
        cause = cause or (tr(self.cause, **values) if self.cause else "")
        title, next_step = tr(self.title, **values), tr(self.next_step, **values)
        details = truncated(details)
        return NoticeDelta(Notice(self.level, self.code, title, truncated(cause), next_step, details, self.actions))
