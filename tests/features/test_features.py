"""The features as a list: what each declares holds for all of them."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel

from deskpet.app.running_features import RunningFeatures, controllers_of
from deskpet.app.settings_store import SettingsStore
from deskpet.app.tool_list import TOOLS
from deskpet.config.settings import Settings
from deskpet.features.feature import Feature, StartPhase
from deskpet.features.feature_list import FEATURES
from deskpet.features.host import Host
from deskpet.llm.capabilities import ModelCapabilities
from deskpet.ui.widgets.form import FormCard
from tests.app.running_pet import running_with_server
from tests.support.deskpet_process import PROJECT
from tests.support.settings_window import settings_window

OFF = [each for each in FEATURES if not each.is_on(Settings())]
# The real program, inspected when everything for the chat is loaded. With modules as arguments it opens the settings
# window, and waits for them as well.
PROGRAM = """
import os, signal, sys
from deskpet.app import pet_controller
from deskpet.config import paths
from deskpet.ui.platform import event_loop
from PySide6.QtCore import QTimer

def look():
    if pet.chat_controller and pet.chat_controller.store and "deskpet.markdown.parser" in sys.modules:
        if sys.argv[1:] and not pet.chat_controller.settings_window:
            pet.chat_controller.open_settings()
        if all(name in sys.modules for name in sys.argv[1:]):
            watch.stop()
            print(*(name for name in sys.modules if name.startswith("deskpet.features.")), flush=True)
            pet.quit()

qt = pet_controller.new_application()
pet = pet_controller.PetController(paths.default_settings_file(), offline=True)
watch = QTimer(interval=50)
watch.timeout.connect(look)
watch.start()
event_loop.run(qt, pet.run())
"""


@pytest.mark.window
def test_nothing_of_a_feature_that_is_off_is_imported_but_its_declaration_and_tools() -> None:
    assert OFF
    loaded = _loaded()
    for each in OFF:
        package = f"deskpet.features.{each.name}"
        allowed = {package, f"{package}.feature", f"{package}.tools"}
        assert {name for name in loaded if f"{name}.".startswith(f"{package}.")} <= allowed


@pytest.mark.window
def test_the_modules_of_all_pages_are_imported_while_the_settings_window_is_open() -> None:
    folder = PROJECT / "deskpet" / "features"
    named = (each.name for each in FEATURES if each.pages and (folder / each.name / "ui" / "page.py").exists())
    pages = [f"deskpet.features.{name}.ui.page" for name in named]
    assert len(pages) > 5
    assert set(pages) <= _loaded(*pages)


def _loaded(*awaited: str) -> set[str]:
    """Run the real program, and return the modules of features that it has imported."""
    command = [sys.executable, "-X", "faulthandler", "-c", PROGRAM, *awaited]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=os.environ)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_a_controller_of_a_page_alone_is_not_wanted_at_the_start() -> None:
    wanted = controllers_of(Settings())
    assert "deskpet.features.first_run.controller" in wanted
    assert "deskpet.features.connection.controller" not in wanted


def test_the_names_are_those_of_the_folders_and_differ() -> None:
    folders = {each.name for each in (PROJECT / "deskpet" / "features").iterdir() if (each / "feature.py").exists()}
    assert sorted(each.name for each in FEATURES) == sorted(folders)
    for kind in ("pages", "page_extensions", "commands"):
        names = [one.name for each in FEATURES for one in getattr(each, kind)]
        assert len(names) == len(set(names))
    subjects = [subject for each in FEATURES for subject in each.requests]
    assert len(subjects) == len(set(subjects))


def test_the_tools_of_a_feature_are_among_all_and_say_why_they_can_not_be_used() -> None:
    for each in FEATURES:
        assert all(tool in TOOLS for tool in each.tools())
        assert not each.tools() or each.off or each.is_on(Settings())


@pytest.mark.window
@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("sources", ["Folders", "Calendars", "Web search"]),
        ("programs", ["MCP servers", "Plugins"]),
        ("together", ["Time together", "Speaking first"]),
        ("voice", ["Her voice", "Listening"]),
        ("agents", ["Coding agents", "Permission requests", "Agents that call her"]),
    ],
)
def test_the_cards_of_several_parts_stand_on_a_page_in_one_order(
    qapp: QApplication, name: str, titles: list[str]
) -> None:
    window = settings_window()
    try:
        window.show()
        window.show_page(name)
        page = window.widget_of(name)
        cards = sorted(page.findChildren(FormCard), key=lambda card: card.mapTo(page, QPoint()).y())
        assert [card.findChild(QLabel).text() for card in cards] == titles
        for each in FEATURES:
            assert {extension.page for extension in each.page_extensions} <= set(window.pages)
    finally:
        window.close()
        window.deleteLater()


@pytest.mark.window
async def test_what_nobody_has_set_up_starts_with_its_card(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, "") as (talk, _):
        with_cards = [each.name for each in FEATURES if each.starts_with_pages]
        assert with_cards == ["mcp", "plugins", "roaming", "reports"]
        assert [talk.features.running(name) for name in with_cards] == [None] * 4
        for page in ("about", "programs", "character"):
            talk.open_settings(page)
        running = [talk.features.running(name) for name in with_cards]
        assert all(running)
        talk.settings_window.close()
        talk.open_settings("programs")
        assert [talk.features.running(name) for name in with_cards] == running


@pytest.mark.window
async def test_the_host_tells_when_another_model_may_answer_until_that_ends(tmp_path: Path) -> None:
    async with running_with_server(tmp_path, "") as (talk, _):
        tools, told = talk._host.tools, list[int]()
        end = tools.listen_to_model(lambda: told.append(tools.context_tokens))
        talk._settings_store.change("chat", context_tokens=5000)
        assert told == [5000]
        talk._settings_store.change("appearance", text_scale=1.25)
        assert told == [5000]
        talk.capabilities.learn(talk._turn_factory.place, ModelCapabilities(context_tokens=3000))
        assert told == [5000, 3000]
        end()
        talk._settings_store.change("chat", context_tokens=0)
        assert told == [5000, 3000]


@pytest.mark.window
async def test_what_may_wait_starts_later_or_as_soon_as_the_settings_turn_it_on(tmp_path: Path) -> None:
    started: list[str] = []

    @dataclass
    class Started:
        close = staticmethod(lambda: started.append("closed"))

    def feature(name: str, phase: StartPhase) -> Feature:
        def start(_host: Host) -> Started:
            started.append(name)
            return Started()

        return Feature(name, lambda settings: settings.together.enabled, start, phase)

    async with running_with_server(tmp_path, "") as (talk, _):
        store, declared = SettingsStore(tmp_path / "other.toml"), [feature(each.name, each) for each in StartPhase]
        features = RunningFeatures(store, declared)
        features.start(talk._host, StartPhase.STORE_OPEN)
        assert started == ["CHAT_CREATED", "STORE_OPEN"]
        store.change("speaking", per_day=2)
        assert started == ["CHAT_CREATED", "STORE_OPEN"]
        features.start(talk._host, StartPhase.SETTLED)
        assert started.pop() == "SETTLED"
        await features.close()
        assert started == ["CHAT_CREATED", "STORE_OPEN", "closed", "closed", "closed"]
        started.clear()
        store.change("together", enabled=False)
        others = RunningFeatures(store, declared)
        others.start(talk._host, StartPhase.STORE_OPEN)
        assert started == []
        store.change("together", enabled=True)
        assert started == ["CHAT_CREATED", "STORE_OPEN", "SETTLED"]
