"""Test whether a model's meshes cover a point, without the core's test where that would destroy memory.

live2d-py 1.0.0 sorts the meshes by render order before it tests them, in an array with one place for each mesh that
nothing is written to before. Since Cubism 5.3 a model can have offscreens, which are numbered among its meshes: Ren of
Live2D's samples has 198 meshes and 24 offscreens, and the orders of its meshes reach 221. Then `HitDrawable`, `HitPart`
and `IsPartHit` write before the start of the array, and use what happens to be in the places that were left out as
indices of meshes. The process ends in GetDrawableOpacity at once, or anywhere at a later time.

`IsDrawableHit` tests one mesh and sorts nothing. It also counts invisible meshes, such as rectangles that serve as hit
areas: for these models only the pixels tell what is transparent.

`HitDrawable` never frees the name that it returns, some 60 bytes for each hit.
"""

from typing import Any

from deskpet.pet.model_file import ModelFile, is_cubism_5_3


class MeshHits:
    """Tests points of a loaded model's last drawn pose."""

    def __init__(self, core: Any, model: ModelFile) -> None:
        # For Cubism 2 models, each call of IsDrawableHit tests all meshes. Their HitDrawable sorts nothing.
        self._unsortable = range(len(core.GetDrawableIds())) if is_cubism_5_3(model) else None

    def covers(self, core: Any, x: float, y: float) -> bool:
        """Whether a mesh covers this point of the window, in logical pixels."""
        if self._unsortable is None:
            return bool(core.HitDrawable(x, y, True))
        return any(core.IsDrawableHit(index, x, y) for index in self._unsortable)
