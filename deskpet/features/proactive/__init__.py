"""Speaking first: when the character may begin to speak without being asked, and what she says without a model.

Pure values and rules. Nothing of it is imported while the level is Quiet.
"""
