"""TurnSetup from settings and a persona."""

import sys
from dataclasses import replace

import pytest

from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_context import TurnContext, policy_in, system_prompt, toolbox, turn_setup, with_persona
from deskpet.app.turn_factory import tool_dependencies
from deskpet.chat.permission import Reads
from deskpet.config import paths
from deskpet.config.choices import Policy
from deskpet.config.keys import KeyStore
from deskpet.config.settings import Settings
from deskpet.features.reminders.reminders import Reminders
from deskpet.llm.endpoints import Endpoints
from deskpet.personas.persona import Lore, Persona
from deskpet.pet.character import Character, MotionGroup
from deskpet.ui.stage import Stage
from tests.support.connections import connections

MIKAN = Character("Mikan", "A mikan spirit.", {"happy": "glad"}, {"Wave": MotionGroup("a wave", 1)})
ARIA = Persona("Aria", prompt="{{char}} is a fox.", model="fox-model", lore=(Lore("The moon is green.", ("moon",)),))


def with_settings(**sections: dict) -> Settings:
    return Settings.model_validate(sections)


def test_the_character_herself_speaks_where_no_persona_is_chosen():
    prompt = system_prompt(with_settings(persona={"prompt": "Be brief."}), Stage(MIKAN))
    assert prompt.startswith("You are Mikan. A mikan spirit.\n\nBe brief.\n\nYour body is moved by tools.")


def test_a_persona_takes_her_place_and_knows_what_was_just_said():
    settings = with_settings(persona={"prompt": "Be brief.", "user": "Ken"})
    prompt = system_prompt(settings, Stage(MIKAN), ARIA, ["Look at the Moon"])
    assert prompt.startswith("You are Aria.\n\nAria is a fox.\n\nWhat you know:\nThe moon is green.\n\n")
    assert "The user's name is Ken." in prompt
    assert "Be brief." not in prompt
    assert "moon" not in system_prompt(settings, Stage(MIKAN), ARIA)


def test_a_persona_may_have_a_connection_and_a_model_of_its_own(tmp_path):
    endpoint = {"base_url": "http://localhost:1/v1", "model": "common"}
    kept, _ = connections(tmp_path, 0, 0, 0)

    def chosen(persona: Persona, settings: Settings) -> tuple[str, str]:
        found = with_persona(settings, persona, kept).endpoint
        return found.base_url, found.model

    settings = with_settings(endpoint=endpoint)
    assert chosen(ARIA, settings) == (endpoint["base_url"], "fox-model")
    assert chosen(Persona("B"), settings) == (endpoint["base_url"], "common")
    assert chosen(replace(ARIA, connection="work"), settings) == ("https://llm.example/v1", "fox-model")
    assert chosen(Persona("B", connection="Work"), settings) == ("https://llm.example/v1", "gpt-4o")
    assert chosen(Persona("B", connection="gone"), settings) == (endpoint["base_url"], "common")
    assert chosen(replace(ARIA, connection="Work"), with_settings()) == ("", "")


def test_settings_say_what_a_tool_may_do_and_else_the_tool_itself():
    policy_of = policy_in(with_settings(tools={"policies": {"live2d.motion": "ask"}}))
    assert [policy_of(tool) for tool in TOOLS[:2]] == [Policy.ALLOW, Policy.ASK]


@pytest.mark.parametrize(
    ("folder", "persona", "reads"),
    [
        ("mikan", None, set()),
        ("mikan", ARIA, {Reads.FOREIGN}),
        ("/home/me/models/hijiki", None, {Reads.FOREIGN}),
    ],
)
async def test_personas_and_models_from_elsewhere_bring_text_of_strangers(folder, persona, reads):
    endpoints = Endpoints()
    try:
        setup = turn_setup(
            with_settings(character={"folder": folder}), Stage(MIKAN), endpoints, TurnContext(persona=persona)
        )
    finally:
        await endpoints.aclose()
    assert setup.reads == reads


async def test_a_tool_is_offered_where_it_has_what_it_needs_and_is_not_refused(tmp_path):
    settings = with_settings(tools={"policies": {"time.now": "refuse"}})
    endpoints = Endpoints()
    try:
        alone = turn_setup(settings, Stage(MIKAN), endpoints)
        around = TurnContext(dependencies={"reminders": Reminders(tmp_path / "reminders.json")})
        complete = turn_setup(settings, Stage(MIKAN), endpoints, around)
    finally:
        await endpoints.aclose()
    reminders = {"reminder_set", "reminder_list", "reminder_cancel", "timer_start", "timer_list", "timer_cancel"}
    offered = {spec.name for spec in alone.toolbox.specs()}
    assert {"live2d_expression", "live2d_motion"} <= offered
    assert "time_now" not in offered
    assert reminders <= {spec.name for spec in complete.toolbox.specs()} - offered


def test_only_what_reads_runs_beside_others():
    concurrent = {tool.name for tool in TOOLS if tool.concurrent}
    assert {"time.now", "reminder.list"} <= concurrent
    assert not concurrent & {"live2d.expression", "live2d.motion", "reminder.set", "reminder.cancel"}


async def test_files_are_those_of_the_chosen_folders_and_of_the_scratch_folder(tmp_path):
    (tmp_path / "plan.txt").write_text("tea", encoding="utf-8")
    settings = with_settings(tools={"folders": [str(tmp_path)]})
    box = toolbox(Stage(MIKAN), settings, KeyStore(), {}, policy_in(settings))
    assert (await box.call("read_file", {"path": "plan.txt"})).output.startswith("1\ttea\n")
    scratch = paths.scratch_folder()
    assert (await box.call("write_file", {"path": str(scratch / "a.txt"), "content": "x"})).error is None
    assert (scratch / "a.txt").read_text(encoding="utf-8") == "x"
    # Without a window there is only the trash of Linux.
    assert (box.find("delete_file") is None) == (sys.platform in {"win32", "darwin"})


async def test_the_web_and_code_are_offered_as_the_settings_have_it():
    settings = with_settings(tools={"search_engine": "searxng", "search_url": "http://127.0.0.1:9"})
    box = toolbox(Stage(MIKAN), settings, KeyStore(), {}, policy_in(settings))
    assert {"web_search", "fetch_page", "run_javascript"} <= {spec.name for spec in box.specs()}
    # There is no browser in the terminal.
    assert box.find("open_url") is None
    without = toolbox(Stage(MIKAN), with_settings(), KeyStore(), {}, policy_in(settings))
    assert "web_search" not in {spec.name for spec in without.specs()}


def test_the_window_provides_a_browser():
    settings = with_settings()
    box = toolbox(Stage(MIKAN), settings, KeyStore(), tool_dependencies(), policy_in(settings))
    assert box.find("open_url")
