import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.voice.speaker import heard_length, heard_up_to


@pytest.mark.parametrize(
    ("text", "fraction", "heard"),
    [
        ("Hello there, friend", 0.0, ""),
        ("Hello there, friend", 0.3, "Hello"),
        ("Hello there, friend", 0.9, "Hello there,"),
        ("Hello there, friend", 1.0, "Hello there, friend"),
        ("你好，世界", 0.5, "你好"),
        ("こんにちは", 0.45, "こん"),
    ],
)
def test_what_was_heard_ends_with_a_word(text, fraction, heard):
    assert text[: heard_length(text, fraction)] == heard


def test_the_offset_is_one_of_the_source():
    source = "see [Hello there, friend](https://example.org) now"
    assert heard_up_to("Hello there, friend", 4, 46, 0.0) == 4
    assert heard_up_to("Hello there, friend", 4, 46, 1.0) == 46
    assert 4 < heard_up_to("Hello there, friend", 4, 46, 0.5) < 46 < len(source)


@given(st.text(max_size=60), st.integers(0, 50), st.integers(0, 90), st.floats(-1, 2))
def test_offsets_stay_inside_of_the_piece(text, start, length, fraction):
    assert start <= heard_up_to(text, start, start + length, fraction) <= start + length
