"""What the API takes and gives, as `/docs` describes it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from sumc.solving.refusals import DEFAULT_LIMITS
from sumc.web.settings import EXPRESSION_LIMITS

MOST_CHARACTERS = DEFAULT_LIMITS.characters
"""Characters of a problem text: what a solver reads."""
MOST_TEXTS = 64
"""Texts of one request."""
AUTO = "auto"
"""The name for whichever model reads the language of the text."""

Text = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_CHARACTERS,
        description="A word problem in English or Chinese.",
        examples=["Ben has 3 boxes of 12 crayons. He gives 7 to Ann. How many are left?"],
    ),
]
ExpressionText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=EXPRESSION_LIMITS.characters,
        description="An expression over numbers and names, or an equation that is linear in x.",
        examples=["3*12 - 7"],
    ),
]
ModelName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="A name of /api/models; `auto` chooses by the language of each text.",
        examples=["auto"],
    ),
]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SolveOne(_Request):
    """One problem to solve."""

    text: Text
    model: ModelName = AUTO


class SolveMany(_Request):
    """Several problems to solve; the answers come in the same order."""

    texts: list[Text] = Field(min_length=1, max_length=MOST_TEXTS)
    model: ModelName = AUTO


def _form(value: Any) -> str:
    is_many = "texts" in value if isinstance(value, dict) else isinstance(value, SolveMany)
    return "many" if is_many else "one"


SolveRequest = Annotated[
    Annotated[SolveOne, Tag("one")] | Annotated[SolveMany, Tag("many")], Discriminator(_form)
]


class TreeRequest(_Request):
    """An expression to draw."""

    expression: ExpressionText


class CheckRequest(_Request):
    """A student's expression and the reference to compare it with."""

    student: ExpressionText
    reference: ExpressionText


class Leaf(BaseModel):
    """A number of a tree in one of its four forms: v, -v, 1/v, -1/v."""

    symbol: str
    negated: bool
    inverted: bool
    code: str
    mark: Literal["same", "changed", "only"] | None = Field(
        default=None,
        description="In a check: whether it is at the same place in both trees, in another "
        "place or form of the other tree, or in this tree only.",
    )


class Branch(BaseModel):
    """A sum `+`, a product `*`, the opposite of a product `*-` or a reciprocal of a sum `+/`."""

    kind: Literal["+", "*", "*-", "+/"]
    children: list["Leaf | Branch"]


class LeafCode(BaseModel):
    """The code of one leaf."""

    symbol: str
    code: str


class Number(BaseModel):
    """A number of the problem text, its position and its role in the solution."""

    symbol: str
    text: str
    value: str
    start: int = Field(description="Where it starts in the text, in Unicode characters.")
    end: int
    unit: str | None = Field(
        description="What it counts: `pencils`, `km`, `$ per kg`; null where the text is silent."
    )
    codes: list[str]


class Explanation(BaseModel):
    """What every number does, in plain words."""

    en: list[str]
    zh: list[str]


class CandidateAnswer(BaseModel):
    """An answer that the model considers."""

    answer: str = Field(description="The exact answer, such as `27/2`.")
    text: str = Field(description="The answer with its unit.")
    expression: str
    share: float = Field(ge=0, le=1, description="The chance that it is right.")


class SolutionAnswer(BaseModel):
    """The answer to a problem, or the reason why there is none."""

    answer: str | None = Field(description="The exact answer, such as `27/2`.")
    answer_float: float | None
    expression: str | None
    tree: str | None
    numbers: list[Number]
    confidence: float = Field(ge=0, le=1)
    sure: bool = Field(
        description="Whether the answer is one to rely on. Below the floor of the model it is "
        "only the best of the candidates; without an answer it is false."
    )
    candidates: list[CandidateAnswer] = Field(
        description="At most three answers that the model considers, the chosen one first; none "
        "where a rule or nobody answers."
    )
    model: str
    reason: str | None = Field(description="Why there is no answer, as a short name.")
    message: str | None = Field(description="The reason in words, in the language of the text.")
    language: str = Field(description="The language of the text, empty where it is not known.")
    unit: str | None = Field(description="What the answer counts, such as `pencils` or `km`.")
    text: str | None = Field(
        description="The answer with its unit: `29 pencils`, `$52.90`, `2 h 30 min`, `29支`."
    )
    rounded: Literal["up", "down"] | None = Field(
        description="Which way the value of the expression was rounded to whole things."
    )
    rules: list[str] = Field(description="The rules behind an exact answer, without any model.")
    nodes: Branch | None
    explanation: Explanation


class SolutionsAnswer(BaseModel):
    """The answers to several problems, in the order of the texts."""

    solutions: list[SolutionAnswer]


class TreeAnswer(BaseModel):
    """The M-tree of an expression."""

    tree: str
    codes: list[LeafCode]
    value: str | None = Field(description="Its value where it has numbers only.")
    expression: str
    latex: str
    svg: str
    nodes: Branch
    reason: str | None = Field(description="Why numbers have no value: a division by zero.")


class SideAnswer(BaseModel):
    """What was read of one of the two expressions of a check."""

    tree: str | None
    value: str | None
    nodes: Branch | None
    error: "Mistake | None" = Field(description="Why it cannot be read.")
    column: int | None = Field(
        default=None, description="The column of the error, counted from 1."
    )


class Difference(BaseModel):
    """A number that does not do the same in both expressions."""

    symbol: str
    student: str | None = Field(description="Its code in the student's tree.")
    reference: str | None = Field(description="Its code in the reference's tree.")


class CheckAnswer(BaseModel):
    """How two expressions compare."""

    verdict: Literal["same-structure", "equivalent", "equal-value", "different", "unparseable"]
    score: float = Field(ge=0, le=1, description="Partial credit.")
    explanation: str
    student: SideAnswer
    reference: SideAnswer
    differences: list[Difference]


class ModelAnswer(BaseModel):
    """A model that this server has loaded."""

    name: str
    languages: list[str] = Field(description="The languages that it reads: `en`, `zh` or both.")


class LimitsAnswer(BaseModel):
    """What one request may hold."""

    text_characters: int
    texts: int
    expression_characters: int
    expression_leaves: int
    body_bytes: int


class ModelsAnswer(BaseModel):
    """The models of this server and its limits."""

    models: list[ModelAnswer]
    limits: LimitsAnswer
    version: str


class HealthAnswer(BaseModel):
    """The health of the server."""

    status: Literal["ok"]
    version: str


class Mistake(BaseModel):
    """One thing that is wrong with a request."""

    code: str = Field(description="A short name that programs can rely on.")
    what: str = Field(description="What is wrong.")
    where: str = Field(description="Where, such as `body.texts[3]`.")
    accepted: str = Field(description="What would be accepted.")
    column: int | None = Field(default=None, description="The column, counted from 1.")


class ErrorAnswer(BaseModel):
    """The one format of all errors."""

    errors: list[Mistake] = Field(min_length=1)
