"""Every test ends with no process of a model."""

import pytest

from deskpet.features.voice.sherpa.model_folder import Purpose
from deskpet.features.voice.sherpa.model_process import close_if_idle
from tests.features.voice.sherpa.processes import children
from tests.support import wine
from tests.support.waiting import wait_until

# The models are built with onnx, which imports numpy; that ends at once under Wine 8, which lacks crealf.
collect_ignore_glob = ["test_*.py"] if wine.is_wine() else []


@pytest.fixture(autouse=True)
def _no_process_is_left():
    yield
    for purpose in Purpose:
        close_if_idle(purpose)
    wait_until(lambda: not children())
