"""Fill the chat's menu of models, carry out what is chosen in it, and remember it for the open conversation."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.conversation import Conversation
from deskpet.chat.messages import Message
from deskpet.config.settings import EndpointSettings
from deskpet.listeners import Listeners
from deskpet.llm.connections import Connection, ModelChoice, ModelLists, RememberedModels, TooManyConnections
from deskpet.translation import tr
from deskpet.ui.chat.model_chip import ModelChip
from deskpet.ui.platform import event_loop
from deskpet.ui.widgets.model_entries import ModelEntries
from deskpet.ui.widgets.picker import PickerEntry

if TYPE_CHECKING:
    from deskpet.ui.chat.model_menu import ModelMenu

# A list that is older, in seconds, is read again when the menu is opened.
_OLD = 24 * 3600.0


class ConversationModel:
    """The choice of the open conversation. That of a new one is kept with its first message, of a private one never.

    changed: called when another choice may apply.
    """

    def __init__(self, conversation: Conversation, kept: RememberedModels, session: Callable[[], str | None]) -> None:
        """`session` returns the id of the open conversation, None for one that is not kept (yet)."""
        self._conversation, self._kept, self._session = conversation, kept, session
        self._choice: ModelChoice | None = None
        # The id of the first message tells conversations apart: a session has its id only after it was opened.
        self._first_message = ""
        self._is_read = False
        self.changed = Listeners[[]]()
        conversation.listen(self._on_begun, on_path=self._on_path)

    @property
    def choice(self) -> ModelChoice | None:
        """The choice of the open conversation; None if it follows the settings."""
        session = self._session()
        if session and not self._is_read:
            self._is_read = True
            self._choice = self._choice or self._kept.choice_of(session)
        return self._choice

    def choose(self, choice: ModelChoice | None) -> None:
        """Remember a choice for the open conversation; None lets it follow the settings."""
        self._choice, self._is_read = choice, True
        self._keep()
        self.changed()

    def forget_all(self) -> None:
        """Forget the choices of all conversations, which were erased."""
        self._kept.forget_all()
        self._choice = None
        self.changed()

    def _keep(self) -> None:
        session = self._session()
        if session and not self._conversation.is_private:
            self._kept.remember(session, self._choice)

    def _on_begun(self, message: Message) -> None:
        if not self._first_message:
            self._first_message = message.id
            if self._choice:
                self._keep()

    def _on_path(self, messages: tuple[Message, ...]) -> None:
        first = messages[0].id if messages else ""
        if not first or first != self._first_message:
            self._first_message, self._choice, self._is_read = first, None, False
            self.changed()


class ModelSwitch(QObject):
    """Serves the menu of a chip: what it lists, and what a choice in it changes.

    refused: Emitted with a sentence if a choice would lose the connection in use, which is not saved.
    """

    refused = Signal(str)

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
        chip.entries = self._entries
        chip.opened.connect(self._on_opened)
        keys = tuple(f"endpoint.{key}" for key in ("base_url", "model", "connection"))
        store.listen(keys, lambda *_: conversation.choose(None) if conversation.choice else None)
        lists.listen(chip.refresh_menu)
        self._connections.listen(chip.refresh_menu)

    def _on_opened(self, menu: "ModelMenu") -> None:
        menu.chosen.connect(self.choose)
        menu.starred.connect(self._star)
        menu.refresh.clicked.connect(self._read_all)
        menu.mode_chosen.connect(lambda mode: self._store.change("chat", mode=mode))
        self._read_present()

    def choose(self, choice: ModelChoice | None) -> None:
        """Use a model, or the model that a connection had last; None for the offline companion."""
        present = self._store.current.endpoint
        target = next((each for each in self._shown() if choice and each.id == choice.connection), None)
        if choice and target is None:
            return
        try:
            # A conversation remembers a connection by its id.
            kept = self._connections.keep_present(present)
        except TooManyConnections as error:
            self.refused.emit(str(error))
            return
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
        read = entries.of(
            shown, lambda each: self._troubles.get(each, ""), lambda each: event_loop.spawn(self.read(each))
        )
        return [*read, offline]

    def _shown(self) -> tuple[Connection, ...]:
        return self._connections.shown(self._store.current.endpoint)

    def _star(self, choice: ModelChoice) -> None:
        connection = next(each for each in self._shown() if each.id == choice.connection)
        others = tuple(each for each in connection.favourites if each != choice.model)
        marked = others if choice.model in connection.favourites else (*others, choice.model)
        try:
            kept = self._connections.keep(replace(connection, favourites=marked))
        except TooManyConnections as error:
            self.refused.emit(str(error))
            return
        if not connection.id:
            self._store.change("endpoint", connection=kept.id)
            self._chip.refresh_menu()

    def _read_present(self) -> None:
        """Read the list of the connection in use, if it is missing or old and nobody has to be asked for a key."""
        endpoint = self._store.effective.endpoint
        is_open = not endpoint.base_url.startswith("https:") or self._factory.keys.known(endpoint) is not None
        if endpoint.base_url and is_open and self._lists.of(endpoint).read_at < time.time() - _OLD:
            event_loop.spawn(self.read(self._connections.present(endpoint)))

    def _read_all(self) -> None:
        if not self._store.is_offline:
            for each in self._shown():
                if each.endpoint.base_url:
                    event_loop.spawn(self.read(each))

    async def read(self, connection: Connection) -> str:
        """Read the list of a connection's models. Returns why that failed, or an empty text."""
        self._troubles[connection.id] = tr("is asked…")
        self._chip.refresh_menu()
        listing = await self._factory.endpoints.models(connection.endpoint)
        trouble = self._troubles[connection.id] = listing.failure.title if listing.failure else ""
        if listing.failure:
            self._chip.refresh_menu()
        else:
            self._lists.keep(connection.endpoint, listing.facts)
        return trouble
