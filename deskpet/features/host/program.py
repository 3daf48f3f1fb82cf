"""Ports to what the program keeps and runs: settings, keys, rules, files and tools."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from deskpet.listeners import End, Listen, Listeners

if TYPE_CHECKING:
    from pathlib import Path

    from deskpet.chat.tool import Tool
    from deskpet.chat.toolbox import Toolbox
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import EndpointSettings, Settings
    from deskpet.config.settings_file import SettingKey
    from deskpet.llm.capabilities import Capabilities
    from deskpet.llm.connections import Connections, ModelLists
    from deskpet.llm.endpoints import Endpoints
    from deskpet.ui.blocks.base import CallDecision, ToolLook

T = TypeVar("T")


class Live(Generic[T]):
    """A field of a dataclass without slots: created with a function, it is read as what that returns now."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, port: object, owner: type) -> T:
        if port is None:
            # The dataclass looks for a default, of which there is none.
            raise AttributeError(self._name)
        return vars(port)[self._name]()

    def __set__(self, port: object, read: Callable[[], T]) -> None:
        vars(port)[self._name] = read


@dataclass(frozen=True, kw_only=True)
class SettingsPort:
    """The settings in use, and changes of them."""

    now: "Live[Settings]" = Live()
    """The settings in use, with the endpoint that answers in the open conversation; none offline."""
    change: "Callable[[Callable[[Settings], Mapping[SettingKey, Any]]], object]"
    """Change the settings by the values that a function of the saved ones returns."""
    listen: "Callable[[str | tuple[str, ...], Callable[[Settings, Settings], object]], End]"
    """Call a function with the settings before and after a change of one of these: `chat` or `chat.mode`."""
    are_default: Live[bool] = Live()
    """Whether their file can be read, and sets nothing to another value than the default."""
    is_offline: bool
    """Whether no endpoint is used, whatever the file contains."""


@dataclass(frozen=True, slots=True)
class KeysPort:
    """The keys of servers."""

    store: "KeyStore"
    """The store of all keys."""
    save: "Callable[[EndpointSettings, str], object]"
    """Store the key of an endpoint in the keyring; the user is told if that fails."""


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """Files that the program keeps, some of which may not exist yet.

    settings: that of the settings. of_features: those that features declare, in the data folder.
    replaced: called after a restore has replaced files; whoever holds the content of one reads it again.
    """

    settings: "Path"
    of_features: "tuple[Path, ...]"
    replaced: Listeners[[]] = field(default_factory=Listeners[[]])


@dataclass(frozen=True, kw_only=True)
class ToolsPort:
    """The tools: what they need of the running program, and how people see them."""

    provide: Callable[[str, object], object]
    """Provide what tools need, by the name of their parameter, when the chat is created. Others are not offered."""
    box: "Live[Toolbox]" = Live()
    """The tools of the program, to which others are added and from which they are removed."""
    context_tokens: Live[int] = Live()
    """How many tokens a request may have; 0 for no limit."""
    listen_to_model: Listen[[]]
    """Call a function when another model may answer, or more is known of it."""
    decide: "Callable[[str, int, CallDecision], object]"
    """Carry out what the user chose for the call in a block of a message."""
    built_in: "tuple[Tool, ...]"
    """The tools that come with the program, in the order in which they are described to a model."""
    title_of: Callable[[str], str]
    """Return the title of a tool; its name if there is none (any more)."""
    look_of: "Callable[[str], ToolLook]"
    """Return how calls of a tool are displayed, also if there is none (any more). Any thread may ask."""


@dataclass(frozen=True, slots=True)
class ModelServers:
    """The servers on which models run, and what is known of them."""

    endpoints: "Callable[[], Endpoints]"
    """Return the connections to them, which the first call creates."""
    capabilities: "Capabilities"
    """What their models can do."""
    connections: "Connections"
    """The saved connections; the settings have the values of the one in use."""
    lists: "ModelLists"
    """The lists of models that they sent last."""
