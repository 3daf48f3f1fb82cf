"""A model reads credentials in a folder that the user chose: known files in a home, in disguise, and behind links."""

import asyncio
import os
import random
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from deskpet.chat.toolbox import Toolbox
from deskpet.tools.files import FILE_TOOLS
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.tools.files.workspace import Workspace
from tests.attacks.attack import Attack, GotThroughError, Try

SECRET = "s3cr3t-of-the-user"

# What programs of three systems keep in a home, by their own documentation.
IN_A_HOME = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()

# The same, where no home protects them: in a project, or in a copy of a home.
ANYWHERE = [
    *(each for each in IN_A_HOME if "unknown" not in each and "AppData" not in each and not each.startswith("snap")),
    *(
        "Library/Keychains/login.keychain-db",
        "Library/Cookies/Cookies.binarycookies",
        "Library/Safari/History.db",
        "Library/Application Support/Google/Chrome/Default/Cookies",
        "Library/Application Support/Firefox/Profiles/a/key4.db",
        "Library/Application Support/Bitcoin/wallet.dat",
        "AppData/Local/Google/Chrome/User Data/Default/Cookies",
        "AppData/Local/Microsoft/Edge/User Data/Default/Cookies",
        "AppData/Roaming/Mozilla/Firefox/Profiles/a/cookies.sqlite",
        "AppData/Roaming/Microsoft/Credentials/A",
        "AppData/Roaming/Microsoft/Protect/S-1/A",
        "AppData/Local/Microsoft/Vault/a.vcrd",
        "AppData/Roaming/GitHub CLI/hosts.yml",
        "AppData/Roaming/FileZilla/sitemanager.xml",
        "AppData/Roaming/gcloud/credentials.db",
        "AppData/Roaming/WinSCP.ini",
        "Windows/System32/config/SAM",
    ),
]


class _World:
    """A home, a project outside of it, and the tools, in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project, self.taken = folder / "people" / "me", folder / "project", folder / "taken"
        for each in (self.home, self.project, self.taken):
            each.mkdir(parents=True)
        self._scratch, self._copies = folder / "scratch", UndoCopies(folder / "undo")

    def box(self, chosen: Path) -> Toolbox:
        with _home(self.home):
            workspace = Workspace([chosen, self.taken], self._scratch)
        return Toolbox(FILE_TOOLS, workspace=workspace, undo_copies=self._copies, trash=None)


@contextmanager
def _home(folder: Path) -> Generator[None]:
    names = ("HOME", "USERPROFILE")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, str(folder)))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _put(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"token = {SECRET}\n", encoding="utf-8")


def _reach(world: _World, chosen: Path, path: Path, folder: Path, file: Path) -> None:
    """Call each tool for `path`, which leads to `file`, and search `folder`. Raises GotThroughError."""
    asyncio.run(_call_all(world.box(chosen), path, folder, world.taken))
    if not file.exists() or SECRET not in file.read_text(encoding="utf-8"):
        raise GotThroughError(f"{path} was changed")


async def _call_all(box: Toolbox, path: Path, folder: Path, taken: Path) -> None:
    calls = (
        ("read_file", {"path": str(path)}),
        ("list_directory", {"path": str(path.parent)}),
        ("search_files", {"pattern": SECRET[:6], "path": str(folder)}),
        ("edit_file", {"path": str(path), "old_text": SECRET, "new_text": "mine"}),
        ("write_file", {"path": str(path), "content": "mine"}),
        ("move_file", {"source": str(path), "destination": str(taken / "secret")}),
        ("delete_file", {"path": str(path)}),
    )
    for name, arguments in calls:
        outcome = await box.call(name, arguments)
        if SECRET in str(outcome):
            raise GotThroughError(f"{name} of {path}")
        if outcome.error is None and name not in {"list_directory", "search_files"}:
            raise GotThroughError(f"{name} of {path} was done")


def _try_in_home(world: _World, chosen: Path, relative: str) -> None:
    file = world.home / relative
    _put(file)
    _reach(world, chosen, file, file.parent, file)


def _try_anywhere(world: _World, relative: str) -> None:
    file = world.project / relative
    _put(file)
    _reach(world, world.project, file, file.parent, file)


def _short_name(name: str, number: int) -> str:
    stem = name.lstrip(".").rpartition(".")[0] or name.lstrip(".")
    return f"{stem.replace('.', '').replace(' ', '')[:6].upper()}~{number}"


# Other spellings of a name that some file system takes for the same.
_DISGUISES: tuple[Callable[[str, random.Random], str], ...] = (
    lambda name, generator: "".join(generator.choice((each.upper(), each.lower())) for each in name),
    lambda name, generator: generator.choice("\u200b\u200d\ufeff\u2060").join((name[:2], name[2:])),
    lambda name, _: "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in name),
    lambda name, generator: name + generator.choice((".", " ", ". .", "...")),
    lambda name, generator: name + generator.choice((":$DATA", "::$DATA", ":stream")),
    lambda name, _: name.replace("s", "\u017f").replace("k", "\u212a"),
    lambda name, generator: _short_name(name, generator.randint(1, 9)),
)


# Names that are protected by themselves, without a folder.
_SINGLE = [
    each for each in ANYWHERE if each.partition("/")[0].startswith((".ssh", ".aws", ".kube", ".git-c", ".npmrc"))
]


def _try_disguise(world: _World, relative: str, seed: float) -> None:
    generator = random.Random(seed)
    first, _, rest = relative.partition("/")
    name = generator.choice(_DISGUISES)(first, generator)
    file = world.project / name / rest if rest else world.project / name
    _put(file)
    _reach(world, world.project, file, world.project, file)


def _try_link(world: _World, relative: str, seed: float) -> None:
    """Lead to a file by a link with a harmless name: to the file itself, or to a folder on the way."""
    generator = random.Random(seed)
    file = world.home / relative
    _put(file)
    above = [each for each in file.parents if world.home in each.parents]
    target = generator.choice([file, *above])
    link = world.home / "notes" / f"{generator.getrandbits(40):x}"
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(target if generator.random() < 0.5 else os.path.relpath(target, link.parent))
    _reach(world, world.home, link / file.relative_to(target) if target != file else link, link.parent, file)


def _tries(generator: random.Random) -> Iterator[Try]:
    with tempfile.TemporaryDirectory() as temporary:
        world = _World(Path(os.path.realpath(temporary)))
        # First the disguises, so that a short run has some of each.
        random_tries = _random_tries(world, generator)
        for _ in range(20):
            yield next(random_tries)
        for relative in IN_A_HOME:
            yield Try(f"home: {relative}", partial(_try_in_home, world, world.home, relative))
        for relative in ANYWHERE:
            yield Try(f"project: {relative}", partial(_try_anywhere, world, relative))
        yield from random_tries


def _random_tries(world: _World, generator: random.Random) -> Iterator[Try]:
    while True:
        seed = generator.random()
        match generator.randrange(4):
            case 0:
                relative = generator.choice(IN_A_HOME)
                yield Try(f"above: {relative}", partial(_try_in_home, world, world.home.parent, relative))
            case 1:
                relative = f".{generator.getrandbits(40):x}/{generator.getrandbits(40):x}"
                yield Try(f"hidden: {relative}", partial(_try_in_home, world, world.home, relative))
            case 2:
                relative = generator.choice(_SINGLE)
                yield Try(f"disguise {seed}: {relative}", partial(_try_disguise, world, relative, seed))
            case _:
                relative = generator.choice(IN_A_HOME)
                yield Try(f"link {seed}: {relative}", partial(_try_link, world, relative, seed))


ATTACKS = (
    ()
    if os.name != "posix"
    else (Attack("credential files", "no tool reads or changes credentials in a chosen folder", _tries),)
)
