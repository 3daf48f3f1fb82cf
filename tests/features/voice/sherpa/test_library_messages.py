import pytest

from deskpet.features.voice.sherpa.model_error import plain_message


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "/project/sherpa-onnx/csrc/offline-tts-vits-model.cc:Init:168 'sample_rate' does not exist in the metadata",
            "'sample_rate' does not exist in the metadata",
        ),
        (
            "Load model from /a/model.onnx failed:/shared/graph/model.cc:177 Model::Model(const PathString&) No graph.",
            "Load model from /a/model.onnx failed: No graph.",
        ),
        ("Load model from /a/b.onnx failed:Protobuf parsing failed.", "Load model from /a/b.onnx failed: Protobuf"),
        ("two\n lines", "two lines"),
        ("", ""),
    ],
)
def test_places_in_the_source_code_are_left_out(text, plain):
    assert plain_message(text).startswith(plain)
    assert ".cc" not in plain_message(text)


def test_a_long_message_is_cut():
    assert len(plain_message("word " * 1000)) == 200
