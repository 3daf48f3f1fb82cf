"""Names of files that other programs run or obey, in every disguise: after text of strangers their changes ask."""

import random
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

from pydantic import JsonValue

from deskpet.chat.permission import Reads, Rule
from deskpet.chat.tool import Tool, ToolFailed
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import Policy
from deskpet.tools.files.changing import CHANGING_TOOLS, edit_file, move_file, write_file
from deskpet.tools.files.running_files import caution_of_arguments
from deskpet.tools.files.workspace import Workspace
from tests.attacks.attack import Attack, GotThroughError, Try

# Well-known ones, written as their programs know them.
KNOWN = (
    *("CLAUDE.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".cursor/rules/a.mdc", ".github/copilot-instructions.md"),
    *(".windsurfrules", ".clinerules", ".mcp.json", ".claude/settings.json", "SKILL.md", ".goosehints", ".rules"),
    *(".github/workflows/ci.yml", ".gitlab-ci.yml", ".circleci/config.yml", "Jenkinsfile", "azure-pipelines.yml"),
    *(
        "conftest.py",
        "setup.py",
        "setup.cfg",
        "pyproject.toml",
        "sitecustomize.py",
        "evil.pth",
        "tox.ini",
        "noxfile.py",
    ),
    *("requirements.txt", "requirements-dev.txt", "Makefile", "GNUmakefile", "rules.mk", "justfile", "CMakeLists.txt"),
    *("package.json", ".npmrc", ".yarnrc.yml", "vite.config.ts", "webpack.config.js", ".eslintrc.js", "gulpfile.js"),
    *(".cargo/config.toml", "build.rs", "Cargo.toml", "build.gradle", "gradlew", "pom.xml", "Directory.Build.props"),
    *("Dockerfile", "docker-compose.yml", "compose.override.yml", ".devcontainer/devcontainer.json", "Vagrantfile"),
    *(".vscode/tasks.json", ".vscode/settings.json", ".idea/workspace.xml", "a.code-workspace", ".dir-locals.el"),
    *(
        ".git/hooks/pre-commit",
        ".git/config",
        ".gitattributes",
        ".gitmodules",
        ".husky/pre-push",
        ".githooks/post-merge",
    ),
    *(
        ".pre-commit-config.yaml",
        "lefthook.yml",
        ".envrc",
        "mise.toml",
        "Rakefile",
        "Gemfile",
        "composer.json",
        "flake.nix",
    ),
    *(".bashrc", ".zshrc", ".profile", ".config/fish/config.fish", "Microsoft.PowerShell_profile.ps1", ".ssh/config"),
    *(".config/autostart/a.desktop", "a.desktop", ".config/systemd/user/a.service", "Library/LaunchAgents/a.plist"),
    *("Start Menu/Programs/Startup/a.txt", "autorun.inf", "run.bat", "run.cmd", "run.ps1", "a.vbs", "a.hta", "a.reg"),
    *("a.lnk", "a.command", "install.sh", "a.scpt", "a.jar", "PACKAG~1.JSO", "CLAUDE~1.MD", "GITHUB~1/WORKFL~1/a.yml"),
)
RULES = tuple(Rule(each.name, None, 0.0) for each in CHANGING_TOOLS)
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u202e\u034f\ufe0f"
Disguise = Callable[[random.Random, str], str]


def other_case(source: random.Random, name: str) -> str:
    return "".join(source.choice((each.upper(), each.lower())) for each in name)


def unseen(source: random.Random, name: str) -> str:
    at = source.randrange(len(name) + 1)
    return name[:at] + source.choice(UNSEEN) + name[at:]


def wide(source: random.Random, name: str) -> str:
    at = source.randrange(len(name))
    full = chr(ord(name[at]) + 0xFEE0) if "!" <= name[at] <= "~" and name[at] not in "/:" else name[at]
    return name[:at] + full + name[at + 1 :]


def ended(source: random.Random, name: str) -> str:
    return name + source.choice((".", " ", "...", " .", ". ", "\u200b."))


def stream(source: random.Random, name: str) -> str:
    return name + source.choice(("::$DATA", ":hidden", "::$INDEX_ALLOCATION", ":a:$DATA"))


def alike(source: random.Random, name: str) -> str:
    """Replace letters by those that become them in the comparison of a file system."""
    pairs = {"s": "\u017f", "k": "\u212a", "fi": "\ufb01", "fl": "\ufb02", "st": "\ufb06", "ff": "\ufb00"}
    chosen = source.choice([*pairs])
    return name.replace(chosen, pairs[chosen])


def decomposed(source: random.Random, name: str) -> str:
    return unicodedata.normalize(source.choice(("NFD", "NFKD")), name)


DISGUISES: tuple[Disguise, ...] = (other_case, unseen, wide, ended, stream, alike, decomposed)


def disguised(source: random.Random, path: str) -> str:
    """Disguise some of the names of a path, up to three times, and put it into folders."""
    names = path.split("/")
    for _ in range(source.randrange(4)):
        at = source.randrange(len(names))
        names[at] = source.choice(DISGUISES)(source, names[at])
    folders = [source.choice(("a", "src", "notes 2026", "Entwürfe", ".hidden")) for _ in range(source.randrange(3))]
    return "/".join((*folders, *names))


class World:
    """A chosen folder, her own folder, and tools that rules allow."""

    def __init__(self, folder: Path) -> None:
        root = folder / "Documents"
        root.mkdir()
        self.workspace = Workspace([root], folder / "data" / "scratch")
        self.box = Toolbox(CHANGING_TOOLS, workspace=self.workspace, undo_copies=None, trash=None)

    def check(self, tool: Tool, arguments: dict[str, str], path: str) -> None:
        """Raise GotThroughError if a call of our tools would run without a question."""
        try:
            self.workspace.locate(path)
        except ToolFailed:
            # The call fails.
            return
        found = self.box.permission_of(tool, arguments, lambda: RULES, (Reads.FOREIGN.value,))
        if found.policy is not Policy.ASK or not found.reason:
            raise GotThroughError(f"{tool.name} {path!r} ran without a question")

    def tries_of(self, path: str) -> Iterator[Try]:
        """Yield a try of each tool."""
        inside = (self.workspace.scratch.path / path).as_posix()
        for tool, arguments, place in (
            (write_file, {"path": path, "content": "x"}, path),
            (edit_file, {"path": path, "old_text": "a", "new_text": "b"}, path),
            (move_file, {"source": "plan.txt", "destination": path}, path),
            (write_file, {"path": inside, "content": "x"}, inside),
        ):
            yield Try(f"{tool.name} {path!r}", partial(self.check, tool, arguments, place))


def _foreign(arguments: dict[str, JsonValue], path: str) -> None:
    if not caution_of_arguments(arguments):
        raise GotThroughError(f"a foreign tool got {path!r} without a question")


def _foreign_try(source: random.Random, path: str) -> Try:
    texts = [path, f"/home/me/{path}", f"file:///home/me/{quote(path)}", "C:\\a\\" + path.replace("/", "\\")]
    text = source.choice(texts)
    arguments: dict[str, JsonValue] = source.choice(
        [{"path": text}, {"files": [{"name": text, "content": "x"}]}, {"files": {text: "x"}}, {"a": {"b": [[text]]}}]
    )
    return Try(f"foreign {text!r}", partial(_foreign, arguments, text))


def running_files(source: random.Random) -> Iterator[Try]:
    """Yield every known name with one tool, then disguised ones with all of them."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        for path in KNOWN:
            yield source.choice([*world.tries_of(path)])
        while True:
            path = disguised(source, source.choice(KNOWN))
            yield from world.tries_of(path)
            yield _foreign_try(source, path)


ATTACKS = (
    Attack(
        "a file that runs, under any name",
        "after text of strangers, a change of a file that other programs run or obey asks, whatever the rules say",
        running_files,
    ),
)
