"""What the model is told of a voice that the user interrupted."""

from hypothesis import given
from hypothesis import strategies as st

from deskpet.chat import reduce
from deskpet.chat.events import SpeechInterrupted
from deskpet.chat.messages import Message, StreamingText, Text, ToolUse, from_json, to_json
from deskpet.chat.turn import MARK, NOTHING_HEARD, with_speech_interruption_marks

CALL = ToolUse("live2d.motion", "call00001")


def answer(*texts: str, heard: int | None = None) -> Message:
    blocks = [block for text in texts for block in (Text(StreamingText(text)), CALL)]
    return Message("assistant", tuple(blocks[:-1]), heard_up_to=heard)


def told(message: Message) -> list[str]:
    (sent,) = with_speech_interruption_marks((message,))
    return [str(block.text) for block in sent.blocks if isinstance(block, Text)]


def test_the_mark_stands_where_the_voice_was_interrupted():
    assert told(answer("One. Two. Three.", heard=9)) == [f"One. Two.{MARK}Three."]


def test_the_characters_are_counted_over_all_texts_of_the_answer():
    assert told(answer("One. ", "Two. Three.", heard=10)) == ["One. ", f"Two.{MARK}Three."]


def test_of_an_answer_that_was_not_heard_at_all_that_is_said():
    assert told(answer("One.", heard=0)) == [f"{NOTHING_HEARD}One."]


def test_an_answer_without_an_interruption_is_sent_as_it_is():
    message = answer("One.", "Two.")
    assert with_speech_interruption_marks((message,)) == (message,)


def test_the_event_marks_the_message_and_the_mark_is_stored():
    message = reduce.apply(answer("One. Two."), SpeechInterrupted(4))
    assert message.heard_up_to == 4
    assert message.text == "One. Two."
    assert from_json(to_json(message)).heard_up_to == 4


@given(st.lists(st.text(), min_size=1, max_size=4), st.integers(0, 100))
def test_every_word_is_still_sent(texts, heard):
    sent = "".join(told(answer(*texts, heard=heard)))
    plain = sent.replace(NOTHING_HEARD, "") if heard == 0 else sent.replace(MARK, "", 1)
    assert "".join(plain.split()) == "".join("".join(texts).split())
