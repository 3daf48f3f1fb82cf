"""Fill the chat's menu of models, and carry out what is chosen in it."""

import asyncio
import time

from PySide6.QtCore import QObject

from deskpet.app.conversation_model import ConversationModel
from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_factory import TurnFactory
from deskpet.config.settings import EndpointSettings
from deskpet.llm.connections import Connection, ModelChoice, ModelLists
from deskpet.translation import tr
from deskpet.ui.chat.model_chip import ModelChip
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets.model_entries import ModelEntries
from deskpet.ui.widgets.picker import PickerEntry

# A list that is older, in seconds, is read again when the menu is opened.
_OLD = 24 * 3600.0


class ModelSwitch(QObject):
    """Serves the menu of a chip: what it lists, and what a choice in it changes."""

    def __init__(
        self,
        chip: ModelChip,
        store: SettingsStore,
        factory: TurnFactory,
        lists: ModelLists,
        conversation: ConversationModel,
    ) -> None:
        super().__init__(chip)
        self._chip, self._store, self._factory, self._lists = chip, store, factory, lists
        self._connections, self._conversation = factory.connections, conversation
        self._troubles: dict[str, str] = {}  # by the id of a connection
        self._tasks: set[asyncio.Task[None]] = set()
        chip.entries = self._entries
        chip.opened.connect(self._read_present)
        chip.chosen.connect(self.choose)
        chip.starred.connect(self._star)
        chip.refresh_requested.connect(self._read_all)
        chip.mode_chosen.connect(lambda mode: store.change("chat", mode=mode))
        keys = tuple(f"endpoint.{key}" for key in ("base_url", "model", "connection"))
        store.listen(keys, lambda *_: conversation.choose(None) if conversation.choice else None)
        lists.listen(chip.refresh_menu)
        self._connections.listen(chip.refresh_menu)

    def choose(self, choice: ModelChoice | None) -> None:
        """Use a model, or the model that a connection had last; None for the offline companion."""
        present = self._store.current.endpoint
        target = next((each for each in self._shown() if choice and each.id == choice.connection), None)
        if choice and target is None:
            return
        # A conversation remembers a connection by its id.
        kept = self._connections.keep_present(present)
        if kept and target and not target.id:
            target, present = kept, kept.endpoint
        model = choice.model if choice else ""
        endpoint = self._connections.endpoint_of(target, present, model) if target else EndpointSettings()
        self._store.apply(self._store.current.model_copy(update={"endpoint": endpoint}))
        # After the settings, a change of which lets the conversation follow them.
        self._conversation.choose(choice and ModelChoice(endpoint.connection, endpoint.model))

    def _entries(self) -> list[PickerEntry]:
        is_offline = self._store.is_offline
        endpoint = self._factory.settings.endpoint
        chosen = ModelChoice(self._connections.present_id(endpoint), endpoint.model)
        entries = ModelEntries(self._lists, self._factory.capabilities, chosen)
        shown = () if is_offline else self._shown()
        offline = PickerEntry(
            None, tr("Offline companion"), note=tr("no model"), is_heading=True, is_checked=not endpoint.base_url
        )
        return [*entries.of(shown, lambda each: self._troubles.get(each, "")), offline]

    def _shown(self) -> tuple[Connection, ...]:
        return self._connections.shown(self._store.current.endpoint)

    def _star(self, choice: ModelChoice) -> None:
        connection = next(each for each in self._shown() if each.id == choice.connection)
        others = tuple(each for each in connection.favourites if each != choice.model)
        marked = others if choice.model in connection.favourites else (*others, choice.model)
        self._save(connection, marked)

    def _save(self, connection: Connection, favourites: tuple[str, ...]) -> None:
        kept = self._connections.keep(Connection(connection.id, connection.name, connection.endpoint, favourites))
        if not connection.id:
            self._store.change("endpoint", connection=kept.id)
            self._chip.refresh_menu()

    def _read_present(self) -> None:
        """Read the list of the connection in use, if it is missing or old and nobody has to be asked for a key."""
        endpoint = self._store.effective.endpoint
        is_open = not endpoint.base_url.startswith("https:") or self._factory.keys.known(endpoint) is not None
        if endpoint.base_url and is_open and self._lists.of(endpoint).read_at < time.time() - _OLD:
            self._read(self._connections.present(endpoint))

    def _read_all(self) -> None:
        if not self._store.is_offline:
            for each in self._shown():
                if each.endpoint.base_url:
                    self._read(each)

    def _read(self, connection: Connection) -> None:
        task = event_loop.spawn(self._read_list(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read_list(self, connection: Connection) -> None:
        listing = await self._factory.endpoints.models(connection.endpoint)
        self._troubles[connection.id] = listing.failure.title if listing.failure else ""
        if listing.failure:
            self._chip.refresh_menu()
        else:
            self._lists.keep(connection.endpoint, listing.facts)
