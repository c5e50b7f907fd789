"""The requests and answers of the API, as `/docs` describes them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from sumc.algebra.checking import Verdict
from sumc.grading.rounding import Rounding
from sumc.grading.wording import Language
from sumc.solving.refusals import DEFAULT_LIMITS
from sumc.web.settings import EXPRESSION_LIMITS

MOST_CHARACTERS = DEFAULT_LIMITS.characters
"""Characters of a problem text: what a solver reads."""
MOST_TEXTS = 64
"""Texts of one request."""
MOST_CLASS_CHARACTERS = 200_000
"""Characters of the answers of a class."""
MOST_ANSWERS = 600
"""Answers of one request."""
MOST_REFERENCES = 8
"""References of one request."""
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
        description="An expression over numbers and names, an equation that is linear in x, or, "
        "in a check, steps of work such as `3*12=36, 36-7=29`.",
        examples=["3*12 - 7"],
    ),
]
CommentLanguage = Annotated[
    Language, Field(description="The language of explanations, comments and reports.")
]
ModelName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=200,
        description="A name from /api/models; `auto` chooses by the language of each text.",
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
    language: CommentLanguage = "en"


class CheckRequest(_Request):
    """A student's expression and the reference to compare it with."""

    student: ExpressionText
    reference: ExpressionText
    rounded: Rounding = Field(
        default="exact",
        description="How the value of the reference is rounded where only whole things count, "
        "like `rounded` of a solution.",
    )
    tolerance: str = Field(
        default="0",
        pattern=r"^[0-9]{1,20}(\.[0-9]{1,20})?%?$",
        description="How far decimals may be off, in `10/3=3.33` and in bare answers: `0.01`.",
    )
    language: CommentLanguage = "en"


class GradeRequest(_Request):
    """The answers of a class, and what to grade them with: references or problems."""

    answers: str = Field(
        min_length=1,
        max_length=MOST_CLASS_CHARACTERS,
        description="CSV with the columns `name` and `answer`, and perhaps `problem`.",
        examples=["name,answer\nAda,36-7=29\nBen,3*12+7\n"],
    )
    references: list[ExpressionText] = Field(
        default=[], max_length=MOST_REFERENCES, description="Right solutions of the one problem."
    )
    problems: str = Field(
        default="",
        max_length=MOST_CLASS_CHARACTERS,
        description="CSV with the columns `problem` and `reference`, and perhaps `unit` and "
        "`rounded`: up or down, where only whole things count.",
    )
    scheme: dict[str, Any] = Field(
        default={}, description="A grading scheme, as `sumc grade --scheme` reads it from JSON."
    )
    language: CommentLanguage = "en"


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
    rounded: Literal["up", "down"] | None = Field(
        default=None, description="Which way the value of the expression was rounded."
    )
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
        "where a rule answers, or where there is no answer."
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
    reason: str | None = Field(
        description="Why an expression of numbers has no value: a division by zero."
    )


class SideAnswer(BaseModel):
    """What was read from one of the two expressions of a check."""

    tree: str | None
    value: str | None
    nodes: Branch | None
    error: "Mistake | None" = Field(description="Why it cannot be read.")
    column: int | None = Field(
        default=None, description="The column of the error, counted from 1."
    )
    read_as: str | None = Field(
        default=None, description="The expression that was read from steps, words or LaTeX."
    )
    unit: str | None = Field(default=None, description="The unit that was written.")
    mistake: str | None = Field(
        default=None, description="The first equality that does not hold, in words."
    )
    run_on: str | None = Field(
        default=None, description="The first = that means `and then`, in words."
    )


class Difference(BaseModel):
    """A number that plays different parts in the two expressions."""

    symbol: str
    student: str | None = Field(description="Its code in the student's tree.")
    reference: str | None = Field(description="Its code in the reference's tree.")


class CheckAnswer(BaseModel):
    """How two expressions compare."""

    verdict: Verdict
    score: float = Field(ge=0, le=1, description="Partial credit.")
    explanation: str
    student: SideAnswer
    reference: SideAnswer
    differences: list[Difference]


class GradedAnswer(BaseModel):
    """One answer with its mark."""

    name: str
    problem: str
    answer: str
    verdict: Verdict
    points: str
    out_of: str
    comment: str
    read_as: str
    line: int = Field(description="The line of the CSV.")


class CommonMistake(BaseModel):
    """What several answers without full points have in common."""

    problem: str
    verdict: Verdict
    example: str
    comment: str
    tree: str | None = Field(description="Their M-tree.")
    count: int
    names: list[str]


class GradedProblem(BaseModel):
    """How the class did on one problem."""

    problem: str
    answers: int
    mean: float


class GradeAnswer(BaseModel):
    """A class that was graded."""

    answers: list[GradedAnswer]
    mean: float = Field(description="The mean share of the points.")
    verdicts: dict[str, int]
    problems: list[GradedProblem]
    mistakes: list[CommonMistake]
    broken: list[str] = Field(description="Lines that could not be graded, and why.")
    csv: str = Field(description="The marks as a file for spreadsheets.")
    html: str = Field(description="A report to read and print.")


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
    answers: int
    answers_characters: int


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
