"""The offline companion: its answers, and its HTTP transport."""

import re
from datetime import datetime

import pytest

from deskpet.chat.messages import Message, StreamingText, Text, ToolUse, user_message
from deskpet.chat.textmode.prompt import CallFormat
from deskpet.chat.toolbox import Toolbox
from deskpet.chat.turn import TurnSetup, run_turn
from deskpet.features.reminders.reminders import Reminders
from deskpet.features.reminders.tools import REMINDER_TOOLS
from deskpet.llm import offline_transport
from deskpet.llm.companion import AnswerText, Audience, CompanionQuestion, Cue, detect_language, write_answer
from deskpet.llm.http import new_client
from deskpet.llm.openai import OpenAIChat
from deskpet.pet.character import Character, MotionGroup
from deskpet.pet.held_gaze import GazeRequest
from deskpet.tools.character import CHARACTER_TOOLS
from deskpet.tools.clock import Clock
from tests.llm.scripted_server import Recorder

NOW = datetime(2026, 3, 5, 14, 7)  # noqa: DTZ001 (the clock on the wall)
FACES = ("neutral", "happy", "sad", "surprised", "angry", "laughing", "shy", "thinking", "smug")
MOVES = ("Wave", "Nod", "Think", "Happy", "Shake")


def answer_text(text: str, where: Audience = Audience.DESKTOP) -> str:
    plan = write_answer(CompanionQuestion(text, NOW, FACES, MOVES, where))
    return "".join(step.text for steps in plan for step in steps if isinstance(step, AnswerText))


def cues(text: str) -> list[tuple[str, str]]:
    plan = write_answer(CompanionQuestion(text, NOW, FACES, MOVES))
    return [(step.kind, step.name) for steps in plan for step in steps if isinstance(step, Cue)]


@pytest.mark.parametrize(("text", "language"), [("hello", "en"), ("你好", "zh"), ("今日は何の日", "ja")])
def test_language_is_detected(text, language):
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("text", "language"), [("何時", "ja"), ("今何時？", "ja"), ("hello", "en"), ("なんじ", "ja"), ("?", "ja")]
)
def test_ambiguous_text_uses_the_interface_language(text, language):
    assert detect_language(text, "ja") == language


def test_kanji_with_japanese_interface():
    plan = write_answer(CompanionQuestion("何時", NOW, FACES, MOVES, spoken="ja"))
    assert "14:07 です" in "".join(step.text for step in plan[-1] if isinstance(step, AnswerText)).replace("*", "")


@pytest.mark.parametrize("text", ["what time is it?", "现在几点了？", "いま何時？"])
def test_time(text):
    assert "14:07" in answer_text(text)


@pytest.mark.parametrize(
    ("text", "day"), [("what's the date today", "Thursday"), ("今天星期几", "星期四"), ("今日は何曜日", "木曜日")]
)
def test_date(text, day):
    assert day in answer_text(text)


def test_countdown():
    assert "3… 2… 1… **Go!**" in answer_text("count down from 3")


@pytest.mark.parametrize(
    ("text", "cue"),
    [("look angry", ("face", "angry")), ("挥手", ("move", "Wave")), ("please nod", ("move", "Nod"))],
)
def test_expressions_and_motions_by_name(text, cue):
    assert cue in cues(text)


@pytest.mark.parametrize("text", ["hello", "你好", "こんにちは", "what is love?", "宇宙有多大", "空はなぜ青い"])
def test_answers_explain_how_to_connect_a_model(text):
    text = answer_text(text)
    assert any(where in text for where in ("choose Settings", "选「设置」", "「設定」を選んで"))
    assert any(marker in text.lower() for marker in ("offline companion", "离线", "オフライン"))


@pytest.mark.parametrize(
    "text", ["hello", "who are you", "what can you do?", "connect", "x", "你好", "配置", "こんにちは"]
)
def test_answers_depend_on_the_audience(text):
    welcome, terminal = answer_text(text, Audience.WELCOME), answer_text(text, Audience.TERMINAL)
    for elsewhere in ("right-click", "点右键", "右クリック", "sliders"):
        assert elsewhere not in welcome + terminal
    assert any(button in welcome for button in ("**Continue**", "下面的按钮", "下のボタン"))
    assert "settings.toml" in terminal


def test_abilities_are_translated():
    assert "a wink" not in answer_text("what can you do?")
    assert "开心" in answer_text("你会什么")
    assert "手を振る" in answer_text("何ができる？")
    custom = write_answer(CompanionQuestion("what can you do?", NOW, ("exp_01",), ("Dance2",)))
    assert "exp_01" in "".join(step.text for steps in custom for step in steps if isinstance(step, AnswerText))


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("Hi, can you explain how photosynthesis works?", "I'm the offline companion|I'm only the offline companion"),
        ("hey, translate this letter into French for me", "I'm the offline companion|I'm only the offline companion"),
        ("你好，光合作用的原理是什么？", "这个对我来说太难了"),
        ("こんにちは、光合成のしくみを教えて", "わたしには少しむずかしいです"),
    ],
)
def test_a_question_after_a_greeting_is_not_answered_by_a_greeting(text, limit):
    assert re.search(limit, answer_text(text))


@pytest.mark.parametrize(
    "text", ["Hello!", "good morning, my dear friend", "Hey, are you ok?", "早上好！", "やあ、こんにちは"]
)
def test_a_greeting_alone_is_answered_by_a_greeting(text):
    assert ("move", "Wave") in cues(text)


@pytest.mark.parametrize("text", ["how are you?", "你好吗", "お元気ですか"])
def test_small_talk(text):
    assert any(back in answer_text(text) for back in ("And you?", "你呢？", "あなたはいかが"))


@pytest.mark.parametrize(
    "text", ["remind me in 5 minutes to go", "五分钟后提醒我走", "5分後に出かけるって思い出させて"]
)
def test_without_the_tools_of_reminders_she_says_where_they_are_set(text):
    assert any(
        where in answer_text(text) for where in ("in the chat beside me", "在我旁边的对话", "わたしの隣のチャット")
    )


@pytest.mark.parametrize("text", ["hello", "what can you do?", "joke", "几点了", "冗談", "bye", "thanks", "x"])
def test_only_existing_expressions_and_motions_are_called(text):
    plan = write_answer(CompanionQuestion(text, NOW, ("happy",), ("Wave",)))
    assert {step.name for steps in plan for step in steps if isinstance(step, Cue)} <= {"happy", "Wave"}
    assert "{" not in answer_text(text)


class Stage:
    """A stage that records the requests."""

    character = Character("Mikan", "", dict.fromkeys(FACES, ""), {name: MotionGroup("", 1) for name in MOVES})

    def __init__(self) -> None:
        self.requested: list[str] = []

    def request_expression(self, name: str) -> None:
        self.requested.append(name)

    def request_motion(self, group: str, index: int) -> None:
        self.requested.append(group)

    def request_look(self, request: GazeRequest) -> None:
        self.requested.append(request.name)

    def request_thing(self, name: str, on: bool) -> None:
        self.requested.append(name)


@pytest.mark.parametrize("form", [None, *CallFormat])
async def test_turn_with_native_tools_and_all_text_formats(form):
    stage, recorder = Stage(), Recorder()
    async with new_client(offline_transport.OfflineTransport(pace=0.0, now=lambda: NOW)) as client:
        model = OpenAIChat(client, offline_transport.BASE_URL, offline_transport.MODEL)
        setup = TurnSetup(model, Toolbox(CHARACTER_TOOLS, stage=stage), native_tools=form is None, call_format=form)
        answer = await run_turn(setup, (user_message("hello"),), Message("assistant"), recorder)
    assert stage.requested == ["happy", "Wave"]
    assert [block.tool_name for block in answer.blocks if isinstance(block, ToolUse)] == [
        "live2d.expression",
        "live2d.motion",
    ]
    assert answer.ended == "stop"
    assert recorder.names.count("request_started") == 2


@pytest.mark.parametrize("form", [None, *CallFormat])
async def test_reminders_are_set_listed_and_cancelled_without_a_model(form, tmp_path):
    reminders, talk = Reminders(tmp_path / "reminders.json"), list[Message]()
    box = Toolbox([*CHARACTER_TOOLS, *REMINDER_TOOLS], stage=Stage(), reminders=reminders, clock=Clock())

    async def say(text: str) -> Message:
        talk.append(user_message(text))
        async with new_client(offline_transport.OfflineTransport(pace=0.0)) as client:
            model = OpenAIChat(client, offline_transport.BASE_URL, offline_transport.MODEL)
            setup = TurnSetup(model, box, native_tools=form is None, call_format=form)
            talk.append(await run_turn(setup, tuple(talk), Message("assistant"), Recorder()))
        assert all(block.error is None for block in talk[-1].blocks if isinstance(block, ToolUse))
        return talk[-1]

    assert "I'll tell you when it is time" in (await say("remind me in 10 minutes to stretch")).text
    assert "到时候我会告诉你" in (await say("每天早上八点提醒我吃药")).text
    first, second = sorted(reminders.all, key=lambda each: each.number)
    assert (first.text, first.every) == ("stretch", 0)
    assert (second.text, second.every, second.unit) == ("吃药", 1, "days")
    listed = (await say("list my reminders")).text
    assert ("- **1** stretch" in listed) if form is None else ("on the card" in listed)
    assert "Forgotten" in (await say("cancel reminder 1")).text
    assert [each.text for each in reminders.all] == ["吃药"]
    assert "like this" in (await say("can you set an alarm?")).text


async def test_a_reminder_that_can_not_be_cancelled_is_told(tmp_path):
    reminders = Reminders(tmp_path / "reminders.json")
    box = Toolbox([*CHARACTER_TOOLS, *REMINDER_TOOLS], stage=Stage(), reminders=reminders, clock=Clock())
    async with new_client(offline_transport.OfflineTransport(pace=0.0)) as client:
        setup = TurnSetup(OpenAIChat(client, offline_transport.BASE_URL, offline_transport.MODEL), box)
        answer = await run_turn(setup, (user_message("cancel reminder 7"),), Message("assistant"), Recorder())
    assert "There is no reminder 7." in answer.text


async def test_continues_a_partial_answer():
    partial = Message("assistant", (Text(StreamingText("Like this? ")),), ended="cancelled")
    async with new_client(offline_transport.OfflineTransport(pace=0.0, now=lambda: NOW)) as client:
        setup = TurnSetup(
            OpenAIChat(client, offline_transport.BASE_URL, offline_transport.MODEL),
            Toolbox(CHARACTER_TOOLS, stage=Stage()),
        )
        answer = await run_turn(setup, (user_message("look angry"),), partial, Recorder())
    assert answer.text == "Like this? How do I look?"
