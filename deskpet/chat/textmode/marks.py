"""Find the marks of chat templates that a server left in the text of an answer: special tokens, and lone tags.

They are hidden outside of code, except where the text speaks of them: in the middle of a sentence, after a blank or a
quote and before more words of the line. A closing tag is hidden only without an opening one in the text, and a tag
around the answer only at its beginning.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from deskpet.chat.messages import RETRY, Notice
from deskpet.chat.textmode.call_format import BARS, canonical
from deskpet.translation import tr_noop

OTHER_ROLES = {"user", "system", "observation", "human", "user_token", "system_token"}
"""The names of marks that begin the turn of somebody else."""
_BAR = f"[{BARS}]"
_CLOSED_TAGS = (
    *("tool_call", "tool_calls", "tool_code", "function", "function_call", "function_calls", "functioncall"),
    *("toolcall", "invoke", "minimax:tool_call", "seed:tool_call", "longcat_tool_call", "answer", "response", "s"),
)
_AROUND_ANSWER = ("answer", "response")
_BRACKETED = ("[end_tool_request]", "[/tool_call]", "[end_tool_call]", "[inst]")
_MARK = re.compile(
    rf"<{_BAR}(?P<token>[a-z_▁/]{{3,40}}){_BAR}>"
    rf"|<{_BAR}(?P<opened>turn|channel|tool_response)>|<(?P<closed>turn|channel|tool_call){_BAR}>"
    r"|<(?P<plain>eos|bos|pad|end_of_turn|start_of_turn|end_function_call|start_function_response)>"
    rf"|</(?P<closing>{'|'.join(_CLOSED_TAGS)})>|<(?P<opening>answer|response|s)>"
    rf"|(?P<bracketed>{'|'.join(map(re.escape, _BRACKETED))})",
    re.ASCII | re.IGNORECASE,
)
_INCOMPLETE = re.compile(
    rf"<(?:/[a-z_:]{{0,20}}|{_BAR}[a-z_▁/]{{0,40}}{_BAR}?|[a-z_]{{0,30}}{_BAR}?)\Z", re.ASCII | re.IGNORECASE
)
# Other special tokens have an underscore.
_TOKENS = (
    {"end", "return", "call", "start", "message", "channel", "constrain", "endoftext", "assistant"}
    | {*("eos", "bos", "eot", "eom", "pad", "endofturn", "header_start", "header_end")}
    | OTHER_ROLES
)
_BEFORE_ROLE = {
    *("start", "im_start", "start_header_id", "header_start", "channel", "turn", "start_of_turn", "start_of_role"),
}
_IN_TEXT = {"begin_of_box", "end_of_box"}
_ROLES = ("assistant", "model", "final", "commentary", "analysis", "thought")
_ROLE = re.compile(rf" ?(?:{'|'.join(_ROLES)})(?![a-zA-Z])[ \t]{{0,9}}\n?")
_INSTRUCTION = "[inst]"
_QUOTING_CHARACTERS = " \t\"'`(<“‘„«「『（《"
MARK_BEGINS = {"<": set("/arsebptc"), "[": set("e/i")}
"""What follows the first character of a mark, in lower case."""

LEFT_ROLE = Notice(
    "warning",
    "left_role",
    tr_noop("The model began to write the other side's part, so the answer was ended"),
    tr_noop("It went on after the end of its turn, or wrote the words of another role; that part is left out."),
    tr_noop("It may be a base model, or its server has a wrong chat template: choose an instruct model."),
)
REPEATS_ITSELF = Notice(
    "warning",
    "repeats_itself",
    tr_noop("The model repeats itself, so the answer was ended"),
    tr_noop("The same words came again and again; the request was closed."),
    tr_noop("Ask again, or choose a larger model. A wrong chat template on the server causes this as well."),
    actions=(RETRY,),
)

TURN_ENDS = {
    *("im_end", "eot_id", "eom_id", "eot", "end_of_turn", "end_of_text", "endoftext", "endofturn", "eos", "turn"),
    *("end▁of▁sentence", "end_of_sentence", "end_of_turn_token"),
}
"""The names of marks after which a model has nothing more to say."""

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
_FOLLOWING_ROLES = ("user", "system", "human", "tool", "developer", "observation", "ipython", "environment", "function")
_FOLLOWING_ROLE = re.compile(
    rf"[ \t]?(?:{'|'.join(_FOLLOWING_ROLES)})(?!\w)[ \t]{{0,9}}(?P<end>[\r\n<:]|\Z)?", re.IGNORECASE
)
_LONGEST = max(map(len, _FOLLOWING_ROLES)) + 1


@dataclass(frozen=True, slots=True)
class TemplateMark:
    """A mark up to `end` of a text.

    opening: the beginning of the tag that has to stand before it, if it is a closing one. around_answer: whether it
    stands around an answer. is_opening: whether it is an opening tag. before_role: whether a role or a channel follows.
    in_text: whether it stands around a part of the text. ends_turn: whether a model has nothing more to say after it.
    is_other_role: whether it begins the turn of somebody else.
    """

    end: int
    opening: str = ""
    around_answer: bool = False
    is_opening: bool = False
    before_role: bool = False
    in_text: bool = False
    ends_turn: bool = False
    is_other_role: bool = False


def mark_at(text: str, at: int) -> TemplateMark | None:
    """Return the mark at `at`."""
    match = _MARK.match(text, at)
    if match is None:
        return None
    kind, name = str(match.lastgroup), canonical(match[str(match.lastgroup)])
    if kind == "token" and name not in _TOKENS and "_" not in name and "▁" not in name:
        return None
    return TemplateMark(
        match.end(),
        opening=f"<{name}" if kind in ("closing", "opening") else "",
        around_answer=kind in ("closing", "opening") and name in _AROUND_ANSWER,
        is_opening=kind == "opening",
        before_role=kind in ("token", "opened", "plain") and name in _BEFORE_ROLE,
        in_text=kind == "token" and name in _IN_TEXT,
        ends_turn=name == "s" if kind == "closing" else kind in ("token", "closed", "plain") and name in TURN_ENDS,
        is_other_role=(kind == "token" and name in OTHER_ROLES) or name == _INSTRUCTION,
    )


def may_begin_mark(text: str, at: int) -> bool:
    """Return whether the text from `at` to its end may be the beginning of a mark."""
    if text[at] == "<":
        return _INCOMPLETE.match(text, at) is not None
    return len(text) - at < 20 and any(each.startswith(canonical(text[at:])) for each in _BRACKETED)


def is_mentioned(before: str, after: str) -> bool:
    """Return whether a text speaks of the mark between the characters `before` and `after` of its line."""
    return before != "" and before in _QUOTING_CHARACTERS and after not in ("", "\r", "\n", "<", "[")


def role_end(text: str, at: int, *, is_at_end: bool) -> int | None:
    """Return the end of the role or the channel at `at`, `at` if there is none, None if more text is needed."""
    if role := _ROLE.match(text, at):
        return role.end() if is_at_end or role.end() < len(text) else None
    rest = text[at:].removeprefix(" ")
    return None if not is_at_end and any(each.startswith(rest) for each in _ROLES) else at


SPACES = re.compile(r"[ \t]{0,200}")


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
    if (match := _FOLLOWING_ROLE.match(text, at)) is None:
        rest = text[at:].lstrip(" \t").lower()
        is_beginning = len(rest) < _LONGEST and any(each.startswith(rest) for each in _FOLLOWING_ROLES)
        return FollowingRole.UNKNOWN if is_beginning and not is_at_end else FollowingRole.NOBODY_ELSE
    if match["end"] is None:
        return FollowingRole.PERHAPS_OTHER
    return FollowingRole.UNKNOWN if not match["end"] and not is_at_end else FollowingRole.OTHER
