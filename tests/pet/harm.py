"""Ways to do harm to a copy of the built-in model."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from moc3 import Moc3

Harm = Callable[[Path], object]

SETTINGS = "mikan.model3.json"
MOC = "mikan.moc3"
TEXTURE = "textures/texture_00.png"
IDLE = "motions/Idle_01.motion3.json"
FACE = "expressions/happy.exp3.json"
PHYSICS = "mikan.physics3.json"


def settings_become(text: str) -> Harm:
    return lambda folder: (folder / SETTINGS).write_text(text, encoding="utf-8")


def missing(name: str) -> Harm:
    return lambda folder: (folder / name).unlink()


def made_a_folder(name: str) -> Harm:
    def harm(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return harm


def become(name: str, data: bytes) -> Harm:
    return lambda folder: (folder / name).write_bytes(data)


def cut_at(name: str, share: float) -> Harm:
    def harm(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(len(data) * share)])

    return harm


def patched(name: str, at: int, data: bytes) -> Harm:
    def harm(folder: Path) -> None:
        whole = bytearray((folder / name).read_bytes())
        whole[at : at + len(data)] = data
        (folder / name).write_bytes(whole)

    return harm


def garbage_after_header(folder: Path) -> None:
    data = (folder / MOC).read_bytes()
    noise = random.Random(7).randbytes(len(data) - 704)
    (folder / MOC).write_bytes(data[:704] + noise)


def swapped_draw_orders(folder: Path) -> None:
    """A moc that the core calls consistent and then dies of."""
    moc = Moc3.from_file(folder / MOC)
    low, high = "draw_order_group.min_draw_orders", "draw_order_group.max_draw_orders"
    moc[low], moc[high] = moc[high], moc[low]
    moc.to_file(folder / MOC)


def files(document: dict[str, Any]) -> dict[str, Any]:
    return document["FileReferences"]


def json_as(name: str, change: Callable[[str], str]) -> Harm:
    def harm(folder: Path) -> None:
        path = folder / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    return harm


def json_changed(name: str, change: Callable[[dict[str, Any]], object]) -> Harm:
    def harm(folder: Path) -> None:
        path = folder / name
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(json.dumps(document, indent=1), encoding="utf-8")

    return harm


def settings_changed(change: Callable[[dict[str, Any]], object]) -> Harm:
    return json_changed(SETTINGS, change)


def compact(text: str) -> str:
    return json.dumps(json.loads(text), separators=(",", ":"))
