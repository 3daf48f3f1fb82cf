"""Rate limits of callers: a token bucket each, and one for all of them, because a caller may change its name."""

from collections.abc import Hashable

# CallerRules whose buckets are kept; the one that was used longest ago is forgotten first.
_MAX_BUCKETS = 64


class TokenBucket:
    """Holds up to `capacity` tokens, and gets `per_second` of them back. `now` is in seconds and never falls."""

    def __init__(self, capacity: float, per_second: float, now: float) -> None:
        self._capacity, self._per_second = capacity, per_second
        self._tokens, self._at = capacity, now

    def wait_for(self, cost: float, now: float) -> float:
        """Return the seconds until `cost` tokens, at most the capacity, are available; 0 if they are."""
        self._tokens = min(self._capacity, self._tokens + max(0.0, now - self._at) * self._per_second)
        self._at = now
        return max(0.0, (cost - self._tokens) / self._per_second)

    def take(self, cost: float) -> None:
        """Take tokens that `wait_for` has found."""
        self._tokens -= cost


class CallerLimits:
    """The buckets of all callers."""

    def __init__(self, capacity: float, per_second: float, now: float, *, together: float = 2.0) -> None:
        """`together`: factor of the limit for all callers over that of one."""
        self._capacity, self._per_second = capacity, per_second
        self._all = TokenBucket(capacity * together, per_second * together, now)
        self._buckets: dict[Hashable, TokenBucket] = {}

    def take(self, caller: Hashable, cost: float, now: float) -> float:
        """Take tokens for a call. Returns 0, or the seconds until a retry if there are too few."""
        bucket = self._buckets.pop(caller, None) or TokenBucket(self._capacity, self._per_second, now)
        self._buckets[caller] = bucket
        if len(self._buckets) > _MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        wait = max(bucket.wait_for(cost, now), self._all.wait_for(cost, now))
        if not wait:
            bucket.take(cost)
            self._all.take(cost)
        return wait
