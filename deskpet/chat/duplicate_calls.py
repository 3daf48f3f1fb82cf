"""Leave out a call that came twice: in the text of an answer, and structured as the provider sends calls."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from deskpet.chat.call_collector import CallBegan, CallCompleted, CallNamed, parse_arguments
from deskpet.chat.textmode.call_format import CallDropped, TextCallEvent


@dataclass(slots=True)
class _Done:
    is_in_text: bool
    name: str
    arguments: object
    is_repeated: bool = False


@dataclass(slots=True)
class DuplicateCalls:
    """Filters the events of the calls of one answer. Two calls that came the same way are always two calls.

    A call of a tool that was already called the other way is withheld until its arguments are known.
    name_of: returns the name of the tool that a call means.
    """

    name_of: Callable[[str], str]
    _done: list[_Done] = field(default_factory=list[_Done])
    _withheld: dict[int, list[TextCallEvent]] = field(default_factory=dict[int, list[TextCallEvent]])

    def filter(self, events: Iterable[TextCallEvent]) -> list[TextCallEvent]:
        """Return the events that take effect now."""
        return [passed for event in events for passed in self._pass(event)]

    def _pass(self, event: TextCallEvent) -> list[TextCallEvent]:
        key = event.key
        if isinstance(event, CallBegan) and self._repeated(key, event.name):
            self._withheld[key] = []
        if isinstance(event, CallCompleted):
            return self._complete(event)
        if key not in self._withheld:
            return [event]
        self._withheld[key].append(event)
        goes_on = not isinstance(event, CallDropped) and not (
            isinstance(event, CallNamed) and not self._repeated(key, event.name)
        )
        return [] if goes_on else self._withheld.pop(key)

    def _complete(self, call: CallCompleted) -> list[TextCallEvent]:
        withheld = self._withheld.pop(call.key, [])
        arguments = _value(call.arguments)
        twins = self._repeated(call.key, call.name) if withheld else []
        if twin := next((each for each in twins if each.arguments == arguments), None):
            twin.is_repeated = True
            return []
        self._done.append(_Done(call.key < 0, self.name_of(call.name), arguments))
        return [*withheld, call]

    def _repeated(self, key: int, name: str) -> list[_Done]:
        """Return the calls of the same tool that came the other way and were not repeated yet."""
        return [
            each
            for each in self._done
            if each.is_in_text != (key < 0)
            and not each.is_repeated
            and (not name or each.name.startswith(name) or each.name == self.name_of(name))
        ]


def _value(arguments: str) -> object:
    """Return the arguments; values in text are texts, whatever their type is."""
    try:
        return {key: str(value) for key, value in parse_arguments(arguments).items()}
    except ValueError:
        return arguments
