"""Create the entries of the palette: commands, conversations, models, pages of the settings, and settings."""

from functools import partial

from deskpet.config.settings import Settings, fields_of
from deskpet.features.host import Host
from deskpet.llm.connections import ModelChoice
from deskpet.store import Session
from deskpet.text.matching import SearchText
from deskpet.translation import tr
from deskpet.ui.widgets.command_keys import command_keys, help_of, title_of
from deskpet.ui.widgets.entry_list import ListEntry
from deskpet.ui.widgets.model_entries import ModelEntries

Entries = list[tuple[SearchText, ListEntry]]


def commands(host: Host) -> Entries:
    """Return what can be done now."""
    keys, found = command_keys(), Entries()
    for each in host.chat.commands.available:
        if each.name != "palette":
            title = title_of(each.name)
            entry = ListEntry(each.icon, title, each.act, tr("Command"), keys.text(each.name))
            found.append((SearchText.of(title, help_of(each.name)), entry))
    return found


def conversations(host: Host, sessions: tuple[Session, ...]) -> Entries:
    """Return all conversations but the one that is shown, the last ones first."""
    kind, found = tr("Conversation"), Entries()
    for each in sorted(sessions, key=lambda each: -each.changed_at):
        if each.id != host.sessions.shown:
            title = " ".join(each.title.split()) or tr("New conversation")
            entry = ListEntry("chat", title, partial(host.sessions.show, each.id), kind, id=each.id)
            found.append((SearchText(title.casefold()), entry))
    return found


def models(host: Host) -> Entries:
    """Return the models that the servers of all connections listed, but the one that answers."""
    servers, endpoint, kind = host.model_servers, host.turns.endpoint, tr("Model")
    if host.settings.is_offline:
        return Entries()
    present = ModelChoice(servers.connections.present_id(endpoint), endpoint.model)
    found = ModelEntries(servers.lists, servers.capabilities, present).choices(servers.connections.shown(endpoint))
    return [
        (
            SearchText.of(choice.model, f"{connection.name} {kind}"),
            ListEntry("link", choice.model, partial(host.turns.choose_model, choice), f"{kind} · {connection.name}"),
        )
        for connection, choice in found
    ]


def settings(host: Host) -> Entries:
    """Return the pages of the settings, and then each setting."""
    page, setting, found = tr("Settings"), tr("Setting"), Entries()
    pages = {tr(each.title): each for each in host.settings_window.pages}
    for title, each in pages.items():
        entry = ListEntry(each.icon, title, partial(host.windows.open_settings, each.name), page)
        found.append((SearchText.of(title), entry))
    for section in Settings.model_fields:
        for name, field in fields_of(section).items():
            # The other ones of the keyboard are commands themselves.
            if (
                field.title
                and (section != "keyboard" or name == "send_with")
                and (title := tr(field.title)) not in pages
            ):
                entry = ListEntry("adjust", title, partial(host.settings_window.find, title), setting)
                found.append((SearchText.of(title, tr(field.description or "")), entry))
    return found
