"""Every parameter of the model: its id, range, default and the name people see in an editor."""

from .moc import Parameter

TURN = (-30.0, 0.0, 30.0)
LEAN = (-10.0, 0.0, 10.0)
BOTH_WAYS = (-1.0, 0.0, 1.0)
ON_OFF = (0.0, 1.0)
MOUTH_OPEN = (0.0, 0.2, 1.0)
SNAP = 0.0000004
"""So far apart are two keys of which no frame is to show both: the core takes a value that is within 0.001 of a key for
that key."""
ARM_OPEN, ARM_BEFORE_HEAD = 0.22, 0.42
"""Past the first the open hand takes the place of the closed one, past the second the arm is before the head: so fast
that no frame shows both."""
ARM = (-1.0, 0.0, ARM_OPEN, ARM_OPEN + SNAP, 0.32, ARM_BEFORE_HEAD, ARM_BEFORE_HEAD + SNAP, 0.8, 1.0)
"""The open hand is spread at 0.32."""
LEG = (-1.0, 0.0, 0.5, 1.0)
"""A step is highest at 0.5."""
TAKEN = 0.53
CROSSING = (0.0, TAKEN, TAKEN + SNAP, 0.78, 1.0)
"""After the middle one drawing takes the place of another, so fast that no frame shows both."""
SHOWN = (0.0, TAKEN, TAKEN + SNAP, 1.0)
"""Past the middle a thing is there."""
EYE_OPEN = (0.0, 0.15, 1.0, 1.3)
"""Between the keys the lids move straight; at 0.15 the ends of the upper one are lowest."""

_TABLE = (
    ("ParamAngleX", TURN, 0, "Head turns left and right"),
    ("ParamAngleY", TURN, 0, "Head looks down and up"),
    ("ParamAngleZ", TURN, 0, "Head tilts"),
    ("ParamEyeLOpen", EYE_OPEN, 1, "Left eye opens"),
    ("ParamEyeROpen", EYE_OPEN, 1, "Right eye opens"),
    ("ParamEyeLSmile", ON_OFF, 0, "Left eye smiles"),
    ("ParamEyeRSmile", ON_OFF, 0, "Right eye smiles"),
    ("ParamEyeForm", BOTH_WAYS, 0, "Lids slant, sad to angry"),
    ("ParamEyeBallX", BOTH_WAYS, 0, "Gaze left and right"),
    ("ParamEyeBallY", BOTH_WAYS, 0, "Gaze down and up"),
    ("ParamEyeBallForm", BOTH_WAYS, 0, "Iris small to large"),
    ("ParamBrowLY", BOTH_WAYS, 0, "Left brow rises"),
    ("ParamBrowRY", BOTH_WAYS, 0, "Right brow rises"),
    ("ParamBrowLAngle", BOTH_WAYS, 0, "Left brow slants, sad to angry"),
    ("ParamBrowRAngle", BOTH_WAYS, 0, "Right brow slants, sad to angry"),
    ("ParamBrowLForm", BOTH_WAYS, 0, "Left brow bends"),
    ("ParamBrowRForm", BOTH_WAYS, 0, "Right brow bends"),
    ("ParamMouthForm", BOTH_WAYS, 0, "Mouth frowns and smiles"),
    ("ParamMouthOpenY", MOUTH_OPEN, 0, "Mouth opens"),
    ("ParamA", ON_OFF, 0, "Mouth says A"),
    ("ParamI", ON_OFF, 0, "Mouth says I"),
    ("ParamU", ON_OFF, 0, "Mouth says U"),
    ("ParamE", ON_OFF, 0, "Mouth says E"),
    ("ParamO", ON_OFF, 0, "Mouth says O"),
    ("ParamMouthSkew", BOTH_WAYS, 0, "Mouth pulls to one side"),
    ("ParamMouthWave", ON_OFF, 0, "Mouth trembles"),
    ("ParamSqueeze", ON_OFF, 0, "Eyes squeezed shut"),
    ("ParamCheek", ON_OFF, 0, "Cheeks blush"),
    ("ParamBlushLines", ON_OFF, 0, "Blush lines"),
    ("ParamTears", ON_OFF, 0, "Tears stream"),
    ("ParamTearDrop", ON_OFF, 0, "A tear at the eye"),
    ("ParamTeary", ON_OFF, 0, "Eyes fill with water"),
    ("ParamStarEyes", ON_OFF, 0, "Stars in the eyes"),
    ("ParamSweat", ON_OFF, 0, "Sweat drop"),
    ("ParamAnger", ON_OFF, 0, "Anger mark"),
    ("ParamSleepMark", ON_OFF, 0, "Letters Z"),
    ("ParamThought", ON_OFF, 0, "Thought bubble"),
    ("ParamSparkle", ON_OFF, 0, "Sparkles"),
    ("ParamStartle", ON_OFF, 0, "Startled strokes"),
    ("ParamNoseBubble", ON_OFF, 0, "Bubble at the nose"),
    ("ParamGloom", ON_OFF, 0, "Shade over the forehead"),
    ("ParamBodyAngleX", LEAN, 0, "Body turns"),
    ("ParamBodyAngleY", LEAN, 0, "Body stretches"),
    ("ParamBodyAngleZ", LEAN, 0, "Body leans"),
    ("ParamBreath", ON_OFF, 0, "Breath"),
    ("ParamHips", BOTH_WAYS, 0, "Weight goes to one leg"),
    ("ParamSit", ON_OFF, 0, "Sits down"),
    ("ParamLegL", LEG, 0, "Left foot kicks back and steps out"),
    ("ParamLegR", LEG, 0, "Right foot kicks back and steps out"),
    ("ParamStrideL", BOTH_WAYS, 0, "Left foot walks left and right"),
    ("ParamStrideR", BOTH_WAYS, 0, "Right foot walks left and right"),
    ("ParamHop", BOTH_WAYS, 0, "Squats and hops"),
    ("ParamArmL", ARM, 0, "Left arm rises"),
    ("ParamArmR", ARM, 0, "Right arm rises"),
    ("ParamElbowL", BOTH_WAYS, 0, "Left elbow bends in and out"),
    ("ParamElbowR", BOTH_WAYS, 0, "Right elbow bends in and out"),
    ("ParamHandL", BOTH_WAYS, 0, "Left hand turns"),
    ("ParamHandR", BOTH_WAYS, 0, "Right hand turns"),
    ("ParamArmLFold", CROSSING, 0, "Left hand comes to the chin"),
    ("ParamArmRFold", CROSSING, 0, "Right hand comes to the chin"),
    ("ParamHoldL", CROSSING, 0, "Left hand comes up to hold something"),
    ("ParamHoldR", CROSSING, 0, "Right hand comes up to hold something"),
    ("ParamCup", SHOWN, 0, "Cup in the left hand"),
    ("ParamPhone", SHOWN, 0, "Phone in the left hand"),
    ("ParamPen", SHOWN, 0, "Pencil in the left hand"),
    ("ParamBook", SHOWN, 0, "Book in both hands"),
    ("ParamLaptop", SHOWN, 0, "Laptop in both hands"),
    ("ParamFoldedHands", SHOWN, 0, "Hands laid into one another"),
    ("ParamGlasses", SHOWN, 0, "Glasses"),
    ("ParamScarfOff", SHOWN, 0, "Without the scarf"),
    ("ParamHat", SHOWN, 0, "Knitted hat"),
    ("ParamPompom", SHOWN, 0, "Ball of wool on the hat"),
    ("ParamFlowerCrown", SHOWN, 0, "Flower crown"),
    ("ParamEarL", BOTH_WAYS, 0, "Left ear droops and perks"),
    ("ParamEarR", BOTH_WAYS, 0, "Right ear droops and perks"),
    ("ParamEarTwitch", BOTH_WAYS, 0, "Ears twitch"),
    ("ParamTail", BOTH_WAYS, 0, "Tail wags"),
    ("ParamTailMid", BOTH_WAYS, 0, "Tail's middle follows"),
    ("ParamTailTip", BOTH_WAYS, 0, "Tail's tip follows"),
    ("ParamEarSway", BOTH_WAYS, 0, "Ears follow the head"),
    ("ParamArmSway", BOTH_WAYS, 0, "Arms follow the body"),
    ("ParamHandLDrag", BOTH_WAYS, 0, "Left hand follows the arm"),
    ("ParamHandRDrag", BOTH_WAYS, 0, "Right hand follows the arm"),
    ("ParamHairFront", BOTH_WAYS, 0, "Bangs swing"),
    ("ParamHairFrontTip", BOTH_WAYS, 0, "Tips of the bangs follow"),
    ("ParamHairSideL", BOTH_WAYS, 0, "Left side lock swings"),
    ("ParamHairSideLTip", BOTH_WAYS, 0, "Left side lock's tip follows"),
    ("ParamHairSideR", BOTH_WAYS, 0, "Right side lock swings"),
    ("ParamHairSideRTip", BOTH_WAYS, 0, "Right side lock's tip follows"),
    ("ParamHairBackL", BOTH_WAYS, 0, "Left back hair swings"),
    ("ParamHairBackR", BOTH_WAYS, 0, "Right back hair swings"),
    ("ParamSprig", BOTH_WAYS, 0, "Lock on the crown swings"),
    ("ParamClip", BOTH_WAYS, 0, "Leaves of the clip tremble"),
    ("ParamSpring", BOTH_WAYS, 0, "Body gives way on landing"),
    ("ParamScarf", BOTH_WAYS, 0, "Scarf swings"),
)

PARAMETERS = tuple(Parameter(id_, keys[0], keys[-1], default, name) for id_, keys, default, name in _TABLE)
KEYS = {id_: keys for id_, keys, _, _ in _TABLE}
"""Values at which objects that follow a parameter have key forms, unless they say otherwise."""
DEFAULTS = {parameter.id: parameter.default for parameter in PARAMETERS}
