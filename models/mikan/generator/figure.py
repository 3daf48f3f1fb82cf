"""The proportions of a character and the shape of its features."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Shares of the first character's sizes; what differs tells one silhouette and one face from another."""

    eye_tilt: float = 6.0
    """By how many pixels the outer corners of the eyes are raised: lively; lowered they look gentle."""
    lids: float = 1.0
    """How high the open upper lids arch."""
    mouth: tuple[float, float] = (1.0, 1.0)
    """Width and height of the mouth."""
    head: float = 1.0
    legs: float = 1.0
    waist: float = 1.0
