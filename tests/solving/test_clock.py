"""Times of day: how long it is between two, and what the clock says later or earlier."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import texts
from sumc.problems.numbers import detect_language
from sumc.solving.answer import said
from sumc.solving.routes.clock import read_clock
from sumc.solving.routes.exact import Exact
from sumc.solving.routes.finding import find_exact


def spoken(text: str) -> str | None:
    """The answer as people say it; None where the text is left to a model."""
    language = detect_language(text)
    found = find_exact(text, language)
    if not isinstance(found, Exact):
        return None
    value = found.tree.evaluate(found.problem.values)
    assert value is not None
    return said(value, found.unit, language)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A bus goes at 9:15 am and comes at 11:40 am. How many minutes is that?", "145 minutes"),
        ("The play starts at 7:40 pm and ends at 9:15 pm. How long is it?", "1 h 35 min"),
        ("The play starts at 7:40 pm and ends at 8:15 pm. How long is it?", "35 minutes"),
        ("Ugo slept from 10 pm to 6:30 am. How many hours did he sleep?", "8 h 30 min"),
        ("How many hours are there from 9 a.m. to 5 p.m.?", "8 hours"),
        ("A tram left at 11:50 and came at 1:05. How many minutes did it take?", "75 minutes"),
        ("Rehearsal goes from 11:30 to 1:15 pm. How long does it last?", "1 h 45 min"),
        ("Rehearsal goes from 12 am to 12 pm. How many hours is that?", "12 hours"),
        ("The kiosk opens at 9 o'clock in the morning and closes at 6 o'clock in the evening. "
         "How many hours is it open?", "9 hours"),
        ("The lesson starts at 8:50 and lasts 45 minutes. At what time does it end?", "9:35"),
        ("The match began at 7:45 pm and took 1 hour 50 minutes. When did it end?", "9:35 pm"),
        ("The party starts at 11:30 pm and lasts 2 hours. What time does it end?", "1:30 am"),
        ("Ira needs 35 minutes to walk to school. School begins at 8:10 am. When must she leave?",
         "7:35 am"),
        ("It takes 3 hours and 20 minutes to fly. We land at 2:10 pm. When did we take off?",
         "10:50 am"),
        ("The cake goes into the oven at 12:20 pm. It bakes for 50 minutes. When is it ready?",
         "1:10 pm"),
        ("The tour starts at 14:30 and takes 50 minutes. When does it end?", "15:20"),
        ("话剧晚上7:15开始，演1小时50分钟，什么时候结束？", "21:05"),
        ("火车上午9时15分开出，上午11时40分到达，路上用了多少分钟？", "145分钟"),
        ("火车上午9时15分开出，11时40分到达，路上用了多少分钟？", "145分钟"),
        ("小美8点50分开始画画，用了45分钟，几点几分画完？", "9:35"),
        ("书店上午8时开门，晚上9时关门，营业多少小时？", "13小时"),
    ],
)  # fmt: skip
def test_what_the_clock_says(text: str, answer: str) -> None:
    assert spoken(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Ugo works from 9 am to 5 pm every day. How many hours does he work in 5 days?",
        "Ugo works from 9 am to 5 pm with a break of 30 minutes. How many hours does he work?",
        "The party began at 4:10. If it ended at 6:20, how many minutes did the workshop take?",
        "The train should arrive at 9:15 but is 20 minutes late. When does it arrive?",
        "Lunch ends at 12:30. Maths lasts 50 minutes. When does maths end?",
        "At 8:15 there are 12 birds. At 9:15 there are 20. How many hours is that?",
        "It was 10 o'clock. Ada has 5 apples and buys 3. When does she get home?",
        "The score was 3:15 and then 4:20. How long did they play?",
        "The film starts at 7:15 and lasts an hour and 20 minutes. When does it end?",
        "Ugo works from 9 am to 5 pm with an hour for lunch. How many hours does he work?",
        "A film of 2 hours 10 minutes. How many minutes is it?",
        "一节课3时20分，另一节2时10分，一共多少分钟？",
        "每天上午8时上班，下午5时下班，一周工作多少小时？",
    ],
)
def test_other_questions_are_left_to_a_model(text: str) -> None:
    assert read_clock(text, detect_language(text)) is None


@given(st.integers(0, 24 * 60 - 1), st.integers(1, 12 * 60 - 1))
def test_a_length_of_time_there_and_back(start: int, length: int) -> None:
    end = (start + length) % (24 * 60)
    first, second = (said_time(each) for each in (start, end))
    found = read_clock(f"It starts at {first} and ends at {second}. How many minutes is it?", "en")
    assert found is not None
    assert found.tree.evaluate(found.problem.values) == length
    lasts = f"{length} minute{'s' * (length != 1)}"
    after = read_clock(f"It starts at {first} and lasts {lasts}. When does it end?", "en")
    before = read_clock(f"It lasts {lasts} and ends at {second}. When does it start?", "en")
    for clock, minutes in ((after, end), (before, start)):
        assert clock is not None
        assert clock.tree.evaluate(clock.problem.values) == minutes
        assert said(Fraction(minutes), clock.unit, "en") == said_time(minutes)


def said_time(minutes: int) -> str:
    """A time of day with its half: 12:05 am."""
    hour, minute = divmod(minutes, 60)
    return f"{(hour - 1) % 12 + 1}:{minute:02} {'pm' if hour >= 12 else 'am'}"


@given(texts())
def test_no_text_breaks_it(text: str) -> None:
    for language in ("en", "zh"):
        found = read_clock(f"{text} 9:15 10:20 how long", language)
        assert found is None or found.tree.evaluate(found.problem.values) is not None
