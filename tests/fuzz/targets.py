"""The table of fuzz targets."""

from collections.abc import Mapping

from tests.fuzz import file_targets, text_targets, wire_targets
from tests.fuzz.target import Target

TARGETS: Mapping[str, Target] = {
    target.name: target for target in (*wire_targets.TARGETS, *text_targets.TARGETS, *file_targets.TARGETS)
}
