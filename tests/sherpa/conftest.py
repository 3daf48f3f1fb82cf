"""Every test ends with no process of a model."""

import pytest

from deskpet.sherpa.model_folder import Purpose
from deskpet.sherpa.model_process import close_if_idle


@pytest.fixture(autouse=True)
def _no_process_is_left():
    yield
    for purpose in Purpose:
        close_if_idle(purpose)
