"""Streams of gateways, as their code sends them."""

import pytest

from tests.llm.fronts import FRONTS, Front, differences


@pytest.mark.parametrize("front", FRONTS, ids=lambda front: f"{front.gateway}, {front.family}: {front.what}")
def test_stream_of_a_gateway(front: Front) -> None:
    assert differences(front) == []
