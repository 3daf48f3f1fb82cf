"""Rate limits of callers, on a clock of the tests."""

from deskpet.features.callers.rate_limit import CallerLimits


def test_a_caller_waits_when_its_tokens_are_used_up():
    limits = CallerLimits(10, 0.25, 0.0)
    assert [limits.take("a", 3, 0.0) for _ in range(3)] == [0, 0, 0]
    # One token is left, and the others come back one in four seconds.
    assert limits.take("a", 3, 0.0) == 8.0
    assert limits.take("a", 1, 0.0) == 0
    assert limits.take("a", 3, 11.0) == 1.0
    assert limits.take("a", 3, 12.0) == 0


def test_two_callers_have_tokens_of_their_own():
    limits = CallerLimits(10, 0.25, 0.0)
    assert limits.take("a", 10, 0.0) == 0
    assert limits.take("b", 10, 0.0) == 0


def test_a_caller_that_changes_its_name_is_limited_too():
    limits = CallerLimits(10, 0.25, 0.0)
    taken = [limits.take(f"name-{number}", 1, 0.0) for number in range(1000)]
    assert taken.count(0) == 20
    assert limits.take("another", 1, 2.0) == 0


def test_a_clock_that_goes_back_gives_no_tokens():
    limits = CallerLimits(10, 0.25, 100.0)
    assert limits.take("a", 10, 100.0) == 0
    assert limits.take("a", 1, 0.0) == 4.0
