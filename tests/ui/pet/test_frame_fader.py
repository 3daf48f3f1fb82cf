"""Frames that are painted less opaque, where windows have no opacity."""

import pytest

from deskpet.ui.pet import gl
from tests.ui.pet.scene import Scene


@pytest.mark.window
def test_a_frame_is_multiplied_by_the_opacity(living: Scene) -> None:
    pet, pixels = living.pet, living.pet.size() * living.pet.devicePixelRatio()
    pet.makeCurrent()
    pet.paint_frame()
    before = gl.read_frame(pixels.width(), pixels.height()).pixels
    gl.FrameFader().multiply(0.5)
    after = gl.read_frame(pixels.width(), pixels.height()).pixels
    # The next frame is not affected.
    pet.paint_frame()
    again = gl.read_frame(pixels.width(), pixels.height()).pixels
    pet.doneCurrent()
    assert max(before) == 255
    assert all(abs(half - whole / 2) <= 1 for whole, half in zip(before, after, strict=True))
    assert max(again) == 255
