"""Streams after public reports, read as whole turns."""

import pytest

from tests.llm.reported_streams import Reported, differences, reported_streams
from tests.support.folders import shared_folder

STREAMS = list(reported_streams(shared_folder()))


@pytest.mark.skipif(not STREAMS, reason="the shared folder has no such streams")
@pytest.mark.parametrize("reported", STREAMS, ids=lambda reported: reported.file)
def test_a_reported_stream_is_read_as_a_person_expects(reported: Reported):
    assert differences(reported) == []
