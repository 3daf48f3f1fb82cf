"""Which model a folder has. The names are those of the folders that sherpa-onnx offers; most files are empty here."""

import json
from pathlib import Path

import pytest

from deskpet.features.voice.sherpa import piper_voice
from deskpet.features.voice.sherpa.model_error import SpeechModelError
from deskpet.features.voice.sherpa.onnx_metadata import read_metadata
from deskpet.features.voice.sherpa.recognition_model import RecognizerKind, find_recognizer
from deskpet.features.voice.sherpa.voice_model import VoiceKind, find_voice
from tests.features.voice.sherpa import models


def folder_with(path, *names):
    path.mkdir(parents=True, exist_ok=True)
    for name in names:
        (path / name).write_bytes(b"")
    return path


@pytest.mark.parametrize(
    ("folder", "names", "kind", "needs_phonemes"),
    [
        ("vits-piper-en_US-amy-low", "en_US-amy-low.onnx tokens.txt MODEL_CARD", VoiceKind.VITS, True),
        ("vits-melo-tts-zh_en", "model.onnx model.int8.onnx lexicon.txt tokens.txt date.fst", VoiceKind.VITS, False),
        ("kokoro-en-v0_19", "model.onnx voices.bin tokens.txt", VoiceKind.KOKORO, True),
        (
            "kokoro-multi-lang-v1_0",
            "model.onnx voices.bin tokens.txt lexicon-us-en.txt lexicon-gb-en.txt lexicon-zh.txt",
            VoiceKind.KOKORO,
            False,
        ),
        ("kitten-nano-en-v0_1-fp16", "model.fp16.onnx voices.bin tokens.txt", VoiceKind.KITTEN, True),
        (
            "matcha-icefall-zh-baker",
            "model-steps-3.onnx vocos-22khz-univ.onnx lexicon.txt tokens.txt",
            VoiceKind.MATCHA,
            False,
        ),
    ],
)
def test_kinds_of_voices(tmp_path, folder, names, kind, needs_phonemes):
    model = find_voice(folder_with(tmp_path / folder, *names.split()))
    assert (model.kind, model.needs_phonemes) == (kind, needs_phonemes)


def test_a_full_model_goes_before_one_of_8_bits_and_american_words_before_british(tmp_path):
    names = "model.int8.onnx model.onnx voices.bin tokens.txt lexicon-us-en.txt lexicon-gb-en.txt lexicon-zh.txt a.fst"
    files = dict(find_voice(folder_with(tmp_path, *names.split())).files)
    assert files["model"] == str(tmp_path / "model.onnx")
    assert files["lexicon"] == f"{tmp_path / 'lexicon-us-en.txt'},{tmp_path / 'lexicon-zh.txt'}"
    assert files["rule_fsts"] == str(tmp_path / "a.fst")


def test_voice_of_espeak_comes_from_the_metadata_or_from_pipers_file(tmp_path):
    assert find_voice(models.piper_voice(tmp_path / "a")).espeak_voice == "en-us"
    other = folder_with(tmp_path / "b", "de_DE-eva.onnx", "tokens.txt")
    (other / "de_DE-eva.onnx.json").write_text('{"espeak": {"voice": "de"}}')
    assert find_voice(other).espeak_voice == "de"
    (other / "de_DE-eva.onnx.json").write_text('[["espeak"')
    assert find_voice(other).espeak_voice == ""


@pytest.mark.parametrize(
    ("folder", "names", "kind"),
    [
        (
            "sherpa-onnx-zipformer-en",
            "encoder-epoch-99-avg-1.onnx decoder-epoch-99-avg-1.onnx joiner-epoch-99-avg-1.onnx tokens.txt",
            RecognizerKind.TRANSDUCER,
        ),
        (
            "sherpa-onnx-streaming-paraformer",
            "encoder.int8.onnx decoder.int8.onnx tokens.txt",
            RecognizerKind.STREAMING_PARAFORMER,
        ),
        (
            "sherpa-onnx-whisper-tiny.en",
            "tiny.en-encoder.int8.onnx tiny.en-decoder.int8.onnx tiny.en-tokens.txt",
            RecognizerKind.WHISPER,
        ),
        ("sherpa-onnx-sense-voice-zh-en-ja-ko-yue", "model.int8.onnx tokens.txt", RecognizerKind.SENSE_VOICE),
        ("sherpa-onnx-paraformer-zh", "model.onnx tokens.txt", RecognizerKind.PARAFORMER),
        (
            "sherpa-onnx-moonshine-tiny-en-int8",
            "preprocess.onnx encode.int8.onnx uncached_decode.int8.onnx cached_decode.int8.onnx tokens.txt",
            RecognizerKind.MOONSHINE,
        ),
        (
            "sherpa-onnx-moonshine-base-ja",
            "encoder_model.ort decoder_model_merged.ort tokens.txt",
            RecognizerKind.MOONSHINE_V2,
        ),
    ],
)
def test_kinds_of_recognisers(tmp_path, folder, names, kind):
    assert find_recognizer(folder_with(tmp_path / folder, *names.split())).kind is kind


def test_a_streaming_encoder_is_known_by_its_metadata_and_8_bits_are_preferred(tmp_path):
    models.streaming_recognizer(tmp_path)
    (tmp_path / "encoder.int8.onnx").write_bytes((tmp_path / "encoder.onnx").read_bytes())
    model = find_recognizer(tmp_path)
    assert model.kind is RecognizerKind.STREAMING_TRANSDUCER
    assert dict(model.files)["encoder"] == str(tmp_path / "encoder.int8.onnx")


@pytest.mark.parametrize(
    ("names", "code", "words"),
    [
        ("", "no_model", "There is no model"),
        ("en_US-amy-low.onnx", "missing_file", r"tokens\.txt is missing"),
        ("model.onnx voices.bin", "missing_file", r"tokens\.txt is missing"),
        ("model-steps-3.onnx tokens.txt", "missing_file", "vocoder is missing"),
        ("encoder.onnx decoder.onnx joiner.onnx tokens.txt", "no_voice", "it has no voice"),
    ],
)
def test_what_is_missing_in_the_folder_of_a_voice_is_named(tmp_path, names, code, words):
    with pytest.raises(SpeechModelError, match=words) as raised:
        find_voice(folder_with(tmp_path, *names.split()))
    assert raised.value.code == code
    assert raised.value.next_step


@pytest.mark.parametrize(
    ("names", "code", "words"),
    [
        ("tokens.txt", "no_model", "There is no model"),
        ("encoder.onnx joiner.onnx tokens.txt", "missing_file", "decoder"),
        ("encoder.onnx decoder.onnx joiner.onnx", "missing_file", r"tokens\.txt is missing"),
        ("en_US-amy-low.onnx tokens.txt", "no_recognizer", "none that recognises speech"),
    ],
)
def test_what_is_missing_in_the_folder_of_a_recogniser_is_named(tmp_path, names, code, words):
    with pytest.raises(SpeechModelError, match=words) as raised:
        find_recognizer(folder_with(tmp_path, *names.split()))
    assert raised.value.code == code


def test_the_folder_around_the_right_one_is_explained(tmp_path):
    models.piper_voice(tmp_path / "vits-piper-en_US-tone")
    with pytest.raises(SpeechModelError) as raised:
        find_voice(tmp_path)
    assert "vits-piper-en_US-tone" in raised.value.next_step


def test_a_folder_that_is_gone_is_an_error(tmp_path):
    for find in (find_voice, find_recognizer):
        with pytest.raises(SpeechModelError) as raised:
            find(tmp_path / "gone")
        assert raised.value.code == "no_folder"


@pytest.mark.parametrize(
    ("names", "words", "next_step"),
    [
        ("model.bin vocabulary.txt tokenizer.json config.json", "Whisper in CTranslate2's form", "whisper-base"),
        ("ggml-base.en.bin", "the form of whisper.cpp", "sherpa-onnx"),
        ("pytorch_model.bin config.json", "Whisper in the form of PyTorch", "whisper-base"),
        ("speech-q4.gguf", "the form of llama.cpp", "sherpa-onnx"),
    ],
)
def test_a_model_of_another_form_is_named_with_what_would_fit(tmp_path, names, words, next_step):
    folder = folder_with(tmp_path, *names.split())
    if "config.json" in names:
        (folder / "config.json").write_text('{"alignment_heads": [[3, 1]], "lang_ids": [50259]}')
    for find in (find_recognizer, find_voice):
        with pytest.raises(SpeechModelError, match=words) as raised:
            find(folder)
        assert raised.value.code == "other_form"
        assert next_step in raised.value.next_step


def test_what_a_voice_of_piper_lacks_is_made_in_the_cache(tmp_path):
    folder = models.offered_by_piper(tmp_path / "voice")
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    voice = find_voice(folder, tmp_path / "cache")
    files = dict(voice.files)
    assert (voice.espeak_voice, voice.language, voice.needs_phonemes) == ("en-us", "en", True)
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before
    assert read_metadata(Path(files["model"])) == {
        "model_type": "vits", "comment": "piper", "language": "English", "voice": "en-us", "has_espeak": "1",
        "n_speakers": "2", "sample_rate": "22050",
    }  # fmt: skip
    assert Path(files["tokens"]).read_text("utf-8").splitlines()[:4] == ["_ 0", "^ 1", "$ 2", "  3"]
    assert find_voice(folder, tmp_path / "cache") == voice


def test_a_changed_voice_is_made_again_and_the_least_used_ones_are_removed(tmp_path, monkeypatch):
    folder, cache = models.offered_by_piper(tmp_path / "voice"), tmp_path / "cache"
    first = dict(find_voice(folder, cache).files)
    monkeypatch.setattr(piper_voice, "MAX_CACHE_BYTES", 1)
    config = folder / "en_US-tone.onnx.json"
    config.write_text(config.read_text("utf-8").replace('"en-us"', '"en-gb"'), "utf-8")
    second = find_voice(folder, cache)
    assert second.espeak_voice == "en-gb"
    assert [each.name for each in cache.iterdir()] == [Path(second.files[0][1]).parent.name]
    assert not Path(first["model"]).exists()


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"phoneme_id_map": {}}, "unreadable_model", "phoneme_id_map"),
        ({"phoneme_id_map": {"a": []}}, "unreadable_model", "list of 1 numbers"),
        ({"phoneme_id_map": {"a\nb": [1]}}, "unreadable_model", "no name of a symbol"),
        ({"audio": {}}, "unreadable_model", "sample_rate is missing"),
        ({"num_speakers": -1}, "unreadable_model", "num_speakers"),
        ({"phoneme_type": "text"}, "no_voice", "reads text instead"),
    ],
)
def test_pipers_file_is_checked(tmp_path, change, code, words):
    folder = models.offered_by_piper(tmp_path / "voice")
    config = folder / "en_US-tone.onnx.json"
    config.write_text(json.dumps(json.loads(config.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(SpeechModelError, match=words) as raised:
        find_voice(folder, tmp_path / "cache")
    assert raised.value.code == code
    assert raised.value.next_step


def test_without_space_for_the_cache_the_error_says_so(tmp_path):
    folder = models.offered_by_piper(tmp_path / "voice")
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(SpeechModelError, match="can't be made") as raised:
        find_voice(folder, tmp_path / "cache")
    assert raised.value.code == "not_completed"
