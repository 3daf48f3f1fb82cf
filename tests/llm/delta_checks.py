"""What holds for the deltas of any body."""

import json

from deskpet.chat.call_collector import CallCollector
from deskpet.chat.model import CallDelta, Delta, NoticeDelta, TextDelta, ThinkingDelta
from deskpet.cli.inspector import gather, to_json


def check_deltas(result: list[Delta]) -> None:
    """Check that the deltas can be displayed, stored and collected into calls."""
    collector = CallCollector()
    for delta in result:
        if isinstance(delta, TextDelta | ThinkingDelta):
            assert delta.text or delta.echo
            delta.text.encode()
            json.dumps(delta.echo.fields if delta.echo else {})
        elif isinstance(delta, CallDelta):
            collector.feed(delta)
        elif isinstance(delta, NoticeDelta):
            assert delta.notice.title
    collector.close()
    json.dumps(to_json("x", gather(iter(result))))
