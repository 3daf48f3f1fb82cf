"""StreamingText: appending never changes existing values."""

from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat.messages import StreamingText


@given(st.lists(st.text(max_size=5)))
def test_it_is_the_concatenation_of_its_pieces(pieces):
    text = StreamingText()
    for piece in pieces:
        text += piece
    assert str(text) == "".join(pieces)
    assert len(text) == len("".join(pieces))


def test_appending_does_not_change_an_older_value():
    older = StreamingText("a")
    newer = older + "b"
    branch = older + "c"
    assert (str(older), str(newer), str(branch)) == ("a", "ab", "ac")


def test_values_with_the_same_characters_are_equal():
    assert StreamingText("ab") == StreamingText("a") + "b" == "ab"
    assert hash(StreamingText("ab")) == hash(StreamingText("a") + "b")
