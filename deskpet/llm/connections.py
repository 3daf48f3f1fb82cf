"""Saved connections: servers with their models and parameters, and the models that each of them listed last.

The section [endpoint] of the settings has the values of the connection in use; the file has those of the others. A key
is in neither (see `deskpet.config.keys`).
"""

import logging
import re
import sys
import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

from pydantic import PlainSerializer, TypeAdapter

from deskpet.config import state_files
from deskpet.config.list_file import KeptList, ListFileError
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.config.settings_file import section_values
from deskpet.filesystem.atomic_write import write_atomically
from deskpet.listeners import Listeners
from deskpet.translation import tr

logger = logging.getLogger(__name__)

MOST_CONNECTIONS, MOST_REMEMBERED = 200, 2000
_MAX_LIST_BYTES = 8 * 1024 * 1024

_Sparse = Annotated[
    EndpointSettings,
    PlainSerializer(lambda value: value.model_dump(mode="json", exclude_defaults=True), dict[str, Any]),
]


@dataclass(frozen=True, slots=True)
class Connection:
    """A saved connection. favourites: names of models that the user has marked."""

    id: str
    name: str
    endpoint: _Sparse
    favourites: tuple[str, ...] = ()

    @property
    def address_with_model(self) -> str:
        """The model and the address, for people."""
        return " · ".join(filter(None, (self.endpoint.model, self.endpoint.base_url)))


RECORDS = TypeAdapter(tuple[Connection, ...])
"""Validates the records of the file."""


def default_name(endpoint: EndpointSettings) -> str:
    """Return a name for a connection: that of its provider, or else of its host."""
    # It imports httpx, which the start does without.
    from deskpet.llm.catalog import find_preset

    preset = find_preset(endpoint.base_url) if endpoint.base_url else None
    host = endpoint.base_url.partition("://")[2].partition("/")[0]
    return preset.name if preset else host or tr("My own server")


class TooManyConnections(Exception):
    """No further connection can be saved. The message tells the user what to do."""

    def __init__(self) -> None:
        text = tr("{n} connections are saved, which is the most. Delete one first.", n=MOST_CONNECTIONS)
        super().__init__(text)


class Connections(KeptList[Connection]):
    """The saved connections, in the order of the user: at most MOST_CONNECTIONS, if nobody wrote more into the file.

    A change is in use even if the file can't be written. A file that can't be read is renamed before another one is
    written.
    """

    def __init__(self, file: Path) -> None:
        # None is dropped: `keep` refuses a further one.
        super().__init__(file, RECORDS, sys.maxsize, lambda _: True)
        self._failed = Listeners[[OSError]]()
        self.listen_to_failures = self._failed.add
        """Calls a function each time the file can't be written. Returns what ends that."""

    def find(self, connection_id: str) -> Connection | None:
        """Return the saved connection with this id."""
        return next((each for each in self.all if each.id == connection_id), None) if connection_id else None

    def present_id(self, endpoint: EndpointSettings) -> str:
        """Return the id of the connection in use, empty if it is not saved."""
        return endpoint.connection if self.find(endpoint.connection) else ""

    def present(self, endpoint: EndpointSettings) -> Connection:
        """Return the connection in use, with its present values; its id is empty if it is not saved."""
        if saved := self.find(endpoint.connection):
            return replace(saved, endpoint=endpoint)
        return Connection("", default_name(endpoint), endpoint.model_copy(update={"connection": ""}))

    def shown(self, endpoint: EndpointSettings) -> tuple[Connection, ...]:
        """Return all connections, that in use with its present values; first that in use if it is not saved."""
        present = self.present(endpoint)
        unsaved = (present,) if not present.id and endpoint.base_url else ()
        return unsaved + tuple(present if each.id == present.id else each for each in self.all)

    def endpoint_of(self, connection: Connection, present: EndpointSettings, model: str = "") -> EndpointSettings:
        """Return the settings that use a connection, with another model if one is given."""
        endpoint = present if connection.id == self.present_id(present) else connection.endpoint
        changes = {"connection": connection.id} | ({"model": model} if model else {})
        return endpoint.model_copy(update=changes)

    def keep(self, connection: Connection, position: int | None = None) -> Connection:
        """Save a connection in place of the one with its id, else at a position, by default as the last one.

        Raises TooManyConnections.
        """
        connection = connection if connection.id else replace(connection, id=uuid4().hex[:8])
        endpoint = connection.endpoint.model_copy(update={"connection": connection.id})
        connection = replace(connection, endpoint=endpoint)
        others = list(self.all)
        if connection.id in {each.id for each in others}:
            others = [connection if each.id == connection.id else each for each in others]
        elif len(others) >= MOST_CONNECTIONS:
            raise TooManyConnections
        else:
            others.insert(len(others) if position is None else position, connection)
        if tuple(others) != self.all:
            self._use(others)
            self._write()
        return connection

    def keep_present(self, endpoint: EndpointSettings) -> Connection | None:
        """Save the values of the connection in use, which another one is about to replace; None without a server.

        Raises TooManyConnections.
        """
        return self.keep(self.present(endpoint)) if endpoint.base_url else None

    def free_name(self, name: str) -> str:
        """Return a name that no other connection has."""
        names = {each.name for each in self.all}
        numbered = (f"{name} {number}" for number in range(2, MOST_CONNECTIONS + 2))
        return name if name not in names else next(each for each in numbered if each not in names)

    def key_variable(self, name: str, present: EndpointSettings) -> str:
        """Return the environment variable of a new connection: one of its own, so that no server gets another's key."""
        if not self.shown(present):
            return EndpointSettings().api_key_env
        words = re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_") or str(len(self.all) + 1)
        return f"{EndpointSettings().api_key_env}_{words}"

    def _write(self) -> None:
        try:
            try:
                self._file.read()
            except ListFileError as error:
                logger.warning("%s", error)
                self._file.path.replace(self._file.path.with_suffix(".unreadable.json"))
            super()._write()
        except OSError as error:
            self._failed(error)


def named(connections: Connections, settings: Settings, name: str) -> Settings | None:
    """Return the settings with the connection of this name; None if there is none, or if several have it."""
    found = [each for each in connections.shown(settings.endpoint) if each.name.casefold() == name.casefold()]
    if len(found) != 1:
        return None
    return settings.model_copy(update={"endpoint": connections.endpoint_of(found[0], settings.endpoint)})


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model of a connection, as conversations, personas and roles name it. An empty id is the connection in use."""

    connection: str
    model: str

    @classmethod
    def parse(cls, text: str) -> "ModelChoice | None":
        """Return the choice in a text of the settings, None for an empty one."""
        connection, _, model = text.partition("/")
        return cls(connection, model) if text else None

    def __str__(self) -> str:
        return f"{self.connection}/{self.model}"

    def endpoint(self, connections: Connections, present: EndpointSettings) -> EndpointSettings:
        """Return the endpoint of the choice. That of a connection which is gone is the one in use, unchanged."""
        if self.connection in ("", present.connection):
            return present.model_copy(update={"model": self.model or present.model})
        saved = connections.find(self.connection)
        return connections.endpoint_of(saved, present, self.model) if saved else present


def with_role(settings: Settings, connections: Connections, role: str) -> Settings:
    """Return the settings with the model of a role, a key of `[roles]`; unchanged if it has none of its own."""
    choice = ModelChoice.parse(getattr(settings.roles, role))
    if choice is None or not settings.endpoint.base_url:
        return settings
    return with_endpoint(settings, choice.endpoint(connections, settings.endpoint))


@dataclass(frozen=True, slots=True)
class RememberedModel:
    """The choice of a conversation, as the text of a ModelChoice."""

    session: str
    choice: str


_remembered = TypeAdapter(tuple[RememberedModel, ...])


class RememberedModels(KeptList[RememberedModel]):
    """The models that conversations were switched to. No file from elsewhere sets one."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, _remembered, MOST_REMEMBERED, lambda _: True)

    def choice_of(self, session: str) -> ModelChoice | None:
        """Return what was chosen in a conversation."""
        return next((ModelChoice.parse(each.choice) for each in self.all if each.session == session), None)

    def remember(self, session: str, choice: ModelChoice | None) -> None:
        """Keep what was chosen in a conversation, or that it follows the settings again."""
        others = tuple(each for each in self.all if each.session != session)
        added = (RememberedModel(session, str(choice)),) if choice else ()
        if others + added != self.all:
            self._use(others + added)
            self._write()

    def forget_all(self) -> None:
        """Forget the choices of all conversations."""
        self._use(())
        self._write()

    def _write(self) -> None:
        try:
            super()._write()
        except OSError as error:
            logger.warning("the model of a conversation can't be kept: %s", error)


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What a server says of a model when it lists it; None where it says nothing. context_tokens: 0 if unknown."""

    name: str
    chats: bool = True
    tools: bool | None = None
    pictures: bool | None = None
    reasons: bool | None = None
    context_tokens: int = 0


@dataclass(frozen=True, slots=True)
class ReadList:
    """The models of a server, and when they were read, in seconds since 1970."""

    models: tuple[ModelFacts, ...] = ()
    read_at: float = 0.0


_lists = TypeAdapter(dict[str, ReadList])


class ModelLists:
    """The list of each connection as it was last read, in a cache file that is read when it is first needed."""

    def __init__(self, file: Path) -> None:
        self._path, self._changed = file, Listeners[[]]()
        self.listen = self._changed.add
        """Calls a function after each change. Returns what ends that."""

    def of(self, endpoint: EndpointSettings) -> ReadList:
        """Return the list of an endpoint, or else of its address; an empty one if none was read."""
        return self._by_entry.get(_entry(endpoint)) or self._by_entry.get(endpoint.base_url, ReadList())

    def keep(self, endpoint: EndpointSettings, models: tuple[ModelFacts, ...]) -> None:
        """Keep the list of an endpoint."""
        self._by_entry[_entry(endpoint)] = ReadList(models, time.time())
        try:
            write_atomically(self._path, _lists.dump_json(self._by_entry), durable=False)
        except OSError as error:
            logger.warning("the list of models can't be kept: %s", error)
        self._changed()

    @cached_property
    def _by_entry(self) -> dict[str, ReadList]:
        try:
            return _lists.validate_json(state_files.read_bytes(self._path, _MAX_LIST_BYTES))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            logger.warning("%s can't be read; the models are listed anew: %s", self._path, error)
            return {}


def _entry(endpoint: EndpointSettings) -> str:
    return " ".join(filter(None, (endpoint.base_url, endpoint.connection)))


def with_endpoint(settings: Settings, endpoint: EndpointSettings) -> Settings:
    """Return the settings with another endpoint."""
    return settings.model_copy(update={"endpoint": endpoint})


def changes_of(endpoint: EndpointSettings) -> dict[tuple[str, str], Any]:
    """Return the values of an endpoint by their keys in the settings."""
    return {("endpoint", key): value for key, value in section_values(endpoint).items()}
