import pytest

from strategies import problem
from sumc.algebra.notation import to_infix
from sumc.codecs import CodecSettings, NotCovered, TemplateCodec
from sumc.codecs.codec import NO_LABEL
from sumc.codecs.template import UNKNOWN_OPERATOR, Template
from sumc.errors import CodeError

TRAIN = [problem(text) for text in ("n1*(n2+n3)", "n1*n2+n3*n1", "n1-7", "n2/n1", "n1^2")]
CODEC = TemplateCodec.learn(TRAIN, CodecSettings(constant_uses=1))


def _encoded(solution: str) -> Template:
    target = CODEC.encode(problem(solution))
    assert not isinstance(target, NotCovered), target.reason
    return target


def _spelled(solution: str) -> tuple[str, str]:
    symbols, operators = _encoded(solution)
    names = CODEC.symbols(TRAIN[0])
    return " ".join(names[i] for i in symbols), " ".join(CODEC.operators[i] for i in operators)


def test_all_operators_are_one_symbol_before_the_slots() -> None:
    assert CODEC.operators == ("+", "-", "*", "/", "^")
    assert CODEC.symbols(TRAIN[0]) == (UNKNOWN_OPERATOR, *CODEC.slots(TRAIN[0]))
    assert (CODEC.operator_count, CODEC.arity(0), CODEC.arity(1)) == (1, 2, 0)


@pytest.mark.parametrize(
    ("solution", "template", "operators"),
    [
        ("n1", "n1", ""),
        ("n2*n1-n3", "n1 n2 <OP> n3 <OP>", "* -"),
        ("n3-n1*n2", "n3 n1 n2 <OP> <OP>", "* -"),
        ("n1-(n2-n3)", "n1 n2 <OP> n3 <OP>", "- +"),
        ("n1*n2+n1*n3", "n1 n2 n3 <OP> <OP>", "+ *"),  # its shorter representative
        ("n1*(-n2)+7", "7 n1 n2 <OP> <OP>", "* -"),
    ],
)
def test_operators_are_told_from_the_bottom_up(
    solution: str, template: str, operators: str
) -> None:
    assert _spelled(solution) == (template, operators)


def test_solutions_of_one_tree_have_one_representative() -> None:
    assert [to_infix(each) for each in CODEC.representatives] == ["n1*(n2+n3)"]
    assert _encoded("n1*n2+n1*n3") == _encoded("(n3+n2)*n1") == _encoded("n1*(n2+n3)")


def test_operators_that_training_lacks_are_not_covered() -> None:
    codec = TemplateCodec.learn(TRAIN[:2], CodecSettings(1))
    missing = codec.encode(problem("n1/n2"))
    assert missing == NotCovered("no training problem uses the operator /")
    assert isinstance(codec.encode(problem("n1+60")), NotCovered)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (Template((), ()), "incomplete"),
        (Template((5, 6), ()), "incomplete: 2 operands"),
        (Template((5, 6, 0), ()), "expected 1 operators for the template, found 0"),
        (Template((5, 6, 0), (1, 2)), "expected 1 operators for the template, found 2"),
        (Template((5, 6, 0), (9,)), "expected operators below 5"),
        (Template((5, 6, 0), (-1,)), "expected operators below 5"),
        (Template((5, 0), (1,)), "lacks two operands before it"),
        (Template((5, 6, 0), (4,)), "whole constant after ^"),
        (Template((99,), ()), "expected a symbol from 0 to"),
    ],
)
def test_what_is_no_expression_is_refused_with_the_reason(output: Template, reason: str) -> None:
    with pytest.raises(CodeError) as caught:
        CODEC.decode(output, TRAIN[0])
    assert reason in str(caught.value)


def test_templates_and_operators_are_padded_apart() -> None:
    batch = CODEC.collate([_encoded("n1"), _encoded("n1-n2")], slots=9)
    assert batch.symbols.lengths.tolist() == [1, 3]
    assert batch.operators.symbols.tolist() == [[NO_LABEL], [1]]
    assert batch.operators.lengths.tolist() == [0, 1]


@pytest.mark.parametrize("written", [["n1+"], ["n1", "n1"], "n1", [1]])
def test_representatives_that_cannot_be_read_are_refused(written: object) -> None:
    with pytest.raises(CodeError, match="expected"):
        TemplateCodec.from_json({**CODEC.to_json(), "representatives": written})
