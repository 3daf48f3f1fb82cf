"""Settings into a model that can be asked, with connections that are kept from one question to the next."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

import httpx

from deskpet.chat.model import ChatModel, ChatRequest, Delta, NoticeDelta
from deskpet.keys import KeyringError, KeyStore
from deskpet.llm import exposure, listing, offline, secrets
from deskpet.llm.capabilities import Capabilities, ModelAddress, ModelCapabilities
from deskpet.llm.catalog import Family, family_of, open_model
from deskpet.llm.companion import Audience
from deskpet.llm.http import new_client
from deskpet.llm.listing import ModelListing
from deskpet.settings import EndpointSettings, Provider, Settings


def family_for(endpoint: EndpointSettings) -> Family:
    """The wire format to speak to `endpoint`: the one that is set, else the one its address is known for."""
    return family_of(endpoint.base_url) if endpoint.provider is Provider.AUTO else Family(endpoint.provider)


class Endpoints:
    """Opens models, each client once: connections are kept for the next message. `keys` are the endpoints' keys."""

    def __init__(
        self, offline_pace: float = 1.0, where: Audience = Audience.DESKTOP, capabilities: Capabilities | None = None
    ) -> None:
        """`offline_pace` scales the companion's pauses, and `where` is the place that it talks in.

        `capabilities` say how to read the answers of models that were heard before.
        """
        self.keys = KeyStore()
        self._capabilities = capabilities
        self._where = where
        self._offline_pace = offline_pace
        self._remote: httpx.AsyncClient | None = None
        self._companion: httpx.AsyncClient | None = None
        self._exposed_told: set[str] = set()

    def model(self, settings: Settings, *, warns: bool = False) -> ChatModel:
        """The model that the settings name: the offline companion where no endpoint is set.

        With `warns` its first answer begins with a notice where the key would go unencrypted over foreign networks.
        """
        endpoint = settings.endpoint
        if not endpoint.base_url:
            return self.companion(self._where)
        client, family, url = self._client(), family_for(endpoint), endpoint.base_url
        place = ModelAddress(url, endpoint.model)
        known = self._capabilities.of(place) if self._capabilities else ModelCapabilities()

        def opened(key: str) -> ChatModel:
            return open_model(client, family, url, place.model, key, begins_in_thought=known.begins_in_thought)

        return _Keyed(self.keys, endpoint, opened, self._exposed_told if warns else None)

    def companion(self, where: Audience) -> ChatModel:
        """The offline companion, who knows where she talks."""
        if self._companion is None:
            self._companion = new_client(offline.OfflineTransport(self._offline_pace))
        return open_model(self._companion, Family.OPENAI, offline.BASE_URL, offline.model_at(where))

    async def models(self, endpoint: EndpointSettings) -> ModelListing:
        """The models that the server at `endpoint` offers."""
        key = await self.keys.find(endpoint)
        secrets.remember(key.text)
        return await listing.ask(self._client(), family_for(endpoint), endpoint.base_url, key.text)

    async def aclose(self) -> None:
        """Close every connection."""
        for client in (self._remote, self._companion):
            if client:
                await client.aclose()

    def _client(self) -> httpx.AsyncClient:
        if self._remote is None:
            self._remote = new_client()
        return self._remote


class _Keyed:
    """A model whose key is looked for when it is asked: the keyring may keep its owner waiting, and nobody else.

    `told` are the exposed addresses of which the person was told; None where this is no place to tell.
    """

    def __init__(
        self, keys: KeyStore, endpoint: EndpointSettings, open_with: Callable[[str], ChatModel], told: set[str] | None
    ) -> None:
        self._keys, self._endpoint, self._open_with, self._told = keys, endpoint, open_with, told

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """As ChatModel.stream. Where the keyring was of no use, a server that wants a key says so with the cause."""
        key = await self._keys.find(self._endpoint)
        secrets.remember(key.text)
        if key.text and self._should_warn():
            yield exposure.notice_of(self._endpoint.base_url)
        async with aclosing(self._open_with(key.text).stream(request)) as deltas:
            async for delta in deltas:
                yield _explained(delta, key.error) if key.error else delta

    def _should_warn(self) -> bool:
        """Whether the key would be readable on its way, and the person was not told of it in this run."""
        url = self._endpoint.base_url
        if self._told is None or url in self._told or not exposure.is_exposed(url):
            return False
        self._told.add(url)
        return True


def _explained(delta: Delta, trouble: KeyringError) -> Delta:
    if not isinstance(delta, NoticeDelta) or delta.notice.code not in ("unauthorized", "forbidden"):
        return delta
    cause = f"{trouble.title}: {trouble.cause} {delta.notice.cause}"
    return NoticeDelta(replace(delta.notice, cause=cause, next_step=trouble.next_step))
