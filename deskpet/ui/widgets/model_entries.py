"""Entries of a picker for the models of saved connections, with what each is known to do."""

from collections.abc import Callable, Iterator
from functools import partial

from deskpet.llm.capabilities import Capabilities, ModelAddress, PictureSupport, ToolSupport
from deskpet.llm.connections import Connection, ModelChoice, ModelFacts, ModelLists
from deskpet.translation import tr, tr_plural
from deskpet.ui.widgets.picker import EntryMark, PickerEntry


def marks_of(facts: ModelFacts, address: ModelAddress, capabilities: Capabilities) -> tuple[EntryMark, ...]:
    """Return the marks of what a model can do: what was seen of it counts more than what its server says."""
    seen = capabilities.of(address)
    tools = facts.tools if seen.tools is ToolSupport.UNKNOWN else seen.tools is not ToolSupport.REFUSED
    pictures = facts.pictures if seen.pictures is PictureSupport.UNKNOWN else seen.pictures is PictureSupport.TAKEN
    marks = (
        (tools, "tool", tr("calls tools")),
        (pictures, "picture", tr("accepts pictures")),
        (seen.reasons or facts.reasons, "think", tr("sends its reasoning")),
    )
    return tuple(EntryMark(icon, meaning) for can, icon, meaning in marks if can)


class ModelEntries:
    """Makes the entries of connections and their models, without those that are not for chats."""

    def __init__(self, lists: ModelLists, capabilities: Capabilities, chosen: ModelChoice | None = None) -> None:
        """`chosen` is the model to mark."""
        self._lists, self._capabilities, self.chosen = lists, capabilities, chosen

    def of(
        self,
        connections: tuple[Connection, ...],
        trouble: Callable[[str], str] = lambda _: "",
        read: Callable[[Connection], object] | None = None,
    ) -> Iterator[PickerEntry]:
        """Yield the favourites, and then each connection with its models.

        trouble: returns by its id why a list could not be read. read: reads a list, for an entry that offers that.
        """
        favourites = [self._entry(each, self._facts(each, name), note=each.name) for each in connections
                      for name in each.favourites]  # fmt: skip
        if favourites:
            yield PickerEntry(None, tr("Favourites"), is_heading=True, can_be_chosen=False)
            yield from favourites
        for each in connections:
            models, is_unread = self.models(each), self.is_unread(each)
            count = tr("No list was read yet") if is_unread else tr_plural(len(models), "1 model", "{n} models")
            is_chosen = self.chosen is not None and each.id == self.chosen.connection
            note = trouble(each.id) or count
            yield PickerEntry(ModelChoice(each.id, ""), each.name, note=note, is_heading=True, is_checked=is_chosen)
            yield from (self._entry(each, facts) for facts in models)
            if read and is_unread and each.endpoint.base_url:
                title = tr("Read the list of its models")
                yield PickerEntry(None, title, group=each.name, icon="again", act=partial(read, each))

    def choices(self, connections: tuple[Connection, ...]) -> Iterator[tuple[Connection, ModelChoice]]:
        """Yield each model but the chosen one with its connection, first the favourites."""
        named = [(each, facts.name) for each in connections for facts in self.models(each)]
        named.sort(key=lambda each: each[1] not in each[0].favourites)
        for connection, name in named:
            if (choice := ModelChoice(connection.id, name)) != self.chosen:
                yield connection, choice

    def is_unread(self, connection: Connection) -> bool:
        """Return whether the server of a connection was not asked for its models yet."""
        return not self._lists.of(connection.endpoint).read_at

    def models(self, connection: Connection) -> list[ModelFacts]:
        """Return the models of a connection that are for chats, first the one that is set if it is not listed."""
        listed = [each for each in self._lists.of(connection.endpoint).models if each.chats]
        chosen = connection.endpoint.model
        is_listed = not chosen or any(each.name == chosen for each in listed)
        return listed if is_listed else [ModelFacts(chosen), *listed]

    def _facts(self, connection: Connection, name: str) -> ModelFacts:
        return next((each for each in self.models(connection) if each.name == name), ModelFacts(name))

    def _entry(self, connection: Connection, facts: ModelFacts, *, note: str = "") -> PickerEntry:
        choice = ModelChoice(connection.id, facts.name)
        return PickerEntry(
            choice,
            facts.name,
            group=connection.name,
            note=note,
            marks=marks_of(facts, ModelAddress(connection.endpoint.base_url, facts.name), self._capabilities),
            is_checked=choice == self.chosen,
            is_starred=facts.name in connection.favourites,
        )
