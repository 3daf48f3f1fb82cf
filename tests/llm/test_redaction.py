"""Redaction of keys in every encoding, without changing ordinary words."""

import base64
import html
import json
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta
from deskpet.config.choices import FAMILIES, Family
from deskpet.llm import errors, model_list
from deskpet.llm.catalog import open_model
from deskpet.llm.http import new_client
from deskpet.llm.redaction import HIDDEN, is_secret, redact_key, redact_secrets
from tests.llm.replay_server import ReplayServer, Reply

CANARY = "sk-proj-Ab3dEf6hIj9lMn2pQr5tUv8x/Yz+"
PLAIN_WORDS = ("x", "to", "ollama", "none", "no-key", "lm-studio", "not-needed", "key", "support", "EMPTY", "tools")
JSON = {"Content-Type": "application/json"}
REQUEST = ChatRequest((user_message("hello"),))

alphabet = st.sampled_from("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_/+=")
keys = st.text(alphabet, min_size=16, max_size=80).filter(is_secret)
surroundings = st.text(st.characters(codec="utf-8", exclude_characters="*.…•"), max_size=30)

ENCODINGS = (
    lambda key: key,
    lambda key: quote(key, safe=""),
    quote,
    lambda key: quote(quote(key, safe=""), safe=""),
    lambda key: json.dumps({"k": key}),
    lambda key: json.dumps(key).replace("/", "\\/"),
    lambda key: "".join(f"\\u{ord(each):04x}" for each in key),
    html.escape,
    lambda key: base64.b64encode(key.encode()).decode(),
    lambda key: base64.b64encode(f"user:{key}".encode()).decode(),
    lambda key: base64.b64encode(f"me:{key}".encode()).decode(),
    lambda key: base64.urlsafe_b64encode(f"Bearer {key}!".encode()).decode(),
    lambda key: f"https://user:{key}@host/v1",
    lambda key: f"https://host/v1?key={key}&alt=sse",
)


def key_parts(key: str) -> set[str]:
    """Returns all substrings of 12 characters after the public prefix."""
    return {
        key[position : position + 12]
        for position in range(8, max(len(key) - 11, 9))
        if len(key[position : position + 12]) == 12
    }


@given(keys, surroundings, surroundings, st.sampled_from(ENCODINGS))
def test_key_is_redacted_in_every_encoding(key: str, before: str, after: str, encode) -> None:
    redacted = redact_secrets(before + encode(key) + after, key)
    assert HIDDEN in redacted
    assert key not in redacted
    fragment = base64.b64encode(key.encode()).decode().rstrip("=")[4:-4]
    assert not any(piece in redacted for piece in key_parts(key))
    assert len(fragment) < 12 or fragment not in redacted


@pytest.mark.parametrize("mask", ["***", "...", "…", "•••", "********************"])
@given(st.integers(6, 14), st.integers(0, 8))
def test_masked_key_is_redacted(mask: str, left: int, right: int) -> None:
    key = "sk-Ab3dEf6hIj9lMn2pQr5tUv8x"
    echo = key[: left + 3] + mask + key[len(key) - right :]
    redacted = redact_key(f"Incorrect API key provided: {echo}. Try again", key)
    assert key[: left + 3] not in redacted
    assert right < 4 or key[-right:] not in redacted
    assert redacted.startswith("Incorrect API key provided: ")
    assert redacted.endswith(" Try again")


@given(keys, st.integers(0, 300))
def test_truncated_key_is_redacted(key: str, position: int) -> None:
    assume(not key.startswith(("sk-", "AIza", "gsk_", "xai-", "hf_", "pk-")))
    # In a key with repetitions, each repetition is redacted separately.
    assume(len(set(key)) > len(key) // 2)
    text = "a server says: "
    truncated = (text + key)[: len(text) + max(position % len(key), 4)]
    assert redact_key(truncated, key) == text + HIDDEN


@given(st.sampled_from(PLAIN_WORDS), st.lists(st.sampled_from((*PLAIN_WORDS, "model", "does", "not")), max_size=12))
def test_ordinary_words_are_kept(word: str, sentence: list[str]) -> None:
    text = " ".join(sentence)
    assert redact_key(text, word) == text


@given(st.text(max_size=60), st.sampled_from(PLAIN_WORDS))
def test_text_without_mention_of_a_key_is_kept(text: str, word: str) -> None:
    assume(not any(each in text.lower() for each in ("key", "token", "secret", "pass", "credential", "auth", "bearer")))
    assert redact_key(text, word) == text


@pytest.mark.parametrize("word", ["x", "to", "ollama", "hunter2", "pwd"])
@pytest.mark.parametrize(
    "message",
    [
        *("Invalid API key: {key}", "Incorrect API key provided: {key}.", 'the key "{key}" is wrong', "key='{key}'"),
        *('{{"api_key": "{key}"}}', "Authorization: Bearer {key}", "you sent Bearer {key}", "password: {key}, sorry"),
    ],
)
def test_word_is_redacted_in_the_context_of_a_key(word: str, message: str) -> None:
    assert redact_key(message.format(key=word), word) == message.format(key=HIDDEN)


@pytest.mark.parametrize("key", ["x", "to", "ollama", "tools", "support", "not"])
@pytest.mark.parametrize("family", FAMILIES)
async def test_tools_refused_is_classified_before_redaction(family: Family, key: str) -> None:
    message = b'{"error": {"message": "ollama: tiny does not support tools, try another to use them"}}'
    async with ReplayServer(Reply(message, 400, JSON)) as server, new_client() as client:
        url = server.url.removesuffix("/v1")
        (delta,) = [delta async for delta in open_model(client, family, url, "m", key).stream(REQUEST)]
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "tools_refused"
    assert delta.notice.cause.startswith("ollama: tiny does not support tools, try another to use them")


@pytest.mark.parametrize("chunk_size", [1, 7, 1000])
@pytest.mark.parametrize("family", FAMILIES)
async def test_error_in_small_chunks_hides_the_key(family: Family, chunk_size: int) -> None:
    events = b"event: error\ndata: " + json.dumps({"error": {"message": f"bad {CANARY}"}}).encode() + b"\n\n"
    async with ReplayServer(Reply(events, cut=chunk_size)) as server, new_client() as client:
        url = server.url.removesuffix("/v1")
        deltas = [delta async for delta in open_model(client, family, url, "m", CANARY).stream(REQUEST)]
    assert HIDDEN in repr(deltas)
    assert not any(piece in repr(deltas) for piece in key_parts(CANARY))


@pytest.mark.parametrize("family", FAMILIES)
async def test_key_in_the_url_is_hidden(family: Family) -> None:
    async with new_client() as client:
        url = "http://127.0.0.1:1/v1?key=querykey77"
        model = open_model(client, family, url, "m")
        models = await model_list.fetch_models(client, family, url)
        deltas = [delta async for delta in model.stream(REQUEST)]
    assert "querykey77" not in repr((deltas, models))


@pytest.mark.parametrize("key", ["schlüssel-1234567", "sk-one\nsk-two", "sk-\x00null"])
@pytest.mark.parametrize("family", FAMILIES)
async def test_key_with_invalid_characters(family: Family, key: str) -> None:
    async with ReplayServer(Reply(b"{}", 200, JSON)) as server, new_client() as client:
        deltas = [delta async for delta in open_model(client, family, server.url, "m", key).stream(REQUEST)]
        models = await model_list.fetch_models(client, family, server.url, key)
    (delta,) = deltas
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "bad_key"
    assert models.failure is not None
    assert models.failure.code == "bad_key"
    assert key not in repr(delta)
    assert key.splitlines()[0] not in repr(delta)


def test_status_is_classified_before_redaction() -> None:
    body = json.dumps({"error": {"message": "maximum context length is 8192 tokens"}})
    for key in ("8192", "context", "length", "tokens"):
        assert errors.http_status(400, body, None, key).notice.code == "context_full"
