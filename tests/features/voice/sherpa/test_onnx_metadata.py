import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.voice.sherpa.onnx_metadata import read_metadata
from tests.features.voice.sherpa import models


def test_metadata_of_a_model_is_read_without_the_library(tmp_path):
    file = models.piper_voice(tmp_path, voice="de") / "en_US-tone.onnx"
    assert read_metadata(file) == {
        "sample_rate": "22050",
        "n_speakers": "2",
        "language": "English",
        "comment": "piper",
        "voice": "de",
    }


def test_a_file_that_is_no_model_has_none(tmp_path):
    (tmp_path / "a.onnx").write_bytes(b"")
    (tmp_path / "b.onnx").write_text("<html>Not found</html>")
    assert read_metadata(tmp_path / "a.onnx") == read_metadata(tmp_path / "b.onnx") == {}


@pytest.mark.parametrize("part", [0.2, 0.9, 0.99])
def test_a_file_that_is_cut_off_has_what_was_read(tmp_path, part):
    file = models.streaming_recognizer(tmp_path) / "encoder.onnx"
    whole, data = read_metadata(file), file.read_bytes()
    file.write_bytes(data[: int(part * len(data))])
    assert read_metadata(file).keys() <= whole.keys()


@given(st.binary(max_size=400))
def test_any_bytes_are_read(tmp_path_factory, data):
    file = tmp_path_factory.mktemp("model") / "model.onnx"
    file.write_bytes(data)
    assert all(isinstance(each, str) for pair in read_metadata(file).items() for each in pair)
