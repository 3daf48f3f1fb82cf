"""Refusals of a request: each cause has its own notice, and only a model without tools offers text mode."""

import json
import time

import pytest

from deskpet.chat.messages import TEXT_MODE
from deskpet.llm import errors
from deskpet.llm.refusals import RefusalKind, read_refusal, refusal_kind

K = RefusalKind
REFUSALS = [
    (400, K.TOOL_COUNT, "Invalid 'tools': array too long. Expected an array with maximum length 128, but got 150."),
    (400, K.TOOL_COUNT, "You may not include more than 128 tools in your request."),
    (400, K.TOOL_COUNT, "Too many tools: the limit is 64 functions per request"),
    (400, K.TOOL_SCHEMA, "Invalid schema for function 'web_search': In context=('properties', 'x'), array"),
    (400, K.TOOL_SCHEMA, "tools.3.custom.input_schema: JSON schema is invalid. It must match draft 2020-12"),
    (
        400,
        K.TOOL_SCHEMA,
        "* GenerateContentRequest.tools[0].function_declarations[8].parameters.required[0]: property is not defined\n",
    ),
    (
        400,
        K.TOOL_SCHEMA,
        ("Invalid JSON payload received. Unknown name \"const\" at 'tools[0].function_declarations[5].parameters"
        ".properties[8].value.any_of[0]': Cannot find field."),
    ),
    (400, K.TOOL_SCHEMA, "Invalid 'tools[4].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'."),
    (400, K.TOOL_SCHEMA, "tools.17.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
    (
        400,
        K.CALL_IDS,
        "Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
    ),
    (400, K.CALL_IDS, "Tool call id was toolu_01 but must be a-z, A-Z, 0-9, with a length of 9."),
    (400, K.CALL_IDS, "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1"),
    (400, K.CALL_IDS, "An assistant message with 'tool_calls' must be followed by tool messages for 'tool_call_id'."),
    (400, K.CALL_IDS, "No tool output found for function call call_1"),
    (400, K.ROLES, "Unexpected role 'user' after role 'tool'"),
    (400, K.ROLES, "Conversation roles must alternate user/assistant/user/assistant/..."),
    (400, K.ROLES, "Developer instruction is not enabled for models/gemma-3-27b-it"),
    (400, K.ROLES, "Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    (400, K.ROLES, "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"),
    (400, K.ROLES, "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"),
    (400, K.REASONING, "The `reasoning_content` in the thinking mode must be passed back to the API."),
    (400, K.REASONING, "The `content[].thinking` in the thinking mode must be passed back to the API."),
    (400, K.REASONING, "messages.1.content.0: Invalid `signature` in `thinking` block"),
    (400, K.REASONING, "Function call is missing a thought_signature in functionCall parts. Needed for tools."),
    (
        400,
        K.REASONING,
        ("messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` "
        "is enabled, a final `assistant` message must start with a thinking block (preceding the `tool_use` and "
        "`tool_result` blocks)."),
    ),
    (
        400,
        K.REASONING,
        "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
    ),
    (400, K.CONTENT_FILTER, "The response was filtered due to the prompt triggering our content management policy."),
    (400, K.CONTENT_FILTER, "Content Exists Risk"),
    (400, K.CONTENT_FILTER, "Input data may contain inappropriate content."),
    (400, K.CONTENT_FILTER, "系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语"),
    (403, K.CONTENT_FILTER, "openai/x requires moderation on OpenRouter. Your input was flagged for \"violence\"."),
    (402, K.CREDIT, "Insufficient Balance"),
    (402, K.CREDIT, "This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens."),
    (400, K.CREDIT, "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing."),
    (429, K.CREDIT, "余额不足或无可用资源包,请充值。"),
    (403, K.CREDIT, "Your team has either used all available credits or reached its monthly spending limit."),
    (400, K.CREDIT, "Access denied, please make sure your account is in good standing."),
    (400, K.KEY, "API key not valid. Please pass a valid API key."),
    (401, K.KEY, "Incorrect API key provided: sk-1. You can find your API key at the page."),
    (403, K.KEY, "Authentication Fails, your api key is invalid"),
    (400, K.OUTPUT_LIMIT, "max_tokens is too large: 100000. This model supports at most 16384 completion tokens."),
    (400, K.OUTPUT_LIMIT, "max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for x"),
    (400, K.OUTPUT_LIMIT, "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"),
    (400, K.OUTPUT_LIMIT, "Range of max_tokens should be [1, 8192]"),
    (
        400,
        K.OUTPUT_LIMIT,
        ("`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the "
        "`context_window` for this model"),
    ),
    (
        400,
        K.OUTPUT_LIMIT,
        ("Unable to submit request because it has a maxOutputTokens value of 70000 but the supported range is from 1 "
        "(inclusive) to 65537 (exclusive)."),
    ),
    (400, K.CONTEXT, "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000, decrease input"),
    (404, K.DATA_POLICY, "No endpoints found matching your data policy (Paid model training). Configure: https://x"),
    (404, K.DATA_POLICY, "No endpoints available matching your guardrail restrictions and data policy."),
    (400, None, "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions."),
    (400, None, "Something about tools"),
    (400, None, "parallel_tool_calls is not supported with this model"),
    (400, None, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."),
    (429, None, "You exceeded your current quota, please check your plan. Please retry in 12.3s. tools: 2 of 2"),
    (404, None, "The model `tool-use-preview` does not exist or you do not have access to it."),
    (503, None, "The model is overloaded, content_filter"),
]  # fmt: skip


@pytest.mark.parametrize(("status", "kind", "message"), REFUSALS)
def test_each_cause_is_its_own_kind_and_only_a_model_without_tools_offers_text_mode(
    status: int, kind: RefusalKind | None, message: str
) -> None:
    error = {"error": {"message": message}}
    notice = errors.http_status(status, json.dumps(error), None, "").notice

    assert refusal_kind(read_refusal(status, json.dumps(error))) == kind
    assert TEXT_MODE not in notice.actions
    assert message[:60] in notice.cause
    if kind:
        assert notice.code == kind


def test_kinds_have_titles_of_their_own() -> None:
    notices = {
        kind: errors.http_status(status, json.dumps({"error": {"message": message}}), None, "").notice
        for status, kind, message in REFUSALS
        if kind
    }
    assert len({notice.title for notice in notices.values()}) == len(notices) == len(RefusalKind) - 2


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (429, {"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}, K.CREDIT),
        (429, {"error": {"message": "Please contact us.", "type": "exceeded_current_quota_error"}}, K.CREDIT),
        (400, {"error": {"message": "Bad prompt.", "code": "content_filter", "status": 400}}, K.CONTENT_FILTER),
        (400, {"code": "DataInspectionFailed", "message": "Not processed."}, K.CONTENT_FILTER),
        (400, {"error": {"message": "no", "details": [{"reason": "API_KEY_INVALID"}]}}, K.KEY),
        (422, {"detail": [{"loc": ["body", "tools", 2, "function", "parameters"], "msg": "Invalid"}]}, K.TOOL_SCHEMA),
        (
            502,
            {
                "error": {
                    "message": "Provider returned error",
                    "metadata": {"raw": '{"error":{"message":"Unexpected role \'system\'"}}'},
                }
            },
            K.ROLES,
        ),
    ],
)
def test_what_the_codes_and_places_of_an_error_say(status: int, body: object, kind: RefusalKind) -> None:
    assert refusal_kind(read_refusal(status, json.dumps(body))) is kind


def test_the_cause_of_an_error_that_is_json_text_is_its_message() -> None:
    inner = json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": "roles must alternate"}})
    notice = errors.http_status(400, json.dumps({"error": {"message": inner}}), None, "").notice

    assert (notice.code, notice.cause) == (K.ROLES, "roles must alternate (HTTP 400)")


def test_kinds_inside_a_stream() -> None:
    for status, kind, message in REFUSALS:
        if kind and status == 400:
            notice = errors.stream_error({"message": message}, {"error": {"message": message}}).notice
            assert (notice.code, TEXT_MODE in notice.actions) == (kind, False)


@pytest.mark.parametrize(
    "unit", ["tools ", "max_tokens ", "system role not ", "tool schema tool_use thinking signature "]
)
def test_a_long_error_is_read_fast(unit: str) -> None:
    body = json.dumps({"error": {"message": unit * 20_000}})
    started = time.process_time()
    refusal_kind(read_refusal(400, body))

    assert time.process_time() - started < 0.5
