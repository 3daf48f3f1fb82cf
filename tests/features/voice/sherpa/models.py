"""Builds small real models that sherpa-onnx loads and runs: voices of tones, and recognisers of tones.

A voice makes a tone for each of its tokens. A recogniser hears tones of three pitches as the words low, middle and
high.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

RATE = 22_050
WORDS = ("hello", "there", "how", "are", "you")
TOKEN_SECONDS = 0.03
_PHONEMES = "_^$ .,;:!?abcdefghijklmnopqrstuvwxyzəɹˈˌʊɛɑːɪʌɔðŋθʃʒɡæɐɚɾ"
# Pitches in Hz of the words that the recognisers know, and their bins of 80 on the mel scale.
LOW, MIDDLE, HIGH = 300, 1_500, 4_000
_BINS = {1: (8, 20), 2: (34, 48), 3: (58, 70)}
# Logarithmic energy above which a bin is heard.
_THRESHOLD = -6


def piper_voice(folder: Path, *, speakers: int = 2, rate: int = RATE, **metadata: object) -> Path:
    """Write a VITS voice that reads phonemes, as those of Piper do. Returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = [helper.make_node("Slice", ["scales", "one_index", "two_index"], ["length_scale"]), *_tone_nodes()]
    inputs = [_value("x", [1, "L"], int), _value("x_length", [1], int), _value("scales", [3])]
    constants = _tone_constants(rate) | {"one_index": np.array([1]), "two_index": np.array([2])}
    known = {"sample_rate": rate, "n_speakers": speakers, "language": "English", "comment": "piper", "voice": "en-us"}
    _save(folder / "en_US-tone.onnx", nodes, inputs, [_value("y", [1, 1, "N"])], constants, known | metadata)
    _write_tokens(folder, list(_PHONEMES))
    return folder


def offered_by_piper(folder: Path) -> Path:
    """Write a voice as Piper offers it: the model without metadata, and a JSON file beside it. Returns its folder."""
    piper_voice(folder)
    file = folder / "en_US-tone.onnx"
    model = onnx.load(file)
    del model.metadata_props[:]
    onnx.save(model, file)
    (folder / "tokens.txt").unlink()
    config = {
        "audio": {"sample_rate": RATE, "quality": "medium"},
        "espeak": {"voice": "en-us"},
        "language": {"code": "en_US", "family": "en", "name_english": "English"},
        "num_speakers": 2,
        "phoneme_type": "espeak",
        "phoneme_id_map": {symbol: [number] for number, symbol in enumerate(_PHONEMES)},
    }
    file.with_name("en_US-tone.onnx.json").write_text(json.dumps(config), "utf-8")
    return folder


def lexicon_voice(folder: Path) -> Path:
    """Write a VITS voice with a lexicon of WORDS. Returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    scales = [_value(name, [1]) for name in ("noise_scale", "length_scale", "noise_scale_w")]
    inputs = [_value("x", [1, "L"], int), _value("x_length", [1], int), *scales]
    known = {"sample_rate": RATE, "n_speakers": 1, "language": "English", "comment": "tones", "punctuation": ", . ! ?"}
    outputs = [_value("y", [1, 1, "N"])]
    _save(folder / "model.onnx", _tone_nodes(), inputs, outputs, _tone_constants(RATE), known)
    _write_tokens(folder, ["_", " ", ",", ".", "!", "?", *WORDS])
    (folder / "lexicon.txt").write_text("".join(f"{word} {word}\n" for word in WORDS), "utf-8")
    return folder


def kokoro_voice(folder: Path) -> Path:
    """Write a voice of Kokoro's form with two speakers. Returns its folder."""
    known = {"model_type": "kokoro", "style_dim": "510,1,256", "max_token_len": 510, "comment": "kokoro"}
    _styled_voice(folder, known)
    np.zeros((2, 510, 256), np.float32).tofile(folder / "voices.bin")
    return folder


def kitten_voice(folder: Path) -> Path:
    """Write a voice of Kitten's form with two speakers. Returns its folder."""
    known = {"model_type": "kitten-tts", "style_dim": "1,256", "speaker2id": "a->0,b->1", "comment": "kitten"}
    _styled_voice(folder, known)
    np.zeros((2, 256), np.float32).tofile(folder / "voices.bin")
    return folder


def matcha_voice(folder: Path) -> Path:
    """Write a voice of Matcha's form: one model makes a frame for each token, the vocoder a tone of it."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = [
        helper.make_node("Cast", ["x"], ["tokens"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["tokens", "middle_axis"], ["row"]),
        helper.make_node("Expand", ["row", "bins"], ["mel"]),
    ]
    scales = [_value(name, [1]) for name in ("noise_scale", "length_scale")]
    inputs = [_value("x", [1, "L"], int), _value("x_length", [1], int), *scales]
    constants = {"middle_axis": np.array([1]), "bins": np.array([1, 80, 1])}
    known = {
        "model_type": "matcha-tts", "sample_rate": RATE, "version": 1, "n_speakers": 1, "language": "English",
        "has_espeak": 1, "voice": "en-us", "jieba": 0, "pad_id": 0, "use_eos_bos": 1, "num_ode_steps": 3,
    }  # fmt: skip
    _save(folder / "model-steps-3.onnx", nodes, inputs, [_value("mel", [1, 80, "T"])], constants, known)
    frames = [
        helper.make_node("Gather", ["mel", "first"], ["tokens"], axis=1),
        helper.make_node("Identity", ["one_scale"], ["length_scale"]),
        *_tone_nodes()[1:],
    ]
    constants = _tone_constants(RATE) | {"first": np.int64(0), "one_scale": np.array([1], np.float32)}
    outputs = [_value("y", [1, 1, "N"])]
    mel = [_value("mel", [1, 80, "T"])]
    _save(folder / "hifigan_v2.onnx", frames, mel, outputs, constants, {"model_type": "hifigan"})
    _write_tokens(folder, list(_PHONEMES))
    return folder


def streaming_recognizer(folder: Path) -> Path:
    """Write a streaming Zipformer transducer. Returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    states = {
        "key": [4, "N", 4], "nonlinear": [1, "N", 4, 3], "value1": [4, "N", 4], "value2": [4, "N", 4],
        "conv1": ["N", 4, 1], "conv2": ["N", 4, 1], "embed_states": ["N", 128, 3, 19],
    }  # fmt: skip
    inputs = [*(_value(name, shape) for name, shape in states.items()), _value("processed_lens", ["N"], int)]
    outputs = [*(_value(f"new_{name}", shape) for name, shape in states.items()), _value("new_lens", ["N"], int)]
    copies = zip((each.name for each in inputs), (each.name for each in outputs), strict=True)
    nodes = [helper.make_node("Identity", [old], [new]) for old, new in copies]
    nodes.append(helper.make_node("ReduceMean", ["x"], ["encoder_out"], axes=[1], keepdims=1))
    # One layer of the least size; 16 frames of 10 ms at once.
    sizes = {
        "model_type": "zipformer2", "encoder_dims": 4, "query_head_dims": 4, "value_head_dims": 4, "num_heads": 1,
        "num_encoder_layers": 1, "cnn_module_kernels": 3, "left_context_len": 4, "T": 16, "decode_chunk_len": 16,
    }  # fmt: skip
    sound = _value("x", ["N", 16, 80])
    _save(folder / "encoder.onnx", nodes, [sound, *inputs], [_value("encoder_out", ["N", 1, 80]), *outputs], {}, sizes)
    _save_decoder(folder)
    _save_joiner(folder)
    _write_tokens(folder, ["<blk>", "▁low", "▁middle", "▁high"])
    return folder


def whole_transducer(folder: Path) -> Path:
    """Write a Zipformer transducer that hears whole recordings. Returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    # The mean of each 16 frames.
    nodes = [
        helper.make_node("Transpose", ["x"], ["bins"], perm=[0, 2, 1]),
        helper.make_node("AveragePool", ["bins"], ["means"], kernel_shape=[16], strides=[16]),
        helper.make_node("Transpose", ["means"], ["encoder_out"], perm=[0, 2, 1]),
        helper.make_node("Div", ["x_lens", "sixteen"], ["encoder_out_lens"]),
    ]
    inputs = [_value("x", ["N", "T", 80]), _value("x_lens", ["N"], int)]
    outputs = [_value("encoder_out", ["N", "U", 80]), _value("encoder_out_lens", ["N"], int)]
    known = {"model_type": "zipformer2", "comment": "non-streaming zipformer2"}
    _save(folder / "encoder.onnx", nodes, inputs, outputs, {"sixteen": np.array([16])}, known)
    _save_decoder(folder)
    _save_joiner(folder)
    _write_tokens(folder, ["<blk>", "▁low", "▁middle", "▁high"])
    return folder


def whole_recognizer(folder: Path) -> Path:
    """Write a SenseVoice model, which hears whole recordings. Returns its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    tags = 4
    # A frame of SenseVoice is seven of the features.
    weights = np.concatenate([np.tile(_weights() / 7, (7, 1)), np.zeros((560, tags), np.float32)], 1)
    bias = np.array([_THRESHOLD, 0, 0, 0] + [-1000] * tags, np.float32)
    # The first frames say language, emotion, event, and whether numbers are digits.
    head = np.full((1, tags, 4 + tags), -1000, np.float32)
    for index in range(tags):
        head[0, index, 4 + index] = 0
    nodes = [
        helper.make_node("MatMul", ["x", "weights"], ["energy"]),
        helper.make_node("Add", ["energy", "bias"], ["words"]),
        helper.make_node("Concat", ["head", "words"], ["logits"], axis=1),
    ]
    numbers = [helper.make_tensor_value_info(each, TensorProto.INT32, [1]) for each in ("x_len", "language", "norm")]
    known = {
        "model_type": "sense_voice_ctc", "comment": "tones", "vocab_size": 8, "lfr_window_size": 7,
        "lfr_window_shift": 6, "normalize_samples": 1, "with_itn": 14, "without_itn": 15, "lang_auto": 0, "lang_zh": 3,
        "lang_en": 4, "lang_ja": 11, "lang_ko": 12, "lang_yue": 7, "neg_mean": ",".join(["0"] * 560),
        "inv_stddev": ",".join(["1"] * 560),
    }  # fmt: skip
    constants = {"weights": weights, "bias": bias, "head": head}
    inputs = [_value("x", [1, "T", 560]), *numbers]
    _save(folder / "model.int8.onnx", nodes, inputs, [_value("logits", [1, "U", 8])], constants, known)
    tags_of_text = ["<|en|>", "<|NEUTRAL|>", "<|Speech|>", "<|woitn|>"]
    _write_tokens(folder, ["<blk>", "▁low", "▁middle", "▁high", *tags_of_text])
    return folder


def huge_voice(folder: Path) -> Path:
    """Write a voice whose graph makes 16 GB of zeros. Returns its folder."""
    piper_voice(folder)
    nodes = [
        helper.make_node("ConstantOfShape", ["size"], ["zeros"]),
        helper.make_node("ReduceMean", ["zeros"], ["mean"], axes=[0], keepdims=0),
        helper.make_node("Cast", ["x"], ["tokens"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["tokens", "mean"], ["silent"]),
        helper.make_node("Reshape", ["silent", "shape"], ["y"]),
    ]
    inputs = [_value("x", [1, "L"], int), _value("x_length", [1], int), _value("scales", [3])]
    constants = {"size": np.array([4 << 30]), "shape": np.array([1, 1, -1])}
    known = {"sample_rate": RATE, "n_speakers": 1, "language": "English", "comment": "piper", "voice": "en-us"}
    _save(folder / "en_US-tone.onnx", nodes, inputs, [_value("y", [1, 1, "N"])], constants, known)
    return folder


def slow_voice(folder: Path) -> Path:
    """Write a voice that multiplies matrices for minutes. Returns its folder."""
    piper_voice(folder)
    body = helper.make_graph(
        [
            helper.make_node("MatMul", ["matrix", "matrix"], ["product"]),
            helper.make_node("Identity", ["go_on"], ["go_on_next"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("round", TensorProto.INT64, []),
            helper.make_tensor_value_info("go_on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("matrix", TensorProto.FLOAT, [512, 512]),
        ],
        [
            helper.make_tensor_value_info("go_on_next", TensorProto.BOOL, []),
            helper.make_tensor_value_info("product", TensorProto.FLOAT, [512, 512]),
        ],
    )
    nodes = [
        # From a value of the input, so that it is not computed when the model is loaded.
        helper.make_node("Slice", ["scales", "one_index", "two_index"], ["scale"]),
        helper.make_node("Mul", ["ones", "scale"], ["start"]),
        helper.make_node("Loop", ["rounds", "yes", "start"], ["end"], body=body),
        helper.make_node("Reshape", ["end", "shape"], ["y"]),
    ]
    inputs = [_value("x", [1, "L"], int), _value("x_length", [1], int), _value("scales", [3])]
    constants = {
        "one_index": np.array([1]), "two_index": np.array([2]), "ones": np.zeros((512, 512), np.float32),
        "rounds": np.array(1_000_000), "yes": np.array(True), "shape": np.array([1, 1, -1]),
    }  # fmt: skip
    known = {"sample_rate": RATE, "n_speakers": 1, "language": "English", "comment": "piper", "voice": "en-us"}
    _save(folder / "en_US-tone.onnx", nodes, inputs, [_value("y", [1, 1, "N"])], constants, known)
    return folder


def _styled_voice(folder: Path, known: dict) -> None:
    """Write a model that also takes the style of a speaker, and its tokens."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = [helper.make_node("Div", ["one_scale", "speed"], ["length_scale"]), *_tone_nodes()]
    inputs = [_value("x", [1, "L"], int), _value("style", [1, 256]), _value("speed", [1])]
    common = {
        "sample_rate": 24_000, "version": 1, "n_speakers": 2, "language": "English", "has_espeak": 1, "voice": "en-us",
        "speaker_names": "a,b",
    }  # fmt: skip
    constants = _tone_constants(24_000) | {"one_scale": np.array([1], np.float32)}
    _save(folder / "model.onnx", nodes, inputs, [_value("y", ["A", "B", "N"])], constants, common | known)
    _write_tokens(folder, list(_PHONEMES))


def _tone_nodes() -> list[Any]:
    """Return the nodes that make y, a tone for each token in x; `length_scale` is longer for a slower voice."""
    steps = [
        ("Mul", ["token_samples", "length_scale"], "samples_of_one"),
        ("Squeeze", ["samples_of_one"], "sample_count"),
        ("Range", ["zero", "sample_count", "one"], "time"),
        ("Unsqueeze", ["tokens", "last_axis"], "column"),
        ("Mul", ["column", "step"], "above_base"),
        ("Add", ["above_base", "base"], "pitch"),
        ("Mul", ["pitch", "time"], "phase"),
        ("Sin", ["phase"], "wave"),
        ("Mul", ["wave", "loudness"], "tones"),
        ("Reshape", ["tones", "shape"], "y"),
    ]
    cast = helper.make_node("Cast", ["x"], ["tokens"], to=TensorProto.FLOAT)
    return [cast, *(helper.make_node(kind, inputs, [output]) for kind, inputs, output in steps)]


def _tone_constants(rate: int) -> dict[str, Any]:
    return {
        "token_samples": np.array([rate * TOKEN_SECONDS], np.float32),
        "zero": np.float32(0),
        "one": np.float32(1),
        "last_axis": np.array([2]),
        "step": np.float32(2 * np.pi * 20 / rate),
        "base": np.float32(2 * np.pi * 200 / rate),
        "loudness": np.float32(0.3),
        "shape": np.array([1, 1, -1]),
    }


def _weights() -> np.ndarray:
    """Return the mean energy of each word's bins, as a matrix of bins and words; the first word is none."""
    weights = np.zeros((80, 4), np.float32)
    for word, (first, last) in _BINS.items():
        weights[first:last, word] = 1 / (last - first)
    return weights


def _save_decoder(folder: Path) -> None:
    """The decoder tells the last word, which the joiner does not repeat."""
    nodes = [
        helper.make_node("Gather", ["y", "one"], ["last"], axis=1),
        helper.make_node("OneHot", ["last", "count", "values"], ["decoder_out"], axis=-1),
    ]
    constants = {"one": np.int64(1), "count": np.int64(4), "values": np.array([0, -1000], np.float32)}
    outputs = [_value("decoder_out", ["N", 4])]
    known = {"vocab_size": 4, "context_size": 2}
    _save(folder / "decoder.onnx", nodes, [_value("y", ["N", 2], int)], outputs, constants, known)


def _save_joiner(folder: Path) -> None:
    nodes = [
        helper.make_node("MatMul", ["encoder_out", "weights"], ["energy"]),
        helper.make_node("Add", ["energy", "bias"], ["words"]),
        helper.make_node("Mul", ["decoder_out", "mask"], ["last"]),
        helper.make_node("Add", ["words", "last"], ["logit"]),
    ]
    constants = {
        "weights": _weights(),
        "bias": np.array([_THRESHOLD, 0, 0, 0], np.float32),
        "mask": np.array([0, 1, 1, 1], np.float32),
    }
    inputs = [_value("encoder_out", ["N", 80]), _value("decoder_out", ["N", 4])]
    _save(folder / "joiner.onnx", nodes, inputs, [_value("logit", ["N", 4])], constants, {"joiner_dim": 80})


def _value(name: str, shape: list[Any], kind: type = float) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.INT64 if kind is int else TensorProto.FLOAT, shape)


def _save(
    path: Path, nodes: list[Any], inputs: list[Any], outputs: list[Any], constants: dict[str, Any], known: dict
) -> None:
    values = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "model", inputs, outputs, values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    helper.set_model_props(model, {key: str(value) for key, value in known.items()})
    onnx.save(model, path)


def _write_tokens(folder: Path, tokens: list[str]) -> None:
    (folder / "tokens.txt").write_text("".join(f"{each} {number}\n" for number, each in enumerate(tokens)), "utf-8")
