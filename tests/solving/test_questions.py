"""What a text asks for, in both languages; in doubt it is one number."""

import pytest

from solving.stubs import adding_solver
from sumc.problems.generator import generate
from sumc.problems.numbers import Language, detect_language, find_quantities
from sumc.solving.questions import (
    asks_an_age_never_told,
    asks_no_number,
    asks_several,
    asks_something,
)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("How long is the rope", True),
        ("Tell me the sum.", True),
        ("Ann has 3 pens, please count them", True),
        ("Which of them is larger", True),
        ("3 + 4 =", True),
        ("3 + 4", True),
        ("Fill in: 3 + ( ) = 7", True),
        ("Fill in: 3 + __ is 7", True),
        ("The sum of 3 and 4:", True),
        ("绳子有多长", True),
        ("求面积", True),
        ("3与4的和是（　）", True),
        ("Ann found 3 pens and named them.", False),
        ("Ann has 3 pens.", False),
        ("He was told to wait 3 hours.", False),
        ("They had given 3 talks, and everybody clapped.", False),
        ("小明有3支笔。", False),
        ("State the number of pens", True),
        ("Show how many are left", True),
        ("Ann's state has 3 rivers, and they show it", False),
        ("7 8 9", False),
        ("15", False),
        ("7, 8; 9.", False),
        ("", True),  # a calculation without words, and without numbers: another reason refuses it
    ],
)
def test_a_text_asks_for_something_or_not(text: str, asks: bool) -> None:
    assert asks_something(text) is asks


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("How many are red? How many are blue?", True),
        ("How many are red, and how many are blue?", True),
        ("How much does he pay or how much is left?", True),
        ("What is the sum? What is the difference?", True),
        ("How old is Ann and also how tall is she?", True),
        ("How many are red? Are there any blue ones?", False),
        ("Is it far? How far is it?", False),
        ("How many red and blue ones are there?", False),
        ("At 2.5 km/h, how far does Mr. Lee get? Dr. No waits.", False),
        ("How many does J. T. have?", False),
        ("How many are red and what percent are blue?", True),
        ("What is the cost and how much is left?", True),
        ("What is the cost of the pens and the books?", False),
        ("What would you do? How many are left?", False),
        ("What a mess? How many are left?", False),
        ("How many has he? What if he buys 3?", True),
        ('Ben asked: "What is your name?" How many pens has he?', False),
        ('Ben asked "How many have you?" and Ann said 3. How many have they?', False),
        ('"How many are red? How many are blue?"', True),
        ("What is her name? How many pens has she?", False),
        ("A rope is 9 ft. long. How many ft. are left? How long is it?", True),
        ("一共多少元？还剩多少元？", True),
        ("合多少个星期零多少天", True),
        ("小红问：“你有几本书？”小明有几本书？", False),
        ("“红的有几个？蓝的有几个？”", True),
        ("90分=（ ）小时（ ）分", True),
        ("2米=（）分米=（）厘米", True),
        ("甲是乙的（ ）/（ ）", False),
        ("甲、乙各有多少个？", True),
        ("两人分别有几支？", True),
        ("各地一共来了多少人？", False),
        ("平均分给3人，每人各得几颗？", False),
        ("每天各种多少棵同样的树？", False),
        ("几何图形的面积是多少？", False),
        ("够吗？还差多少？", False),
        ("45个梨，每8个装一盒，可以装几盒，还剩几个？", True),
        ("4支笔，每支6元，一共用了多少元，付50元找回多少元？", True),
        ("笔9支，尺4把，一共有多少件，笔比尺多几件？", True),
        ("一盒糖吃了几颗，还剩5颗，原来有9颗？", False),
        ("如果知道用去多少，还剩多少就能算出，用去7千克，还剩几千克？", False),
        ("第一天看9页，第二天比第一天多看几页？", False),
    ],
)
def test_a_text_asks_for_several_numbers_or_one(text: str, several: bool) -> None:
    assert asks_several(text, detect_language(text)) is several


@pytest.mark.parametrize(
    ("text", "numbers", "none"),
    [
        ("Who is older?", 2, True),
        ("Ann is 3. And whose dog is it?", 1, True),
        ("Where does he live?", 1, True),
        ("Why did he buy 3?", 1, True),
        ("What is the capital of France?", 1, True),
        ("What is her favourite colour?", 1, True),
        ("What is the teacher's name?", 2, True),
        ("What is her favourite book?", 2, True),
        ("What is Tom’s best friend's name?", 2, True),
        ("What is her favourite number?", 2, False),
        ("What is the number of names on the list?", 2, False),
        ("Which city has more people?", 2, True),
        ("Is 3 more than 4?", 2, True),
        ("Can Ann pay with $5?", 2, True),
        ("Can you find the sum of 3 and 4?", 2, False),
        ("Could we pay, and how much is left?", 2, False),
        ("Who has more pens, and how many more?", 2, False),
        ("What is the name of the sum?", 1, True),
        ("What is the sum?", 2, False),
        ("Which is bigger, the red one or the blue one?", 2, True),
        ("Which bag is the cheaper?", 2, True),
        ("Which number is bigger than 4 by 3?", 2, False),
        ("Which is the larger number?", 2, False),
        ("Which is bigger, and by how much?", 2, False),
        ("A rope is 9 ft. long. Ben cuts off 4 ft. How many ft. are left?", 2, False),
        ("A rope is 9 in. long. How many in. are left?", 2, False),
        ("哪个数更大？", 2, True),
        ("哪个大？大多少？", 2, False),
        ("哪个数比4大3？", 2, False),
        ("What number is 3 more than 4?", 2, False),
        ("In what year did the war end?", 1, True),
        ("In which year is he 30?", 2, False),
        ("When was the house built?", 1, True),
        ("When was she half as old as he?", 2, False),
        ("Find the sum of 3 and 4.", 2, False),
        ("谁的笔多？", 2, True),
        ("50元够吗？", 2, True),
        ("这座城市是哪个国家的？", 1, True),
        ("哪一年结束的？", 1, True),
        ("他哪一年30岁？", 2, False),
        ("谁的笔多，多多少？", 2, False),
        ("一共有几个？", 2, False),
    ],
)
def test_a_name_a_place_a_yes_or_a_date_is_no_number(text: str, numbers: int, none: bool) -> None:
    assert asks_no_number(text, detect_language(text), numbers) is none


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("A barge carries 26 sheep and 10 goats. How old is the captain?", True),
        ("There are 12 hens and 3 cocks. What is the farmer's age?", True),
        ("Ann is 3 and Tom is twice as old. How old is Tom?", False),
        ("Ann is 8 years older than Tom, who is 5. How old is she?", False),
        ("Gran was born 70 springs before Ann. How old is Gran?", False),
        ("In 5 years Ann will be 12. How old is she?", False),
        ("How many old books are there?", False),
        ("一艘船上有26只羊和10头牛，船长多少岁？", True),
        ("小明今年8岁，爸爸比他大30岁，爸爸多少岁？", False),
        ("爸爸比我大28，我5，爸爸几岁？", False),
    ],
)
def test_an_age_does_not_follow_from_sheep(text: str, never: bool) -> None:
    assert asks_an_age_never_told(text, detect_language(text)) is never


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("The 30 elms of 1990 fell after 25 years. In what year was that?", True),
        ("The elms of 1990 fell in 2015. In what year were they half as old?", False),
        ("The elms of 1990 fell in 2015. How many elms is that?", True),
        ("1990年种了30棵树，25年后是哪一年？", True),
        ("1990年和2015年的中间是哪一年？", False),
        ("1990和2015是四年级和五年级的，哪一年级多，多多少？", True),
    ],
)
def test_a_number_that_is_no_year_is_never_sure_to_be_one(text: str, sure: bool) -> None:
    assert adding_solver().solve(text).sure is sure


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_built_in_problem_asks_for_one_number(language: Language) -> None:
    for problem in generate(language, 400, seed=9):
        assert asks_something(problem.text)
        assert not asks_several(problem.text, language), problem.text
        numbers = len(find_quantities(problem.text, language=language))
        assert not asks_no_number(problem.text, language, numbers), problem.text
        assert not asks_an_age_never_told(problem.text, language), problem.text
