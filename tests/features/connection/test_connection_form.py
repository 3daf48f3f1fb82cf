"""Connection page of the settings window: providers, models, test and learned capabilities, over real sockets."""

import gc
import json
import weakref
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import PetController
from deskpet.chat.messages import Notice
from deskpet.config import keys, paths
from deskpet.config.choices import Provider
from deskpet.config.keys import KeyPlace
from deskpet.config.settings import EndpointSettings, Mode, Settings
from deskpet.features.connection.controllers.requests import ConnectionController
from deskpet.features.connection.controllers.saved_connections import SavedConnections
from deskpet.features.connection.ui.page import ConnectionList
from deskpet.features.connection.ui.rows import endpoint_note, mode_note
from deskpet.llm.adaptations import Adaptations
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities, PictureSupport, ToolSupport
from deskpet.llm.catalog import PRESETS, Preset
from deskpet.llm.connection_check import AnswerSummary, ConnectionReport
from deskpet.llm.connections import MOST_CONNECTIONS, Connection, Connections
from deskpet.llm.endpoints import Endpoints
from deskpet.llm.model_list import LocalServer, ModelListing
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.picker import PickerButton
from tests.app.running_pet import ChatServer, running, type_and_send, write_settings
from tests.llm.replay_server import ReplayServer, Reply
from tests.support.connections import model_servers
from tests.support.settings_window import connection_of, settings_window
from tests.support.waiting import until

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
JSON = {"Content-Type": "application/json"}
ANSWER = b"".join(
    b'data: {"choices":[{"index":0,"delta":{"content":"%s "}}]}\n\n' % word for word in (b"Rain", b"again.")
)
DONE = b"data: [DONE]\n\n"
REFUSAL = Reply(b'{"error":{"message":"tiny does not support tools"}}', status=400, headers=JSON)


def preset(name: str) -> Preset:
    return next(each for each in PRESETS if each.name == name)


def settings(base_url: str = "", model: str = "tiny", **chat: str) -> Settings:
    return Settings.model_validate({"endpoint": {"base_url": base_url, "model": model}, "chat": chat})


class Form:
    """A settings window, used through its visible widgets."""

    def __init__(self, window: SettingsWindow) -> None:
        self.window, self.rows = window, connection_of(window)

    def press(self, name: str) -> None:
        button = self.window.findChild(QAbstractButton, name)
        assert isinstance(button, QAbstractButton)
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def line(self, row: str) -> QLineEdit:
        found = self.window.findChild(QWidget, row)
        assert isinstance(found, QWidget)
        return found.findChildren(QLineEdit)[0]

    def texts(self) -> list[str]:
        return [label.text() for label in self.window.findChildren(QLabel) if label.isVisible()]

    def button(self, name: str) -> str:
        found = self.window.findChild(QPushButton, name)
        assert isinstance(found, QPushButton)
        return found.text()

    def choose(self, provider: str, button: str = "menu_button") -> None:
        """Choose a provider by typing its name."""
        found = self.window.findChild(PickerButton, button)
        assert isinstance(found, PickerButton)
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
        assert found.picker
        QTest.keyClicks(found.picker.field, provider)
        QTest.keyClick(found.picker.field, Qt.Key.Key_Return)

    @property
    def connections(self) -> dict[str, str]:
        """The listed connections: names with what stands below them."""
        rows = self.window.findChild(ConnectionList).list.rows
        return {row.record.lines[0][1]: row.record.lines[1][1] for row in rows}

    def press_in_row(self, name: str, action: str) -> None:
        rows = self.window.findChild(ConnectionList).list.rows
        row = next(row for row in rows if row.record.lines[0][1] == name)
        QTest.mouseClick(row.button(action), Qt.MouseButton.LeftButton)


@pytest.fixture
def form(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Form:
    """A window with its controller, where a model of Ollama has answered before."""
    theme.apply(qapp)
    return form_in(tmp_path, qtbot)


def form_in(tmp_path: Path, qtbot: QtBot) -> Form:
    servers = model_servers(tmp_path)
    servers.capabilities.learn(
        ModelAddress("http://127.0.0.1:11434/v1", "qwen3"), ModelCapabilities(learned_at=NOW, first_token_seconds=1)
    )
    window = settings_window()
    qtbot.addWidget(window)
    SavedConnections(connection_of(window), servers).serve_page(window.widget_of("connection"))
    with qtbot.waitExposed(window):
        window.show()
    return Form(window)


def test_a_provider_fills_in_its_address_and_the_model_used_there_last(form: Form, qtbot: QtBot) -> None:
    with qtbot.waitSignal(form.window.applied) as applied:
        form.choose("Ollama")
    endpoint = applied.args[0].endpoint
    assert (endpoint.base_url, endpoint.model, endpoint.provider) == (
        "http://127.0.0.1:11434/v1",
        "qwen3",
        Provider.AUTO,
    )
    assert form.line("endpoint_base_url").text() == endpoint.base_url
    assert form.line("endpoint_model").text() == "qwen3"
    assert form.button("menu_button") == "Ollama"
    with qtbot.waitSignal(form.window.applied) as applied:
        form.choose("Offline companion")
    assert applied.args[0].endpoint.base_url == ""


def test_a_provider_says_what_key_it_needs_and_where_to_get_it(form: Form, qtbot: QtBot) -> None:
    form.choose("Anthropic")
    assert any(text.startswith("Needs a key.") for text in form.texts())
    assert form.button("preset_link") == "Get a key"
    assert "wants a key" in form.line("endpoint_model").window().findChild(QLineEdit, "api_key").placeholderText()
    form.rows.show_key_place(KeyPlace.KEYRING)
    assert "is kept" in form.window.findChild(QLineEdit, "api_key").placeholderText()


@pytest.mark.parametrize(
    ("place", "error", "shown", "not_shown"),
    [
        (KeyPlace.NONE, "", "A key typed here goes into the system's keyring", "Kept in"),
        (KeyPlace.KEYRING, "", "Kept in the system's keyring, never in a file.", "typed here"),
        (KeyPlace.ENVIRONMENT, "", "Read from the environment.", "keyring"),
        (KeyPlace.MEMORY, "", "It is being stored in the system's keyring.", "Kept in"),
        (
            KeyPlace.MEMORY,
            "There is none.",
            "Used until the program ends; it could not be kept. There is none.",
            "Kept",
        ),
        (KeyPlace.NONE, "It is locked.", "It is locked.", "keyring"),
    ],
)
def test_the_row_of_the_key_says_where_the_key_is(
    form: Form, place: KeyPlace, error: str, shown: str, not_shown: str
) -> None:
    form.choose("Anthropic")
    form.rows.show_key_place(place, error)
    texts = [label.text() for label in form.rows.key_row.findChildren(QLabel) if label.isVisible()]
    assert any(shown in text for text in texts)
    assert not any(not_shown in text for text in texts)
    field = form.window.findChild(QLineEdit, "api_key")
    assert isinstance(field, QLineEdit)
    assert ("DESKPET_API_KEY" in field.placeholderText()) is (place is KeyPlace.ENVIRONMENT)


async def test_without_a_keyring_the_chat_and_the_settings_say_the_same(tmp_path: Path) -> None:
    """The keyring of the tests accepts every key and stores none."""
    upstream = ChatServer()
    pet = PetController(write_settings(tmp_path, await upstream.start()), offline=False)
    async with running(pet, upstream) as talk:
        talk.open_settings("connection")
        assert talk.settings_window
        field = talk.settings_window.findChild(QLineEdit, "api_key")
        assert isinstance(field, QLineEdit)
        notices: list[Notice] = []
        talk.settings.notice_reported.connect(notices.append)
        QTest.keyClicks(field, "sk-typed")
        await until(lambda: bool(notices))
        assert "forgotten when the program ends" in notices[0].next_step
        talk.settings_window.close()
        talk.open_settings("connection")
        shown = [
            label.text()
            for label in connection_of(talk.settings_window).key_row.findChildren(QLabel)
            if label.isVisible()
        ]
        assert any(text.startswith("Used until the program ends") for text in shown)
        assert not any("Kept in the system's keyring" in text for text in shown)


def test_a_provider_that_is_chosen_again_has_its_address_and_model_of_before(form: Form) -> None:
    form.window.show_settings(settings("https://models.example/v1", "own-model"))
    models: dict[str, str] = {}
    for name in ("Ollama", "OpenAI", "vLLM", "Offline companion"):
        form.choose(name)
        models[name] = form.line("endpoint_model").text()
    # The one that answered last, an example, and where there is none, the one that the server will list.
    assert models == {"Ollama": "qwen3", "OpenAI": "gpt-4.1-mini", "vLLM": "", "Offline companion": ""}
    form.choose("OpenAI")
    form.line("endpoint_model").setText("")
    QTest.keyClicks(form.line("endpoint_model"), "gpt-mine")
    form.choose("Ollama")
    form.choose("OpenAI")
    assert form.line("endpoint_model").text() == "gpt-mine"
    form.choose("My own server")
    endpoint = form.window.settings.endpoint
    assert (endpoint.base_url, endpoint.model) == ("https://models.example/v1", "own-model")
    assert list(form.connections) == ["models.example", "Ollama", "OpenAI", "vLLM"]


def test_connections_are_added_renamed_copied_and_deleted_in_their_list(form: Form, qtbot: QtBot) -> None:
    form.choose("OpenAI", "add_connection")
    form.choose("OpenAI", "add_connection")
    assert list(form.connections) == ["OpenAI", "OpenAI 2"]
    form.press_in_row("OpenAI 2", "edit")
    row = form.window.findChild(ConnectionList).list.rows[1]
    row.field.setText("At work")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    with qtbot.waitSignal(form.window.applied):
        QTest.keyClicks(form.line("endpoint_temperature"), "0.5")
    form.press_in_row("At work", "copy")
    form.press_in_row("OpenAI", "use")
    assert form.window.settings.endpoint.temperature is None
    form.press_in_row("At work 2", "use")
    assert form.window.settings.endpoint.temperature == 0.5
    before = form.window.settings.endpoint
    form.press_in_row("At work 2", "trash")
    assert list(form.connections) == ["OpenAI", "At work"]
    assert form.window.settings.endpoint == EndpointSettings()
    form.press("banner_button")
    assert list(form.connections) == ["OpenAI", "At work", "At work 2"]
    assert form.window.settings.endpoint == before


def test_a_connection_too_many_is_refused_in_words_and_none_is_dropped(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    theme.apply(qapp)
    kept, endpoint = Connections(tmp_path / "connections.json"), EndpointSettings(base_url="http://localhost:1/v1")
    for number in range(MOST_CONNECTIONS):
        kept.keep(Connection(f"c{number}", f"C{number}", endpoint))
    form = form_in(tmp_path, qtbot)
    words = "200 connections are saved, which is the most. Delete one first."
    form.choose("OpenAI", "add_connection")
    assert words in form.texts()
    form.press_in_row("C0", "copy")
    assert words in form.texts()
    assert Connections(tmp_path / "connections.json").all == kept.all


def test_each_connection_has_its_own_key_and_none_is_in_a_file(form: Form, tmp_path: Path) -> None:
    sent: list[str] = []
    form.rows.key_changed.connect(lambda key: sent.append(f"{key} {keys.entry_of(form.window.settings.endpoint)}"))
    ids: list[str] = []
    variables: list[str] = []
    for key in ("sk-one", "sk-two"):
        form.choose("OpenAI", "add_connection")
        QTest.keyClicks(form.window.findChild(QLineEdit, "api_key"), key)
        form.window.settle()
        ids.append(form.window.settings.endpoint.connection)
        variables.append(form.window.settings.endpoint.api_key_env)
    form.press_in_row("OpenAI", "use")
    assert sent == [f"sk-one https://api.openai.com/v1#{ids[0]}", f"sk-two https://api.openai.com/v1#{ids[1]}"]
    # The variable of one server is sent to no other.
    assert variables == ["DESKPET_API_KEY", "DESKPET_API_KEY_OPENAI_2"]
    assert form.window.findChild(QLineEdit, "api_key").text() == ""
    assert "sk-" not in (tmp_path / "connections.json").read_text(encoding="utf-8")


async def test_a_provider_without_model_or_key_has_no_green_dot(tmp_path: Path) -> None:
    pet = PetController(write_settings(tmp_path, "https://api.openai.com/v1"), offline=False)
    async with running(pet) as talk:
        header, store = talk.chat.header, pet.settings_store
        assert store

        def looks_ready() -> bool:
            dot = header.findChild(QWidget, "status_dot")
            assert isinstance(dot, QWidget)
            image, teal = dot.grab().toImage(), theme.current().colour("teal")
            return image.pixelColor(image.width() // 2, image.height() // 2) == teal

        def status() -> str:
            label = header.findChild(QLabel, "status")
            assert isinstance(label, QLabel)
            return label.text()

        # The keyring is not asked for a key before one is needed.
        assert status() == "Not tried yet"
        assert not looks_ready()
        talk.open_settings("connection")
        await until(lambda: status() == "A key is missing")
        assert not looks_ready()
        assert talk.settings_window
        QTest.keyClicks(talk.settings_window.findChild(QLineEdit, "api_key"), "sk-typed")
        await until(looks_ready)
        assert status() == "test-model"
        store.apply(settings("http://127.0.0.1:8000/v1", ""))
        await until(lambda: status() == "No model is chosen")
        assert not looks_ready()
        store.apply(settings("", "forgotten"))
        await until(lambda: status() == "Offline companion")
        assert looks_ready()


def test_the_model_s_example_is_one_of_the_provider_s(form: Form, qtbot: QtBot) -> None:
    shown = dict.fromkeys(("Ollama", "Anthropic", "vLLM"), "")
    for name in shown:
        form.choose(name)
        shown[name] = form.line("endpoint_model").placeholderText()
    assert "llama" in shown["Ollama"]
    assert "claude" in shown["Anthropic"]
    assert shown["vLLM"] == "As the server calls it"


def test_a_typed_address_is_known_by_its_provider(form: Form, qtbot: QtBot) -> None:
    with qtbot.waitSignal(form.window.applied):
        QTest.keyClicks(form.line("endpoint_base_url"), "https://api.openai.com/v1")
    assert form.button("menu_button") == "OpenAI"
    with qtbot.waitSignal(form.window.applied):
        form.line("endpoint_base_url").clear()
        QTest.keyClicks(form.line("endpoint_base_url"), "https://llm.example/v1")
    assert form.button("menu_button") == "My own server"


def test_a_key_typed_for_one_server_is_not_shown_at_the_next(form: Form, qtbot: QtBot) -> None:
    form.choose("OpenAI")
    key = form.window.findChild(QLineEdit, "api_key")
    with qtbot.waitSignal(form.rows.key_changed):
        QTest.keyClicks(key, "sk-test")
    form.choose("Groq")
    assert key.text() == ""


def test_a_key_that_waits_is_sent_before_another_provider_is_chosen(form: Form, qtbot: QtBot) -> None:
    """The key belongs to the server it was typed for."""
    form.choose("OpenAI")
    sent: list[tuple[str, str]] = []
    form.rows.key_changed.connect(lambda key: sent.append((form.window.settings.endpoint.base_url, key)))
    QTest.keyClicks(form.window.findChild(QLineEdit, "api_key"), "sk-test")
    form.choose("Groq")
    assert sent == [("https://api.openai.com/v1", "sk-test")]


def test_a_model_that_loses_calls_is_warned_of_until_the_mode_is_text(form: Form, qtbot: QtBot) -> None:
    form.window.show_settings(settings("http://127.0.0.1:7861/v1", "假流式/gemini-2.5-pro", mode="native"))
    assert any("lose tool calls. Choose one" in text for text in form.texts())
    form.window.show_settings(settings("http://127.0.0.1:7861/v1", "假流式/gemini-2.5-pro", mode="text"))
    assert not any("lose tool calls. Choose one" in text for text in form.texts())


def test_the_protocol_of_text_mode_is_asked_for_in_text_mode_alone(form: Form, qtbot: QtBot) -> None:
    row = form.window.findChild(QWidget, "chat_text_protocol")
    assert not row.isVisible()
    with qtbot.waitSignal(form.window.applied):
        form.window.findChild(QAbstractButton, "mode_text").click()
    assert row.isVisible()
    with qtbot.waitSignal(form.window.applied) as applied:
        row.findChild(QPushButton, "choice_xml").click()
    assert applied.args[0].chat.text_protocol == "xml"


def test_the_format_can_be_set_by_hand(form: Form, qtbot: QtBot) -> None:
    row = form.window.findChild(QWidget, "endpoint_provider")
    with qtbot.waitSignal(form.window.applied) as applied:
        row.findChild(QPushButton, "choice_gemini").click()
    assert applied.args[0].endpoint.provider is Provider.GEMINI


def test_settings_made_from_the_model_alone_are_changed_and_checked(form: Form, qtbot: QtBot) -> None:
    context = form.line("chat_context_tokens")
    context.clear()
    QTest.keyClicks(context, "many")
    assert any("whole number" in text for text in form.texts())
    context.clear()
    with qtbot.waitSignal(form.window.applied) as applied:
        QTest.keyClicks(context, "8000")
    assert applied.args[0].chat.context_tokens == 8000
    with qtbot.waitSignal(form.window.applied) as applied:
        form.window.show_page("character")
        form.window.findChild(QWidget, "character_hold_position").findChild(QAbstractButton).click()
    assert applied.args[0].character.hold_position is True


@pytest.mark.parametrize(
    ("known", "mode", "level", "words"),
    [
        (ModelCapabilities(ToolSupport.WORK, NOW), Mode.NATIVE, "good", "worked with this endpoint on 21 Nov"),
        (ModelCapabilities(ToolSupport.ACCEPTED, NOW), Mode.NATIVE, "info", "in a test on 21 Nov"),
        (ModelCapabilities(ToolSupport.REFUSED, NOW), Mode.NATIVE, "warning", "refused native tools on 21 Nov"),
        (ModelCapabilities(ToolSupport.REFUSED, NOW), Mode.TEXT, "good", "text works with any model"),
        (ModelCapabilities(ToolSupport.REFUSED, NOW), Mode.AUTO, "", ""),
        (ModelCapabilities(), Mode.NATIVE, "", ""),
    ],
)
def test_what_is_known_is_said_beside_each_mode(known: ModelCapabilities, mode: Mode, level: str, words: str) -> None:
    said_level, said = mode_note(known, mode)
    assert said_level == level
    assert words in said


def test_what_else_is_known_is_said_in_one_line() -> None:
    known = ModelCapabilities(reasons=True, pictures=PictureSupport.TAKEN, first_token_seconds=0.42, learned_at=NOW)
    expected = "last seen on 21 Nov: first words after 420 ms, sends its reasoning, accepts pictures."
    assert endpoint_note(known).endswith(expected)
    assert endpoint_note(ModelCapabilities(ToolSupport.WORK, NOW)) == ""


def test_a_result_is_forgotten_when_the_endpoint_changes(form: Form, qtbot: QtBot) -> None:
    form.rows.test_panel.show_test_result(ConnectionReport(ModelAddress("", ""), AnswerSummary("It rains.", 0.1, 2)))
    qtbot.waitUntil(lambda: any("It rains." in text for text in form.texts()))
    QTest.keyClicks(form.line("endpoint_model"), "other")
    qtbot.waitUntil(lambda: not any("It rains." in text for text in form.texts()))


def test_the_keyboard_reaches_the_test_button_and_every_result_is_named(form: Form, qtbot: QtBot) -> None:
    notice = Notice("error", "unauthorized", "The key is wrong", "It said so.", "Check the key.")
    form.rows.test_panel.show_test_result(
        ConnectionReport(ModelAddress("http://a/v1", "m"), AnswerSummary(failure=notice))
    )
    button = form.window.findChild(QPushButton, "test_connection")
    assert isinstance(button, QPushButton)
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus()
    with qtbot.waitSignal(form.rows.test_panel.requested):
        QTest.keyClick(button, Qt.Key.Key_Space)
    results = form.window.findChild(QWidget, "trial_results")
    assert "The key is wrong. It said so. Check the key." in results.accessibleName()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_state_of_the_form_is_drawn_in_both_themes(qapp: QApplication, form: Form, name: theme.Name) -> None:
    theme.apply(qapp, name)
    form.rows.provider_row.show_servers(
        (LocalServer(preset("Ollama"), ("a",)), LocalServer(preset("gcli2api"), (), True))
    )
    form.rows.model_row.show_models(ModelListing(("a", "b")))
    form.rows.show_capabilities(ModelCapabilities(ToolSupport.REFUSED, NOW, True, True, 0.5, NOW))
    form.rows.test_panel.show_running()
    assert not form.window.grab().isNull()
    assert any(text.startswith("Testing… ") for text in form.texts())
    assert {"Ollama · 1 model", "gcli2api · wants a key"} == {
        button.text() for button in form.window.findChildren(QPushButton, "found_server")
    }


def test_a_form_that_is_gone_is_not_kept(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    capabilities = Capabilities(tmp_path / "endpoints.json")
    servers = model_servers(tmp_path, Endpoints(), capabilities)

    def begin() -> weakref.ref[SettingsWindow]:
        window = settings_window()
        ConnectionController(connection_of(window), servers)
        SavedConnections(connection_of(window), servers).serve_page(window.widget_of("connection"))
        window.close()
        window.deleteLater()
        return weakref.ref(window)

    async def main() -> int:
        window = begin()
        await until(lambda: gc.collect() >= 0 and window() is None)
        return 0

    assert event_loop.run(qapp, main()) == 0
    # No signal is emitted any more.
    capabilities.learn(ModelAddress("http://a/v1", "m"), ModelCapabilities(ToolSupport.REFUSED))


# With a server


class ConnectedForm:
    """A settings window with its controller, network and stored capabilities."""

    def __init__(self, chosen: Settings, folder: Path, *servers: LocalServer) -> None:
        self.capabilities = Capabilities(folder / "endpoints.json")
        self.endpoints = Endpoints(0.0)
        self.window = settings_window(chosen)
        self.form = Form(self.window)

        async def search() -> tuple[LocalServer, ...]:
            return servers

        port = model_servers(folder, self.endpoints, self.capabilities)
        ConnectionController(self.form.rows, port, search)
        SavedConnections(self.form.rows, port).serve_page(self.window.widget_of("connection"))
        self.window.show()

    async def ready(self) -> None:
        await until(lambda: self.form.button("test_connection") == "Test again")

    async def close(self) -> None:
        self.window.close()
        await event_loop.cancel_all()
        await self.endpoints.aclose()
        self.window.deleteLater()


async def test_the_test_says_what_works_and_what_it_taught_stands_beside_the_modes(tmp_path: Path):
    async with ReplayServer(Reply(ANSWER + DONE, cut=20, pause=0.02)) as server:
        connected = ConnectedForm(settings(server.url), tmp_path)
        connected.form.press("test_connection")
        await until(lambda: connected.form.button("test_connection") == "Stop")
        await connected.ready()
        await until(lambda: "The model tiny answers." in connected.form.texts())
        told = connected.form.texts()
        assert "“Rain again.”" in told
        assert any(text.startswith("It works. First words after ") for text in told)
        assert any(text.startswith("This endpoint accepted native tools in a test on ") for text in told)
        await connected.close()
        assert (
            Capabilities(tmp_path / "endpoints.json").of(ModelAddress(server.url, "tiny")).tools is ToolSupport.ACCEPTED
        )


async def test_refused_tools_are_told_and_the_mode_stays_as_it_was(tmp_path: Path):
    async with ReplayServer(REFUSAL, Reply(ANSWER + DONE)) as server:
        connected = ConnectedForm(settings(server.url, mode="auto"), tmp_path)
        connected.form.press("test_connection")
        await connected.ready()
        await until(lambda: any("tiny does not support tools" in text for text in connected.form.texts()))
        told = connected.form.texts()
        assert any(text.startswith("This endpoint refused native tools on ") for text in told)
        assert connected.window.settings.chat.mode is Mode.AUTO
        await connected.close()


async def test_a_failure_is_shown_with_its_cause_and_next_step(tmp_path: Path):
    denied = Reply(b'{"error":{"message":"no such key"}}', status=401, headers=JSON)
    async with ReplayServer(denied) as server:
        connected = ConnectedForm(settings(server.url), tmp_path)
        connected.form.press("test_connection")
        await connected.ready()
        told = {"It does not work yet.", "The server did not accept the key"}
        await until(lambda: told <= set(connected.form.texts()))
        assert any(text.startswith("no such key (HTTP 401)\n") for text in connected.form.texts())
        await connected.close()
        assert not (tmp_path / "endpoints.json").exists()


async def test_stop_ends_the_test_and_closes_the_connection(tmp_path: Path):
    async with ReplayServer(Reply(ANSWER, ending="hang")) as server:
        connected = ConnectedForm(settings(server.url), tmp_path)
        connected.form.press("test_connection")
        await until(server.sent.is_set)
        connected.form.press("test_connection")
        await until(server.disconnected.is_set)
        await until(lambda: connected.form.button("test_connection") == "Test connection")
        await connected.close()


@pytest.mark.parametrize("how", ["close", "change"])
async def test_a_test_ends_when_nobody_waits_for_it(tmp_path: Path, how: str):
    async with ReplayServer(Reply(ANSWER, ending="hang")) as server:
        connected = ConnectedForm(settings(server.url), tmp_path)
        connected.form.press("test_connection")
        await until(server.sent.is_set)
        if how == "close":
            connected.window.close()
        else:
            connected.window.show_settings(settings(server.url, "other"))
        await until(server.disconnected.is_set)
        await until(lambda: connected.form.button("test_connection") == "Test connection")
        await connected.close()


async def test_the_server_s_models_are_offered_while_typing(tmp_path: Path):
    models = json.dumps({"data": [{"id": "qwen3:8b"}, {"id": "llama3.2"}]}).encode()
    async with ReplayServer(Reply(models, headers=JSON)) as server:
        connected = ConnectedForm(settings(server.url, ""), tmp_path)
        connected.form.press("fetch_models")
        await until(lambda: "2 models offered." in connected.form.texts())
        assert server.requests[0].path == "/v1/models"
        names = connected.form.line("endpoint_model").completer().popup()
        assert names
        await until(names.isVisible)
        QTest.keyClick(names, Qt.Key.Key_Down)
        QTest.keyClick(names, Qt.Key.Key_Return)
        await until(lambda: connected.window.settings.endpoint.model == "qwen3:8b")
        await connected.close()


async def test_a_server_found_on_this_computer_is_used_at_a_click(tmp_path: Path):
    here = replace(preset("LM Studio"), base_url="http://127.0.0.1:1234/v1")
    connected = ConnectedForm(settings(), tmp_path, LocalServer(here, ("gemma-3", "phi-4")))
    connected.form.press("find_servers")
    await until(lambda: "Found on this computer:" in connected.form.texts())
    connected.form.press("found_server")
    endpoint = connected.window.settings.endpoint
    assert (endpoint.base_url, endpoint.model) == ("http://127.0.0.1:1234/v1", "gemma-3")
    assert connected.form.button("menu_button") == "LM Studio"
    await connected.close()


async def test_that_no_server_was_found_is_told(tmp_path: Path):
    connected = ConnectedForm(settings(), tmp_path)
    connected.form.press("find_servers")
    await until(lambda: any(text.startswith("No model server answers") for text in connected.form.texts()))
    await connected.close()


@pytest.mark.window
async def test_a_conversation_teaches_what_the_settings_window_shows(tmp_path: Path):
    upstream = ChatServer()
    upstream.refusal = b'{"error": {"message": "this model does not support tools"}}'
    url = await upstream.start()
    pet = PetController(write_settings(tmp_path, url), offline=False)
    async with running(pet, upstream) as talk:
        type_and_send(talk, "hello")
        await until(lambda: bool(upstream.requests) and not talk.conversation.is_running)
        kept = Capabilities(paths.data_folder() / "endpoints.json").of(ModelAddress(url, "test-model"))
        assert kept.tools is ToolSupport.REFUSED
        talk.open_settings()
        assert talk.settings_window
        form = Form(talk.settings_window)
        await until(lambda: any(text.startswith("This endpoint refused native tools on ") for text in form.texts()))

        upstream.refusal = b""
        type_and_send(talk, "again")
        await until(lambda: len(upstream.requests) == 2)
        upstream.begin_call("live2d_expression")
        upstream.arguments('{"name": "happy"}')
        upstream.end()
        await until(lambda: len(upstream.requests) == 3)
        upstream.delta(content="There.")
        upstream.end()
        await until(lambda: any(text.startswith("Native tools worked with this endpoint on ") for text in form.texts()))


def test_an_unencrypted_address_warns_beside_the_field_while_it_is_typed(form: Form, qtbot: QtBot) -> None:
    address = form.line("endpoint_base_url")
    QTest.keyClicks(address, "http://llm.example.com/v1")
    (warning,) = [text for text in form.texts() if "not encrypted" in text]
    assert "https://" in warning
    address.clear()
    QTest.keyClicks(address, "http://192.168.1.2:11434/v1")
    assert not any("not encrypted" in text for text in form.texts())
    with qtbot.waitSignal(form.window.applied):
        address.clear()
        QTest.keyClicks(address, "http://8.8.8.8/v1")
    assert any("not encrypted" in text for text in form.texts())
    form.window.show_settings(Settings())
    assert not any("not encrypted" in text for text in form.texts())


# The advanced section


@pytest.fixture
def advanced(form: Form) -> Form:
    assert not form.line("endpoint_temperature").isVisible()
    header = form.rows.advanced.header
    header.setFocus()
    QTest.keyClick(header, Qt.Key.Key_Return)
    assert form.line("endpoint_temperature").isVisible()
    return form


def test_what_a_request_asks_is_set_in_the_advanced_section(advanced: Form, qtbot: QtBot) -> None:
    with qtbot.waitSignal(advanced.window.applied):
        QTest.keyClicks(advanced.line("endpoint_temperature"), "0.5")
    with qtbot.waitSignal(advanced.window.applied):
        QTest.keyClicks(advanced.line("endpoint_max_tokens"), "300")
    advanced.press("choice_low")
    with qtbot.waitSignal(advanced.window.applied):
        QTest.keyClicks(advanced.line("endpoint_extra_body"), '{"top_k": 20}')
    endpoint = advanced.window.settings.endpoint

    assert (endpoint.temperature, endpoint.top_p, endpoint.max_tokens, endpoint.reasoning.value) == (
        0.5,
        None,
        300,
        "low",
    )
    assert endpoint.extra_body == {"top_k": 20}
    assert advanced.rows.advanced.header.accessibleDescription() == (
        "Temperature · Longest answer · Reasoning · More fields"
    )


def test_an_emptied_number_is_not_sent(advanced: Form, qtbot: QtBot) -> None:
    field = advanced.line("endpoint_temperature")
    with qtbot.waitSignal(advanced.window.applied):
        QTest.keyClicks(field, "1")
    with qtbot.waitSignal(advanced.window.applied):
        QTest.keyClick(field, Qt.Key.Key_Backspace)

    assert advanced.window.settings.endpoint.temperature is None
    assert advanced.rows.advanced.header.accessibleDescription() == ""


@pytest.mark.parametrize(
    ("row", "typed", "shown"),
    [
        ("endpoint_temperature", "3", "Has to be at most 2.0"),
        ("endpoint_top_p", "x", "Has to be a number"),
        ("endpoint_extra_body", "top_k", 'Has to be fields such as {"top_k": 20}'),
        ("endpoint_extra_body", '{"x": null}', "Expected other fields than messages, contents and stream, and no null"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_below_its_field(advanced: Form, row: str, typed: str, shown: str) -> None:
    before = advanced.window.settings
    QTest.keyClicks(advanced.line(row), typed)
    advanced.window.settle()

    assert shown in advanced.texts()
    assert advanced.window.settings == before


def test_another_provider_has_advanced_values_of_its_own(advanced: Form, qtbot: QtBot) -> None:
    advanced.choose("Groq")
    with qtbot.waitSignal(advanced.window.applied):
        QTest.keyClicks(advanced.line("endpoint_temperature"), "0.5")
    advanced.choose("Ollama")
    assert advanced.window.settings.endpoint.temperature is None
    assert advanced.line("endpoint_temperature").text() == ""

    advanced.choose("Groq")
    assert advanced.line("endpoint_temperature").text() == "0.5"


def test_fields_that_a_model_refused_are_named(advanced: Form) -> None:
    advanced.rows.show_capabilities(ModelCapabilities(refused_fields=("temperature", "top_p")))

    assert any("refused temperature, top_p" in text for text in advanced.texts())


def test_tools_and_values_that_a_model_refused_are_named(advanced: Form) -> None:
    adaptations = Adaptations(max_output=8192, efforts=("low", "high"), refused_tools={"web_search": "0" * 16})
    advanced.rows.show_capabilities(ModelCapabilities(adaptations=adaptations))

    assert any("refused web_search" in text for text in advanced.texts())
    assert any("reasoning_effort: low/high, max_tokens: ≤ 8,192" in text for text in advanced.texts())
