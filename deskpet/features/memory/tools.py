"""Tools to remember what the user asks to remember, to search memories and old conversations, and to forget."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING, Reads
from deskpet.chat.tool import Arguments, ResultKind, ToolFailed
from deskpet.text.local_time import local_time
from deskpet.translation import tr, tr_noop

if TYPE_CHECKING:
    # Nothing of it is imported while memory is off.
    from deskpet.features.memory.memory import Hit, Memory

_READS = (Reads.PRIVATE, Reads.FOREIGN)

Kind = Literal["identity", "preference", "person", "event", "promise", "other"]


class MemoryAccess(Protocol):
    """Access to what is remembered, if the settings allow it."""

    @property
    def problem(self) -> str:
        """Reason why memory is unavailable, as a translated sentence; empty if it is available."""
        ...

    def open(self) -> "Memory":
        """Return the memory. Called only without a `problem`."""
        ...


def _missing(*, memory: MemoryAccess) -> str:
    return memory.problem


def _id_of(output: JsonValue) -> str:
    """Return the id of the fact in an output. Raises ToolFailed if there is none."""
    match output:
        case [{"id": str(fact_id)}]:
            return fact_id
        case _:
            raise ToolFailed("no_undo", "The result of the call names no fact.")


async def _undo_remember(_arguments: Arguments, output: JsonValue, *, memory: MemoryAccess) -> str:
    if not await memory.open().undo_remember(_id_of(output)):
        raise ToolFailed("no_undo", tr("It is forgotten already."))
    return tr("It is forgotten.")


@tool(
    "memory_remember",
    title=tr_noop("Remember"),
    icon="note",
    reads=NOTHING,
    preview=lambda arguments: str(arguments.get("text") or "").strip().partition("\n")[0],
    result=ResultKind.LIST,
    about=tr_noop("Remembers something that you asked her to remember, for later conversations."),
    missing=_missing,
    undo=_undo_remember,
)
async def remember(
    text: str, quote: str, about: str = "", kind: Kind = "other", *, memory: MemoryAccess
) -> list[JsonValue]:
    """Remember a fact about the user for later conversations. Only when the user asks for it.

    text: the fact in one short sentence, in the user's language; the day of an event as 2026-03-04.
    quote: the user's own words that say so, copied letter by letter from a message of the user.
    about: subject and attribute, such as user.drink.favourite; a fact about the same is replaced.
    kind: what it is about.
    """
    from deskpet.features.memory.memory import NotRemembered

    try:
        fact = await memory.open().remember(text, quote, about, kind)
    except NotRemembered as error:
        raise ToolFailed(error.code, str(error)) from error
    kept = tr("remembered") if fact.state == "kept" else tr("waits until you confirm it")
    return [{"id": fact.id, "title": fact.about or fact.kind, "note": kept, "state": fact.state}]


@tool(
    "memory_search",
    title=tr_noop("Search memories"),
    icon="search",
    concurrent=True,
    early=True,
    reads=_READS,
    preview=lambda arguments: str(arguments.get("words") or ""),
    result=ResultKind.LIST,
    about=tr_noop("Finds what she remembers of you, and what was said in earlier conversations."),
    missing=_missing,
)
async def search(words: str, since: str = "", until: str = "", *, memory: MemoryAccess) -> list[JsonValue]:
    """Search the memories of the user, and earlier conversations. The best matches are returned with date and speaker.

    words: a few words that occur there, in the user's language. Search again with others if nothing fits.
    since: the first day, such as 2026-03-01; may be left out.
    until: the last day; may be left out.
    """
    hits: Sequence[Hit] = await memory.open().search(words, since, until)
    return [_to_json(each) for each in hits]


def _to_json(hit: "Hit") -> JsonValue:
    from deskpet.store import SearchHit

    if isinstance(hit, SearchHit):
        speaker = "user" if hit.role == "user" else hit.speaker or "assistant"
        return {"title": hit.snippet, "note": f"{_day(hit.at)} {speaker}".strip(), "speaker": speaker}
    state = "past" if hit.valid_to is not None else "remembered"
    return {"id": hit.id, "title": hit.text, "note": f"{_day(hit.said_at)} {state}".strip(), "about": hit.about}


def _day(at: float) -> str:
    said = local_time(at)
    return f"{said:%Y-%m-%d}" if said else ""


async def _undo_forget(_arguments: Arguments, output: JsonValue, *, memory: MemoryAccess) -> str:
    if not await memory.open().restore(_id_of(output)):
        raise ToolFailed("no_undo", tr("It is erased by now."))
    return tr("It is remembered again.")


@tool(
    "memory_forget",
    title=tr_noop("Forget"),
    icon="trash",
    reads=_READS,
    result=ResultKind.LIST,
    about=tr_noop("Forgets something that she remembers of you. It can be brought back for a day."),
    missing=_missing,
    undo=_undo_forget,
)
async def forget(fact_id: str, *, memory: MemoryAccess) -> list[JsonValue]:
    """Forget a fact about the user. Only when the user asks for it.

    fact_id: the id of the fact, from memory_search.
    """
    fact = await memory.open().forget(fact_id)
    if fact is None:
        raise ToolFailed("unknown_fact", f"There is no fact {fact_id!r}. memory_search has the ids.")
    # Without its text, which would stay in the conversation.
    return [{"id": fact.id, "title": fact.about or fact.kind, "note": tr("forgotten")}]


MEMORY_TOOLS = (remember, search, forget)
