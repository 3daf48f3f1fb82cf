"""Form rows of the Connection section: provider, address, model and tool mode."""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtCore import QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import QCompleter, QGridLayout, QLabel, QPushButton

from deskpet.config.settings import Mode
from deskpet.llm import key_exposure
from deskpet.llm.capabilities import ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.catalog import PRESETS, KeyRequirement, Preset, Quirk, find_preset
from deskpet.llm.connection_check import format_seconds
from deskpet.llm.connections import ModelChoice
from deskpet.llm.model_list import LocalServer, ModelListing
from deskpet.text.local_time import local_time
from deskpet.translation import join_sentences, tr, tr_noop, tr_plural
from deskpet.ui.widgets import language, links, theme, tooltip
from deskpet.ui.widgets.buttons import BusyButton, plain_button
from deskpet.ui.widgets.form import (
    FormRow,
    TextInputRow,
    at_top,
    delete_widgets,
    help_of,
    line_of,
    show_text,
    text_label,
    title_of,
)
from deskpet.ui.widgets.mode_names import MODES
from deskpet.ui.widgets.picker import PickerButton, PickerEntry
from deskpet.ui.widgets.segmented_control import SegmentedControl

OFFLINE = tr_noop("Offline companion")
OWN_SERVER = Preset(tr_noop("My own server"), "", key=KeyRequirement.OPTIONAL)
"""Stands among the providers for an address of the user's own."""


class ProviderRow(FormRow):
    """Chooses the provider from the catalogue or from the servers found on this computer.

    button: gives the chosen Preset, which may be OWN_SERVER, or None for the offline companion. search: the button that
    searches for servers on this computer.
    found_chosen: Emitted with the chosen LocalServer.
    """

    found_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Provider"))
        self.setObjectName("provider")
        self._page = ""
        self.button = provider_button(tr("Provider"))
        self.button.setObjectName("menu_button")
        self.search = BusyButton(tr("Find local servers"), name="find_servers")
        self.search.setAccessibleDescription(tr("Asks the usual ports of this computer, and nobody else."))
        self._about_label = text_label("", "field_help")
        self._link = plain_button("", "preset_link", "link", tr("About this provider"))
        tooltip.attach(self._link)
        self._link.clicked.connect(lambda: links.open_address(self._page))
        self._found = QGridLayout()
        self._found.setSpacing(8)
        self._found_note = text_label("", "field_help")
        self._found_note.hide()
        self.column.addLayout(line_of(8, (self.button, 1), self.search))
        self.column.addLayout(line_of(6, (self._about_label, 1), at_top(self._link)))
        self.column.addWidget(self._found_note)
        self.column.addLayout(self._found)
        self.end()

    def show_value(self, value: Any) -> None:
        """Show `value`, the settings of the endpoint."""
        preset = find_preset(value.base_url)
        is_offline = not value.base_url and not value.connection
        self.button.setText(preset.name if preset else tr(OFFLINE if is_offline else OWN_SERVER.name))
        self.button.setAccessibleDescription(self.button.text())
        about, link, self._page = _description(preset, is_offline=is_offline)
        show_text(self._about_label, about)
        self._link.setText(link)
        self._link.setAccessibleName(link or tr("About this provider"))
        self._link.setToolTip(self._page)
        self._link.setVisible(bool(link))

    def show_servers(self, servers: tuple[LocalServer, ...] | None) -> None:
        """Show the servers that the search has found; None if it was cancelled."""
        self.search.set_busy(False)
        if servers is None:
            return
        delete_widgets(self._found)
        for number, server in enumerate(servers):
            self._found.addWidget(self._found_button(server), number // 2, number % 2)
        found, none = tr("Found on this computer:"), tr("No model server answers on this computer's usual ports.")
        show_text(self._found_note, found if servers else none)

    def _found_button(self, server: LocalServer) -> QPushButton:
        count = tr_plural(len(server.models), "1 model", "{n} models")
        status = tr("wants a key") if server.wants_key else count
        text = f"{server.preset.name} · {status}"
        button = plain_button(text, "found_server", "found", tr("Use {server}", server=text))
        button.clicked.connect(lambda: self.found_chosen.emit(server))
        return button


def provider_button(name: str) -> PickerButton:
    """Return a button that opens the list of providers; `name` is its accessible name."""
    button = PickerButton(name, tr_noop("Search the providers"), tr("No provider has this name."))
    button.entries = _provider_entries
    return button


def _provider_entries() -> list[PickerEntry]:
    own = PickerEntry(OWN_SERVER, tr(OWN_SERVER.name), note=tr("any address"))
    entries = [own, PickerEntry(None, tr(OFFLINE))]
    for title, is_local in ((tr("On this computer"), True), (tr("On the internet"), False)):
        entries.append(PickerEntry(None, title, is_heading=True, can_be_chosen=False))
        entries += [PickerEntry(each, each.name, title) for each in PRESETS if each.is_local is is_local]
    return entries


def _description(preset: Preset | None, *, is_offline: bool) -> tuple[str, str, str]:
    """Return the description of a provider, and its link's text and address."""
    if preset is None:
        own, offline = (
            tr("A server of your own: give its address below."),
            tr("She talks without a model or a network."),
        )
        return offline if is_offline else own, "", ""
    if not preset.is_local:
        needs, link = tr("Needs a key."), tr("Get a key")
    else:
        is_open, link = preset.key is KeyRequirement.OPTIONAL, tr("About it")
        needs = tr("Runs on this computer.") if is_open else tr("Runs on this computer, with a password.")
    return join_sentences(needs, *(tr(quirk.value) for quirk in Quirk if quirk in preset.quirks)), link, preset.page


class AddressRow(TextInputRow):
    """Edits the base URL, with a warning if a key would be sent there unencrypted."""

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__(field, "http://localhost:11434/v1", changed)
        self._warning = _warning_label("address_warning")
        self.column.insertWidget(self.column.indexOf(self.error), self._warning)
        self.edit.textEdited.connect(self._warn)

    def show_value(self, value: Any) -> None:
        super().show_value(value)
        self._warn(str(value))

    def _warn(self, base_url: str) -> None:
        show_text(self._warning, key_exposure.exposure_warning(base_url))


def _warning_label(name: str) -> QLabel:
    label = text_label("", name)
    label.setAccessibleName(tr("Warning"))
    label.hide()
    return label


class ModelRow(TextInputRow):
    """Edits the model's name, and completes it with the names that the server offers, which `fetch` asks for."""

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__(field, "", changed)
        self.fetch = BusyButton(tr("Fetch models"), name="fetch_models")
        self.fetch.setAccessibleDescription(tr("Asks the server which models it offers."))
        self.line.addWidget(self.fetch)
        self._note = text_label("", "field_help")
        self._note.hide()
        self.warning = _warning_label("field_warning")
        for label in (self._note, self.warning):
            self.column.insertWidget(self.column.indexOf(self.error), label)
        self._names = QStringListModel(self)
        self._completer = QCompleter(self._names, self)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setMaxVisibleItems(9)
        popup = self._completer.popup()
        assert popup
        popup.setObjectName("model_list")
        self._completer.activated.connect(changed)
        self.edit.setCompleter(self._completer)

    @property
    def names(self) -> list[str]:
        """The model names that are offered for completion."""
        return self._names.stringList()

    def show_models(self, listing: ModelListing | None) -> None:
        """Offer the models of the server's answer, or show its failure; None if the request was cancelled."""
        self.fetch.set_busy(False)
        if listing is None:
            return
        failure = listing.failure
        self.set_names(listing.models)
        if failure:
            note = join_sentences(tr("{sentence}.", sentence=failure.title), failure.next_step)
        elif listing.models:
            note = tr_plural(len(listing.models), "1 model offered.", "{n} models offered.")
        else:
            note = tr("The server offers no models.")
        show_text(self._note, note)
        if listing.models and self.isVisible():
            self.edit.setFocus()
            # After the layout has made room for the note, so that the list opens below the field.
            QTimer.singleShot(0, self, self.open_list)

    def open_list(self) -> None:
        """Open the completion list with all names."""
        self._completer.setCompletionPrefix("")
        self._completer.complete()

    def set_names(self, names: tuple[str, ...]) -> None:
        """Set the names that are offered for completion."""
        self._names.setStringList(list(names))

    def clear_models(self) -> None:
        """Remove the offered models, as the server has changed."""
        self.fetch.set_busy(False)
        self.set_names(())
        self._note.hide()

    def show_example(self, preset: Preset | None) -> None:
        """Show an example model name of this provider as the placeholder."""
        example = preset.example if preset else ""
        placeholder = tr("For example {model}", model=example) if example else tr("As the server calls it")
        self.edit.setPlaceholderText(placeholder)


# Notes on native tools: level, and sentence with and without the date.
_NATIVE_NOTES = {
    ToolSupport.WORK: (
        "good",
        tr_noop("Native tools worked with this endpoint on {day}."),
        tr_noop("Native tools worked with this endpoint."),
    ),
    ToolSupport.ACCEPTED: (
        "info",
        tr_noop("This endpoint accepted native tools in a test on {day}; none was called yet."),
        tr_noop("This endpoint accepted native tools in a test; none was called yet."),
    ),
    ToolSupport.REFUSED: (
        "warning",
        tr_noop("This endpoint refused native tools on {day}."),
        tr_noop("This endpoint refused native tools."),
    ),
}


def mode_note(capabilities: ModelCapabilities, mode: Mode) -> tuple[str, str]:
    """Return a note on `mode`: its level (good, info, warning) and sentence; both empty if nothing is known."""
    match mode, capabilities.tools:
        case Mode.NATIVE, tools if tools in _NATIVE_NOTES:
            level, dated, undated = _NATIVE_NOTES[tools]
            day = _day(capabilities.tools_at)
            return level, tr(dated, day=day) if day else tr(undated)
        case Mode.TEXT, ToolSupport.REFUSED:
            return "good", tr("Works with this endpoint: text works with any model.")
        case _:
            return "", ""


def endpoint_note(capabilities: ModelCapabilities) -> str:
    """Return the other known capabilities in one line, or an empty string."""
    parts: list[str] = []
    if capabilities.first_token_seconds is not None:
        parts.append(tr("first words after {time}", time=format_seconds(capabilities.first_token_seconds)))
    if capabilities.reasons:
        parts.append(tr("sends its reasoning"))
    if capabilities.pictures is not PictureSupport.UNKNOWN:
        parts.append(
            tr("accepts pictures") if capabilities.pictures is PictureSupport.TAKEN else tr("takes no pictures")
        )
    if capabilities.context_tokens:
        parts.append(tr("takes {tokens:,} tokens at once", tokens=capabilities.context_tokens))
    if not parts:
        return ""
    day, facts = _day(capabilities.learned_at), tr(", ").join(parts)
    if not day:
        return tr("This endpoint: {facts}.", facts=facts)
    return tr("This endpoint, last seen on {day}: {facts}.", day=day, facts=facts)


def _day(at: float) -> str:
    when = local_time(at)
    return language.format_datetime(when, tr("d MMM")) if when else ""


class ModesRow(FormRow):
    """Chooses native, text or automatic mode; explains the chosen one, and says what is known of it."""

    at_once = True

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__(tr("Mode"))
        self.buttons: dict[str, QPushButton] = {}
        self._capabilities, self._mode = ModelCapabilities(), Mode.AUTO
        segments = SegmentedControl()
        for mode, (title, explanation) in MODES.items():
            spoken = tr("Tool mode: {mode}", mode=tr(title))
            button = self.buttons[mode] = segments.add(tr(title), f"mode_{mode}", spoken, tr(explanation))
            button.clicked.connect(lambda _=False, mode=mode: changed(str(mode)))
        self._explanation, self._known = text_label("", "field_help"), text_label("", "known")
        self._besides = text_label("", "known_besides")
        for part in (segments, self._explanation, self._known, self._besides):
            self.column.addWidget(part)
        self.end()

    def show_value(self, value: Any) -> None:
        self._mode = Mode(value)
        self.buttons[self._mode].setChecked(True)
        self._update()

    def show_capabilities(self, capabilities: ModelCapabilities) -> None:
        """Show the endpoint's capabilities below the mode."""
        self._capabilities = capabilities
        for mode, button in self.buttons.items():
            note = mode_note(capabilities, Mode(mode))[1]
            button.setAccessibleDescription(join_sentences(tr(MODES[Mode(mode)][1]), note))
        self._update()

    def _update(self) -> None:
        # Automatic begins as native.
        level, note = mode_note(self._capabilities, Mode.TEXT if self._mode is Mode.TEXT else Mode.NATIVE)
        self._explanation.setText(tr(MODES[self._mode][1]))
        theme.restyle(self._known, level=level)
        show_text(self._known, note)
        show_text(self._besides, endpoint_note(self._capabilities))


class RoleRow(FormRow):
    """Chooses the model for other requests than the answers of the chat, or the same model.

    entries: returns the models that can be chosen.
    """

    at_once = True

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__(title_of(field))
        self.entries: Callable[[], Iterable[PickerEntry]] = tuple
        self.button = PickerButton(title_of(field), tr_noop("Search the models"), tr("No model has this in its name."))
        self.button.entries = lambda: (PickerEntry(None, tr("Same as the chat")), *self.entries())
        self.button.chosen.connect(lambda choice: changed(str(choice) if choice else ""))
        self.column.addWidget(self.button)
        self.end(help_of(field))

    def show_value(self, value: Any) -> None:
        choice = ModelChoice.parse(value)
        self.button.setText(choice.model if choice else tr("Same as the chat"))
        self.button.setAccessibleDescription(self.button.text())
