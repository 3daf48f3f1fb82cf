"""The declaration of a feature. Its functions import what they need when they are called."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

from deskpet.ui.settings.page import Page, PageExtension

if TYPE_CHECKING:
    import argparse
    import sqlite3
    from pathlib import Path

    from deskpet.chat.recollection import Recall
    from deskpet.chat.tool import Tool
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import Settings
    from deskpet.features.host import Host
    from deskpet.store import Store

    AddCommon = Callable[[argparse.ArgumentParser], object]


class RunningFeature(Protocol):
    """A feature that was started."""

    def close(self) -> object:
        """End it, and write what has to be kept. What it returns is awaited if that takes time."""
        ...


class RequestRefused(Exception):
    """What a command asks of the running program can't be done. The message gives the cause and the next step."""


class StartPhase(IntEnum):
    """When a feature may start, in this order: nothing of it is wanted before."""

    CHAT_CREATED = 1
    """The chat exists, and is not shown yet."""
    STORE_OPEN = 2
    """The conversations can be read."""
    SETTLED = 3
    """The start is over for a while. What the settings turn on before starts at once."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line.

    help: one line for the list of commands. description: for its own help.
    run: carries the command out and returns the exit code. add_arguments: adds the arguments to the command's parser;
    it gets a function that adds those that all commands have.
    """

    name: str
    help: str
    description: str
    run: "Callable[[argparse.Namespace], int]"
    add_arguments: "Callable[[argparse.ArgumentParser, AddCommon], object]" = lambda parser, add_common: add_common(
        parser
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """How the chat offers to turn a feature on that is off, after a message that asks for it.

    asks: returns whether a message of the user asks for it. text, done: what is said before and after it is turned on,
    in English. section, values: the settings that turn it on.
    """

    asks: Callable[[str], bool]
    text: str
    done: str
    section: str
    values: Mapping[str, object]


def always(_settings: "Settings") -> bool:
    """Return True: a feature that no setting turns off."""
    return True


@dataclass(frozen=True, slots=True)
class Feature:
    """A capability of the program, which the settings may turn on and off.

    name: that of its folder, and of what its tools need. is_on: whether the settings have it turned on, or files of the
    user need it. start: starts it; called once, when it is first on; None if nothing of it runs. phase: the earliest
    time for that. starts_with_pages: start it as well when one of its pages or cards is first shown.
    is_beside: a second character has it too: it is started again for her, with a host of her own.
    tools: its tools, which are listed while it is off as well.
    dependencies: returns what its tools need that the settings determine, by the names of their parameters.
    window_dependencies: returns what they need besides, and have in the window only.
    access: what its tools get of a started feature. off: why they can't be used while it is off, in English; and
    why_not returns the reason while it runs, as a translated sentence, or an empty text. A feature that is never off
    has none: its tools get what it provides by the host. offer: how the chat offers to turn it on.
    requests: carry out what a command asks of the running program: functions of its JSON value, by subject. They raise
    RequestRefused.
    files: the names of those that it keeps in the data folder. SECURITY.md lists them.
    readme_section: the section that describes it, to which the table of features in the README links.
    terminal_recall: returns what reads private facts from the file of the conversations, for a turn in the terminal.
    terminal_line: returns a line that goes with them, read from the same database; an empty one adds nothing.
    """

    name: str
    is_on: "Callable[[Settings], bool]" = always
    start: "Callable[[Host], RunningFeature] | None" = None
    phase: StartPhase = StartPhase.CHAT_CREATED
    off: str = ""
    tools: "Callable[[], tuple[Tool, ...]]" = tuple
    dependencies: "Callable[[Settings, KeyStore], Mapping[str, object]]" = lambda settings, keys: {}
    window_dependencies: Callable[[], Mapping[str, object]] = dict[str, object]
    access: Callable[[Any], object] = lambda running: running
    why_not: Callable[[Any], str] = lambda running: ""
    offer: Offer | None = None
    pages: tuple[Page, ...] = ()
    page_extensions: tuple[PageExtension, ...] = ()
    commands: tuple[Command, ...] = ()
    requests: "Mapping[str, Callable[[Any, Store], Awaitable[object]]]" = field(
        default_factory=dict[str, "Callable[[Any, Store], Awaitable[object]]"]
    )
    files: tuple[str, ...] = ()
    readme_section: str = "tools"
    terminal_recall: "Callable[[Path, Settings], Recall | None] | None" = None
    terminal_line: "Callable[[sqlite3.Connection, Settings], str] | None" = None
    starts_with_pages: bool = False
    is_beside: bool = False
