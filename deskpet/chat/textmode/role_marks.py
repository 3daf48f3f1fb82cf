"""Find where a model leaves its role: it goes on after the end of its turn, or begins the turn of somebody else.

A chat template writes these marks; a base model, or one behind a wrong template, writes them itself and plays the
other roles. In text mode, a small model writes the results of its calls itself. `marks.py` tells which marks the text
means.
"""

import re
from enum import Enum, auto

TURN_ENDS = {
    *("im_end", "eot_id", "eom_id", "eot", "end_of_turn", "end_of_text", "endoftext", "endofturn", "eos", "turn"),
    *("end▁of▁sentence", "end_of_sentence", "end_of_turn_token"),
}
"""The names of marks after which a model has nothing more to say."""
OTHER_ROLES = {"user", "system", "observation", "human", "user_token", "system_token"}
"""The names of marks that begin the turn of somebody else."""

_RESULT_BEGINS = (r"<{2,16}\[", "TOOL_RESULT]>>"), (r"\{\s{0,20}", '"tool_results"'), ("<", "tool_result>")
RESULTS = re.compile("|".join(begin + re.escape(word) for begin, word in _RESULT_BEGINS), re.IGNORECASE)
"""Matches the beginning of the results of calls, as the user's messages have them in text mode (see prompt.py)."""
INCOMPLETE_RESULTS = re.compile(
    r"<{1,16}\Z|"
    + "|".join(
        rf"{begin}(?:{'|'.join(re.escape(word[:length]) for length in range(len(word)))})\Z"
        for begin, word in _RESULT_BEGINS
    ),
    re.IGNORECASE,
)
"""Matches a part of it at the end of the text."""
_ROLES = ("user", "system", "human", "tool", "developer", "observation", "ipython", "environment", "function")
_ROLE = re.compile(rf"[ \t]?(?:{'|'.join(_ROLES)})(?!\w)[ \t]{{0,9}}(?P<end>[\r\n<:]|\Z)?", re.IGNORECASE)
_LONGEST = max(map(len, _ROLES)) + 1


class FollowingRole(Enum):
    """Whose role is named after a mark.

    OTHER: that of somebody else, on a line of its own. PERHAPS_OTHER: a word as in a sentence.
    UNKNOWN: needs more text.
    """

    OTHER = auto()
    PERHAPS_OTHER = auto()
    UNKNOWN = auto()
    NOBODY_ELSE = auto()


def following_role(text: str, at: int, *, is_at_end: bool) -> FollowingRole:
    """Return whose role stands at `at`, after a mark that a role follows."""
    if (match := _ROLE.match(text, at)) is None:
        rest = text[at:].lstrip(" \t").lower()
        is_beginning = len(rest) < _LONGEST and any(each.startswith(rest) for each in _ROLES)
        return FollowingRole.UNKNOWN if is_beginning and not is_at_end else FollowingRole.NOBODY_ELSE
    if match["end"] is None:
        return FollowingRole.PERHAPS_OTHER
    return FollowingRole.UNKNOWN if not match["end"] and not is_at_end else FollowingRole.OTHER
