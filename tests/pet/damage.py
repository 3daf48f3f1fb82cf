"""Functions that damage a copy of the built-in model in many ways."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from moc3 import Moc3

Damage = Callable[[Path], object]

SETTINGS = "mikan.model3.json"
MOC = "mikan.moc3"
TEXTURE = "textures/texture_00.png"
IDLE = "motions/Idle_01.motion3.json"
FACE = "expressions/happy.exp3.json"
PHYSICS = "mikan.physics3.json"


def settings_replaced(text: str) -> Damage:
    return lambda folder: (folder / SETTINGS).write_text(text, encoding="utf-8")


def missing(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def replaced_by_folder(name: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return damage


def replace(name: str, data: bytes) -> Damage:
    return lambda folder: (folder / name).write_bytes(data)


def cut_at(name: str, fraction: float) -> Damage:
    def damage(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(len(data) * fraction)])

    return damage


def patched(name: str, position: int, data: bytes) -> Damage:
    def damage(folder: Path) -> None:
        whole = bytearray((folder / name).read_bytes())
        whole[position : position + len(data)] = data
        (folder / name).write_bytes(whole)

    return damage


def garbage_after_header(folder: Path) -> None:
    data = (folder / MOC).read_bytes()
    noise = random.Random(7).randbytes(len(data) - 704)
    (folder / MOC).write_bytes(data[:704] + noise)


def swapped_draw_orders(folder: Path) -> None:
    """Swap two sections of the moc and move them far off: it passes the core's check, and then crashes the core."""
    moc = Moc3.from_file(folder / MOC)
    low, high = "draw_order_group.min_draw_orders", "draw_order_group.max_draw_orders"
    # Far enough for the core to write outside of its memory, whatever lies around it.
    moc[low], moc[high] = ([order + 10_000_000 for order in moc[section]] for section in (high, low))
    moc.to_file(folder / MOC)


def files(document: dict[str, Any]) -> dict[str, Any]:
    return document["FileReferences"]


def json_as(name: str, change: Callable[[str], str]) -> Damage:
    def damage(folder: Path) -> None:
        path = folder / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    return damage


def json_changed(name: str, change: Callable[[dict[str, Any]], object]) -> Damage:
    def damage(folder: Path) -> None:
        path = folder / name
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(json.dumps(document, indent=1), encoding="utf-8")

    return damage


def settings_changed(change: Callable[[dict[str, Any]], object]) -> Damage:
    return json_changed(SETTINGS, change)


def compact(text: str) -> str:
    return json.dumps(json.loads(text), separators=(",", ":"))
