"""List the campaigns, or run one: `make campaign NAME=faults ARGS="--count 100"`.

Each is a module with a command line of its own. This one installs what it needs, and starts it on a virtual display if
it shows windows.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from types import MappingProxyType
from typing import NoReturn

from tests.support.folders import PROJECT

SET_UP = PROJECT / ".setup"


@dataclass(frozen=True, slots=True)
class Campaign:
    """A module that prints a table of what it tried.

    stage: what .setup/install.py installs for it, beside what the tests need. arguments: stand before those of the
    command line. path: a folder of the checkout with more modules for it.
    """

    module: str
    help: str
    stage: str = ""
    shows_windows: bool = False
    arguments: tuple[str, ...] = ()
    path: str = ""


CAMPAIGNS = MappingProxyType(
    {
        "another": Campaign(
            "tests.campaigns.another",
            'measure the start, the memory and the rest of any program with windows (ARGS="PROGRAM ARGUMENT ...")',
            shows_windows=True,
        ),
        "attacks": Campaign(
            "tests.attacks",
            'try to fool the person and the program, and print what got through (ARGS="terminal --count 5000")',
            shows_windows=True,
        ),
        "bad-days": Campaign(
            "tests.bad_days",
            "let sleep, dead networks, wrong clocks, full disks and lost screens happen to the pet (ARGS=part of one)",
            path=".setup",
        ),
        "body": Campaign(
            "tests.campaigns.body",
            "measure how the characters move, beside the sample models (ARGS=mikan, or --pictures FOLDER)",
            shows_windows=True,
        ),
        "conformance": Campaign(
            "tests.campaigns.conformance", "compare the parsers with recorded streams, dialects and gateways"
        ),
        "corrupt-databases": Campaign(
            "tests.store.corrupt", "open damaged databases and print what was saved of each (ARGS=-v)"
        ),
        "coverage": Campaign(
            "tests.campaigns.coverage_table", "measure the branch coverage of the tests, by package (ARGS for pytest)"
        ),
        "demo": Campaign(
            "tests.campaigns.demo", "record the conversation of the README as pictures", shows_windows=True
        ),
        "faults": Campaign(
            "tests.faults",
            'talk to faulty servers and print the results (ARGS="--count 100 --windows 0 --seed 1")',
            shows_windows=True,
            arguments=("--windows", "100"),
        ),
        "fuzz": Campaign(
            "tests.fuzz",
            'search for inputs that break a reader, guided by coverage (ARGS="sse card --seconds 600 --keep")',
            stage="fuzz",
            path=".tools/fuzz",
        ),
        "hit-grid": Campaign(
            "tests.campaigns.hit_grid",
            "click on a grid over the character at each scale, and print who got the clicks (ARGS=--windows: by Wine)",
            shows_windows=True,
        ),
        "hostile-files": Campaign(
            "tests.hostile_files", "read files made to stop the program; print the sentence, time and memory of each"
        ),
        "imports": Campaign(
            "tests.campaigns.imports",
            "convert the exports of other programs in a folder; print what was read, refused or wrong (ARGS=FOLDER)",
        ),
        "installed": Campaign(
            "tests.support.installed",
            "install a wheel, the folder and with `uv run`, outside of the checkout, and use each (ARGS=wheel)",
            shows_windows=True,
        ),
        "installed-windows": Campaign(
            "tests.campaigns.installed_windows",
            "install a wheel and the folder with pip for Windows, and use each under Wine (ARGS=wheel)",
            stage="windows",
            shows_windows=True,
        ),
        "kills": Campaign(
            "tests.store.kills",
            'kill the program while it streams, imports, migrates and saves; print what was lost (ARGS="--count 100")',
        ),
        "late-threads": Campaign(
            "pytest",
            "run tests while the work of threads comes late, so that another is first (ARGS=tests/features)",
            shows_windows=True,
            arguments=("-q", "-p", "tests.campaigns.late_threads"),
        ),
        "legible": Campaign(
            "tests.campaigns.legible",
            'look for texts that are cut off or have too little contrast, in every scene (ARGS="--languages ja")',
            shows_windows=True,
        ),
        "licences": Campaign(
            "tests.campaigns.licences", "print the licence of every locked package (`make test` checks them)"
        ),
        "lived": Campaign(
            "tests.campaigns.lived",
            "count the clicks, keys and seconds of what people do often, in a fresh clone (ARGS=--here: in this one)",
            shows_windows=True,
        ),
        "parts": Campaign(
            "tests.campaigns.parts",
            "add the parts to the folder that `make release` built, on the loopback address, use and remove them",
            path=".release",
        ),
        "peer": Campaign(
            "tests.peer",
            "measure the same model here and in a browser page; installs Chromium (ARGS=MODEL for another one)",
            stage="peer",
            shows_windows=True,
        ),
        "public": Campaign(
            "tests.campaigns.public",
            "read the files of a folder, or of packages of PyPI and npm; print what was read, refused or crashed "
            '(ARGS="FOLDER npm:unified")',
            shows_windows=True,
        ),
        "redirects": Campaign(
            "tests.campaigns.redirects", "print where each provider's request goes when the server redirects it"
        ),
        "released": Campaign(
            "tests.campaigns.released",
            "start each kind of child process in the folder that `make release` built (ARGS=FOLDER: in another one)",
            shows_windows=True,
        ),
        "rig-search": Campaign(
            "tests.pet.rig_search",
            'search for a way to end the process through the character (ARGS="--updates 1000000 --seed 1")',
            shows_windows=True,
        ),
        "soak": Campaign(
            "tests.soak",
            "use the real program for half an hour at ten times a person's pace and look for what grows "
            '(ARGS="--minutes 3", or "--switches 500")',
            shows_windows=True,
        ),
        "starts": Campaign(
            "tests.starts",
            "start the program in bad environments and print the results (ARGS=part of a condition's name)",
            shows_windows=True,
        ),
        "updated": Campaign(
            "tests.campaigns.updated",
            "update the folder that `make release` built, on the loopback address, and roll a broken version back "
            "(ARGS=--windows: the installer for Windows, by Wine)",
            shows_windows=True,
        ),
        "vulnerabilities": Campaign(
            "tests.campaigns.vulnerabilities",
            "ask osv.dev about every locked package; says so if it can't be reached",
        ),
        "wayland": Campaign(
            "tests.campaigns.wayland",
            "start Wayland compositors, click on a grid over the character, and take pictures (ARGS=--pictures FOLDER)",
            shows_windows=True,
        ),
        "weight": Campaign(
            "tests.campaigns.weight",
            "measure the sizes of what `make release` built, and its start beside that of the checkout",
            shows_windows=True,
        ),
    }
)


def main(arguments: list[str]) -> int:
    """List the campaigns, or become the one that is named first. Returns 2 if there is none of that name."""
    if not arguments:
        print(*(f"{name:18} {each.help}" for name, each in CAMPAIGNS.items()), sep="\n")
        return 0
    name, *others = arguments
    if name not in CAMPAIGNS:
        print(f"no such campaign: {name}; there are {', '.join(CAMPAIGNS)}", file=sys.stderr)
        return 2
    campaign = CAMPAIGNS[name]
    if campaign.stage:
        set_up = subprocess.run([sys.executable, SET_UP / "install.py", campaign.stage], check=False)
        if set_up.returncode:
            return set_up.returncode
    return start(campaign, others)


def start(campaign: Campaign, arguments: list[str]) -> NoReturn:
    """Replace this process by the campaign."""
    environment = os.environ | ({"PYTHONPATH": str(PROJECT / campaign.path)} if campaign.path else {})
    os.execve(sys.executable, command(campaign, arguments), environment)


def command(campaign: Campaign, arguments: list[str]) -> list[str]:
    """Return the command that runs a campaign with the arguments of the command line."""
    display = (str(SET_UP / "virtual_display.py"), "--always", sys.executable) if campaign.shows_windows else ()
    return [sys.executable, *display, "-m", campaign.module, *campaign.arguments, *arguments]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
