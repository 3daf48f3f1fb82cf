"""Use, add, rename, copy and delete the saved connections in a form of the settings."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import ParamSpec

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from deskpet.config.keys import KeyPlace
from deskpet.config.settings import EndpointSettings
from deskpet.features.connection.ui.page import ConnectionList, ConnectionRows
from deskpet.features.connection.ui.rows import OWN_SERVER, RoleRow
from deskpet.features.host import ModelServers
from deskpet.llm.catalog import Preset, find_preset
from deskpet.llm.connections import Connection, TooManyConnections, changes_of
from deskpet.llm.model_list import LocalServer
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.widgets.model_entries import ModelEntries
from deskpet.ui.widgets.picker import PickerEntry

P = ParamSpec("P")


class SavedConnections(QObject):
    """Serves the choice of a provider, and the list of connections of a page."""

    def __init__(self, rows: ConnectionRows, servers: ModelServers) -> None:
        super().__init__(rows)
        self._rows, self._form, self._servers = rows, rows.form, servers
        self._connections = servers.connections
        # The introduction has no list with a banner.
        self._show_message: Callable[[BannerText | None], object] = lambda banner: rows.provider_row.show_error(
            banner.title if banner else ""
        )
        rows.provider_row.button.chosen.connect(self._or_refuse(self._choose_provider))
        rows.provider_row.found_chosen.connect(self._or_refuse(self._choose_server))

    def serve_page(self, page: QWidget) -> None:
        """Show the saved connections on a page, and carry out what is done with them there."""
        shown = part_of(page, ConnectionList)
        actions = {"use": self._use, "copy": self._copy, "trash": self._delete}
        shown.rename = self._or_refuse(self._rename)
        shown.act = self._or_refuse(lambda action, connection: actions[action](connection))
        shown.add.chosen.connect(self._or_refuse(self._add))
        self._show_message = shown.list.show_message

        def show(*_: object) -> None:
            endpoint = self._form.settings.endpoint
            shown.show_connections(self._shown(), self._connections.present_id(endpoint))

        self._form.follow(show, "endpoint")
        self._rows.destroyed.connect(self._connections.listen(show))
        for row in page.findChildren(RoleRow):
            row.entries = self._model_entries
        show()

    def _or_refuse(self, act: Callable[P, object]) -> Callable[P, None]:
        """Return what does `act`, or says why no further connection can be saved."""

        def run(*args: P.args, **kwargs: P.kwargs) -> None:
            try:
                act(*args, **kwargs)
            except TooManyConnections as error:
                self._show_message(BannerText("error", str(error)))

        return run

    def _shown(self) -> tuple[Connection, ...]:
        return self._connections.shown(self._form.settings.endpoint)

    def _model_entries(self) -> list[PickerEntry]:
        # A role names a connection by its id, and the one in use also without one.
        with suppress(TooManyConnections):
            if self._form.settings.endpoint.base_url:
                self._saved(self._connections.present(self._form.settings.endpoint))
        entries = ModelEntries(self._servers.lists, self._servers.capabilities).of(self._shown())
        return [replace(each, can_be_chosen=not each.is_heading) for each in entries]

    def _use(self, connection: Connection) -> None:
        """Keep the connection in use as it is now, and use another one."""
        self._form.settle()
        endpoint = self._form.settings.endpoint
        if connection.id and connection.id == self._connections.present_id(endpoint):
            return
        self._connections.keep_present(endpoint)
        self._apply(self._connections.endpoint_of(connection, endpoint))

    def _apply(self, endpoint: EndpointSettings) -> None:
        self._form.change(changes_of(endpoint))
        self._form.show_settings(self._form.settings)

    def _saved(self, connection: Connection) -> Connection:
        """Save a connection, so that it has an id, and note that in the settings if it is the one in use."""
        self._form.settle()
        is_present = connection.id in ("", self._form.settings.endpoint.connection)
        now = replace(connection, endpoint=self._form.settings.endpoint) if is_present else connection
        kept = self._connections.keep(now)
        if is_present:
            self._apply(self._form.settings.endpoint.model_copy(update={"connection": kept.id}))
        return kept

    def _rename(self, connection: Connection, name: str) -> None:
        self._saved(replace(connection, name=name))

    def _copy(self, connection: Connection) -> None:
        kept = self._saved(connection)
        copy = replace(kept, id="", name=self._connections.free_name(kept.name))
        self._connections.keep(copy)

    def _delete(self, connection: Connection) -> None:
        kept = self._saved(connection)
        position, was_used = self._connections.all.index(kept), kept.id == self._form.settings.endpoint.connection
        self._connections.revoke(kept)
        if was_used:
            self._apply(EndpointSettings())

        def undo() -> None:
            self._show_message(None)
            self._connections.keep(kept, position)
            if was_used:
                self._use(kept)

        title = tr("{name} was deleted.", name=kept.name)
        told = tr("Its key goes as soon as the settings are closed.")
        self._show_message(BannerText("info", title, told, button=tr("Undo"), act=self._or_refuse(undo)))
        self._form.when_closed(lambda: self._forget_key(kept))

    def _forget_key(self, connection: Connection) -> None:
        """Delete the key of a connection that stayed deleted."""
        if self._connections.find(connection.id) is None:
            event_loop.spawn(self._delete_key(connection.endpoint))

    async def _delete_key(self, endpoint: EndpointSettings) -> None:
        keys = self._servers.endpoints().keys
        is_shared = any(each.endpoint.base_url == endpoint.base_url for each in self._shown())
        if (await keys.find(endpoint)).place in {KeyPlace.KEYRING, KeyPlace.MEMORY}:
            await keys.save(endpoint, "", keeps_shared=is_shared)

    def _add(self, preset: Preset | None, models: tuple[str, ...] = ()) -> None:
        """Use a new connection to a provider, with the model that answered there last, one of these, or an example."""
        if preset is None:
            self._form.settle()
            self._connections.keep_present(self._form.settings.endpoint)
            self._apply(EndpointSettings())
            return
        used = self._servers.capabilities.last_model(preset.base_url) if preset.base_url else ""
        model = used if used and (not models or used in models) else next(iter(models), preset.example)
        self._use_new(tr(preset.name), EndpointSettings(base_url=preset.base_url, model=model))

    def _use_new(self, name: str, endpoint: EndpointSettings) -> None:
        # First, or the new one would come before the one that is in use but not saved.
        self._form.settle()
        present, name = self._form.settings.endpoint, self._connections.free_name(name)
        self._connections.keep_present(present)
        variable = self._connections.key_variable(name, present)
        made = Connection("", name, endpoint.model_copy(update={"api_key_env": variable}))
        self._use(self._connections.keep(made))
        if not endpoint.base_url:
            self._rows.address_row.edit.setFocus()

    def _choose_provider(self, preset: Preset | None, models: tuple[str, ...] = ()) -> None:
        """Use the connection of a provider with the model that it had, or a new one with one of these models."""
        self._form.settle()
        of_preset = None if preset is OWN_SERVER else preset
        found = [each for each in self._shown() if find_preset(each.endpoint.base_url) is of_preset]
        present = self._connections.present_id(self._form.settings.endpoint)
        if preset is None or not found:
            self._add(preset, models)
        elif all(each.id != present for each in found):
            self._use(found[-1])

    def _choose_server(self, server: LocalServer) -> None:
        """Use the connection of a server on this computer with a model that it has."""
        self._choose_provider(server.preset, server.models)
        endpoint = self._form.settings.endpoint
        if server.models and endpoint.model not in server.models:
            self._apply(endpoint.model_copy(update={"model": server.models[0]}))
        self._rows.model_row.set_names(server.models)
