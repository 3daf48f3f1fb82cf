"""Ask osv.dev, the public database of vulnerabilities, about every locked package.

`python -m tests.campaigns.vulnerabilities` prints what is known. The exit code is 1 if anything is, and 2 if the
database can't be reached, which says nothing about the packages.
"""

import re
import sys

import httpx

from tests.campaigns.licences import LOCKS
from tests.support.folders import PROJECT

ADDRESS = "https://api.osv.dev/v1/querybatch"


def locked() -> list[tuple[str, str]]:
    """Return the name and version of every locked package."""
    texts = [(PROJECT / lock).read_text(encoding="utf-8") for lock in LOCKS]
    return sorted({pin for text in texts for pin in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)})


def known_vulnerabilities(packages: list[tuple[str, str]], client: httpx.Client) -> list[str]:
    """Return a line for each package with known vulnerabilities. Raises httpx.HTTPError, ValueError."""
    queries = [{"package": {"ecosystem": "PyPI", "name": name}, "version": version} for name, version in packages]
    answer = client.post(ADDRESS, json={"queries": queries}).raise_for_status().json()
    # Results have the order of the queries; one without vulnerabilities is empty.
    return [
        f"{name} {version}: {', '.join(each['id'] for each in result['vulns'])}"
        for (name, version), result in zip(packages, answer["results"], strict=True)
        if result.get("vulns")
    ]


def main(client: httpx.Client | None = None) -> int:
    """Print the result and return the exit code."""
    packages = locked()
    try:
        with client or httpx.Client(timeout=30) as opened:
            found = known_vulnerabilities(packages, opened)
    except (httpx.HTTPError, ValueError, KeyError) as error:
        print(f"{ADDRESS} is not reachable, so nothing was checked: {error}")
        return 2
    print(*found, f"{len(packages)} packages, {len(found)} with known vulnerabilities", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
