"""Creates chat models from the settings, with shared HTTP clients that keep their connections."""

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial

import httpx

from deskpet.chat.call_collector import CallCollector, CallCompleted, CallEvent
from deskpet.chat.messages import SETTINGS, TEXT_MODE
from deskpet.chat.model import CallDelta, ChatModel, ChatRequest, Delta, NoticeDelta
from deskpet.config.choices import Family, Provider
from deskpet.config.keys import KeyringError, KeyStore
from deskpet.config.settings import EndpointSettings, Settings
from deskpet.llm import key_exposure, model_list, offline_transport, redaction
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from deskpet.llm.catalog import REPEATING_PREFIX, detect_family, open_model
from deskpet.llm.companion import Audience
from deskpet.llm.http import new_client
from deskpet.llm.model_list import ModelListing
from deskpet.llm.notices import NoticeText
from deskpet.llm.request_options import RequestOptions
from deskpet.translation import tr_noop

_REPEATED_CALLS = NoticeText(
    "repeated_calls",
    tr_noop("A tool call came {n} times"),
    tr_noop("The gateway asks the model again when an answer looks cut off, and sends the call of {tool} each time."),
    tr_noop("Choose the model without the prefix {prefix}, or text mode."),
    (TEXT_MODE, SETTINGS),
    "warning",
)


async def with_repeated_call_notice(deltas: AsyncGenerator[Delta, None]) -> AsyncGenerator[Delta, None]:
    """Yield the deltas of an answer, and a notice at its end if it has the same call more than once."""
    calls, counts = CallCollector(), Counter[tuple[str, str]]()
    async with aclosing(deltas):
        async for delta in deltas:
            if isinstance(delta, CallDelta):
                counts.update(_completed(calls.feed(delta)))
            yield delta
    counts.update(_completed(calls.close()))
    if repeated := [(count, name) for (name, _), count in counts.items() if count > 1]:
        count, name = max(repeated)
        yield _REPEATED_CALLS.notice(n=count, tool=name, prefix=REPEATING_PREFIX)


def _completed(events: Iterable[CallEvent]) -> list[tuple[str, str]]:
    return [(event.name, event.arguments) for event in events if isinstance(event, CallCompleted)]


def family_for(endpoint: EndpointSettings) -> Family:
    """Return the wire format of `endpoint`: the one in the settings, else the one detected from its URL."""
    return detect_family(endpoint.base_url) if endpoint.provider is Provider.AUTO else endpoint.provider


class Endpoints:
    """Creates models over HTTP clients that are opened on first use. `keys` stores the API keys."""

    def __init__(
        self,
        offline_pace: float = 1.0,
        where: Audience = Audience.DESKTOP,
        capabilities: Capabilities | None = None,
        keys: KeyStore | None = None,
    ) -> None:
        """`offline_pace` scales the pauses of the offline companion, and `where` selects its answers.

        `capabilities` tells which models start their answers with reasoning. Without `keys`, there is a new KeyStore.
        """
        self.keys = keys or KeyStore()
        self._capabilities = capabilities
        self._where = where
        self._offline_pace = offline_pace
        # By the proxy and the headers of a connection.
        self._remote: dict[tuple[object, ...], httpx.AsyncClient] = {}
        self._offline: httpx.AsyncClient | None = None
        self._warned_urls: set[str] = set()

    def model(self, settings: Settings, *, warns: bool = False, is_private: bool = False) -> ChatModel:
        """Return the model of `settings`: the offline companion if no endpoint is set.

        If `warns`, the first answer starts with a notice if the key is sent unencrypted beyond the local network.
        `is_private`: the words of its requests are not logged.
        """
        endpoint = settings.endpoint
        if not endpoint.base_url:
            return self.companion(self._where, is_private=is_private)
        client, family, url = self._client(endpoint), family_for(endpoint), endpoint.base_url
        address = ModelAddress(url, endpoint.model)
        known = self._capabilities.of(address) if self._capabilities else ModelCapabilities()

        def open_with_key(key: str) -> ChatModel:
            # Anew for each request, which may learn that a field is refused.
            options = self._options(endpoint, address)
            options = replace(options, is_private=is_private, begins_in_thought=known.begins_in_thought)
            return open_model(client, family, url, address.model, key, options=options)

        return _KeyringModel(self.keys, endpoint, open_with_key, self._warned_urls if warns else None)

    def _options(self, endpoint: EndpointSettings, address: ModelAddress) -> RequestOptions:
        options = RequestOptions(
            temperature=endpoint.temperature,
            top_p=endpoint.top_p,
            max_tokens=endpoint.max_tokens,
            effort=endpoint.reasoning,
            extra=endpoint.extra_body,
            streams=endpoint.stream,
        )
        if self._capabilities is None:
            return options
        return replace(
            options,
            refused=frozenset(self._capabilities.of(address).refused_fields),
            adaptations=self._capabilities.of(address).adaptations,
            refused_signatures=self._capabilities.refused_signatures(address),
            on_learned=partial(self._capabilities.learn_cures, address),
        )

    def forget_refusals(self, endpoint: EndpointSettings) -> None:
        """Forget what the model of `endpoint` refused, so that the next request tries all of it again."""
        if self._capabilities:
            self._capabilities.forget_refusals(ModelAddress(endpoint.base_url, endpoint.model))

    def companion(self, where: Audience, *, is_private: bool = False) -> ChatModel:
        """Return the offline companion with the answers for `where`; `is_private` as in `model`."""
        if self._offline is None:
            self._offline = new_client(offline_transport.OfflineTransport(self._offline_pace))
        name, options = offline_transport.model_name(where), RequestOptions(is_private=is_private)
        return open_model(self._offline, Provider.OPENAI, offline_transport.BASE_URL, name, options=options)

    async def models(self, endpoint: EndpointSettings) -> ModelListing:
        """Fetch the models of the server at `endpoint`."""
        key = await self.keys.find(endpoint)
        redaction.register_key(key.text)
        return await model_list.fetch_models(self._client(endpoint), family_for(endpoint), endpoint.base_url, key.text)

    async def aclose(self) -> None:
        """Close every connection."""
        for client in (*self._remote.values(), *filter(None, (self._offline,))):
            await client.aclose()

    def _client(self, endpoint: EndpointSettings) -> httpx.AsyncClient:
        key = endpoint.proxy, *endpoint.headers.items()
        if key not in self._remote:
            self._remote[key] = new_client(proxy=endpoint.proxy, headers=endpoint.headers)
        return self._remote[key]


@dataclass(frozen=True, slots=True)
class _KeyringModel:
    """A ChatModel that looks up its key when it is called, because the keyring may block for long.

    `warned_urls` are the URLs that were already warned about; None disables the warning.
    """

    keys: KeyStore
    endpoint: EndpointSettings
    open_with_key: Callable[[str], ChatModel]
    warned_urls: set[str] | None

    @property
    def source(self) -> str:
        return self.open_with_key("").source

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """Stream the answer. An authentication error of the server names the keyring error if there was one."""
        key = await self.keys.find(self.endpoint)
        redaction.register_key(key.text)
        if key.text and self._should_warn():
            yield key_exposure.exposure_notice(self.endpoint.base_url)
        deltas = self.open_with_key(key.text).stream(request)
        # A call may be repeated on purpose, so other models are not watched.
        if self.endpoint.model.startswith(REPEATING_PREFIX):
            deltas = with_repeated_call_notice(deltas)
        async with aclosing(deltas):
            async for delta in deltas:
                # A key that the keyring did not store is used all the same.
                yield _with_keyring_error(delta, key.error) if key.error and not key.text else delta

    def _should_warn(self) -> bool:
        """Whether the key is sent unencrypted and no warning was shown for the URL since the program started."""
        url = self.endpoint.base_url
        if self.warned_urls is None or url in self.warned_urls or not key_exposure.is_exposed(url):
            return False
        self.warned_urls.add(url)
        return True


def _with_keyring_error(delta: Delta, error: KeyringError) -> Delta:
    if not isinstance(delta, NoticeDelta) or delta.notice.code not in ("unauthorized", "forbidden"):
        return delta
    cause = f"{error.title}: {error.cause} {delta.notice.cause}"
    return NoticeDelta(replace(delta.notice, cause=cause, next_step=error.next_step))
