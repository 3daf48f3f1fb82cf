"""The list of all sprites: which drawing goes into the texture under which name, and how sharp."""

from functools import partial

from . import art_arms, art_body, art_effects, art_face, art_head, art_hold, art_worn
from .atlas import Sprite
from .characters import Character
from .paint import Ink
from .palette import Drawing, Palette

WIDTH, HEIGHT = 1000.0, 1500.0
"""The sheet everything is drawn on, in pixels."""
WHOLE = (0.0, 0.0, WIDTH, HEIGHT)

BODY, HEAD, FACE, THING, SOFT, ROUGH = 0.8, 0.86, 0.94, 0.7, 0.6, 0.4
"""Texels per canvas pixel; much the same everywhere, else what is finer would flicker where the rest is sharp."""

_IN_PLACE = {
    "Shadow": (art_body.shadow, ROUGH),
    "Tail": (art_body.tail, BODY),
    "LegR": (art_body.leg, BODY),
    "LegL": (art_body.leg_other, BODY),
    "Hoodie": (art_body.hoodie, BODY),
    "Sleeve": (partial(art_arms.sleeve, cuff=art_arms.ribbed_cuff), BODY),
    "Paw": (art_arms.paw, BODY),
    "OpenHand": (art_arms.open_hand, BODY),
    "FoldedArm": (partial(art_arms.folded_arm, cuff=art_arms.ribbed_cuff), BODY),
    "HoldingSleeve": (partial(art_hold.sleeve, cuff=art_hold.ribbed_cuff), BODY),
    "Fist": (art_hold.fist, BODY),
    "Cup": (art_hold.cup, THING),
    "Phone": (art_hold.phone, THING),
    "Pen": (art_hold.pen, THING),
    "Book": (art_hold.book, THING),
    "Laptop": (partial(art_hold.laptop, emblem=art_hold.mandarin), THING),
    "FoldedHands": (art_hold.folded_hands, THING),
    "Neckline": (art_worn.neckline, THING),
    "Scarf": (art_body.scarf, BODY),
    "ScarfEnd": (art_body.scarf_end, BODY),
    "BackHair": (art_head.back_hair, BODY),
    "EarR": (art_head.ear, HEAD),
    "EarL": (art_head.ear_other, HEAD),
    "Face": (art_head.face, BODY),
    "FringeShade": (art_head.fringe_shade, SOFT),
    "Nose": (art_head.nose, FACE),
    "FrontHair": (art_head.front_hair, HEAD),
    "Gloss": (art_head.gloss, BODY),
    "SideLockR": (art_head.side_lock, HEAD),
    "SideLockL": (art_head.side_lock_other, HEAD),
    "Sprig": (art_head.sprig, HEAD),
    "Clip": (art_head.clip, FACE),
    "Glasses": (art_worn.glasses, HEAD),
    "Hat": (art_worn.hat, THING),
    "Pompom": (art_worn.pompom, THING),
    "FlowerCrown": (partial(art_worn.flower_crown, petal="#ffffff", shade="#ffdccb"), THING),
    "Iris": (art_face.iris, FACE),
    "Highlights": (art_face.highlights, FACE),
    "Star": (art_face.star, FACE),
    "TearyLight": (art_face.teary_light, FACE),
    "Squeeze": (art_face.squeeze, FACE),
    "Cheek": (art_face.cheek, ROUGH),
    "BlushLines": (art_face.blush_lines, BODY),
    "Tongue": (art_face.tongue, FACE),
    "Fang": (art_face.fang, FACE),
    "TearStream": (art_effects.tear_stream, FACE),
    "TearDrop": (art_effects.tear_drop, FACE),
    "Sweat": (art_effects.sweat, HEAD),
    "Anger": (art_effects.anger, HEAD),
    "SleepMark": (art_effects.sleep, BODY),
    "Thought": (art_effects.thought, BODY),
    "Sparkle": (art_effects.sparkles, BODY),
    "Startle": (art_effects.startle, BODY),
    "NoseBubble": (art_effects.nose_bubble, FACE),
    "Gloom": (art_face.forehead_shade, ROUGH),
}
"""Drawings made where they stand on the canvas, with their density."""


def sprites(character: Character) -> list[Sprite]:
    """Every sprite of a character."""
    in_place = [
        Sprite(name, partial(_apply, character.drawings.get(name, draw), character.palette), WHOLE, density)
        for name, (draw, density) in _IN_PLACE.items()
    ]
    ribbons = [
        Sprite(
            name,
            partial(_apply, character.drawings.get(name, ribbon.paint), character.palette),
            (0, 0, ribbon.width, ribbon.height),
            ribbon.density,
            keep_frame=True,
        )
        for name, ribbon in (art_face.RIBBONS | art_arms.RIBBONS).items()
    ]
    return in_place + ribbons


def _apply(draw: Drawing, palette: Palette, ink: Ink) -> None:
    draw(ink, palette)
