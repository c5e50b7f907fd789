"""Sentences that set a scene, or whose numbers have nothing to do with the question.

Their numbers are called `zz` so that no schema uses the same name.
"""

from sumc.problems.generator.schema import Noise

NOISE = (
    Noise("zz 2..12", "{p's} [dog|cat] is {zz} years old | {p} has {zz cousin}"),
    Noise("zz 6..70", "{p} has a [friend|neighbor] who is {zz} years old"),
    Noise("zz 2..6", "{p} has {zz} [pets|best friends|cousins|dogs]"),
    Noise("zz 2..120", "{p} lives at {zz:digits} [Oak|Main|River|Park|Hill] Street"),
    Noise("zz 2..40", "{p} lives {zz} minutes from the [school|park|bus stop]"),
    Noise("zz 7..11", "it was {zz} o'clock in the morning"),
    Noise("zz 2..6", "it was {zz} o'clock in the afternoon"),
    Noise("zz 50..95", "it was {zz} degrees outside that day"),
    Noise("zz 2..30", "{p} has lived in the town for {zz} years"),
    Noise("zz 2..30", "it was [May|June|March|October] {zz:digits}"),
    Noise("zz 3..25", "there are {zz house} on {p's} street"),
    Noise("", "it was a [sunny|rainy|cold|busy|quiet] [day|morning|afternoon]"),
    Noise("", "{p} [had a free day|was very busy|got up early|was in a good mood]"),
    Noise("", "it was the [first|last] day of [school|summer|the week|the holidays]"),
    Noise("", "{p} likes to [plan ahead|help others|keep things in order|work with numbers]"),
    Noise("", "{p} wrote everything down in a [notebook|diary]"),
    Noise("", "{p} [asked a friend for help|was talking to a neighbor|had a question about this]"),
)
