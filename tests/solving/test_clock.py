"""Times of day: how long it is between two, and what the clock says later or earlier."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import adding_solver
from strategies import texts
from sumc.problems.numbers import detect_language
from sumc.solving.answer import said
from sumc.solving.routes.clock import read_clock
from sumc.solving.routes.clock_questions import asks_length_between_times, asks_time_of_day
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
        ("Ugo read from noon to 2:20 pm. How long did he read?", "2 h 20 min"),
        ("The guard works from 11 o'clock at night to 7 in the morning. How long is that?", None),
        ("The guard works from 11 o'clock at night to 7 o'clock in the morning. How long is that?",
         "8 hours"),
        ("The walk begins at half past nine and ends at a quarter to 11. How long is it?",
         "1 h 15 min"),
        ("The stall opens at 7:00 in the morning and closes at 8:30 in the evening. "
         "How long is it open?", "13 h 30 min"),
        ("One evening Ada knits from 7:25 to 8:10. How long does she knit?", "45 minutes"),
        ("From 7:10 to 9:40 how long is that in minutes?", "150 minutes"),
        ("The kiosk is open from 10 am to 4 pm every day. How many hours a day is it open?",
         "6 hours"),
        ("The ferry is due to leave at 7:50 but leaves at 8:05. How many minutes late is it?",
         "15 minutes"),
        ("中午11:50到中午1:10是多少分钟？", "80分钟"),
        ("中午12:20上车，下午3:05下车，坐车用了多长时间？", "2小时45分钟"),
        ("小东夜里12点睡觉，早上6点半起床，睡了多久？", "6小时30分钟"),
        ("灯会从下午5:30到晚上12:00，灯会多长时间？", "6小时30分钟"),
        ("从早9:00到晚9:30是多少小时？", "12小时30分钟"),
        ("赛跑从9:20开始，到11:05结束，共用多少时间？", "1小时45分钟"),
        ("画展每天上午10时开放，下午4时闭馆，每天开放几小时？", "6小时"),
        ("车队上午7时出发，当天下午2时到达，途中用了几小时？", "7小时"),
        ("训练从8时40分开始，9时15分结束，训练多少分钟？", "35分钟"),
        ("小东应该7:30到校，7:41才到，他迟到了几分钟？", "11分钟"),
        ("The class begins at 8.35 a.m. and ends at 9.20 a.m. How long is it?", "45 minutes"),
        ("The bell costs 8.35 and the drum 9.20. How long is it?", None),
        ("从上午九点到十点半是多少分钟？", "90分钟"),
        ("工厂早上七点开门，晚上十一点关门，每天营业多少小时？", "16小时"),
        ("合唱三点一刻开始，四点零五分结束，合唱多长时间？", "50分钟"),
        ("早八点到晚九点是多少小时？", "13小时"),
        ("从两点到四点是多长时间？", "2小时"),
        ("小东有一点累，他四点开始看书，八点五结束，看了多久？", None),
        ("他提了三点意见，写了四点，用了多长时间？", None),
        ("书店上午9时开始营业，晚上8时30分停止营业，营业多长时间？", "11小时30分钟"),
        ("小东7点到公司，4点下班，工作了多久？", "9小时"),
    ],
)  # fmt: skip
def test_what_the_clock_says(text: str, answer: str | None) -> None:
    assert spoken(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The camp starts on Tuesday at 9 am and ends on Thursday at 3 pm. How long does the camp "
         "last?", "54 hours"),
        ("From Friday 10 pm to Saturday 7:30 am, how many hours is that?", "9 h 30 min"),
        ("The tanker left at 6 am yesterday and came back at 9 am today. How long was it away?",
         "27 hours"),
        ("Ira left at 7 am and came back at 8 am the next day. How long was she away?",
         "25 hours"),
        ("周二上午9:00出发，周四下午3:00到达，路上用了多少小时？", "54小时"),
        ("小东今天晚上8时上车，明天上午10时下车，坐车多少小时？", "14小时"),
        ("货船上午8时开出，第二天上午10时到达，航行了几小时？", "26小时"),
        ("The camp starts on Tuesday at 9 am and ends on Tuesday at 3 pm. How long is it?", None),
        ("The camp starts on Tuesday at 9:00 and ends on Thursday at 3:00. How long is it?", None),
        ("The camp starts at 9 am and ends at 3 pm on Thursday. How long is it?", None),
        ("The booth is open 10 am to 4 pm Tuesday to Friday. How many hours is it open?", None),
        ("On Monday and Friday Ada swims from 4 pm to 5 pm. How many hours does she swim?", None),
        ("书店8:00开门，21:00关门，它一周营业多少小时？", None),
        ("书店8:00开门，21:00关门，它一年营业多少小时？", None),
    ],
)  # fmt: skip
def test_days_that_are_named(text: str, answer: str | None) -> None:
    assert spoken(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("It's 7 o'clock. What time is it 4 hours later?", "11:00"),
        ("It is 2:20 pm. What time was it 45 minutes ago?", "1:35 pm"),
        ("The clock shows half past 8. What time will it show in 40 minutes?", None),
        ("It is half past 8. What time will it be in 40 minutes?", "9:10"),
        ("What time is it 2 hours and 15 minutes after 10:30 am?", "12:45 pm"),
        ("What time is 35 minutes before noon?", "11:25 am"),
        ("It is 7 o'clock. What time is it 4 hours later in Sydney?", None),
        ("It is 7 o'clock. In 2 hours the play begins. What time is it?", None),
        ("The tram should come at 7:50 but is 15 minutes late. When does it come?", None),
        ("The train should arrive at 9:15 but is 20 minutes late. When does it arrive?", "9:35"),
        ("The boat was due to leave at 9:15 pm but was delayed by 50 minutes. When did it leave?",
         "10:05 pm"),
        ("The coach should arrive at 6:10 but is 5 minutes early. When does it arrive?", "6:05"),
        ("The coach should leave at 6:10 but is 5 minutes late. When does it arrive?", None),
        ("The exam ends at 10:20 after 45 minutes. When did the exam start?", "9:35"),
        ("The play starts at 7 pm. After 45 minutes there is a song. When does it end?", None),
        ("The play starts at 7:10. The song lasts 5 minutes. When does the play end?", None),
        ("School starts at 8:10. Ada's walk takes 20 minutes. When does she get to school?", None),
        ("The walk takes 20 minutes by road or 35 minutes by the river. It starts at 8:00. "
         "When does it end?", None),
        ("现在是下午2:10，25分钟前是几点几分？", "13:45"),
        ("现在是7时50分，再过半小时是几时几分？", "8:20"),
        ("汽车原定10:20到，晚点15分钟，几点到？", "10:35"),
        ("合唱从下午2点半开始，唱了一个半小时，什么时候结束？", "16:00"),
        ("排球赛从9:40开始，进行了70分钟，什么时候结束？", "10:50"),
        ("汽车8:45出发，行驶2小时20分后到达，到达时间是几时几分？", "11:05"),
        ("小东8点五十分出发，走了20分钟，几点到？", None),
        ("小东八点五十分出发，走了20分钟，几点到？", "9:10"),
        ("货车9:40开出，经过4小时30分到达，几点到达？", "14:10"),
        ("足球赛11:30开始，进行了1小时45分，几点结束？", "13:15"),
        ("现在是8点，再过5小时是几点？", "13:00"),
        ("现在是2点，3小时前是几点？", None),
        ("小东9:20睡觉，睡了10小时，几点起床？", None),
        ("小东晚上9:20睡觉，睡了10小时，几点起床？", "7:20"),
        ("爸爸下午4:35开始做饭，50分钟后做好，什么时候做好？", "17:25"),
        ("The match starts at 11:30 and lasts 2 hours. When does it end?", "1:30"),
        ("The match starts at 7.30 p.m. and lasts 95 minutes. When does it end?", "9:05 pm"),
        ("Ada left at 8:10 am and arrived 35 minutes later. What time did she arrive?", "8:45 am"),
        ("The tram left at 9:00 and the bus left 5 minutes later. When did the bus leave?", None),
        ("Ada left at 9:00 and Ugo arrived 5 minutes later. When did Ada arrive?", None),
    ],
)  # fmt: skip
def test_a_time_later_or_earlier(text: str, answer: str | None) -> None:
    assert spoken(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "The kiosk is closed from 9 pm to 7 am. How many hours is it open?",
        "The kiosk closes at 9 pm and opens at 7 am. How long is it open?",
        "The heater was off from 2:10 pm to 4:40 pm. How long was it on?",
        "Ira was awake from 6 am to 9 pm. How many hours did she sleep?",
        "Ira got up at 6 am and went to bed at 9 pm. How many hours did she sleep?",
        "Ira left home at 7:30 am and came home at 2 pm. How long was she at home?",
        "The play ends at 9:15 pm and starts at 7:40 pm. How long is it?",
        "It rained from 9 am to 11 am. How long was it sunny?",
        "The sun rises at 6:20 and sets at 18:10. How long is the night?",
        "The early shift is from 6 am to 2 pm. How long is the next shift?",
        "The first shift is from 6 am to 2 pm. How long is the second shift?",
        "Ira and Ugo painted from 9 am to 1 pm. How many hours did they paint altogether?",
        "Ugo works from 9 am to 5 pm. How many hours does he work a week?",
        "The plane left Rome at 9:10 and landed in Cairo at 1:20 local time. How long was it?",
        "The plane left Rome at 9:10 and landed in Cairo at 1:20. How long was the flight?",
        "The talk began at 9 am Tokyo time and ended at 2 am Paris time. How long was it?",
        "The tram left at 7:20 and came at 7:20. How long did it take?",
        "From 7 am to 7 am, how many hours is that?",
        "Ugo left at 8:00 and came back at 9:30 that evening. How long was he away?",
        "The tunnel was not open from 1 pm to 3 pm. How long was it open?",
        "书店9:00到18:00营业，书店关门多少小时？",
        "书店晚上9:00关门，早上9:00开门，书店开门多长时间？",
        "小东早上7点起床，晚上9点睡觉，他睡了多久？",
        "小东7:30离家，7:50到校，他在校多长时间？",
        "小东和小美都从8:00画到9:30，一共画了多少小时？",
        "小东和小美从8:00画到9:30，一共画了多少小时？",
        "小美8:00和小东9:30各画了多久？",
        "从8:00到9:30开了几趟车，用了多长时间？",
        "从7:00到7:00是多长时间？",
        "从北京时间8:00到巴黎时间10:00飞了多久？",
        "工厂上午8时上班，下午5时下班，中午休息，工作几小时？",
    ],
)
def test_what_the_text_does_not_tell_for_certain_is_left_open(text: str) -> None:
    assert read_clock(text, detect_language(text)) is None


def test_hours_are_multiplied_to_minutes() -> None:
    found = adding_solver().solve(
        "The fair starts at 11:40 pm and lasts 3 hours. When is it over?"
    )
    assert found.said == "2:40 am"
    assert "14 hours in minutes: 14 × 60 = 840 minutes." in found.explanation()


@pytest.mark.parametrize(
    ("text", "is_time"),
    [
        ("The fair starts at 7:15 and lasts an hour and 20 minutes. When does it end?", True),
        ("Ada walks every day and leaves at 7:15. It takes 9 minutes. At what time is she back?",
         True),
        ("小东每天7:15出发，走9分钟，几点到校？", True),
        ("When Ada came at 7:15, 3 of 9 guests were there. How many guests came later?", False),
        ("A car does 300 km at 60 km/h. When does it arrive?", False),
        ("轮船每时行15千米，行60千米，几时到达？", False),
        ("What time is it in 3 hours?", True),
        ("At what time will the 2 trams meet if they are 9 km apart?", True),
        ("In what time will 3 men dig a ditch that 6 men dig in 4 days?", False),
        ("What time does he need for 9 pages if he needs 2 minutes for each page?", False),
        ("两车相距90千米，各行15千米，几点钟相遇？", True),
        ("他提出3个问题，又提出5点意见，一共提出几点意见？", False),
    ],
)  # fmt: skip
def test_no_number_of_a_model_is_surely_a_time_of_day(text: str, is_time: bool) -> None:
    assert asks_time_of_day(text, detect_language(text)) == is_time
    found = adding_solver().solve(text)
    assert found.answer is None or found.sure != is_time


@pytest.mark.parametrize(
    ("text", "is_between"),
    [
        ("Ada swam 3 laps from 7:00 to 7:40. How long did she swim?", True),
        ("Ada slept from 10 pm to 6 am and Ugo from 9 pm to 6 am. How long did Ugo sleep?", True),
        ("车库关闭时间是晚上10时到早上5时，车库开放多少小时？", True),
        ("At 7:00 there were 5 hens and at 8:00 there were 9. How many more is that?", False),
        ("Ada swam 3 hours and then 2 hours. How many hours is that?", False),
        ("She left at 7:00. It took 2 hours there and 1 hour back. How long did it take?", False),
    ],
)
def test_no_number_of_a_model_is_surely_the_time_between_two_others(
    text: str, is_between: bool
) -> None:
    assert asks_length_between_times(text, detect_language(text)) == is_between
    found = adding_solver().solve(text)
    assert found.answer is None or found.sure != is_between


@pytest.mark.parametrize(
    "text",
    [
        "Ugo works from 9 am to 5 pm every day. How many hours does he work in 5 days?",
        "Ugo works from 9 am to 5 pm with a break of 30 minutes. How many hours does he work?",
        "The party began at 4:10. If it ended at 6:20, how many minutes did the workshop take?",
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
