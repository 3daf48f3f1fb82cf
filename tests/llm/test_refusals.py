"""What servers say when they take no pictures or no tools, and what only sounds like it."""

import json

import pytest

from deskpet.llm import errors
from deskpet.llm.refusals import context_limit


def code(status: int, said: str) -> str:
    return errors.status(status, json.dumps({"error": {"message": said}}), None, "").notice.code


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "Invalid content type. image_url is only supported by certain models."),
        (404, "No endpoints found that support image input"),
        (500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
        (400, "Failed to deserialize the JSON body: messages[0]: unknown variant `image_url`, expected `text`"),
        (400, "Image input is not enabled for this model"),
        (400, "tiny is not a multimodal model"),
        (400, "This model does not support images. Please use a model that does."),
        (400, "'claude-x' does not support image input."),
        (500, "this model is missing data required for image input"),
        (400, "Image input modality is not enabled for models/gemma"),
        (400, "messages[1].content must be a string"),
        (422, "messages: invalid type: sequence, expected a string at line 1"),
        (400, "The model does not have vision; it can't handle image content"),
    ],
)
def test_a_model_that_takes_no_pictures_is_understood(status: int, said: str) -> None:
    assert code(status, said) == "images_refused"
    in_stream = errors.in_stream({"message": said}, {"error": {"message": said}})
    assert in_stream.notice.code == "images_refused"


@pytest.mark.parametrize(
    "said",
    [
        "Unsupported image format: image/webp",
        "You uploaded an unsupported image. Please make sure it has one of the following formats: ['png', 'jpeg'].",
        "image exceeds 5 MB maximum",
        "Could not process image",
        "The data is not a valid image",
        "Unsupported image",
        "Image dimensions are not supported: at most 8000 pixels",
        "temperature is not supported with this model",
    ],
)
def test_one_picture_that_is_wrong_says_nothing_of_others(said: str) -> None:
    assert code(400, said) == "refused"


@pytest.mark.parametrize(
    ("status", "said", "limit"),
    [
        (
            400,
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
            8192,
        ),
        (400, "prompt is too long: 208310 tokens > 200000 maximum", 200_000),
        (400, "The input token count (1300000) exceeds the maximum number of tokens allowed (1048576).", 1_048_576),
        (400, "the request exceeds the available context size (4096 tokens), try increasing it", 4096),
        (500, "The number of tokens to keep is greater than the context length of 4,096.", 4096),
        (413, "Please reduce the length of the messages or completion.", 0),
    ],
)
def test_a_request_that_is_too_long_says_how_much_the_model_takes(status: int, said: str, limit: int) -> None:
    assert code(status, said) == "context_full"
    assert context_limit(said) == limit


def test_a_limit_beside_the_words_is_found() -> None:
    error = {"message": "the request exceeds the available context size", "n_prompt_tokens": 9000, "n_ctx": 4096}
    notice = errors.status(400, json.dumps({"error": error}), None, "").notice
    assert notice.cause.startswith("The model takes 4,096 tokens.")


def test_tools_that_are_refused_are_still_tools() -> None:
    assert code(400, "tiny does not support tools") == "tools_refused"


def test_the_refusal_offers_to_ask_without_pictures() -> None:
    notice = errors.status(400, '{"error": "image input is not supported"}', None, "").notice
    assert [action.name for action in notice.actions] == ["without_pictures", "settings"]
    assert "HTTP 400" in notice.cause
