"""Growing text: a value that never changes, however its successors grow."""

from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.streaming_text import StreamingText


@given(st.lists(st.text(max_size=5)))
def test_it_is_the_sum_of_its_pieces(pieces):
    grown = StreamingText()
    for piece in pieces:
        grown += piece
    assert str(grown) == "".join(pieces)
    assert len(grown) == len("".join(pieces))


def test_an_older_value_does_not_see_what_was_added_later():
    older = StreamingText("a")
    newer = older + "b"
    branch = older + "c"
    assert (str(older), str(newer), str(branch)) == ("a", "ab", "ac")


def test_values_with_the_same_characters_are_equal():
    assert StreamingText("ab") == StreamingText("a") + "b" == "ab"
    assert hash(StreamingText("ab")) == hash(StreamingText("a") + "b")
