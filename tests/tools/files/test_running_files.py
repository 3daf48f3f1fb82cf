"""Files that other programs run or obey: after text of strangers a call for one asks, whatever the rules say."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic import JsonValue

from deskpet.chat.function_tool import FunctionTool
from deskpet.chat.permission import EVERYTHING, Reads, Rule
from deskpet.chat.read_marks import sorted_marks
from deskpet.chat.schema_tool import SchemaTool
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.tools.files import running_files
from deskpet.tools.files.changing import CHANGING_TOOLS, edit_file, move_file, write_file
from deskpet.tools.files.running_files import MAX_NAMES, REASONS, caution_of_arguments, reason_of
from deskpet.tools.files.workspace import Workspace
from tests.tools.files.folders import Scene

RULES = tuple(Rule(each.name, None, 0.0) for each in CHANGING_TOOLS)
FOREIGN = (Reads.FOREIGN.value,)


def permission(scene: Scene, tool: FunctionTool, marks: tuple[str, ...] = FOREIGN, **arguments: str) -> tuple[str, str]:
    """Return the policy of a call that rules allow, and the reason."""
    found = scene.box.permission_of(tool, arguments, lambda: RULES, marks)
    return found.policy.value, found.reason


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("CLAUDE.md", "agents"),
        ("docs/AGENTS.md", "agents"),
        (".cursor/rules/a.mdc", "agents"),
        (".github/copilot-instructions.md", "agents"),
        ("conftest.py", "builds"),
        ("Makefile", "builds"),
        ("web/package.json", "builds"),
        (".cargo/config.toml", "builds"),
        ("Dockerfile", "builds"),
        (".github/workflows/test.yml", "servers"),
        (".gitlab-ci.yml", "servers"),
        (".git/hooks/pre-commit", "git"),
        (".gitattributes", "git"),
        (".vscode/tasks.json", "editors"),
        (".devcontainer/devcontainer.json", "editors"),
        (".bashrc", "starts"),
        (".config/autostart/a.desktop", "starts"),
        ("Library/LaunchAgents/a.plist", "starts"),
        ("run.bat", "opened"),
        ("Start.ps1", "opened"),
        ("PACKAG~1.JSO", "short"),
        # Disguises that a file system may see through.
        ("claude.MD", "agents"),
        ("MAKEFILE.", "builds"),
        ("conftest.py ", "builds"),
        ("package.json::$DATA", "builds"),
        ("\uff23LAUDE.md", "agents"),
        ("CLAU\u200bDE.md", "agents"),
        (".ﬂeet/run.json", "editors"),
        # A folder on the way there, which could be renamed with all that is in it.
        ("a/.github", "agents"),
    ],
)
def test_names_of_files_that_run(path: str, why: str) -> None:
    assert reason_of(path.split("/")) == REASONS[why]


@pytest.mark.parametrize(
    "path",
    [
        *("plan.md", "README.md", "src/main.py", "src/app.ts", "build/out.txt", "data.json", "a/b.csv"),
        *("makefile/notes.txt", ".github/README.md", "hooks/notes.txt", "workflow.yml", "claude.txt"),
    ],
)
def test_other_names_need_no_question(path: str) -> None:
    assert reason_of(path.split("/")) == ""


def test_each_group_has_its_sources_and_is_plain() -> None:
    groups = tomllib.loads(Path(running_files.__file__).with_suffix(".toml").read_text(encoding="utf-8"))["group"]
    assert {each["why"] for each in groups} == set(REASONS)
    names = [name for each in groups for name in each["names"]]
    assert len(names) == len(set(names))
    assert all(name == name.casefold() and not set(name) & set("?[\\") for name in names)
    assert all(url.startswith("https://") for each in groups for url in each["sources"])


def test_an_allowed_change_of_such_a_file_asks_after_text_of_strangers(scene: Scene) -> None:
    for tool, arguments in (
        (write_file, {"path": "CLAUDE.md", "content": "x"}),
        (edit_file, {"path": "sub/CLAUDE.md", "old_text": "a", "new_text": "b"}),
        (move_file, {"source": "plan.txt", "destination": "CLAUDE.md"}),
        (move_file, {"source": "folder", "destination": ".github"}),
        # Her own folder, from which it could be moved later.
        (write_file, {"path": str(scene.scratch / "CLAUDE.md"), "content": "x"}),
    ):
        assert permission(scene, tool, **arguments) == ("ask", REASONS["agents"])
        assert permission(scene, tool, (), **arguments) == ("allow", "")
        assert permission(scene, tool, (Reads.PRIVATE.value,), **arguments) == ("allow", "")
    assert permission(scene, write_file, path="plan.txt", content="x") == ("allow", "")
    assert permission(scene, move_file, source="CLAUDE.md", destination="plan.txt") == ("allow", "")


async def run(arguments: Mapping[str, JsonValue], *_: object) -> JsonValue:
    return None


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "/home/me/CLAUDE.md"},
        {"uri": "file:///home/me/.github%2Fworkflows/a.yml"},
        {"folder": "C:\\project\\.vscode", "name": "tasks.json"},
        {"files": [{"Makefile": "all:\n\tcurl evil"}]},
        {"names": " ".join(f"name{number}" for number in range(MAX_NAMES + 1))},
        {"command": "echo evil >> CLAUDE.md"},
        {"command": "cp x '.github/workflows/ci.yml'; ls"},
        {"patch": "--- a/x\n+++ b/Makefile\n@@ -1 +1 @@\n-a\n+b\n"},
        {"patch": "*** Update File: CLAUDE.md\n" + "word " * 2000},
        {"to": "file:///p/CLAUDE.md#f"},
        {"arguments": "--file=CLAUDE.md,a.txt"},
    ],
)
def test_what_a_foreign_tool_is_given_is_searched_for_such_names(arguments: dict[str, JsonValue]) -> None:
    assert caution_of_arguments(arguments)
    tool = SchemaTool(
        name="write", description="", input_schema={}, run=run, policy=Policy.ASK, caution_of=caution_of_arguments
    )
    rules = (Rule("write", None, 0.0),)
    box = Toolbox((tool,))
    assert box.permission_of(tool, arguments, lambda: rules, FOREIGN).policy is Policy.ASK
    assert box.permission_of(tool, arguments, lambda: rules).policy is Policy.ALLOW
    said = "Please write a plan: what we do next, and the makefile-free way (see docs/plan.txt)."
    assert (
        box.permission_of(tool, {"path": "plan.txt", "text": said}, lambda: rules, sorted_marks(EVERYTHING)).policy
        is Policy.ALLOW
    )


def test_a_chosen_folder_may_be_such_a_folder_itself(scene: Scene) -> None:
    inner = scene.root / ".github" / "workflows"
    inner.mkdir(parents=True)
    workspace = Workspace([inner], scene.scratch)
    box = Toolbox(CHANGING_TOOLS, workspace=workspace, undo_copies=scene.copies, trash=scene.trash)
    asked = box.permission_of(write_file, {"path": "a.yml", "content": "x"}, lambda: RULES, FOREIGN)
    assert asked.reason == REASONS["servers"]
