"""Every target of `make campaign NAME=fuzz` holds for its seeds and for every input that was found before."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from deskpet.ui.markdown.diagrams import diagram_renderer
from deskpet.ui.markdown.formula_renderer import formula_renderer
from tests.fuzz import corpus
from tests.fuzz.targets import TARGETS

MOST_BYTES = 600_000


@pytest.fixture
def all_stays_source(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no formula and no diagram, as in a search."""
    for renderer in (formula_renderer(), diagram_renderer()):
        monkeypatch.setattr(renderer, "_libraries", ("missing_library",))
        monkeypatch.setattr(renderer, "is_available", False)


@pytest.mark.usefixtures("all_stays_source")
@pytest.mark.parametrize("name", TARGETS)
def test_the_invariant_holds_for_every_known_input(name: str) -> None:
    target = TARGETS[name]
    for data in (*target.seeds(), *corpus.read(name)):
        target.check(data)


def test_the_kept_inputs_stay_few() -> None:
    assert sum(path.stat().st_size for path in corpus.FOLDER.iterdir()) <= MOST_BYTES
    assert {path.stem for path in corpus.FOLDER.iterdir()} <= TARGETS.keys()


def test_inputs_are_kept_sorted_and_once(tmp_path: Path) -> None:
    corpus.write("x", [b"long", b"a", b"", b"a"], tmp_path)
    first = (tmp_path / "x.zip").read_bytes()
    assert corpus.read("x", tmp_path) == [b"", b"a", b"long"]
    corpus.write("x", corpus.read("x", tmp_path), tmp_path)
    assert (tmp_path / "x.zip").read_bytes() == first
