"""Content of the pictures: conversations, calls in every state, notices, and a drawn picture of a sea."""

import base64
import time
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from deskpet import translation
from deskpet.app.character_chat import look_of
from deskpet.app.tool_list import TOOLS
from deskpet.chat.background import RunningCall
from deskpet.chat.events import IncludedDocument
from deskpet.chat.messages import (
    CONTINUE,
    Action,
    Approval,
    Block,
    DisplayValue,
    Document,
    Image,
    LaterRun,
    Message,
    Notice,
    Progress,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
    user_message,
)
from deskpet.chat.question import Question, QuestionField
from deskpet.chat.tool import ResultKind
from deskpet.config.choices import Agent
from deskpet.config.settings import EndpointSettings
from deskpet.features.agents.events import AgentEvent, EventKind
from deskpet.features.agents.sessions import AgentCall, AgentSession
from deskpet.features.callers.caller_rules import CallerDecision, CallerRule
from deskpet.features.callers.calls import Caller, caller_of
from deskpet.features.callers.ui.bubbles import CallerBubble, CallerIntroduction, CallerQuestion, CallerWords
from deskpet.features.updates.controller import question_line, update_line
from deskpet.features.updates.manifest import ReleaseFile, Update
from deskpet.llm.capabilities import Capabilities
from deskpet.llm.connections import Connection, ModelChoice
from deskpet.llm.request_log import Exchange
from deskpet.network.file_download import RemoteFile
from deskpet.personas.persona import Persona
from deskpet.statistics.summary import TurnSummary
from deskpet.statistics.totals import Totals
from deskpet.store import SearchHit, Session
from deskpet.store.facts import Fact
from deskpet.store.together_days import Day
from deskpet.translation import tr, tr_noop
from deskpet.ui.blocks import ToolLook, default_look
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.chat.turn_details import TurnDetails, document_share_line
from deskpet.ui.pet.speech_bubble import SpeechBubble
from deskpet.ui.widgets import language
from deskpet.ui.widgets.model_entries import ModelEntries
from deskpet.ui.widgets.picker import PickerEntry
from tests.gallery.sample_texts import said
from tests.support.connections import connections

DAY = 86_400.0
NOON = 1_760_000_400.0

DIFF = """--- notes.md
+++ notes.md
@@ -1,5 +1,6 @@
 # Notes
-Buy milk
+Buy oat milk
+Water the tomatoes
 Call Ada on Tuesday
 Read about otters
"""

_MARKDOWN = """## A small tour

Words can be **bold**, *italic*, ~~struck~~ or `code`, and there are [links](https://example.org).

- A list
  - in a list
    1. and numbers
- [x] done
- [ ] still to do

> A quote stands on its own,
> over two lines.

TABLE

```python
def greet(name: str) -> str:
    \"\"\"A friendly word.\"\"\"
    return f"Hello, {name}!"  # 5 o'clock
```

Maths stays as it was written: $e^{i\\pi} + 1 = 0$.

---

中文、日本語 and emoji: 你好，世界！今日はいい天気ですね 🍊🐾
"""


_TITLES = {
    "en": ("Read", "Change a file", "Look into a folder", "Look at the screen", "Search"),
    "zh": ("读取", "修改文件", "查看文件夹", "看看屏幕", "搜索"),
    "ja": ("読む", "ファイルを変更", "フォルダーを見る", "画面を見る", "検索"),
}


def own() -> Persona:
    """Return the built-in persona."""
    return Persona("Mikan", said().prompt)


def personas() -> tuple[Persona, ...]:
    """Return two user personas; the first has several greetings."""
    first, *others = said().hello
    return (
        Persona("Aria", said().fox, first, greetings=tuple(others), id="aria"),
        Persona("Kenji", said().prompt, id="kenji"),
    )


def heard_length() -> int:
    """Return how many characters of a reply were heard before it was interrupted."""
    return len(said().reply[: len(said().reply) // 2].rstrip())


def interrupted() -> Notice:
    """Return the line below an answer whose voice was interrupted."""
    heard = said().reply[: heard_length()]
    return Notice("info", "speech_interrupted", tr("You interrupted her after “…{words}”", words=heard))


def markdown() -> str:
    """Return a text with every element of Markdown."""
    return _MARKDOWN.replace("TABLE", said().table)


def running_calls() -> tuple[RunningCall, ...]:
    """Return calls that go on in the background."""
    now = time.time()
    return (
        RunningCall(("m", 0), "files.read", now - 134, Progress(0.62, "18 of 29 MB")),
        RunningCall(("m", 2), "web.search", now - 8),
    )


UNREAD = Connection("d4", "Groq", EndpointSettings(base_url="https://api.groq.com/openai/v1", model="qwen3-32b"))


def model_entries() -> list[PickerEntry]:
    """Return four connections with 60 models for the menu; the list of one was never read."""
    with TemporaryDirectory() as folder:
        kept, lists = connections(Path(folder), 40, 5, 20)
        entries = ModelEntries(lists, Capabilities(Path(folder) / "endpoints.json"), ModelChoice("a1", "gpt-4.1-mini"))
        shown = (UNREAD, *kept.all)
        troubles = {"b2": tr("Nobody answers at this address")}
        return list(entries.of(shown, lambda each: troubles.get(each, ""), lambda _: None))


def model_choices() -> list[tuple[Connection, ModelChoice]]:
    """Return three connections with 20 models."""
    with TemporaryDirectory() as folder:
        kept, lists = connections(Path(folder), 10, 4, 8)
        return list(ModelEntries(lists, Capabilities(Path(folder) / "endpoints.json")).choices(kept.all))


def look(tool_name: str) -> ToolLook:
    """Return how the tools in the pictures are displayed."""
    read, edit, folder, screen, search = _TITLES[translation.language()]
    shown = {
        "files.read": ToolLook(read, "file"),
        "files.edit": ToolLook(edit, "edit", result=ResultKind.DIFF),
        "files.list": ToolLook(folder, "folder", result=ResultKind.LIST),
        "screen.look": ToolLook(screen, "image", result=ResultKind.IMAGE),
        "web.search": ToolLook(search, "search"),
    }
    known = shown.get(tool_name)
    is_own = "." in tool_name or any(each.name == tool_name for each in TOOLS)
    return known or (look_of(tool_name) if is_own else default_look(tool_name))


def asked(text: str, *, at: float = NOON) -> Message:
    """Return a user's message."""
    return user_message(text, at)


def answer(*blocks: Block | str, ended: str | None = "stop") -> Message:
    """Return an answer; a string stands for a text block."""
    made = (Text(StreamingText(block)) if isinstance(block, str) else block for block in blocks)
    return Message("assistant", tuple(made), created_at=NOON, ended=ended)


def thought(text: str, seconds: float | None = 12.0) -> Thinking:
    """Return reasoning of a duration; None if it still streams."""
    began = time.time() - 4
    return Thinking(StreamingText(text), began, None if seconds is None else began + seconds)


def call(name: str, number: int, /, **values: object) -> ToolUse:
    """Return a call with these arguments that still streams."""
    return ToolUse(name, f"call-{number}", input=dict(values) or None)  # pyright: ignore[reportArgumentType]


def done(use: ToolUse, output: object, seconds: float = 0.4) -> ToolUse:
    """Return the call with its result."""
    return replace(use, status="success", output=output, started_at=NOON, ended_at=NOON + seconds)


def failed(use: ToolUse, code: str, message: str, *available: str) -> ToolUse:
    """Return the call with its error."""
    error = ToolError(code, message, available)
    return replace(use, status="error", error=error, started_at=NOON, ended_at=NOON + 0.2)


def every_state() -> list[ToolUse]:
    """Return a card in each state."""
    writing = replace(call("live2d.motion", 1), input_text=StreamingText('{"group": "Wa'))
    effect = DisplayValue("diff", DIFF)
    waiting = replace(call("files.edit", 2, path="notes.md"), asked_at=NOON, approval=Approval(effect))
    queued = call("time.now", 3, zone="Asia/Tokyo")
    running = replace(call("files.read", 4, path="notes.md"), started_at=time.time() - 3)
    told = Progress(0.62, "page 5 of 8")
    progressing = replace(call("web.search", 5, query="sea otters"), started_at=time.time() - 8, progress=told)
    asking = Progress(None, "asking the second server…")
    unsure = replace(call("web.search", 6, query="red pandas"), started_at=time.time() - 8, progress=asking)
    return [
        writing,
        waiting,
        queued,
        running,
        progressing,
        unsure,
        done(call("live2d.expression", 7, name="happy"), "The face is happy now."),
        failed(call("live2d.motion", 8, group="Fly"), "unknown", "There is no motion “Fly”.", "Wave", "Nod"),
        failed(call("files.edit", 9, path="secret.txt"), "refused", "You did not allow it."),
        failed(call("files.list", 10, path="photos"), "cancelled", "The answer was stopped."),
    ]


def asking() -> dict[str, ToolUse]:
    """Return calls that wait for the user, by what their arguments are like."""
    effect = DisplayValue("diff", DIFF)
    script = "#!/bin/sh\nset -e\n\n" + "".join(f"  cp photos/{n:03}.jpg backup/\n" for n in range(90)) + "echo done \n"
    steps = [{"tool": "copy", "arguments": {"from": "a.txt", "count": 2}}, {"tool": "remove", "arguments": {}}]
    hosts = {"url": "https://www.pаypal.com/login?next=/home", "note": "Sign in as ada@bücher.example, please."}
    hidden = {
        "command": f"ls -la{' ' * 120}; rm -rf ~",
        "path": "photos/\u202egpj.exe",
        "text": "a\u200bb \U000e0041 שלום",
    }
    calls = {
        "short": call("files.edit", 1, path="notes.md"),
        "long": call("files.write", 2, path="backup.sh", content=script),
        "paths": call("files.move", 3, paths=[f"photos/2026/garden-{n:02}.jpg" for n in range(1, 62)], to="attic"),
        "nested": call("run", 4, steps=steps, dry_run=False),
        "hidden": call("run", 5, **hidden),
        "hosts": call("web.search", 6, **hosts),
    }
    return {
        name: replace(use, asked_at=NOON, approval=Approval(effect if name == "short" else None))
        for name, use in calls.items()
    }


def questions() -> list[ToolUse]:
    """Return calls whose servers ask the user: a form, and an address."""
    form = Question(
        "table-booking",
        "For which name may I book the table in the garden restaurant?",
        (
            QuestionField("name", "Your name", "text", "As it will stand on the list.", is_required=True),
            QuestionField("seats", "Seats", "integer", default=2, minimum=1, maximum=8, is_required=True),
            QuestionField("mail", "E-mail", "text", format="email"),
            QuestionField(
                "room", "Room", "choice", is_required=True, default="hall",
                choices=(("garden", "In the garden"), ("hall", "In the hall")),
            ),
            QuestionField("window", "A table at the window", "boolean", default=True),
        ),
    )  # fmt: skip
    page = Question(
        "table-booking", "Please confirm the booking on our page.", url="https://tables.example/confirm?booking=4711"
    )
    return [
        replace(call("mcp__table-booking__book", number, day="2026-05-31"), started_at=time.time() - 4, question=asked)
        for number, asked in enumerate((form, page), 1)
    ]


def unfolded_cards() -> list[ToolUse]:
    """Return calls whose unfolded cards are of interest."""
    found = {"title": "Sea otter", "facts": {"weight_kg": 27.5, "holds_hands": True}, "names": ["Enhydra", "ラッコ"]}
    again = LaterRun(NOON + 60, NOON + 61.5, found)
    return [
        replace(done(call("web.search", 1, query="sea otters", limit=3), found, 1.8), later_runs=(again,)),
        done(call("files.edit", 2, path="notes.md"), DIFF),
        done(
            call("files.list", 3, path="notes"),
            [{"title": "notes.md", "note": "1.2 kB, today"}, {"title": "otters.md", "note": "3.4 kB, last week"}],
        ),
        done(call("screen.look", 4), {"media_type": "image/png", "data": picture_data()}),
        failed(call("live2d.motion", 5, group="Fly"), "unknown", "There is no motion “Fly”.", "Wave", "Nod"),
        done(
            call("web_search", 6, query="sea otters hold hands"),
            [
                {"title": "Sea otter - Wikipedia", "note": "https://en.wikipedia.org/wiki/Sea_otter\nA marine mammal."},
                {"title": "Why they hold hands", "note": f"https://otters.example/{'hands/' * 20}"},
            ],
        ),
        done(
            call("fetch_page", 7, url="https://otters.example/hands"),
            "Why they hold hands\nhttps://otters.example/hands\n\nThey sleep floating on their backs.\n\n  • kelp",
        ),
        done(call("run_javascript", 8, code="27.5 * 2"), {"value": 55, "console": "two otters"}),
        replace(
            done(call("live2d.motion", 9, group="Wave"), "You now move: raises a hand and waves"), shown_at=NOON + 4
        ),
    ]


def notices() -> list[Notice]:
    """Return a notice of each level, with all its parts."""
    return [
        Notice("info", "pictures_left_out", "The picture was not sent",
               "This model takes no pictures: it was only told that there is one.",
               "Choose a model that accepts pictures in the settings, then ask again.",
               actions=(Action("settings", "Open settings"),)),
        Notice("warning", "tools_refused", "This model takes no native tool calls",
               "tools are not supported by this model (HTTP 400)",
               "Switch the mode to text: tools are then written in the answer, which works with any model.",
               '{"error": {"message": "tools not supported"}}',
               (Action("use_text_mode", "Switch to text mode and ask again"), Action("settings", "Open settings"))),
        Notice("error", "cut_stream", "The answer was cut off",
               "The connection ended before the server had said everything.",
               "What was received is kept. Try again, or press Continue.", "read 4,096 bytes, then nothing",
               (Action("retry", "Try again"), Action("continue", "Continue"))),
    ]  # fmt: skip


def sea(width: int = 640, height: int = 400) -> QImage:
    """Draw a picture for a message."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sky = QLinearGradient(0, 0, 0, height)
    for at, colour in ((0.0, "#f7b267"), (0.55, "#f4845f"), (0.56, "#355070"), (1.0, "#1b2a41")):
        sky.setColorAt(at, QColor(colour))
    painter.fillRect(image.rect(), sky)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#fff3d6"))
    painter.drawEllipse(QPointF(width * 0.64, height * 0.4), height * 0.12, height * 0.12)
    painter.end()
    return image


def copied_picture(width: int = 640) -> QMimeData:
    """Return the picture as copied from the clipboard."""
    data = QMimeData()
    data.setImageData(sea(width))
    return data


def documents() -> tuple[Document, Document]:
    """Return a document of three pages, and a table with a long name."""
    pages = (f"{said().titles[0]}\n\n{said().reply}", said().by_the_sea, said().thought)
    costs = Document("Costs of the house by the sea, first half of the year.xlsx", "xlsx", ("7 | 8",), 4)
    return Document("plan.pdf", "pdf", pages, 3_412), costs


def long_code() -> str:
    """Return a text with a code block of long lines, and a short one."""
    return """```python
async def fetch(client: httpx.AsyncClient, url: str) -> bytes:
    # Retries are the caller's: a second request may cost money, and only the caller knows whether it is worth it.
    async with client.stream("GET", url, headers={"Accept": "image/webp, image/png;q=0.9"}, timeout=20.0) as reply:
        reply.raise_for_status()
        return b"".join([piece async for piece in reply.aiter_bytes()])
```

```sh
uv run deskpet
```
"""


FORMULAS = 12


def formulas() -> str:
    """Return a text with formulas, and with a price that is none."""
    return r"""The roots of $ax^2+bx+c=0$ are $x=\frac{-b\pm\sqrt{b^2-4ac}}{2a}$, for $5 or $10.

$$\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}$$

\[A=\begin{pmatrix}a&b\\c&d\end{pmatrix},\quad A^{-1}=\frac{1}{ad-bc}\begin{pmatrix}d&-b\\-c&a\end{pmatrix}\]

$$
\begin{aligned} |x| &= \begin{cases} x & \text{若 $x \ge 0$} \\ -x & \text{otherwise} \end{cases} \\
&= \sqrt{x^2} \end{aligned}
$$

| function | derivative |
|---|---|
| $\ln x$ | $1/x$ |
| $\sin x$ | $\cos x$ |

- with \(\sum_{n=1}^{\infty}\frac{1}{n^2}=\frac{\pi^2}{6}\)
- $$e^x=1+x+\frac{x^2}{2!}+\frac{x^3}{3!}+\frac{x^4}{4!}+\frac{x^5}{5!}+\frac{x^6}{6!}
  +\frac{x^7}{7!}+\frac{x^8}{8!}+\frac{x^9}{9!}+\frac{x^{10}}{10!}+\frac{x^{11}}{11!}+\cdots$$
- as source, because it can't be drawn: $\ce{2H2 + O2 -> 2H2O}$
- and $\lim_{x\to 0}\frac{\sin x}{x}=1$
"""


DIAGRAMS = 3


def diagrams() -> str:
    """Return a text with diagrams, of which one is wide and one is none."""
    ask, yes, no = said().short, said().today, said().brief
    return f"""```mermaid
flowchart TD
  A["{ask}"] --> B{{"?"}}
  B -->|1| C["{yes}"]
  B -->|2| D["{no}"]
```

```mermaid
sequenceDiagram
  participant A as {said().word}
  A->>Mikan: {ask}
  Mikan-->>A: {yes}
  Note over A,Mikan: {no}
```

```mermaid
gantt
  dateFormat YYYY-MM-DD
  section 1
  {yes} :a, 2026-03-01, 20d
  {no} :after a, 30d
```

```mermaid
{said().word}
```
"""


def long_answer() -> str:
    """Return an answer that is higher than a picture of it may be."""
    return "\n\n".join([tools_of_answers(), *([formulas()] * 4)])


def tools_of_answers() -> str:
    """Return an answer with a table, code and footnotes."""
    return """Three teas, cheapest first[^1]:

| tea | price | steeps |
|---|---:|---:|
| Sencha | 12.50 € | 90 s |
| Oolong | 9 € | 180 s |
| Assam | 10.20 € | 240 s |

```python
def total(prices):
    \"\"\"Return the sum.\"\"\"
    return sum(prices)


print(total([12.5, 9, 10.2]))
```

```mermaid
flowchart LR
    Kettle --> Pot --> Cup
```

[^1]: Prices of **today**, without shipping.
"""


def no_voice() -> tuple[str, str]:
    """Return why she can't be heard, and what would help."""
    command = tr("Type: {command}", command="sudo apt-get install espeak-ng")
    return tr("This system has no voice"), f"{tr('No program that speaks was found.')} {command}"


def stopped() -> Notice:
    """Return the mark of an answer that was stopped."""
    return Notice("info", "stopped", "Stopped", actions=(CONTINUE,))


def tool_failed() -> Notice:
    """Return the notice about a failed call that ended the turn."""
    cause = "There is no motion “Fly”."
    title = tr("“{tool}” failed, so the answer was stopped", tool=look_of("live2d.motion").title)
    return Notice("warning", "tool_failed", title, cause, actions=(CONTINUE,))


def picture_data() -> str:
    """Return the picture as base64, as a message holds it."""
    packed = QByteArray()
    buffer = QBuffer(packed)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    sea().save(buffer, "PNG")  # pyright: ignore[reportCallIssue]
    return base64.b64encode(packed.data()).decode()


def picture() -> Image:
    """Return the picture as a block."""
    return Image("image/png", picture_data())


def conversation() -> list[Message]:
    """Return a conversation with most kinds of content."""
    text = said()
    first, second, third = text.things
    return [
        asked(text.today),
        answer(
            thought(text.brief, 3.0),
            text.look,
            done(call("files.read", 1, path="notes.md"), "\n".join(text.things)),
            done(call("live2d.expression", 2, name="happy"), "The face is happy now."),
            f"{text.small}\n\n1. **{first}**\n2. {second}\n3. {third}",
        ),
        asked(text.remind),
        answer(
            done(call("reminder.set", 3, text=second, minutes=20), "Reminder 1 is set for 18:20."),
            text.will_do,
        ),
    ]


def sessions() -> tuple[Session, ...]:
    """Return the entries of the list of conversations."""
    now = time.time()
    days_ago = (3, 0, 0.02, 1, 3, 12, 60)
    return tuple(
        Session(
            *(f"session-{number}", title, False, number == 0, now - days * DAY, now - days * DAY),
            preview=(said().reply, said().will_do, said().hits[1])[number % 3],
        )
        for number, (title, days) in enumerate(zip(said().titles, days_ago, strict=True))
    )


def hits() -> tuple[SearchHit, ...]:
    """Return search hits."""
    places = zip(("session-0", "session-0", "session-4"), (None, "a", "b"), said().hits, strict=True)
    return tuple(SearchHit(session, message, text, (_place(text),), NOON) for session, message, text in places)


def _place(text: str) -> tuple[int, int]:
    began = text.index(said().word)
    return began, began + len(said().word)


def refusal() -> str:
    """Return the reason why pictures are not sent."""
    return tr(
        "{model} takes no pictures: it refused one on {day}.",
        model="llama3.2",
        day=language.format_datetime(datetime.fromtimestamp(NOON).astimezone(), tr("d MMM")),
    )


def deleted() -> str:
    """Return the message shown after a conversation was deleted."""
    return tr("“{title}” deleted", title=said().titles[0])


def turn_details(message_id: str) -> TurnDetails:
    """Return the details of a turn with two tools, and its request."""
    tools = (("files.read", 0.042, ""), ("live2d.motion", 0.003, "unknown"))
    body = {"model": "llama3.2", "stream": True, "messages": [{"role": "user", "content": said().question}]}
    exchange = Exchange(1, "POST", "http://localhost:11434/v1/chat/completions", body=body, size=2_345)
    turn = TurnSummary(
        message_id, "stop", 3.42, 2, 0.31, 48.2, 1_204, 162, tools, 0.003, 0.042, (), 18_400, 0, 9, 4, 1, 0
    )
    here = Totals(6, 41.3, 9, 1, 84_000, 9_120, 1_480, 11, 1, 12, 1, 0, 3)
    today = Totals(31, 214.0, 44, 3, 421_000, 61_300, 8_020, 37, 6, 40, 2, 3, 12)
    documents = (IncludedDocument("plan.pdf", True, (1, 2), 2), IncludedDocument("diary.pdf", False, (1, 3, 4, 5), 61))
    lines = tuple(map(document_share_line, documents))
    return TurnDetails(turn, (exchange,), (here, today), tuple(said().titles[:3]), lines)


def agent_sessions() -> dict[str, tuple[AgentSession, ...]]:
    """Sessions of coding agents: one in each state, and more than have room."""
    call = AgentCall("c1", "f1", "", is_reading=False, detail="npm test")
    read = AgentCall("c2", "f2", "", is_reading=True, detail="app.py")
    busy = (
        AgentSession(Agent.CODEX, "s2", "/home/me/website", asked=(("r1", "f1"),)),
        AgentSession(Agent.CLAUDE, "s1", "/home/me/deskpet", calls=(call,)),
        AgentSession(Agent.QWEN, "s3", "C:\\work\\shop", calls=(read,)),
        AgentSession(Agent.GEMINI, "s4", "/home/me/notes", is_in_turn=True),
        AgentSession(Agent.OPENCODE, "s5", "/home/me/a", is_in_turn=True),
        AgentSession(Agent.OPENCODE, "s6", "/home/me/b"),
    )
    over = (
        AgentSession(Agent.CLAUDE, "s1", "/home/me/deskpet", is_stopped=True),
        AgentSession(Agent.CODEX, "s2", "/home/me/a-project-with-a-very-long-name-for-a-chip", is_failed=True),
        AgentSession(Agent.QWEN, "s3", "C:\\work\\shop", is_tidying=True),
    )
    return {"busy": busy, "over": over}


def callers() -> dict[str, Caller]:
    """Agents that call her; one tries to look like something else."""
    return {
        "claude": Caller("claude-code", "Claude Code"),
        "plain": Caller("codex"),
        "long": caller_of("a-program-that-calls-itself-deskpet\u202e", "deskpet: your computer is in danger, click"),
        "none": Caller(""),
    }


def caller_rules() -> tuple[CallerRule, ...]:
    """Decisions about them, of each kind."""
    return tuple(
        CallerRule(caller, decision, NOON) for caller, decision in zip(callers().values(), CallerDecision, strict=False)
    )


def caller_bubbles() -> dict[str, CallerBubble]:
    """Their words and questions, and the question whether they may call."""
    who = callers()
    choices = (
        "Yes",
        "Only to the test server",
        "No, and write down what is missing in the list of open points",
    )
    question = "The tests pass. Shall I publish version 2.4.0?"
    return {
        "words": CallerWords(who["claude"], "The build is green again. It took 4 minutes."),
        "words-long": CallerWords(who["long"], f"{'Wordwithoutanyspace' * 8}\n{'Many words in a bubble. ' * 10}"),
        "question": CallerQuestion(who["plain"], question, choices),
        "introduction": CallerIntroduction(who["claude"]),
        "introduction-unnamed": CallerIntroduction(who["none"]),
    }


def spoken_bubbles() -> dict[str, SpeechBubble]:
    """What she says without being asked."""
    long = "How did the exam go? You wrote that you wanted to sleep well before it. " * 6
    return {
        "short": SpeechBubble("Mikan", "Welcome back!"),
        "long": SpeechBubble("Mikan", long),
        "reminders": SpeechBubble("Mikan", "⏰ Tea\n⏱️ The cake", is_asked_for=True),
    }


def agent_requests() -> dict[str, AgentEvent]:
    """Permission requests of coding agents."""
    asked = AgentEvent(Agent.CLAUDE, "1a2b3c", EventKind.PERMISSION_ASKED, 0.0, project="/home/me/deskpet")
    script = "\n".join(f"print('line {number} of a file that is longer than the bubble')" for number in range(30))
    return {
        "command": replace(asked, tool="Bash", request="rm -rf build && npm run build\ndescription: Build it anew"),
        "file": replace(
            asked, agent=Agent.QWEN, tool="write_file", request=f"file_path: /home/me/a.py\ncontent: {script}"
        ),
    }


def learned_lines() -> tuple[StatusLine, ...]:
    """A fact that was kept, two proposals, and a server that is not decided on."""
    texts = said().remembered
    undo, keep = (tr_noop("Undo"), tr_noop("Show all")), (tr_noop("Keep"), tr_noop("Dismiss"))
    lines = (
        (lambda: tr("Remembered: {facts}", facts=texts[1]), undo),
        (lambda: tr("Remember “{fact}”?", fact=texts[2]), keep),
        (lambda: tr("Remember “{fact}”?", fact=texts[4]), keep),
        (
            lambda: tr("May {host} see what she remembers of you?", host="api.example.org"),
            (tr_noop("Allow"), tr_noop("Refuse")),
        ),
    )
    return tuple(StatusLine(text, [LineLink(label, lambda: None) for label in labels]) for text, labels in lines)


def facts() -> tuple[Fact, ...]:
    """What she remembers: one that waits, a pinned one, and others, with and without their source."""
    texts = said().remembered
    proposed, pinned, preference, person, event = texts
    return (
        Fact(proposed, kind="preference", quote=proposed, message="1", said_at=NOON, state="proposed"),
        Fact(pinned, kind="identity", said_at=NOON - 86_400 * 200, is_pinned=True),
        Fact(preference, kind="preference", quote=preference, message="1", said_at=NOON - 86_400 * 40),
        Fact(person, kind="person", persona="Yuki", quote=person, message="1", said_at=NOON - 86_400 * 90),
        Fact(event, kind="event", said_at=NOON - 86_400 * 5),
    )


def diary(today: date) -> tuple[Day, ...]:
    """The last days together: a milestone, one with facts, one with the user's own line, and a quiet one."""
    texts = said().remembered
    dates = [today - timedelta(age) for age in (0, 1, 2, 4, 9)]
    return (
        Day(dates[0], 100, questions=24, tools=3, strokes=2),
        Day(dates[1], 99, questions=6, facts=(Fact(texts[1]), Fact(texts[4]))),
        Day(dates[2], 98, questions=2, note=texts[3]),
        Day(dates[3], 97),
        Day(dates[4], 96, questions=1, tools=1),
    )


REQUEST = (
    "GET https://deskpet.example/updates/stable.json\nHost: deskpet.example\nUser-Agent: deskpet/0.1.0\nAccept: */*"
)
"""The request for the list of versions."""


def update() -> Update:
    """Return an update that was found."""
    notes = "- She sings: songs are tools.\n- The list of conversations opens twice as fast.\n- 7 faults are mended."
    file = ReleaseFile("deskpet-0.1.1-linux-x86_64.tar.zst", 60_200_000, "0" * 64, 242_000_000)
    source = RemoteFile("https://deskpet.example/updates/deskpet-0.1.1-linux-x86_64.tar.zst", file.size, file.sha256)
    return Update("0.1.1", notes, file, source)


def update_lines() -> tuple[StatusLine, ...]:
    """Return the question of the first start, and the line about an update."""
    return (question_line(REQUEST, lambda: None), update_line(update(), lambda: None, lambda: None))
