"""`ModelKind`: a model by name, with its settings; the network itself is imported when needed.

Packages beside this one add models of their own by entry points of the group `sumc.models` that
name a `ModelKind` (docs/models.md shows one from its first line to its results).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sumc.codecs import CODECS
from sumc.errors import PluginError
from sumc.plugins import Registry
from sumc.settings.encoders import ENCODERS
from sumc.settings.ranges import Count, CountOrNone, Few, NotAll, NotNegative, Range
from sumc.settings.tables import check_dataclass


def never(_: Any) -> bool:
    """What a model does not do, whatever its settings."""
    return False


@dataclass(frozen=True, slots=True)
class ModelKind:
    """What is known of a model before torch is imported."""

    name: str
    about: str
    """One line for people."""
    settings: type[Any]
    """A frozen dataclass of what can be set; its field `name` is the model's name."""
    network: str
    """`module:class` of the torch model."""
    codecs: tuple[str, ...]
    """What it can predict; the first one is the default."""
    encoders: tuple[str, ...] = ("rnn", "pretrained")
    """What may read the text for it; the first one is the default."""
    inputs: tuple[str, ...] = ()
    """Arrays beyond the text that it asks for, by their names in `sumc.encoding.inputs`."""
    reads_constants: bool = False
    """Whether the constants precede every text as tokens of their own."""
    stages: tuple[str, ...] = ()
    """The stages of its training in their order, where it has several."""
    decodings: tuple[str, ...] = ()
    """What `training.decoding` may be, the default first: the `decodings` of its class. Without
    them that setting is checked only when the model is built."""
    learns_refusal: Callable[[Any], bool] = never
    """Whether with these settings it also trains on problems without an answer."""
    asks_constants: Callable[[Any], bool] = never
    """Whether with these settings constants are queries to a text that a pretrained encoder has
    read, instead of tokens before it."""


@dataclass(frozen=True, slots=True)
class Seq2CodeSettings:
    """The paper's model."""

    name: Literal["seq2code"] = "seq2code"
    """`seq2code`: how often each number has each code, by regression."""
    attention: Count = 128
    """Width of the attention between a number and the text, with a recurrent encoder."""
    dropout: NotAll = 0.1
    """Share of the values of the generator that are dropped in training."""


@dataclass(frozen=True, slots=True)
class Seq2CodeJointSettings:
    """Our model."""

    name: Literal["seq2code-joint"] = "seq2code-joint"
    """`seq2code-joint`: classes of codes for all numbers of a problem together."""
    attention: Count = 128
    """Width of the attention between a number and the text."""
    width: Count = 256
    """Width of the states of numbers after the encoder."""
    dropout: NotAll = 0.2
    """Share of the values before the last layer that are dropped in training."""
    interaction: CountOrNone = 1
    """Layers of attention between the numbers of a problem; 0 for none."""
    number_features: bool = True
    """Whether the model sees what a number is like: percent, size, order of the values."""
    refinement: bool = True
    """Whether a second pass sees the codes that the first one found."""
    shapes: bool = True
    """Whether the shape of the whole tree is predicted too, which helps to choose among trees."""
    constants: Literal["tokens", "queries"] = "tokens"
    """How constants meet the text: as tokens before it, as in the paper, or as queries to the text
    once it is read (pretrained encoders alone), which saves the tokens."""
    refusal: bool = False
    """Whether it also learns which problems cannot be answered, if a dataset contains any."""
    verifier: bool = False
    """Whether it also learns to tell right solutions from nearly right ones."""
    label_smoothing: NotAll = 0.1
    """Share of the probability that is spread over all classes."""
    r_drop: NotNegative = 0.0
    """Weight of the distance between two passes with different dropout; 0 for one pass."""


@dataclass(frozen=True, slots=True)
class GoalDecoderSettings:
    """What all solvers with a goal-driven tree decoder have."""

    operator_width: Count = 128
    """Width of the embeddings of operators."""
    dropout: NotAll = 0.5
    """Share dropped, in training, of every vector that enters a layer of the decoder."""
    beam: Few = 5
    """Trees that are followed at once."""
    longest: Annotated[int, Range(1, 200)] = 45
    """The most symbols of a tree."""


@dataclass(frozen=True, slots=True)
class GTSSettings(GoalDecoderSettings):
    """The goal-driven tree-structured solver."""

    name: Literal["gts"] = "gts"
    """`gts`: an expression tree in prefix order, goals from the root down."""


@dataclass(frozen=True, slots=True)
class Graph2TreeSettings(GoalDecoderSettings):
    """GTS with a graph network between encoder and decoder."""

    name: Literal["graph2tree"] = "graph2tree"
    """`graph2tree`: tokens see what they are related to through the numbers."""
    graph_dropout: NotAll = 0.3
    """Share of the values inside the graph network that are dropped in training."""


@dataclass(frozen=True, slots=True)
class SAUSettings(GoalDecoderSettings):
    """GTS over universal expression trees, with semantic alignment."""

    name: Literal["sau"] = "sau"
    """`sau`: equations and unknowns in one tree, whose subtrees are aligned with the text."""
    alignment: NotNegative = 0.01
    """Weight of the distance between subtrees and what they look at in the text."""


@dataclass(frozen=True, slots=True)
class UniLMSettings:
    """One transformer for the text and the expression."""

    name: Literal["unilm"] = "unilm"
    """`unilm`: the expression continues where the text ends, under one attention mask."""
    label_smoothing: NotAll = 0.1
    """Share of the probability that is spread over all symbols of a problem."""
    beam: Few = 5
    """Expressions that are followed at once."""
    longest: Annotated[int, Range(1, 200)] = 45
    """The most symbols of an expression."""


@dataclass(frozen=True, slots=True)
class StackDecoderSettings:
    """The solver that acts on a stack of vectors."""

    name: Literal["stackdecoder"] = "stackdecoder"
    """`stackdecoder`: postfix actions, with a vector for each item on the stack."""
    hidden: Count = 256
    """Width of the decoder, its attention and its layers."""
    dropout: NotAll = 0.1
    """Share of the values before the last layers that are dropped in training."""
    beam: Few = 5
    """Solutions that are followed at once."""
    longest: Annotated[int, Range(1, 200)] = 40
    """The most symbols of a solution."""


@dataclass(frozen=True, slots=True)
class TRNNSettings:
    """The solver that predicts a template and then its operators."""

    name: Literal["t-rnn"] = "t-rnn"
    """`t-rnn`: a postfix template with unknown operators, which a second network fills."""
    layers: Few = 2
    """Layers of the decoder of templates; its width is that of the encoder's states."""
    dropout: NotAll = 0.5
    """Share dropped, in training, of every vector that enters a layer of that decoder."""
    numbers: Count = 16
    """Symbols for the numbers of a text in templates; the last one is shared by all further
    numbers."""
    operator_embedding: Count = 100
    """Width of the embeddings of tokens that the network of operators reads."""
    operator_hidden: Count = 160
    """Width of its recurrent layers, for each direction; otherwise they are as in `[encoder]`."""
    operator_dropout: NotAll = 0.5
    """Share of the values of its encoder that are dropped in training."""
    node: Count = 100
    """Width of the vectors of leaves and of joined subtrees."""
    beam: Few = 5
    """Templates that are followed at once, and combinations of operators for each."""
    longest: Annotated[int, Range(1, 200)] = 45
    """The most symbols of a template."""


def check_kind(name: str, kind: object) -> None:
    """Make sure that a model of another package is described correctly."""
    if not isinstance(kind, ModelKind):
        raise PluginError(f"the model {name!r}: expected a ModelKind, found {kind!r}")
    check_dataclass(kind.settings, f"the settings of the model {name!r}")
    complaints = "".join(f"\n    {each}" for each in _complaints(name, kind))
    if complaints:
        raise PluginError(f"the ModelKind of the model {name!r} has mistakes:{complaints}")


def _complaints(name: str, kind: ModelKind) -> Iterator[str]:
    if kind.name != name:
        yield f"name: expected {name!r} as in its entry point, found {kind.name!r}"
    if getattr(kind.settings(), "name", None) != name:
        yield f"settings: expected a setting `name` with the default {name!r}"
    for field, given, known in (
        ("codecs", kind.codecs, CODECS),
        ("encoders", kind.encoders, ENCODERS.kinds),
    ):
        if not given or not all(each in known for each in given):
            yield f"{field}: expected some of {', '.join(known)}, found {given!r}"


def _learns_refusal(settings: Seq2CodeJointSettings) -> bool:
    return settings.refusal


def _asks_constants(settings: Seq2CodeJointSettings) -> bool:
    return settings.constants == "queries"


BEAM = ("beam", "greedy")
"""The decodings of models that write a solution symbol by symbol."""
MODELS: Registry[ModelKind] = Registry("model", "sumc.models", check_kind)
"""All models by name: those of this package and those of installed packages."""
for _kind in (
    ModelKind(
        "seq2code-joint",
        "ours: classes of codes, numbers that see each other, a second pass over candidates",
        Seq2CodeJointSettings,
        "sumc.models.seq2code_joint:Seq2CodeJoint",
        codecs=("mtree", "binary"),
        inputs=("number_features",),
        reads_constants=True,
        decodings=("joint", "rounding"),
        learns_refusal=_learns_refusal,
        asks_constants=_asks_constants,
    ),
    ModelKind(
        "seq2code",
        "the paper's: the count of every code of every number, all at once",
        Seq2CodeSettings,
        "sumc.models.seq2code:Seq2Code",
        codecs=("mtree", "binary"),
        reads_constants=True,
        decodings=("rounding", "joint"),
    ),
    ModelKind(
        "gts",
        "GTS (Xie and Sun 2019): a tree from its root down, driven by goals",
        GTSSettings,
        "sumc.models.gts:GTS",
        codecs=("prefix",),
        decodings=BEAM,
    ),
    ModelKind(
        "graph2tree",
        "Graph2Tree (Zhang et al. 2020): GTS on tokens that are related through the numbers",
        Graph2TreeSettings,
        "sumc.models.graph2tree:Graph2Tree",
        codecs=("prefix",),
        inputs=("quantity_graphs",),
        decodings=BEAM,
    ),
    ModelKind(
        "sau",
        "SAU-Solver (Qin et al. 2020): universal trees whose parts are aligned with the text",
        SAUSettings,
        "sumc.models.sau:SAU",
        codecs=("universal_tree",),
        decodings=BEAM,
    ),
    ModelKind(
        "unilm",
        "UniLM-Solver, our reconstruction: text and expression in one pretrained transformer",
        UniLMSettings,
        "sumc.models.unilm:UniLM",
        codecs=("prefix",),
        encoders=("pretrained",),
        decodings=BEAM,
    ),
    ModelKind(
        "stackdecoder",
        "StackDecoder (Chiang and Chen 2019): postfix actions on a stack of vectors",
        StackDecoderSettings,
        "sumc.models.stackdecoder:StackDecoder",
        codecs=("postfix",),
        encoders=("rnn",),
        decodings=BEAM,
    ),
    ModelKind(
        "t-rnn",
        "T-RNN (Wang et al. 2019): a template of the solution, then its operators",
        TRNNSettings,
        "sumc.models.t_rnn:TRNN",
        codecs=("template",),
        encoders=("rnn",),
        stages=("template", "operators"),
        decodings=BEAM,
    ),
):
    MODELS.add(_kind.name, _kind)
