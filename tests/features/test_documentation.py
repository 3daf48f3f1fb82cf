"""The documents say of the features what the list says."""

import re

from deskpet.config.settings import Settings
from deskpet.features.feature import always
from deskpet.features.feature_list import FEATURES
from tests.support.deskpet_process import PROJECT


def rows(text: str, heading: str) -> list[tuple[str, ...]]:
    """Return the cells of the first table after a heading, without its head."""
    table = re.search(r"(?:^\|.*\n)+", text[text.index(f"\n{heading}\n") :], re.MULTILINE)
    assert table
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table[0].splitlines()[2:]]


def test_the_table_of_the_readme_has_every_feature_and_whether_it_is_on() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    linked: dict[str, str] = {}
    for names, by_default, _ in rows(readme, "## Features"):
        linked |= dict.fromkeys(re.findall(r"#([a-z-]+)\)", names), by_default)
    for section in {each.readme_section for each in FEATURES}:
        features = [each for each in FEATURES if each.readme_section == section]
        assert section in linked
        if all(each.is_on is not always for each in features):
            assert (linked[section] == "off") is not any(each.is_on(Settings()) for each in features), section


def test_the_data_map_has_every_file_of_a_feature() -> None:
    map_of_data = rows((PROJECT / "SECURITY.md").read_text("utf-8"), "## What is kept, and where")
    places = " ".join(where for _, where, _ in map_of_data)
    missing = [name for each in FEATURES for name in each.files if f"`data/{name}`" not in places]
    assert not missing
