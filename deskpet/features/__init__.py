"""The features of the program. Only `app` and `cli` read the list; what a feature needs is imported when it is used."""

from deskpet.features.feature import Feature
from deskpet.features.memory.feature import MEMORY
from deskpet.features.proactive.feature import PROACTIVE
from deskpet.features.together.feature import TOGETHER

FEATURES: tuple[Feature, ...] = (
    MEMORY,
    PROACTIVE,
    TOGETHER,
)
