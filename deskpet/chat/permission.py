"""Values that decide whether a tool call may run: policies of tools, rules of the user, marks of what was read.

`Toolbox.permission_of` decides by them. Rules and marks come from the user and from tools that ran. No text of a model,
a file, a page or a persona changes them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from deskpet.config.choices import Policy
from deskpet.translation import tr_noop

Lifetime = Literal["conversation", "always"]


class Reads(Enum):
    """The kind of data that a tool reads, which matters for what may be sent afterwards.

    PRIVATE: data of the user: files, the screen, the clipboard, memories. FOREIGN: text that other people wrote, which
    may contain instructions for the model: pages, search results, results of foreign tools.
    """

    PRIVATE = "private"
    FOREIGN = "foreign"


NOTHING: frozenset[Reads] = frozenset()
EVERYTHING = frozenset(Reads)
"""What is read by whatever does not declare what it reads."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a tool's effects that a rule can be limited to.

    kind: `folder`, `host`, `program` or `version`. value: an absolute path with `/` between its parts, a host name, or
    the hash of a foreign tool's definition: a tool that is changed is another one. Two folders that no chosen one
    contains stand each after a `|`, which neither of their paths contains.
    """

    kind: str
    value: str

    @property
    def label(self) -> str:
        """The value for people."""
        # The path of a single folder may contain the character.
        return self.value[1:].replace("|", " \N{RIGHTWARDS ARROW} ") if self.is_pair else self.value

    @property
    def is_pair(self) -> bool:
        """Whether it is about two folders, and not about those beneath them."""
        return self.kind == "folder" and self.value.startswith("|")

    def includes(self, other: "Scope") -> bool:
        """Return whether a rule for this scope covers `other`: the same value, or a folder beneath this one."""
        # A file that was edited by hand may have a scope without a value.
        if self.kind != other.kind or not self.value:
            return False
        parts = other.value.split("/")
        is_single = self.kind == "folder" and not self.is_pair
        is_beneath = is_single and other.value.startswith(self.value.rstrip("/") + "/")
        return self.value == other.value or (is_beneath and ".." not in parts)


NO_SCOPE = Scope("none", "")
"""The scope of a call whose arguments name none, although its tool is limited by scopes. No rule can cover it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The user's word that a tool may run without asking, within `scope` or, if it is None, everywhere.

    created_at: Unix seconds. lifetime: whether it holds in one conversation or always. origin: the conversation's
    message in which the user gave it, or empty.
    """

    tool_name: str
    scope: Scope | None
    created_at: float
    lifetime: Lifetime = "always"
    origin: str = ""

    def covers(self, tool_name: str, scope: Scope | None) -> bool:
        """Return whether the rule covers a call of this tool with this scope."""
        if self.tool_name != tool_name:
            return False
        return self.scope is None or (scope is not None and self.scope.includes(scope))


@dataclass(frozen=True, slots=True)
class Decision:
    """The user's answer to the question whether a call may run.

    reason: why it was refused, for the model; may be empty. rule: the rule that the user gave with the approval.
    """

    approved: bool
    reason: str = ""
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Permission:
    """Whether a call may run now.

    rule: the rule that allows it. reason: why only the user's answer to this call counts, and no policy or rule, as a
    text to translate.
    """

    policy: Policy
    rule: Rule | None = None
    reason: str = ""


SENDS_AFTER_READING = tr_noop(
    "This conversation has read private data and text of strangers, so everything that could send data asks."
)
TOOL_CHANGED = tr_noop("Its server has changed this tool since you last let it run. Below is what changed.")


def has_read_both(marks: Collection[str]) -> bool:
    """Return whether `marks`, the values of Reads that calls have set, contain both kinds."""
    return {each.value for each in Reads} <= set(marks)
