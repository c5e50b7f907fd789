import pytest

from built_in import generated_dataset
from sumc.encoding.tokens import NUMBER, tokenize
from sumc.problems.numbers import detect_language, find_quantities
from sumc.problems.problem import Problem


def _problem(text: str, words: tuple[str, ...] = ()) -> Problem:
    return Problem("1", text, detect_language(text), find_quantities(text), words=words)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ann's 12 pens.", ["ann", "'", "s", NUMBER, "pens", "."]),
        ("$4.60each", ["$", NUMBER, "each"]),
        ("3 1/2", [NUMBER]),
        ("no numbers", ["no", "numbers"]),
        ("", []),
        ("a_b", ["a", "_", "b"]),
        ("有3只鸡", ["有", NUMBER, "只", "鸡"]),
        ("买了½千克abc糖", ["买", "了", NUMBER, "千", "克", "a", "b", "c", "糖"]),
    ],
)
def test_every_number_is_one_token(text: str, tokens: list[str]) -> None:
    found = tokenize(_problem(text), "words")
    assert list(found.texts) == tokens
    assert [found.texts[place] for place in found.numbers] == [NUMBER] * tokens.count(NUMBER)


def test_chinese_words_come_from_the_dataset() -> None:
    problem = _problem("小明有30本图书", ("小明", "有", "30", "本", "图书"))
    assert tokenize(problem, "words").texts == ("小明", "有", NUMBER, "本", "图书")
    assert tokenize(problem, "words").subwords[0] == ("小", "明")
    characters = tokenize(problem, "characters")
    assert characters.texts == ("小", "明", "有", NUMBER, "本", "图", "书")
    assert characters.subwords[:2] == (("小明",), ("小明",))


def test_words_that_do_not_spell_the_text_are_not_used() -> None:
    assert tokenize(_problem("有3只鸡", ("有", "4", "只鸡")), "words").texts[-1] == "鸡"


def test_a_text_without_words_is_cut_into_the_longest_known_ones() -> None:
    known = {"小明", "小明家", "苹果", "个苹", "和3"}
    problem = _problem("小明家有3个苹果和3梨")
    assert tokenize(problem, "words", known).texts == (
        *("小明家", "有", NUMBER, "个苹", "果", "和", NUMBER, "梨"),
    )
    problem = _problem("小明有3", ("小", "明", "有", "3"))
    assert tokenize(problem, "words", known).texts[:2] == ("小", "明"), "given words come first"


def test_a_word_that_holds_a_number_is_cut_there() -> None:
    problem = _problem("共30元整", ("共30元", "整"))
    assert tokenize(problem, "words").texts == ("共", NUMBER, "元", "整")


def test_related_english_words_share_a_subword() -> None:
    one, many = (tokenize(_problem(word), "words").subwords[0] for word in ("bananas", "banana"))
    assert set(one) & set(many)


def test_all_generated_problems_keep_their_numbers() -> None:
    for problem in generated_dataset().problems[::50]:
        assert len(tokenize(problem, "words").numbers) == len(problem.quantities)
        assert len(tokenize(problem, "characters").numbers) == len(problem.quantities)
