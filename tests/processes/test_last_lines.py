"""The end of a program's output is quoted at whole lines."""

import pytest

from deskpet.processes.lines import last_lines


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("one\ntwo\n", 100, "one\ntwo\n"),
        ("first line\nsecond line\n", 16, "second line\n"),
        ("first line\nsecond line\n", 12, "second line\n"),
        ("a very long only line", 6, "… line"),
        ("first\na very long last line\n", 6, "…line\n"),
        ("", 5, ""),
    ],
)
def test_the_end_begins_at_a_line(text: str, most: int, expected: str) -> None:
    assert last_lines(text, most) == expected


def test_pieces_of_an_output_have_the_same_end_as_the_whole() -> None:
    text = "".join(f"line {number}\n" for number in range(500))
    kept = ""
    for at in range(0, len(text), 7):
        kept = last_lines(kept + text[at : at + 7], 100)
    assert kept.endswith("line 498\nline 499\n")
    assert kept.startswith("line ")
