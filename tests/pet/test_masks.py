"""The clipping masks of a model, as its moc3 file has them."""

import struct
from pathlib import Path

import pytest

from deskpet.pet import model_file
from deskpet.pet.moc_tables import Count, MocTable, MocTables, has_channel_for_each_mask
from deskpet.pet.rig import Rig
from deskpet.pet.shaders import WHOLE_MASKS


def with_groups(moc: Path, groups: int) -> Path:
    """Give as many meshes of a file a mask of their own, and the others none."""
    data = bytearray(moc.read_bytes())
    tables = MocTables(bytes(data))
    meshes, masks = tables.count(Count.MESHES), tables.count(Count.MASKS)
    assert groups <= masks
    numbers = {
        MocTable.MASKS: range(masks),
        MocTable.MASK_BEGINS: [mesh % groups for mesh in range(meshes)],
        MocTable.MASK_COUNTS: [int(mesh < groups) for mesh in range(meshes)],
    }
    for table, values in numbers.items():
        (offset,) = struct.unpack_from("<I", data, 64 + 4 * table)
        struct.pack_into(f"<{len(values)}i", data, offset, *values)
    moc.write_bytes(data)
    return moc


def test_more_groups_than_channels_share_them(model: Path, tmp_path: Path) -> None:
    moc = model_file.load(str(model), tmp_path / "cache").moc
    assert has_channel_for_each_mask(moc)
    assert has_channel_for_each_mask(with_groups(moc, 8))
    assert not has_channel_for_each_mask(with_groups(moc, 9))


def test_masks_are_drawn_finer_in_a_larger_window(model: Path, tmp_path: Path) -> None:
    rig = Rig(model_file.load(str(model), tmp_path / "cache"))
    rig.resize(300, 450)
    small = rig.mask_detail(1.0)
    rig.resize(600, 900)
    assert rig.mask_detail(1.0) == pytest.approx(2 * small)
    assert rig.mask_detail(2.0) == pytest.approx(4 * small)
    rig.close()


def test_masks_of_new_models_keep_their_size(model: Path, tmp_path: Path) -> None:
    checked = model_file.load(str(model), tmp_path / "cache")
    rig = Rig(checked)
    data = bytearray(checked.moc.read_bytes())
    data[4] = 6
    checked.moc.write_bytes(data)
    rig.resize(300, 450)
    assert rig.mask_detail(1.0) == WHOLE_MASKS
    rig.close()
