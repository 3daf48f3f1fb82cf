"""Tests that windows follow the font that a system has, in each language and at each text size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from deskpet.app.pet_controller import make_ready
from deskpet.chat.messages import Action, Notice
from deskpet.ui.blocks import Context, default_look
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.widgets import language, theme
from tests.ui import test_accessibility as windows
from tests.ui.test_accessibility import LARGEST, Opening, assert_all_fits, shown

# These have no Chinese and Japanese characters, which another font draws higher.
WIDE, WITH_SERIFS = "DejaVu Sans", "DejaVu Serif"
OPENINGS = tuple(
    each for each in windows.WINDOWS if each not in (*windows.PASSING, windows.unfolded_cards, windows.unfolded_results)
)


@pytest.fixture(params=[(WIDE, "en"), (WITH_SERIFS, "ja")], ids="-".join)
def code(request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of a language. A system without a font of its own shows it in another font."""
    font, code = request.param
    monkeypatch.setattr(theme, "_PREFERRED", (font,))
    theme._families.cache_clear()
    make_ready(qapp)
    language.set_language(code)
    theme.apply(qapp)
    yield code
    monkeypatch.undo()
    theme._families.cache_clear()
    language.set_language("en")
    theme.apply(qapp)


@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: opening.__name__)
def test_text_in_another_font_is_clipped_nowhere(
    opening: Opening, code: str, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    window = shown(opening, qtbot, tmp_path)
    assert_all_fits(window, qtbot)
    theme.apply(qapp, scale=LARGEST)
    assert_all_fits(window, qtbot)


@pytest.mark.parametrize(
    ("labels", "line_counts"),
    [
        (("Switch to text mode and ask again", "No"), (2, 1)),
        (("テキストモードに切り替えて聞き直す", "設定を開く"), (2, 1)),
        (("Unbreakable" * 3,), (1,)),
        (("words " * 20, "words " * 20), (2, 2)),
    ],
)
def test_buttons_of_a_notice_break_their_text_and_overlap_nowhere(
    labels: tuple[str, ...], line_counts: tuple[int, ...], qapp: QApplication, qtbot: QtBot
) -> None:
    theme.apply(qapp)
    view = NoticeView(Context(default_look))
    qtbot.addWidget(view)
    view.show_block(Notice("error", "It failed", "A cause", actions=tuple(Action("again", label) for label in labels)))
    view.show()
    buttons = [each for each in view.findChildren(QPushButton) if each.accessibleName() in labels]
    words = max(each.fontMetrics().horizontalAdvance(label) for each, label in zip(buttons, labels, strict=True))
    # With its frame and the margins, the longest text is wider than the first width.
    for width, counts in ((words + 50, line_counts), (3 * words, (1,) * len(labels)), (words // 2, None)):
        height = view.fit(width)
        places = [each.geometry() for each in buttons]
        assert all(place.right() < width and place.bottom() < height for place in places)
        assert not any(one.intersects(other) for one in places for other in places if one is not other)
        if counts:
            assert tuple(each.text().count("\n") + 1 for each in buttons) == counts
        assert [as_one_line(each.text()) for each in buttons] == [as_one_line(label) for label in labels]


def as_one_line(text: str) -> str:
    return "".join(text.split())
