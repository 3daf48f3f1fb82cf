"""Classification of error messages: images or tools not supported, context length exceeded."""

import json

import pytest

from deskpet.chat.messages import TEXT_MODE
from deskpet.llm import errors
from deskpet.llm.error_patterns import context_limit


def notice_code(status: int, message: str) -> str:
    return errors.http_status(status, json.dumps({"error": {"message": message}}), None, "").notice.code


@pytest.mark.parametrize(
    ("status", "message"),
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
def test_model_without_image_support(status: int, message: str) -> None:
    assert notice_code(status, message) == "images_refused"
    delta = errors.stream_error({"message": message}, {"error": {"message": message}})
    assert delta.notice.code == "images_refused"


@pytest.mark.parametrize(
    "message",
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
def test_invalid_image_is_not_missing_image_support(message: str) -> None:
    assert notice_code(400, message) == "refused"


@pytest.mark.parametrize(
    ("status", "message", "limit"),
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
def test_context_length_exceeded(status: int, message: str, limit: int) -> None:
    assert notice_code(status, message) == "context_full"
    assert context_limit(message) == limit


def test_context_length_in_another_field() -> None:
    error = {"message": "the request exceeds the available context size", "n_prompt_tokens": 9000, "n_ctx": 4096}
    notice = errors.http_status(400, json.dumps({"error": error}), None, "").notice
    assert notice.cause.startswith("The model takes 4,096 tokens.")


@pytest.mark.parametrize(
    "message",
    [
        "tiny does not support tools",
        "tools is not supported in this model. For a list of supported models, refer to the documentation.",
        "`tool calling` is not supported with this model",
        "Tool call with streaming is currently not supported by tiny",
        "This model doesn't support tool use in streaming mode.",
        "No endpoints found that support tool use. To learn more about provider routing, visit the page",
        "Function calling is not enabled for models/gemma-3-27b-it",
        "Function call is not supported for this model.",
        "Tool use with function calling is unsupported",
        "tool_choice is not supported for this model",
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "tools param requires --jinja flag",
        "Unrecognized request argument supplied: tools",
        'Invalid JSON payload received. Unknown name "tools": Cannot find field.',
        "1 validation error for Request body -> tools extra fields not permitted (type=value_error.extra)",
        "create() got an unexpected keyword argument 'tools'",
        "Tools are disabled for this model",
        "模型不支持工具调用",
        "ツール呼び出しはサポートされていません",
    ],
)
def test_model_without_tool_support(message: str) -> None:
    delta = errors.stream_error({"message": message}, {"error": {"message": message}})
    assert (delta.notice.code, notice_code(400, message)) == ("tools_refused", "tools_refused")
    assert TEXT_MODE in delta.notice.actions


@pytest.mark.parametrize(
    "message",
    [
        "Invalid tool arguments",
        "temperature is not supported with this model",
        "The upstream of this function app is overloaded",
        "Your account is not enabled for this model",
    ],
)
def test_error_in_a_stream_that_does_not_refuse_tools(message: str) -> None:
    assert errors.stream_error(message, {"error": message}).notice.code == "server_error"


@pytest.mark.parametrize(
    ("status", "message", "code"),
    [
        (404, 'model "llama3-groq-tool-use:8b" not found, try pulling it first', "not_found"),
        (404, "The model `tool-use-preview` does not exist or you do not have access to it.", "not_found"),
        (400, "Something about tools", "refused"),
    ],
)
def test_a_status_with_an_error_that_mentions_tools(status: int, message: str, code: str) -> None:
    assert notice_code(status, message) == code


def test_notice_offers_to_ask_without_images() -> None:
    notice = errors.http_status(400, '{"error": "image input is not supported"}', None, "").notice
    assert [action.name for action in notice.actions] == ["without_pictures", "settings"]
    assert "HTTP 400" in notice.cause


@pytest.mark.parametrize(
    ("status", "raw", "code", "cause"),
    [
        (
            400,
            '{"error":{"message":"This endpoint\'s maximum context length is 32768 tokens.","code":400}}',
            "context_full",
            "maximum context length is 32768",
        ),
        (
            400,
            '[{"error": {"message": "prompt is too long: 208310 tokens > 200000 maximum"}}]',
            "context_full",
            "208310",
        ),
        (400, '{"error":{"message":"Image input is not supported by this model"}}', "images_refused", "Image input"),
        (404, "No endpoints found that support tool use", "tools_refused", "tool use"),
        (429, "m:free is temporarily rate-limited upstream.", "rate_limited", "rate-limited upstream"),
        (502, {"error": {"message": "overloaded"}}, "server_error", "overloaded"),
        (502, '{"broken', "server_error", '{"broken'),
        (502, {"message": "", "metadata": {"raw": '{"detail": "deep"}'}}, "server_error", "deep"),
    ],
)
def test_the_cause_of_an_error_that_openrouter_passes_on(status: int, raw: object, code: str, cause: str) -> None:
    error = {"message": "Provider returned error", "code": status, "metadata": {"raw": raw, "provider_name": "X"}}
    notice = errors.http_status(status, json.dumps({"error": error}), None, "").notice

    assert notice.code == code
    assert cause in notice.cause


def test_a_deeply_nested_error_ends() -> None:
    raw = "x"
    for _ in range(12):
        raw = json.dumps({"message": "m", "metadata": {"raw": raw}})

    assert errors.http_status(500, raw, None, "").notice.code == "server_error"
