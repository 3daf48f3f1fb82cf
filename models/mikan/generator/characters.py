"""The characters that come out of this generator: colours, drawings and words; the rig is the same for all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from . import art_arms, art_hold, art_winter, art_worn, motions_yuki
from .figure import Figure
from .motion import Group
from .palette import MANDARIN, SNOW, Drawing, Palette

Reaction = Mapping[str, str]
"""An expression and a motion group to play together."""


@dataclass(frozen=True, slots=True)
class Character:
    """Who it is; `drawings` replace those of the first character by the name of their sprite."""

    name: str
    description: str
    palette: Palette
    drawings: Mapping[str, Drawing] = field(default_factory=dict[str, Drawing])
    greeting: Reaction = field(default_factory=lambda: {"expression": "happy", "group": "Greet"})
    taps: Mapping[str, Reaction] = field(default_factory=dict[str, Reaction])
    figure: Figure = field(default_factory=Figure)
    motions: Mapping[str, Group] = field(default_factory=dict[str, Group])
    """Groups of its own, which replace those of the first character; they keep their pace and reach."""
    pace: float = 1.0
    """How fast it moves: 1 is lively."""
    reach: float = 1.0
    """How far head, body and tail move, as a share of a lively character's way."""

    @property
    def id(self) -> str:
        """The name of the model's folder and files."""
        return self.name.lower()


MIKAN = Character(
    "Mikan",
    "Mikan is a cheerful little fox spirit with mandarin-orange hair, big teal eyes and a fluffy tail, wrapped in "
    "an oversized cream hoodie and a teal scarf. She is curious, warm and playful, and shows what she feels with "
    "her whole body.",
    MANDARIN,
    taps={
        "Head": {"expression": "shy", "group": "TapHead"},
        "Body": {"expression": "surprised", "group": "TapBody"},
        "Tail": {"expression": "laughing", "group": "TapTail"},
    },
)
YUKI = Character(
    "Yuki",
    "Yuki is a gentle snow fox with silver braids, violet eyes and a tail like a snowdrift, bundled up in a navy "
    "cape coat with a fur collar and red mittens. She is calm, thoughtful and a little shy, speaks softly, and "
    "melts when somebody is kind to her.",
    SNOW,
    art_winter.DRAWINGS
    | {
        "RaisedSleeve": partial(art_arms.raised_sleeve, cuff=art_arms.raised_fur_cuff),
        "HoldingSleeve": partial(art_hold.sleeve, cuff=art_hold.fur_cuff),
        "Laptop": partial(art_hold.laptop, emblem=partial(art_winter.snowflake, at=art_hold.EMBLEM, size=34)),
        "FlowerCrown": partial(art_worn.flower_crown, petal="#b9a6f2", shade="#7f6bd0"),
    },
    taps={
        "Head": {"expression": "happy", "group": "TapHead"},
        "Body": {"expression": "surprised", "group": "TapBody"},
        "Tail": {"expression": "shy", "group": "TapTail"},
    },
    figure=Figure(eye_tilt=-4.0, lids=0.88, mouth=(0.74, 0.82), head=0.93, legs=1.3, waist=0.93),
    motions=motions_yuki.MOTIONS,
    pace=0.88,
    reach=0.94,
)
CHARACTERS = {character.id: character for character in (MIKAN, YUKI)}
