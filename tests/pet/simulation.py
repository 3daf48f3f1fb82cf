"""A rig and its animator without a window, with a clock that a test advances."""

from pathlib import Path

from deskpet.pet import character, model_file
from deskpet.pet.character_animator import CharacterAnimator, GazeTargets
from deskpet.pet.frame_rate import FrameRate
from deskpet.pet.rig import Rig

STEP = 1 / 60


class PresenceSimulation:
    """A rig, its animator, and a clock that advances frame by frame."""

    def __init__(self, folder: str, cache: Path) -> None:
        self.model = model_file.load(folder, cache)
        self.character = character.from_model(self.model)
        self.rig = Rig(self.model, self.character.idle_group)
        self.rig.resize(300, 450)
        self.now = 100.0
        self.surroundings = GazeTargets()
        self.animator = CharacterAnimator(lambda: self.character, lambda: self.now)

    def advance(self, seconds: float) -> FrameRate:
        """Advance the clock and return the last frame rate level."""
        frame_rate = FrameRate.IDLE
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            frame_rate = self.animator.act(self.rig, self.surroundings)
            self.rig.update(STEP)
        return frame_rate

    def value(self, parameter: str) -> float:
        return self.rig.parameter(parameter)
