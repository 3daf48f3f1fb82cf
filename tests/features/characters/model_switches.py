"""Change the pet's model 30 times and print what each change costs: `python model_switches.py SETTINGS MODEL...`.

Prints a JSON list of Switch; ends with the pet's own exit code. A process of its own, because a test's process has
seen other models before.
"""

import asyncio
import json
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from PySide6.QtGui import QOpenGLContext

from deskpet.app.pet_controller import PetController, new_application
from deskpet.config import paths
from deskpet.ui.pet.saved_look import load
from deskpet.ui.platform import event_loop, gc_policy, process_usage
from tests.support.waiting import until

SWITCHES, FRAMES, PATIENCE = 30, 8, 90
# A driver gives the lowest free name. So many are far more than a model has.
MOST_NAMES = 1 << 12


@dataclass(frozen=True, slots=True)
class Switch:
    """After a change: the model, megabytes of private memory, what lives in the OpenGL context, and its last error."""

    model: str
    megabytes: float
    programs: int
    textures: int
    buffers: int
    error: int


def private_megabytes() -> float:
    gc_policy.trim()
    return round(process_usage.memory() / (1 << 20), 1)


def figures(pet: PetController, model: str) -> Switch:
    pet.window.makeCurrent()
    gl = QOpenGLContext.currentContext().functions()
    error = int(gl.glGetError())
    names = range(1, MOST_NAMES)
    programs, textures = sum(map(gl.glIsProgram, names)), sum(map(gl.glIsTexture, names))
    buffers = sum(map(gl.glIsBuffer, names))
    pet.window.doneCurrent()
    return Switch(Path(model).name, private_megabytes(), programs, textures, buffers, error)


async def switched(pet: PetController, model: str) -> Switch:
    """The figures once this model lives and has been seen for some frames."""
    kept, frames = paths.state_folder() / "look.json", list[bool]()
    note = pet.window.frameSwapped.connect(lambda: frames.append(pet.window.is_alive))
    assert pet.chat_controller
    pet.chat_controller.save_look(replace(load(kept), folder=model))
    await until(lambda: load(kept).folder == model, PATIENCE)
    await until(lambda: frames[-FRAMES:] == [True] * FRAMES, PATIENCE)
    pet.window.frameSwapped.disconnect(note)
    return figures(pet, model)


async def main() -> int:
    settings, *models = sys.argv[1:]
    pet = PetController(Path(settings), offline=True)
    life = asyncio.ensure_future(pet.run())
    await until(lambda: pet.window.is_alive and pet.chat_controller and pet.chat_controller.chat.isVisible(), PATIENCE)
    # The first one stands there already.
    order = [models[(number + 1) % len(models)] for number in range(SWITCHES)]
    switches = [await switched(pet, model) for model in order]
    sys.stdout.write(json.dumps([asdict(switch) for switch in switches]) + "\n")
    pet.quit()
    return await life


if __name__ == "__main__":
    application = new_application()
    sys.exit(event_loop.run(application, main()))
