"""Texts about a Live2D model."""

from importlib.util import find_spec

from deskpet.pet import character
from deskpet.pet.body import BodyFile
from deskpet.translation import tr, tr_plural


def title_of(model: BodyFile) -> str:
    """Return the character's name with a capital first letter, which the names in many model files lack."""
    name = character.from_model(model).name
    return name[:1].upper() + name[1:]


def gesture_counts(model: BodyFile) -> str:
    """Return a sentence with the numbers of expressions and motions; empty without any."""
    expression_count, motion_count = len(model.expressions), sum(model.motions.values())
    expressions = tr_plural(expression_count, "{n} expression", "{n} expressions")
    motions = tr_plural(motion_count, "{n} motion", "{n} motions")
    if expression_count and motion_count:
        return tr("{expressions} and {motions}.", expressions=expressions, motions=motions)
    if expression_count or motion_count:
        return tr("{sentence}.", sentence=expressions if expression_count else motions)
    return ""


def sound_note(model: BodyFile) -> str:
    """Return why the sounds of the model's motions are not heard, with the next step; empty if they are."""
    if not model.has_sounds or find_spec("miniaudio"):
        return ""
    return tr("Its motions have sounds. To hear them, install deskpet[voice].")
