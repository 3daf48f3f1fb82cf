"""Numbers of examples of property tests, which follow the profile of the run."""

from hypothesis import settings

_DEFAULT = 100


def examples(number: int) -> int:
    """Return how many examples a test tries that needs `number` of them in the default profile."""
    return max(1, number * settings.default.max_examples // _DEFAULT)
