"""Settings into a model that can be asked, with connections that are kept from one question to the next."""

import httpx

from deskpet.keys import find_key
from deskpet.llm import offline
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from deskpet.settings import Settings


class Endpoints:
    """Opens models, each client once: connections are kept for the next message."""

    def __init__(self, offline_pace: float = 1.0) -> None:
        self._offline_pace = offline_pace
        self._remote: httpx.AsyncClient | None = None
        self._companion: httpx.AsyncClient | None = None

    def model(self, settings: Settings) -> OpenAIChat:
        """The model that the settings name: the offline companion where no endpoint is set."""
        endpoint = settings.endpoint
        if not endpoint.base_url:
            if self._companion is None:
                self._companion = new_client(offline.OfflineTransport(self._offline_pace))
            return OpenAIChat(self._companion, offline.BASE_URL, offline.MODEL)
        if self._remote is None:
            self._remote = new_client()
        return OpenAIChat(self._remote, endpoint.base_url, endpoint.model, find_key(endpoint))

    async def aclose(self) -> None:
        """Close every connection."""
        for client in (self._remote, self._companion):
            if client:
                await client.aclose()
