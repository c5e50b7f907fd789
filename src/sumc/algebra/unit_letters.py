"""Letters right after a number as units: beside a reference of numbers, 29m is 29 metres."""

from dataclasses import replace

from sumc.algebra.handwriting import plain_writing
from sumc.algebra.operands import is_number
from sumc.algebra.steps import Work


def measured(text: str, work: Work) -> Work:
    """The work with its letters as units, where it can also be read as numbers alone.

    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> from sumc.algebra.steps import read_work
    >>> work = measured("29m", read_work("29m", DEFAULT_LIMITS))
    >>> work.answer.items, work.unit
    (('29',), 'm')
    """
    if all(map(is_number, work.alternatives[0].leaves)):
        return work
    numeric = tuple(each for each in work.alternatives if all(map(is_number, each.leaves)))
    if not numeric:
        return work
    unit = plain_writing(text, letters_are_units=True).unit
    return replace(work, alternatives=numeric, answer=numeric[-1], unit=unit)
