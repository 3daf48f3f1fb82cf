"""Scenes of the settings, page by page, and of the three steps of the first run."""

import math
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from deskpet.chat.messages import Notice
from deskpet.config.choices import Agent, ListeningEngine, Policy, VoiceEngine
from deskpet.config.keys import KeyPlace
from deskpet.config.paths import bundled_path
from deskpet.config.prompts import Prompt
from deskpet.config.reminders import Reminder
from deskpet.config.settings import ListeningSettings, MemorySettings, Settings, VoiceSettings
from deskpet.features.about.ui import AboutPage
from deskpet.features.agents.hook_config import hook_command, with_hooks
from deskpet.features.agents.ui.page import AgentsPage
from deskpet.features.callers.caller_rules import CallerRules
from deskpet.features.callers.pet_client import server_command, server_configuration
from deskpet.features.callers.ui.page import CallersPage
from deskpet.features.characters.ui.page import ModelPageCard
from deskpet.features.connection.controllers.saved_connections import SavedConnections
from deskpet.features.data.backup_file import Part
from deskpet.features.data.locations import StorageLocation
from deskpet.features.data.ui.page import DataPage
from deskpet.features.data.ui.restore_card import result_of
from deskpet.features.downloads import catalogue
from deskpet.features.downloads.ui.card import PartsList
from deskpet.features.first_run.ui.window import FirstRun, create_panel
from deskpet.features.foreign.ui import ServerTool, ServerView
from deskpet.features.guest.ui.card import GuestPersonaRow
from deskpet.features.listening.recognition.input_device import blocked_microphone
from deskpet.features.listening.ui.page import ListeningTestRow
from deskpet.features.mcp.ui import McpPage
from deskpet.features.memory.ui.page import FactList, MemoryPage
from deskpet.features.permissions.ui.journal_page import JournalEntry, JournalPage
from deskpet.features.personas.ui.page import PersonaPage
from deskpet.features.plugins.ui import PluginsPage
from deskpet.features.proactive.decision import Gate, reason
from deskpet.features.proactive.ui import ProactiveStateRow
from deskpet.features.prompts.ui.page import PromptsPage
from deskpet.features.reminders.ui.page import RemindersPage
from deskpet.features.roaming.ui.card import FenceRow
from deskpet.features.roaming.world import Box
from deskpet.features.together.time_together import TimeTogether
from deskpet.features.together.ui import Diary, TogetherPage
from deskpet.features.updates.controller import Phase, Status
from deskpet.features.updates.ui.card import UpdatesRow
from deskpet.features.voice.sound import SpeechError
from deskpet.features.voice.ui.page import VoiceTestRow
from deskpet.llm.capabilities import ModelAddress, ModelCapabilities, ToolSupport
from deskpet.llm.catalog import PRESETS
from deskpet.llm.connection_check import AnswerSummary, ConnectionReport
from deskpet.llm.model_list import LocalServer
from deskpet.pet import character, model_file
from deskpet.pet.library import Library, LibraryEntry
from deskpet.pet.model_notes import ModelNotes
from deskpet.pet.problems import AGAIN
from deskpet.store.transfer import Counts
from deskpet.translation import join_sentences, tr, tr_plural
from deskpet.ui.chat.message_actions import VariantSwitch
from deskpet.ui.settings.banner import BannerText
from deskpet.ui.settings.window import SettingsWindow
from deskpet.ui.widgets import language
from deskpet.ui.widgets.form import TextInputRow, show_text
from deskpet.ui.widgets.keys_row import KeysRow
from deskpet.ui.widgets.model_card import CardContent
from tests.gallery import samples
from tests.gallery.sample_texts import said
from tests.gallery.screenshots import Scene, Shot, Studio, around
from tests.support.connections import OPENAI, OTHER, model_servers
from tests.support.settings_window import connection_of, gallery_of, model_page_of, settings_window, tools_page_of
from tests.support.waiting import until
from tests.ui.settings.all_pages import show_all_pages

PET = QRect(300, 420, 300, 450)
LARGEST = 1.4
ADDRESS, MODEL = "http://localhost:11434/v1", "llama3.2"
WORKS = ConnectionReport(
    ModelAddress(ADDRESS, MODEL),
    AnswerSummary("Hello, I am here and ready.", 0.42, 24, reasons=True, called=True),
    ToolSupport.WORK,
)


def refused() -> ConnectionReport:
    """Return what a test found out about a server that does not run."""
    next_step = tr("Start the server, or check the base URL and its port.")
    cause = tr("Nothing accepts connections at {host}.", host="localhost:11434")
    failure = Notice("error", "refused_connection", tr("The server does not answer"), cause, next_step)
    return ConnectionReport(ModelAddress(ADDRESS, MODEL), AnswerSummary(failure=failure))


def _doctor() -> BannerText:
    what, again = tr("texture"), tr(AGAIN)
    faults = (
        f"haru.moc3: {tr('This is not a Cubism model file (moc3). {again}', again=again)}",
        f"textures/texture_00.png: {tr('The {kind} file is missing. {again}', kind=what, again=again)}",
    )
    title = tr("{name} can't be used", name="broken-model.zip")
    first = join_sentences(faults[0], tr_plural(1, "({n} more below.)", "({n} more below.)"))
    return BannerText("error", title, first, "\n".join(faults))


async def connection(studio: Studio) -> AsyncIterator[Shot]:
    """The connection page, offline and with a server."""
    window = settings_window()
    rows = connection_of(window)
    port = model_servers(studio.home)
    SavedConnections(rows, port).serve_page(window.widget_of("connection"))
    await studio.show(window)
    yield Shot("settings-connection-offline", "Connection, as it is at first", around(window))
    ollama = next(preset for preset in PRESETS if preset.name == "Ollama")
    for each in (OPENAI, OTHER):
        port.connections.keep(each)
    window.show_settings(Settings.model_validate({"endpoint": {"base_url": ADDRESS, "model": MODEL}}))
    rows.show_capabilities(ModelCapabilities().with_tools(ToolSupport.WORK, 1_760_000_000.0))
    rows.test_panel.show_test_result(WORKS)
    async for shot in _scrolled(window, "connection", "Connection, with a server that works"):
        yield shot
    rows.provider_row.show_servers((LocalServer(ollama, ("llama3.2", "qwen3")),))
    rows.test_panel.show_test_result(refused())
    _area(window).ensureWidgetVisible(rows.test_panel)
    yield Shot("settings-connection-failed", "A test that failed", around(window))
    rows.test_panel.show_running()
    yield Shot("settings-connection-test", "A test that goes on", around(window), moves=True)
    rows.test_panel.show_test_result(None)
    rows.model_row.set_names(("llama3.2", "llama3.3:70b", "codellama"))
    _area(window).verticalScrollBar().setValue(0)
    completer = rows.model_row.edit.completer()
    completer.setCompletionPrefix("llama")
    completer.complete()
    yield Shot("settings-models", "The models that a server offers", around(window))
    completer.popup().hide()
    rows.provider_row.button.click()
    yield Shot("settings-providers", "The providers", around(window, rows.provider_row.button.picker))


async def advanced(studio: Studio) -> AsyncIterator[Shot]:
    """The folded part of the connection, unfolded, with values that are set and one that was refused."""
    window = settings_window()
    rows = connection_of(window)
    set_values = {"temperature": 0.7, "reasoning": "low", "extra_body": {"top_k": 20}}
    window.show_settings(Settings.model_validate({"endpoint": {"base_url": ADDRESS, "model": MODEL} | set_values}))
    await studio.show(window)
    _area(window).ensureWidgetVisible(rows.advanced)
    yield Shot("settings-advanced-folded", "What a request asks, folded", around(window))
    rows.advanced.header.click()
    rows.show_capabilities(ModelCapabilities(refused_fields=("temperature",)))
    await until(lambda: rows.advanced.height() > 200)
    _area(window).verticalScrollBar().setValue(rows.advanced.pos().y() - 60)
    yield Shot("settings-advanced", "What a request asks, unfolded", around(window))


async def wrong(studio: Studio) -> AsyncIterator[Shot]:
    """Validation errors below their fields."""
    window = settings_window()
    await studio.show(window)
    field = window.findChild(TextInputRow, "endpoint_base_url")
    assert isinstance(field, TextInputRow)
    QTest.keyClicks(field.edit, "localhost")
    await until(field.error.isVisible)
    yield Shot("settings-wrong", "A mistake, told where it was made", around(window))


async def keys(studio: Studio) -> AsyncIterator[Shot]:
    """The row of the API key, for each place where a key can be."""
    window = settings_window()
    rows = connection_of(window)
    await studio.show(window)
    anthropic = next(preset for preset in PRESETS if preset.name == "Anthropic")
    window.show_settings(Settings.model_validate({"endpoint": {"base_url": anthropic.base_url, "model": MODEL}}))
    for place, error in (
        (KeyPlace.NONE, ""),
        (KeyPlace.ENVIRONMENT, ""),
        (KeyPlace.KEYRING, ""),
        (KeyPlace.MEMORY, tr("This system has no keyring")),
    ):
        rows.show_key_place(place, error)
        yield Shot(f"settings-key-{place}", f"An API key, place: {place}", around(window))


async def personas(studio: Studio) -> AsyncIterator[Shot]:
    """The persona page and its editor."""
    window = settings_window()
    face = bundled_path("models") / "yuki" / "icon.png"
    window.show_page("persona")
    window.findChild(PersonaPage).show_personas(samples.own(), samples.personas(), "aria", {"aria": face})
    await studio.show(window)
    async for shot in _scrolled(window, "persona", "Who speaks"):
        yield shot
    window.findChild(PersonaPage).edit("aria")
    _area(window).verticalScrollBar().setValue(0)
    yield Shot("settings-persona-editor", "A persona that is being changed, with its picture", around(window))
    more = window.findChild(VariantSwitch)
    assert isinstance(more, VariantSwitch)
    more.variant_requested.emit(1)
    _area(window).ensureWidgetVisible(more.parentWidget(), 0, 200)
    yield Shot("settings-persona-greetings", "One of several greetings", around(window))
    bar = _area(window).verticalScrollBar()
    bar.setValue(bar.maximum())
    deleted = (
        tr("{name} was deleted.", name="Kenji"),
        tr_plural(12, "One memory was deleted with it.", "{n} memories were deleted with it."),
        tr_plural(30, "One day in its diary was deleted too.", "{n} days in its diary were deleted too."),
    )
    window.findChild(PersonaPage).banner.show_message(
        BannerText("success", join_sentences(*deleted), button=tr("Undo"))
    )
    yield Shot("settings-persona-editor-end", "The rest of the editor", around(window))
    bar.setValue(0)
    yield Shot("settings-persona-deleted", "A persona was deleted, with its memories", around(window))


async def tools(studio: Studio) -> AsyncIterator[Shot]:
    """The tools page, with the folders of the file tools."""
    # An absolute path of the system.
    home = "C:/Users/mio" if sys.platform == "win32" else "/home/mio"
    folders = [f"{home}/Documents", f"{home}/Projects/a long name of a folder/that does not fit/on its line/日記"]
    calendars = [
        f"{home}/Family.ics",
        "https://calendar.example.org/private-4f2a/a/long/address/of/a/calendar/basic.ics",
    ]
    window = settings_window(
        Settings.model_validate({"tools": {"folders": folders, "calendars": calendars, "search_engine": "brave"}})
    )
    window.show_page("tools")
    tools_page_of(window).show_policies(lambda name: Policy.ASK if name.startswith("reminder") else Policy.ALLOW)
    await studio.show(window)
    async for shot in _scrolled(window, "tools", "What the model may do"):
        yield shot
    await _turn_to(window, "sources")
    async for shot in _scrolled(window, "sources", "Folders, calendars and the web"):
        yield shot
    await _turn_to(window, "calls")
    window.findChild(JournalPage).show_content(_journal())
    yield Shot("settings-journal", "The calls that ran", around(window))


def _journal() -> list[JournalEntry]:
    spring = language.format_timestamp(samples.NOON - 86_400 * 158, datetime.fromtimestamp(samples.NOON).astimezone())
    return [
        JournalEntry(tr("Write a file"), "edit", "notes/plan.md", "14:32", tr("you were asked"), tr("done")),
        JournalEntry(tr("Read a file"), "folder", "notes/plan.md", "14:31", tr("allowed by the settings"), tr("done")),
        JournalEntry(
            tr("Read a page"), "globe", "https://example.org/a/long/address/that/does/not/fit/on/its/line/of/the/list/日記",
            "14:30", tr("allowed by a rule"), tr("failed: {code}", code="timeout"), "error",
        ),
        JournalEntry(tr("Run JavaScript"), "tool", "", spring, tr("refused"), ""),
    ]  # fmt: skip


async def mcp_servers(studio: Studio) -> AsyncIterator[Shot]:
    """The card of MCP servers: one that waits for its command to be allowed, one that runs, one that failed."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "programs")
    area, page = _area(window), window.findChild(McpPage)
    area.ensureWidgetVisible(page.add_button)
    yield Shot("settings-mcp-none", "MCP servers, before one is added", around(window))
    page.show_servers(_servers())
    page.row("time").fold.click()
    added = tr_plural(1, "One server was added", "{n} servers were added")
    page.show_message(BannerText("success", added, tr("Look at its command before you allow it.")))
    await until(lambda: page.row("files").isVisible())
    area.ensureWidgetVisible(page.row("files"))
    yield Shot("settings-mcp", "MCP servers in each state", around(window))
    area.ensureWidgetVisible(page.add_button)
    yield Shot("settings-mcp-2", "MCP servers, further down", around(window))


async def plugins(studio: Studio) -> AsyncIterator[Shot]:
    """The card of plugins: before there is one, and a file in each state."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "programs")
    area, page = _area(window), window.findChild(PluginsPage)
    page.show_folder("/home/mio/.local/share/deskpet/tools", exists=False)
    area.ensureWidgetVisible(page.new_button)
    yield Shot("settings-plugins-none", "Plugins, before one is made", around(window))
    page.show_folder("/home/mio/.local/share/deskpet/tools", exists=True)
    page.show_servers(_plugins())
    page.row("dice").fold.click()
    await until(lambda: page.row("feeds").isVisible())
    area.ensureWidgetVisible(page.row("feeds"))
    yield Shot("settings-plugins", "Plugins in each state", around(window))
    area.ensureWidgetVisible(page.new_button)
    yield Shot("settings-plugins-2", "Plugins, further down", around(window))


def _plugins() -> tuple[ServerView, ...]:
    folder, digest = "/home/mio/.local/share/deskpet/tools", tr("SHA-256: {digest}", digest="9f86d081884c7d65" * 4)
    off = tr("Off: it runs only after you have allowed it as it is now.")
    tools = (ServerTool("roll_dice", "Roll dice and return the numbers."),)
    failed = tr("Failed; the next call starts it again")
    return (
        ServerView("my_tool", f"{folder}/my_tool.py", digest, "blocked", off),
        ServerView("dice", f"{folder}/dice.py", digest, "running", tr("Running now"), "", "rolled 3 dice", tools),
        ServerView("feeds", f"{folder}/feeds.py", digest, "failed", failed, "line 3: SyntaxError: invalid syntax"),
        ServerView(
            "old",
            f"{folder}/old.py",
            "",
            "blocked",
            tr("Can't be used"),
            tr("It is no text in UTF-8."),
            can_allow=False,
        ),
    )


def _servers() -> tuple[ServerView, ...]:
    files = "npx -y @modelcontextprotocol/server-filesystem /home/mio/Documents '/home/mio/A folder with spaces'"
    tools = (
        ServerTool("get_current_time", "Get the current time in a time zone."),
        ServerTool("convert_time", "Convert a time between time zones.", is_told=False),
    )
    return (
        ServerView(
            "files", files, tr("It gets: {values}", values="API_TOKEN=${keyring:files/API_TOKEN}"), "blocked",
            tr("Not allowed: it never starts. Look at the whole command first."),
        ),
        ServerView(
            "time", "uvx mcp-server-time", "", "running", tr("Running now"), "", "INFO: listening on stdio", tools,
        ),
        ServerView(
            "notes", "https://notes.example/mcp", "", "failed", tr("Failed; the next call starts it again"),
            "ConnectError: All connection attempts failed",
        ),
    )  # fmt: skip


async def agents(studio: Studio) -> AsyncIterator[Shot]:
    """Coding agents, and the change of the configuration of one of them."""
    window = settings_window()
    window.show_page("agents")
    page, callers = (window.widget_of("agents").findChild(kind) for kind in (AgentsPage, CallersPage))
    assert isinstance(page, AgentsPage)
    assert isinstance(callers, CallersPage)
    page.show_choices((Agent.CLAUDE, Agent.CODEX), (Agent.CODEX,))
    for agent in Agent:
        is_installed = agent in {Agent.CLAUDE, Agent.CODEX}
        where = tr("Its hooks are in {file}.", file=f"/home/me/.{agent}/settings.json")
        page.lines[agent].show_hooks(
            where if is_installed else tr("Its hooks are not installed."), is_installed=is_installed
        )
    command = server_configuration().replace(server_command()[0], "/home/me/.local/bin/deskpet")
    callers.configuration.setPlainText(command)
    rules = CallerRules(studio.home / "gallery-callers.json")
    for rule in samples.caller_rules():
        rules.decide(rule)
    callers.serve(rules)
    await studio.show(window)
    async for shot in _scrolled(window, "agents", "Coding agents"):
        yield shot
    _area(window).verticalScrollBar().setValue(0)
    hooked = with_hooks(Agent.QWEN, '{\n  "model": "qwen3"\n}\n').text.replace(
        hook_command(Agent.QWEN), "deskpet hook qwen"
    )
    page.lines[Agent.QWEN].show_preview("".join(f"+{line}" for line in hooked.splitlines(keepends=True)))
    await until(lambda: _area(window).verticalScrollBar().maximum() > 0)
    _area(window).ensureWidgetVisible(page.findChild(QWidget, "agent_qwen") or page)
    yield Shot("settings-agents-change", "The change of an agent's configuration", around(window))


async def reminders(studio: Studio) -> AsyncIterator[Shot]:
    """The reminders page, and the editor of a reminder."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "reminders")
    yield Shot("settings-reminders-none", "Reminders, before one is set", around(window))
    page = window.findChild(RemindersPage)
    page.show_reminders(
        (
            Reminder(1, samples.NOON + 86_400 * 400, "Water the plants", 1, "days"),
            Reminder(2, samples.NOON + 86_400 * 500, "Call Mum"),
            Reminder(3, samples.NOON + 86_400 * 600, "Back up the computer, and look at what is new", 2, "weeks"),
        )
    )
    page.rows.show_message(BannerText("info", tr("“{title}” deleted", title=said().things[2]), button=tr("Undo")))
    yield Shot("settings-reminders", "Reminders, one was removed", around(window))
    page.edit(None)
    QTest.keyClicks(page.text, "Stretch")
    QTest.keyClicks(page.when, "every 3 days at 18:30")
    yield Shot("settings-reminders-edit", "A reminder that is written", around(window))


async def memory(studio: Studio) -> AsyncIterator[Shot]:
    """The page of memory: empty, with facts of each kind, and before one is erased."""
    window = settings_window(Settings.model_validate({"endpoint": {"base_url": "https://api.example.org/v1"}}))
    await studio.show(window)
    await _turn_to(window, "memory")
    window.findChild(MemoryPage).show_content(FactList((), 0, 0))
    async for shot in _scrolled(window, "memory-none", "Memory, off, and a server that is not decided on"):
        yield shot
    chosen = {"remember": "automatic", "endpoints": ["https://api.example.org/v1"], "hidden_from": ["https://b.test"]}
    window.show_settings(window.settings.model_copy(update={"memory": MemorySettings.model_validate(chosen)}))
    known = samples.facts()
    window.findChild(MemoryPage).show_content(FactList(known, len(known) + 20, len(known) + 20))
    window.findChild(MemoryPage).rows.row(known[2].id).check.setChecked(True)
    async for shot in _scrolled(window, "memory", "What she remembers"):
        yield shot
    window.findChild(MemoryPage).rows.row(known[1].id).start_editing()
    window.findChild(MemoryPage).rows.row(known[2].id).button("erase_fact").click()
    await until(window.findChild(MemoryPage).confirmation.isVisible)
    _area(window).ensureWidgetVisible(window.findChild(MemoryPage).erase_all)
    yield Shot("settings-memory-erase", "A memory that is edited, and one before it is erased", around(window))


async def together(studio: Studio) -> AsyncIterator[Shot]:
    """Time with her: before the first day, with a diary, a line that is edited, and before all is erased."""
    window, today = settings_window(), date(2026, 3, 9)
    await studio.show(window)
    await _turn_to(window, "together")
    page = window.findChild(TogetherPage)
    page.show_content(Diary(TimeTogether(today)))
    yield Shot("settings-together-none", "Time with her, before the first day", around(window))
    diary = samples.diary(today)
    now = TimeTogether(today, 100, date(2025, 11, 2), diary)
    page.show_content(Diary(now, diary))
    async for shot in _scrolled(window, "together", "Time together"):
        yield shot
    page.rows.rows[4].start_editing()
    page.rows.rows[2].button("erase_day").click()
    await until(page.confirmation.isVisible)
    _area(window).ensureWidgetVisible(page.confirmation)
    yield Shot("settings-together-erase", "A line that is edited, and a day before it is erased", around(window))


async def speaking(studio: Studio) -> AsyncIterator[Shot]:
    """Speaking first, and why she is silent just now."""
    window = settings_window()
    window.show_page("together")
    window.findChild(ProactiveStateRow).show_state(reason(Gate.MICROPHONE), 2, 1240)
    await studio.show(window)
    async for shot in _scrolled(window, "speaking", "When she speaks first"):
        yield shot


async def roaming(studio: Studio) -> AsyncIterator[Shot]:
    """Whether she walks about, with an area of her own."""
    window = settings_window()
    window.show_page("character")
    await studio.show(window)
    row = window.findChild(FenceRow)
    row.show_fence(Box(0, 0, 1200, 600))
    _area(window).ensureWidgetVisible(row)
    yield Shot("settings-roaming", "Whether she walks about, and where", around(window))


async def guest(studio: Studio) -> AsyncIterator[Shot]:
    """Who stands beside her, and how long both talk."""
    window = settings_window()
    window.show_page("character")
    await studio.show(window)
    row = window.findChild(GuestPersonaRow)
    row.choices = lambda: {"": tr("The character herself")}
    row.show_value("")
    _area(window).ensureWidgetVisible(row)
    yield Shot("settings-guest", "Another character beside her", around(window))


async def voice(studio: Studio) -> AsyncIterator[Shot]:
    """The voice of the system, then one of a server after a test that failed."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "voice")
    window.findChild(VoiceTestRow).show_result(None, 0.043)
    async for shot in _scrolled(window, "voice", "Her voice"):
        yield shot
    server = VoiceSettings(enabled=True, engine=VoiceEngine.OPENAI, server_url="http://127.0.0.1:8880/v1", voice="sky")
    window.show_settings(Settings(voice=server))
    error = SpeechError(
        "timeout", tr("The voice took too long"), tr("No connection to {host} in time.", host="127.0.0.1")
    )
    window.findChild(VoiceTestRow).show_result(error, None)
    async for shot in _scrolled(window, "voice-server", "The voice of a server that can't be reached"):
        yield shot
    folder = Path("/home/me/voices/vits-piper-en_US-amy").absolute()
    local = VoiceSettings(enabled=True, engine=VoiceEngine.LOCAL, model_folder=str(folder))
    window.show_settings(Settings(voice=local))
    missing = tr("{file} is missing in {folder}.", file="tokens.txt", folder=local.model_folder)
    next_step = tr("Download the whole folder, as sherpa-onnx offers it.")
    error = SpeechError("missing_file", tr("The voice of the folder failed"), missing, next_step)
    window.findChild(VoiceTestRow).show_result(error, None)
    async for shot in _scrolled(window, "voice-folder", "The voice of a folder in which a file is missing"):
        yield shot


async def listening(studio: Studio) -> AsyncIterator[Shot]:
    """The microphone: off, and of a server after a test, then a model in a folder whose microphone is blocked."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "voice")
    server = ListeningSettings(enabled=True, server_url="http://127.0.0.1:8880/v1", shortcut="Ctrl+Alt+Space")
    window.show_settings(Settings(listening=server))
    window.findChild(ListeningTestRow).show_result("The quick brown fox jumps over the lazy dog.", 0.43)
    async for shot in _scrolled(window, "listening", "The microphone"):
        yield shot
    window.show_settings(Settings(listening=ListeningSettings(enabled=True, engine=ListeningEngine.LOCAL)))
    window.findChild(ListeningTestRow).show_failure(blocked_microphone(2))
    async for shot in _scrolled(window, "listening-blocked", "A blocked microphone"):
        yield shot


async def characters(studio: Studio) -> AsyncIterator[Shot]:
    """The characters page: gallery, one model, and the report of the doctor."""
    window = settings_window()
    model = model_file.load("mikan", studio.home / "cache")
    offers = _offers(studio.home)
    window.show_page("character")
    gallery_of(window).show_cards(offers, "mikan")
    model_page_of(window).show_character(
        character.from_model(model), ModelNotes(hidden_expressions=frozenset({"angry"}))
    )
    note = tr("Its motions have sounds. To hear them, install deskpet[voice].")
    show_text(model_page_of(window).sound_note, note)
    window.findChild(ModelPageCard).title.setText("Mikan")
    await studio.show(window)
    async for shot in _scrolled(window, "character", "The characters and how they stand"):
        yield shot
    _area(window).verticalScrollBar().setValue(0)
    gallery_of(window).banner.show_message(_doctor())
    gallery_of(window).banner.fold.setChecked(True)
    yield Shot("doctor-error", "What the model doctor says of a broken model", around(window))
    mended = "textures/texture_00.png: It was shrunk.\nexpressions: 4 were not listed, and are now."
    repaired = "One thing was mended or left out in the copy.", "{n} things were mended or left out in the copy."
    title = tr("{name} was added", name="Haru")
    gallery_of(window).banner.show_message(BannerText("success", title, tr_plural(2, *repaired), mended))
    yield Shot("doctor-mended", "A model that was mended", around(window))
    gallery_of(window).banner.show_message(
        BannerText("info", tr("{name} was removed", name="Haru"), "", button=tr("Undo"))
    )
    gallery_of(window).show_import_progress("fox.zip", tr("Copied, checked and tried out: a few seconds."))
    yield Shot("character-arriving", "A model on its way, and one that was removed", around(window), moves=True)
    gallery_of(window).banner.show_message(None)
    gallery_of(window).show_import_progress("")
    gallery_of(window).add.invite(True)
    yield Shot("character-drop", "A model held over the gallery", around(window))


async def appearance(studio: Studio) -> AsyncIterator[Shot]:
    """The appearance page."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "appearance")
    async for shot in _scrolled(window, "appearance", "How the windows look"):
        yield shot


async def prompts(studio: Studio) -> AsyncIterator[Shot]:
    """The page of the prompts."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "prompts")
    page = window.findChild(PromptsPage)
    assert page
    kept = [Prompt(said().word, said().today), Prompt(said().nowhere, f"{said().brief} {{{{selection}}}}", True)]
    page.show_prompts(tuple(kept))
    yield Shot("settings-prompts", "The prompts that are kept", around(window))
    page.edit(kept[1])
    yield Shot("settings-prompts-edit", "A prompt that is edited", around(window))


async def keyboard(studio: Studio) -> AsyncIterator[Shot]:
    """The keyboard page."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "keyboard")
    async for shot in _scrolled(window, "keyboard", "The keys of all commands"):
        yield shot
    row = window.findChild(KeysRow, "keyboard_files")
    assert row
    row.edit.setKeySequence("Ctrl+N")
    _area(window).ensureWidgetVisible(row)
    yield Shot("keyboard-conflict", "Keys that another command has", around(window))


async def data(studio: Studio) -> AsyncIterator[Shot]:
    """The data page."""
    window = settings_window()
    home = Path("~/.local/share/deskpet")
    window.show_page("data")
    page = window.findChild(DataPage)
    page.show_locations(
        (
            StorageLocation(
                tr("Settings"), tr("To be read and edited as well; comments stay."), (home / "settings.toml",), 4_400
            ),
            StorageLocation(
                tr("Conversations"), tr("With their pictures and drafts."), (home / "conversations.db",), 3_400_000
            ),
            StorageLocation(tr("Characters"), tr("The Live2D models that you brought."), (home / "models",), None),
        )
    )
    page.show_conversations(24, 3_400_000)
    await studio.show(window)
    yield Shot("settings-data", "What is kept, and where", around(window))
    counts = {
        Part.CONVERSATIONS: Counts(new=3, same=21, newer=1, older=2, here=24),
        Part.MEMORY: Counts(same=12, here=14),
        Part.NOTES: Counts(new=2, left_out=1),
        Part.CHARACTERS: Counts(),
        Part.RULES: Counts(older=2, here=5),
    }
    card = page.restore_card
    card.file_label.setText("laptop.deskpet-backup")
    card.ask_passphrase()
    _area(window).ensureWidgetVisible(card)
    yield Shot("settings-data-passphrase", "A backup that is encrypted", around(window))
    card.show_comparison(counts)
    await until(card.restore.isVisible)
    _area(window).ensureWidgetVisible(card)
    yield Shot("settings-data-restore", "What is in a backup, beside what is here", around(window))
    card.show_progress()
    card.progress.start(lambda *_: tr("Restoring… {size} of {all}", size="12 MB", all="40 MB"))
    card.progress.show_progress(12, 40)
    _area(window).ensureWidgetVisible(card)
    yield Shot("settings-data-restoring", "A restore in progress", around(window))
    card.show_result(result_of(counts, home / "conversations.db.restore.20261130-1200.deskpet-backup", ""))
    _area(window).ensureWidgetVisible(card)
    yield Shot("settings-data-restored", "What a restore has done", around(window))
    page.erase.click()
    yield Shot("settings-data-erase", "Before everything is erased", around(window))
    done = "1 conversation is in {file}", "{n} conversations are in {file}"
    title = tr_plural(24, *done, file="deskpet-conversations.json")
    page.show_result(BannerText("success", title, "~/Documents"))
    yield Shot("settings-data-done", "What was done", around(window))


async def about(studio: Studio) -> AsyncIterator[Shot]:
    """The about page."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "about")
    await until(lambda: "–" not in window.findChild(AboutPage).cost.values.values())
    async for shot in _scrolled(window, "about", "Versions, licences and cost"):
        yield shot


async def updates(studio: Studio) -> AsyncIterator[Shot]:
    """The card of updates of an installed program, in each of its states."""
    with installed_as(studio.home / "deskpet"):
        window = settings_window()
        await studio.show(window)
        await _turn_to(window, "about")
    row = window.findChild(UpdatesRow)
    yield Shot("settings-updates", "Updates, before anything was asked", around(window))
    row.show_status(Status(Phase.AVAILABLE, samples.update()))
    row.request.setText(samples.REQUEST)
    row.sent.click()
    yield Shot("settings-updates-found", "An update, what is new in it, and what was sent", around(window))
    row.sent.click()
    row.show_status(Status(Phase.DOWNLOADING, samples.update(), 31_000_000))
    yield Shot("settings-updates-download", "An update that is downloaded", around(window))
    row.show_status(Status(Phase.WAITS, samples.update()))
    yield Shot("settings-updates-waits", "An update that is installed at the end", around(window))
    command = "sudo apt install ~/.cache/deskpet/downloads/deskpet_0.1.1_amd64.deb"
    row.show_status(Status(Phase.BY_USER, samples.update(), text=command))
    yield Shot("settings-updates-package", "An update of a Debian package", around(window))
    text = tr("The list of versions is not signed with the key of this program. Nothing was downloaded.")
    row.show_status(Status(Phase.FAILED, text=text))
    yield Shot("settings-updates-refused", "An update that was refused", around(window))


async def parts(studio: Studio) -> AsyncIterator[Shot]:
    """The parts of an installed program, while one is downloaded, and in a checkout."""
    window = settings_window()
    await studio.show(window)
    await _turn_to(window, "about")
    card = window.findChild(PartsList)
    found = catalogue.parts()
    card.show_parts([(part, False) for part in found], can_add=False)
    _area(window).ensureWidgetVisible(card, 0, 200)
    yield Shot("settings-parts-pip", "Parts, in a checkout", around(window))
    card.show_parts([(part, part.name == "javascript") for part in found], can_add=True)
    card.show_progress(9_000_000, found[-1].size)
    _area(window).ensureWidgetVisible(card, 0, 200)
    yield Shot("settings-parts", "Parts: one that was added, one that is downloaded", around(window))


@contextmanager
def installed_as(program: Path) -> Iterator[None]:
    """Let this process be one that the launcher of a release started."""
    sys._xoptions["deskpet-launcher"] = str(program)
    try:
        yield
    finally:
        del sys._xoptions["deskpet-launcher"]


async def small(studio: Studio) -> AsyncIterator[Shot]:
    """The smallest window, and the largest text."""
    window = settings_window()
    show_all_pages(window)
    gallery_of(window).show_cards(_offers(studio.home), "mikan")
    window.resize(window.minimumSize())
    await studio.show(window)
    yield Shot("settings-small", "The settings in the smallest window", around(window))
    if not studio.is_thorough:
        return
    studio.scale = LARGEST
    window.findChild(DataPage).show_conversations(24, 3_400_000)
    window.findChild(PersonaPage).show_personas(samples.own(), samples.personas(), "aria")
    tools_page_of(window).show_policies(lambda name: Policy.ASK if name.startswith("reminder") else Policy.ALLOW)
    window.resize(780, 760)
    for page in ("connection", "persona", "tools", "memory", "reminders", "character", "appearance", "data", "about"):
        await _turn_to(window, page)
        yield Shot(f"large-settings-{page}", f"Large text: the page {page}", around(window))


async def first_run(studio: Studio) -> AsyncIterator[Shot]:
    """The three steps beside the character."""
    form = FirstRun("Mikan", Settings())
    window = create_panel(form)
    form.meet.show_cards(_offers(studio.home)[:2], "mikan")
    form.meet.bubble.show_message(said().greeting)
    window.place_beside(PET, QGuiApplication.primaryScreen().availableGeometry())
    await studio.show(window)
    yield Shot("first-run-1", "The first step: meet her", around(window))
    form.show_step(1)
    yield Shot("first-run-2", "The second step: stay offline", around(window))
    form.show_settings(Settings.model_validate({"endpoint": {"base_url": ADDRESS, "model": MODEL}}))
    ollama = next(preset for preset in PRESETS if preset.name == "Ollama")
    form.connection.provider_row.show_servers((LocalServer(ollama, ("llama3.2", "qwen3")),))
    form.connection.test_panel.show_test_result(WORKS)
    yield Shot("first-run-2-connected", "The second step: a model of one's own", around(window))
    form.show_step(2)
    yield Shot("first-run-3", "The third step: name and mode", around(window))
    for name, show in (
        ("spoken", form.hello.show_spoken),
        ("silent", lambda: form.hello.show_trouble(*samples.no_voice())),
    ):
        show()
        yield Shot(f"first-run-hello-{name}", f"She was to say hello aloud: {name}", around(window))
    if not studio.is_thorough:
        return
    studio.scale = LARGEST
    for step in range(3):
        form.show_step(step)
        yield Shot(f"large-first-run-{step + 1}", f"Large text: step {step + 1}", around(window))


async def _turn_to(window: SettingsWindow, page: str) -> None:
    """Show a page of a visible window; a new one comes after some turns of the event loop."""
    window.show_page(page)
    await until(window.widget_of(page).isVisible)


async def _scrolled(window: SettingsWindow, name: str, told: str) -> AsyncIterator[Shot]:
    """Return pictures of the current page from top to bottom."""
    bar = _area(window).verticalScrollBar()
    bar.setValue(0)
    yield Shot(f"settings-{name}", told, around(window))
    step = bar.pageStep() - 40
    # The range may change by some pixels with the theme.
    for number in range(1, math.ceil(bar.maximum() / step) + 1):
        bar.setValue(number * step)
        yield Shot(f"settings-{name}-{number + 1}", f"{told}, further down", around(window))


def _area(window: QWidget) -> QScrollArea:
    return next(area for area in window.findChildren(QScrollArea) if area.isVisible())


def _offers(home: Path) -> tuple[CardContent, ...]:
    built_in = Library(home / "library", cache=home / "cache").all()
    titles = {"mikan": "Mikan", "yuki": "Yuki"}
    known = tuple(CardContent(each, titles.get(each.name, each.name), tr("Built in"), "15 expressions and 27 motions.")
                  for each in built_in)  # fmt: skip
    own = bundled_path("models") / "yuki"
    haru = LibraryEntry("Haru", home / "Haru", home / "Haru" / "haru.model3.json", False, own / "preview.png")
    bare = LibraryEntry("A friend with a long name", home / "friend", home / "friend" / "friend.model3.json", False)
    return (
        *known,
        CardContent(haru, "Haru", tr("Your own"), "8 expressions.", is_removable=True),
        CardContent(bare, "A friend with a long name", tr("Your own"), is_removable=True),
    )


SETTINGS: tuple[Scene, ...] = (
    connection, advanced, wrong, keys, agents, memory, reminders, together, speaking, roaming, guest, voice, listening,
    personas, tools, mcp_servers, plugins, characters, appearance, keyboard, prompts, data, about, updates, parts,
    small,
)  # fmt: skip
FIRST_RUN: tuple[Scene, ...] = (first_run,)
