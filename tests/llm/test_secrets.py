"""No secret is shown, whatever spells it; and no ordinary word is taken for one."""

import base64
import html
import json
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deskpet.chat.messages import user_message
from deskpet.chat.model import ChatRequest, NoticeDelta
from deskpet.llm import errors, listing
from deskpet.llm.catalog import Family, open_model
from deskpet.llm.http import new_client
from deskpet.llm.secrets import HIDDEN, is_secret, redact_key, without_secrets
from tests.llm.replay import ReplayServer, Reply

CANARY = "sk-proj-Ab3dEf6hIj9lMn2pQr5tUv8x/Yz+"
PLAIN_WORDS = ("x", "to", "ollama", "none", "no-key", "lm-studio", "not-needed", "key", "support", "EMPTY", "tools")
JSON = {"Content-Type": "application/json"}
REQUEST = ChatRequest((user_message("hello"),))

alphabet = st.sampled_from("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_/+=")
keys = st.text(alphabet, min_size=16, max_size=80).filter(is_secret)
around = st.text(st.characters(codec="utf-8", exclude_characters="*.…•"), max_size=30)

SPELLINGS = (
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


def parts(key: str) -> set[str]:
    """Every piece of a key that is long enough to tell something of it, and its Base64."""
    return {key[at : at + 12] for at in range(8, max(len(key) - 11, 9)) if len(key[at : at + 12]) == 12}


@given(keys, around, around, st.sampled_from(SPELLINGS))
def test_a_secret_is_hidden_in_every_spelling(key: str, before: str, after: str, spell) -> None:
    shown = without_secrets(before + spell(key) + after, key)
    assert HIDDEN in shown
    assert key not in shown
    inner = base64.b64encode(key.encode()).decode().rstrip("=")[4:-4]
    assert not any(piece in shown for piece in parts(key))
    assert len(inner) < 12 or inner not in shown


@pytest.mark.parametrize("mask", ["***", "...", "…", "•••", "********************"])
@given(st.integers(6, 14), st.integers(0, 8))
def test_a_masked_secret_is_hidden_whole(mask: str, left: int, right: int) -> None:
    key = "sk-Ab3dEf6hIj9lMn2pQr5tUv8x"
    echo = key[: left + 3] + mask + key[len(key) - right :]
    shown = redact_key(f"Incorrect API key provided: {echo}. Try again", key)
    assert key[: left + 3] not in shown
    assert right < 4 or key[-right:] not in shown
    assert shown.startswith("Incorrect API key provided: ")
    assert shown.endswith(" Try again")


@given(keys, st.integers(0, 300))
def test_a_secret_that_a_limit_cuts_is_hidden(key: str, at: int) -> None:
    assume(not key.startswith(("sk-", "AIza", "gsk_", "xai-", "hf_", "pk-")))
    # Of a key that repeats itself, each repetition is hidden by itself.
    assume(len(set(key)) > len(key) // 2)
    text = "a server says: "
    cut = (text + key)[: len(text) + max(at % len(key), 4)]
    assert redact_key(cut, key) == text + HIDDEN


@given(st.sampled_from(PLAIN_WORDS), st.lists(st.sampled_from((*PLAIN_WORDS, "model", "does", "not")), max_size=12))
def test_ordinary_words_stay(word: str, sentence: list[str]) -> None:
    text = " ".join(sentence)
    assert redact_key(text, word) == text


@given(st.text(max_size=60), st.sampled_from(PLAIN_WORDS))
def test_a_text_that_speaks_of_no_key_stays(text: str, word: str) -> None:
    assume(not any(each in text.lower() for each in ("key", "token", "secret", "pass", "credential", "auth", "bearer")))
    assert redact_key(text, word) == text


@pytest.mark.parametrize("word", ["x", "to", "ollama", "hunter2", "pwd"])
@pytest.mark.parametrize(
    "said",
    [
        *("Invalid API key: {key}", "Incorrect API key provided: {key}.", 'the key "{key}" is wrong', "key='{key}'"),
        *('{{"api_key": "{key}"}}', "Authorization: Bearer {key}", "you sent Bearer {key}", "password: {key}, sorry"),
    ],
)
def test_a_word_is_hidden_where_a_key_stands(word: str, said: str) -> None:
    assert redact_key(said.format(key=word), word) == said.format(key=HIDDEN)


@pytest.mark.parametrize("key", ["x", "to", "ollama", "tools", "support", "not"])
@pytest.mark.parametrize("family", Family)
async def test_a_refusal_of_tools_is_known_whatever_the_key_is(family: Family, key: str) -> None:
    said = b'{"error": {"message": "ollama: tiny does not support tools, try another to use them"}}'
    async with ReplayServer(Reply(said, 400, JSON)) as server, new_client() as client:
        url = server.url.removesuffix("/v1")
        (delta,) = [delta async for delta in open_model(client, family, url, "m", key).stream(REQUEST)]
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "tools_refused"
    assert delta.notice.cause.startswith("ollama: tiny does not support tools, try another to use them")


@pytest.mark.parametrize("cut", [1, 7, 1000])
@pytest.mark.parametrize("family", Family)
async def test_an_error_in_pieces_shows_no_key(family: Family, cut: int) -> None:
    events = b"event: error\ndata: " + json.dumps({"error": {"message": f"bad {CANARY}"}}).encode() + b"\n\n"
    async with ReplayServer(Reply(events, cut=cut)) as server, new_client() as client:
        url = server.url.removesuffix("/v1")
        deltas = [delta async for delta in open_model(client, family, url, "m", CANARY).stream(REQUEST)]
    assert HIDDEN in repr(deltas)
    assert not any(piece in repr(deltas) for piece in parts(CANARY))


@pytest.mark.parametrize("family", Family)
async def test_a_key_in_the_address_is_not_shown(family: Family) -> None:
    async with new_client() as client:
        url = "http://127.0.0.1:1/v1?key=querykey77"
        model = open_model(client, family, url, "m")
        listed = await listing.ask(client, family, url)
        deltas = [delta async for delta in model.stream(REQUEST)]
    assert "querykey77" not in repr((deltas, listed))


@pytest.mark.parametrize("key", ["schlüssel-1234567", "sk-one\nsk-two", "sk-\x00null"])
@pytest.mark.parametrize("family", Family)
async def test_a_key_that_no_header_can_carry_is_told(family: Family, key: str) -> None:
    async with ReplayServer(Reply(b"{}", 200, JSON)) as server, new_client() as client:
        deltas = [delta async for delta in open_model(client, family, server.url, "m", key).stream(REQUEST)]
        listed = await listing.ask(client, family, server.url, key)
    (delta,) = deltas
    assert isinstance(delta, NoticeDelta)
    assert delta.notice.code == "bad_key"
    assert listed.failure is not None
    assert listed.failure.code == "bad_key"
    assert key not in repr(delta)
    assert key.splitlines()[0] not in repr(delta)


def test_what_a_server_says_is_read_before_it_is_redacted() -> None:
    body = json.dumps({"error": {"message": "maximum context length is 8192 tokens"}})
    for key in ("8192", "context", "length", "tokens"):
        assert errors.status(400, body, None, key).notice.code == "context_full"
