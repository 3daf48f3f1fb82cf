"""Time with the character: the days together, and a mood and a diary that are derived from them.

Pure values and rules; the days are in `store.together_days`. Not imported while `together.enabled` is off.

There is nothing to win and nothing to lose. The mood rises by what was done together and fades to calm by itself; it
is never below calm, so that an absence is no reproach. No text of a conversation is looked at: only its questions,
the calls that succeeded and the strokes of her head count.
"""
