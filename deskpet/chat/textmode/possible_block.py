"""A block of text that may contain a call: its events are withheld until that is known."""

from dataclasses import dataclass, field

from deskpet.chat.call_collector import CallArguments, CallBegan, CallNamed
from deskpet.chat.textmode.call_format import IsTool, Keys, TextCall, TextCallEvent, with_cut
from deskpet.chat.textmode.json_call import JsonCallParser
from deskpet.chat.textmode.section import BlockParser
from deskpet.chat.textmode.tool_request import ToolRequestParser


@dataclass(slots=True)
class PossibleBlock:
    """A block that is being read from the buffer, from its opening at `start` on.

    opening_length: length of the text that is passed through if the block has no call.
    keys_used: number of keys used before it. known_tool: set if only calls of tools that exist count.
    in_fence: whether its opening opens a fence, which stays open if it has no call.
    is_marked: whether its opening is the mark of a dialect, which other text only mentions.
    is_decided: whether it is known to have a call. source: its text since then, for the case that it is never closed.
    """

    parser: BlockParser
    start: int
    opening_length: int
    keys_used: int
    known_tool: IsTool | None
    in_fence: bool = False
    is_marked: bool = False
    is_decided: bool = False
    source: list[str] = field(default_factory=list[str])
    _withheld: list[TextCallEvent] = field(default_factory=list[TextCallEvent])
    _has_arguments: bool = False

    def decide(self) -> bool | None:
        """Return whether the block has a call; None if that is not known yet. If it has, its events are released."""
        events = self.parser.events
        is_call = self._has_call(events)
        self._withheld += events
        events.clear()
        if is_call:
            self.is_decided = True
            events += self._withheld
        return is_call

    @property
    def has_begun(self) -> bool:
        """Whether the beginning of a call has been read, although it is not known what is called."""
        has_list = isinstance(self.parser, JsonCallParser) and self.parser.has_list
        return has_list or self._has_card

    @property
    def _has_card(self) -> bool:
        return any(isinstance(event, CallBegan) for event in (*self._withheld, *self.parser.events))

    def cut_events(self, keys: Keys) -> list[TextCallEvent]:
        """End the block where the answer was cut off; return the events that are left. Only a whole call counts."""
        withheld = [] if self.is_decided else self._withheld
        if not self.is_decided and not self._has_card:
            TextCall(next(keys), self.parser.events).drop()
        self.parser.close()
        return with_cut((*withheld, *self.parser.events))

    def _has_call(self, events: list[TextCallEvent]) -> bool | None:
        """Return whether the events are of a call; None if that is not known yet.

        A name decides it; where calls were asked for, an object of arguments that comes before the name, or the first
        field of a TOOL_REQUEST, does as well.
        """
        for event in events:
            match event:
                case CallBegan() if not self.known_tool and isinstance(self.parser, ToolRequestParser):
                    return True
                case CallNamed(_, name):
                    return self.known_tool is None or self.known_tool(name)
                case CallArguments(_, text) if text.strip() and not self._has_arguments:
                    self._has_arguments = True
                    if not self.known_tool and text.lstrip().startswith("{"):
                        return True
                case _:
                    pass
        return None
