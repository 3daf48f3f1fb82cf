"""Texture density, measured on meshes with a known result."""

from pathlib import Path

import pytest

from deskpet.pet import density, model_file
from deskpet.pet.density import Density, MeshTexture


def square(side: float, x: float = 0.0, y: float = 0.0) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def test_texels_are_counted_against_the_canvas() -> None:
    cut = [MeshTexture(0, square(0.5, 0.2, 0.1))]
    assert density.texels_per_unit(cut, [square(0.25)], [(1000, 1000)]) == pytest.approx(2000)


def test_rotation_does_not_change_the_density() -> None:
    turned = ((0.0, -0.25), (0.25, 0.0), (0.0, 0.25), (-0.25, 0.0))
    side = 0.25 * 2**0.5
    assert density.texels_per_unit([MeshTexture(0, square(side))], [turned], [(800, 800)]) == pytest.approx(800)


def test_hit_areas_and_plain_colours_do_not_count() -> None:
    touched = MeshTexture(0, ((0.5, 0.5),) * 4)
    fine = MeshTexture(0, square(0.5))
    posed = [square(1.0), square(0.5), square(0.5)]
    assert density.texels_per_unit([touched, fine, fine], posed, [(2048, 2048)]) == 2048


def test_the_coarser_of_the_large_meshes_decides() -> None:
    cut = [MeshTexture(0, square(0.1)), MeshTexture(1, square(0.1))]
    assert density.texels_per_unit(cut, [square(0.1), square(0.1)], [(2048, 2048), (1024, 1024)]) == pytest.approx(1024)


def test_without_a_mesh_an_error_is_raised() -> None:
    with pytest.raises(ValueError, match="no mesh"):
        density.texels_per_unit([], [], [(64, 64)])


@pytest.mark.parametrize(
    ("size", "ratio", "shrinks"),
    [
        ((300, 450), 1.0, 5),
        ((300, 450), 2.0, 3),
        ((600, 900), 1.0, 3),
        ((1000, 1500), 1.0, 1),
        ((1200, 1800), 1.0, 1),
        ((1200, 1800), 2.0, 0),
        ((30, 45), 1.0, 11),
    ],
)
def test_textures_shrink_while_each_pixel_has_more_than_a_texel(
    size: tuple[int, int], ratio: float, shrinks: int
) -> None:
    assert Density(2000, (1.0, 1.5)).shrinks(size, ratio) == shrinks


def test_the_meshes_of_the_built_in_model_lie_in_its_texture(tmp_path: Path) -> None:
    model = model_file.load("mikan", tmp_path)
    cut = density.read_mesh_textures(model.moc)
    assert len(cut) > 20
    assert all(mesh.texture in range(len(model.settings.textures)) for mesh in cut)
    assert all(-0.01 <= value <= 1.01 for mesh in cut for point in mesh.points for value in point)
