"""Settings into a model that can be asked, with connections that are kept from one question to the next."""

import httpx

from deskpet.chat.model import ChatModel
from deskpet.keys import find_key
from deskpet.llm import listing, offline
from deskpet.llm.catalog import Family, family_of, open_model
from deskpet.llm.http import new_client
from deskpet.llm.listing import Listing
from deskpet.settings import Endpoint, Provider, Settings


def family_for(endpoint: Endpoint) -> Family:
    """The wire format to speak to `endpoint`: the one that is set, else the one its address is known for."""
    return family_of(endpoint.base_url) if endpoint.provider is Provider.AUTO else Family(endpoint.provider)


class Endpoints:
    """Opens models, each client once: connections are kept for the next message."""

    def __init__(self, offline_pace: float = 1.0) -> None:
        self._offline_pace = offline_pace
        self._remote: httpx.AsyncClient | None = None
        self._companion: httpx.AsyncClient | None = None

    def model(self, settings: Settings) -> ChatModel:
        """The model that the settings name: the offline companion where no endpoint is set."""
        endpoint = settings.endpoint
        if not endpoint.base_url:
            if self._companion is None:
                self._companion = new_client(offline.OfflineTransport(self._offline_pace))
            return open_model(self._companion, Family.OPENAI, offline.BASE_URL, offline.MODEL)
        return open_model(self._client(), family_for(endpoint), endpoint.base_url, endpoint.model, find_key(endpoint))

    async def models(self, endpoint: Endpoint) -> Listing:
        """The models that the server at `endpoint` offers."""
        return await listing.ask(self._client(), family_for(endpoint), endpoint.base_url, find_key(endpoint))

    async def aclose(self) -> None:
        """Close every connection."""
        for client in (self._remote, self._companion):
            if client:
                await client.aclose()

    def _client(self) -> httpx.AsyncClient:
        if self._remote is None:
            self._remote = new_client()
        return self._remote
