"""SAU-Solver (Qin et al., EMNLP 2020): GTS over universal expression trees, aligned with the text.

A universal tree may hold equations: `=` and `;` are operators, unknowns are leaves with vectors
of their own (`sumc.codecs.universal_tree`; the datasets of the paper need none of them). In
training every subtree that is more than a leaf looks at the text, and what it finds there should
match its own vector, after two small networks have mapped both into one space.

Where we differ from the released code:
- a subtree does not look at padding;
- what gts.py says of GTS holds here too, the root goal and the choice of the model above all.
"""

from torch import Tensor, nn

from sumc.codecs.sequence import SequenceCodec
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.models.attention import AdditiveAttention
from sumc.models.gts import GTS, symbol_loss
from sumc.models.loss import LossSum
from sumc.models.tree_decoder import TextStates
from sumc.models.tree_teaching import Subtrees
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import SAUSettings


class SAU(GTS):
    """GTS with a second loss; it predicts as GTS does."""

    settings: SAUSettings

    def __init__(
        self,
        settings: SAUSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: SequenceCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        self.alignment = Alignment(self.width)

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the symbols, and how far subtrees are from their texts."""
        text = self.read(batch)
        lesson = self.teach(text, batch)
        distances = self.alignment(text, lesson.subtrees)  # none in a batch of lone leaves
        aligned = LossSum.of(distances.sum(), len(distances))
        return symbol_loss(lesson) + aligned * self.settings.alignment


class Alignment(nn.Module):
    """The distance between a subtree and what it looks at, in a space that both are mapped to."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.attention = AdditiveAttention(width, width)
        self.of_text = _mapping(width)
        self.of_subtree = _mapping(width)

    def forward(self, text: TextStates, subtrees: Subtrees) -> Tensor:
        """The mean squared distance of every joined subtree: (J,)."""
        vectors, tokens = subtrees.joined, text.tokens
        keys = self.attention.of_token(tokens.states)[subtrees.texts]
        states, mask = tokens.states[subtrees.texts], tokens.mask[subtrees.texts]
        seen = self.attention.look(vectors[:, None], keys, states, mask)[:, 0]  # (J, h)
        distances: Tensor = (self.of_text(seen) - self.of_subtree(vectors)).square().mean(-1)
        return distances


def _mapping(width: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, width))
