"""Time with her: what has grown between the character and the user, as days, a mood and a diary.

Pure values and rules; the days are in `store.days`. Nothing of it is imported while it is off in the settings.

There is nothing to win and nothing to lose. The mood rises by what was done together and fades to calm by itself; it
is never below calm, so that an absence is no reproach. No text of a conversation is looked at: only its questions,
the calls that succeeded and the strokes of her head count.
"""
