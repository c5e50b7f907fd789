"""What a model predicts, as reversible pairs: a problem to its target, a target to its tree."""

from sumc.codecs.binary import BinaryCodes
from sumc.codecs.mtree import MTreeCodes

TARGETS: dict[str, type[MTreeCodes]] = {each.name: each for each in (MTreeCodes, BinaryCodes)}

__all__ = ["TARGETS", "BinaryCodes", "MTreeCodes"]
