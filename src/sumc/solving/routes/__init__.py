"""Exact routes: texts that a rule answers, before any model runs.

A route answers only when its grammar covers the whole text. They are asked in this order:

calculation    3 + 4 = ?
conversion     How many minutes are in 2.5 hours?
equation       3x - 2 = 10
words          subtract 5 from 12
clock          The film starts at 7:40 pm and ends at 9:15 pm. How long is it?
years          In 1999 he was 12. How old was he in 2005?
beyond         What is the LCM of 4 and 6? (which has a reason instead of an answer)
"""
