"""No known try of any attack gets through, nor any of a few random ones."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.attacks.campaign import attacks, run


@pytest.mark.parametrize("name", attacks())
def test_nothing_gets_through(qapp: QApplication, name: str) -> None:
    attack = attacks()[name]
    outcome = run(attack, seed=1, most=attack.suite_tries)
    assert outcome.tries > 0
    assert outcome.got_through == []
