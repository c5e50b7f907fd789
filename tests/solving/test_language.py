import pytest

from sumc.problems.generator import generate
from sumc.solving.language import language_of


@pytest.mark.parametrize(
    "text",
    [
        "How many pens do 3 boys with 4 pens each have?",
        "Ann: 3+4?",
        "3+4=?",
        "Li Ming (李明) has 3 apples and 4 pears. How many is that?",
        "José paid €5 at the café. How much is left of €8?",
        "Ｈｏｗ ｍａｎｙ ｐｅｎｓ?",
        "",
    ],
)
def test_english_is_recognized(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    "text", ["小明有3个苹果", "AB两地相距30km，多少小时？", "３＋４＝？", "（3+4）*5=．", "㐀3"]
)
def test_chinese_is_recognized(text: str) -> None:
    assert language_of(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "Tom hat 3 Schachteln mit je 12 Stiften. Wie viele Stifte hat er?",
        "Ana tiene 3 cajas con 12 lápices cada una. ¿Cuántos lápices tiene?",
        "Marie a 3 boîtes de 12 crayons. Combien de crayons a-t-elle en tout ?",
        "Anna ha 3 scatole con 12 matite. Quante matite ha Anna?",
        "Jan heeft 3 dozen met elk 12 potloden. Hoeveel potloden heeft hij?",
        "Adam ma 3 pudełka po 12 ołówków. Ile ołówków ma Adam?",
        "Anna har 3 lådor med 12 pennor i varje. Hur många har hon?",
        "太郎は鉛筆を3箱持っています。残りは何本ですか?",
        "톰은 연필 3상자를 가지고 있습니다. 몇 자루입니까?",
        "У Тома 3 коробки. Сколько карандашей?",
        "كم عدد الأقلام؟ 3",
        "कितने 3",
    ],
)
def test_other_languages_are_not_taken_for_one_of_ours(text: str) -> None:
    assert language_of(text) is None
    assert language_of(text, "en") is None
    assert language_of(text, "zh") is None


def test_what_could_be_in_either_is_in_the_expected_language() -> None:
    assert language_of("3+4=", "zh") == "zh"
    assert language_of("（3+4）=", "en") == "en"
    assert language_of("48t-3500kg=多少kg", "zh") == "zh"
    assert language_of("4m=( )cm", "zh") == "zh"
    assert language_of("700g=( )kg", "zh") == "zh"
    assert language_of("x²=25", "zh") == "zh"
    assert language_of("4m=( )cm") == language_of("x²=25") == "en"
    assert language_of("Ann: 4m=( )cm", "zh") == "en"
    assert language_of("How many pens does Ann (安) have if she has 3 and 4?", "zh") == "en"


def test_the_built_in_problems_are_in_their_language() -> None:
    for language in ("en", "zh"):
        texts = [problem.text for problem in generate(language, 300, seed=5)]
        assert {language_of(text) for text in texts} == {language}
