"""Graph2Tree (Zhang et al., ACL 2020): GTS on tokens that see what they are related to.

A graph network sits between the encoder and the tree decoder. Two graphs say which tokens are
related through the numbers of the text (`sumc.encoding.quantity_graphs` has the rules): one
compares quantities, one relates a quantity to the words that describe it. Of four heads the first
two pass messages along the first graph, the others along the second.

Where we differ from the released code:
- the groups of tokens follow from the text by a rule of ours: the authors' were published for
  two datasets, without the program, and on MAWPS most problems were given those of another one;
- values are exact: the released code compares 1(1/2) as 0.5;
- what gts.py says of GTS holds here too.
As in the released code, graphs are not normalised, and the root goal is the encoder's own.
"""

import torch
from torch import Tensor, nn

from sumc.codecs.sequence import SequenceCodec
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.errors import SettingsError
from sumc.models.gts import GTS
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import Graph2TreeSettings

HEADS = (0, 0, 1, 1)
"""Which of the two graphs each head sees."""


class Graph2Tree(GTS):
    """GTS whose states went through a graph network."""

    def __init__(
        self,
        settings: Graph2TreeSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: SequenceCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        if self.width % len(HEADS):
            mistake = f"expected a multiple of {len(HEADS)}, found {self.width}"
            raise SettingsError("the width of the encoder", [mistake])
        self.graph = GraphNetwork(self.width, settings.graph_dropout)

    def enrich(self, states: Tensor, batch: Batch) -> Tensor:
        """The states of the tokens after they have seen those they are related to."""
        graphs = self.tensor(batch.inputs["quantity_graphs"]).to(states.dtype)
        found: Tensor = self.graph(states, graphs)
        return found


class GraphNetwork(nn.Module):
    """Four heads side by side, then a layer for each token; both with residual connections."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.heads = nn.ModuleList(GraphHead(width, width // len(HEADS), dropout) for _ in HEADS)
        self.norm = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, width), nn.ReLU(), nn.Dropout(dropout), nn.Linear(width, width)
        )

    def forward(self, states: Tensor, graphs: Tensor) -> Tensor:
        """New states of the tokens (B, T, h), given two graphs of each text (B, 2, T, T)."""
        pairs = zip(self.heads, HEADS, strict=True)
        seen = torch.cat([head(states, graphs[:, graph]) for head, graph in pairs], -1)
        joined = self.norm(seen) + states
        found: Tensor = self.feed_forward(joined) + joined
        return found


class GraphHead(nn.Module):
    """A graph convolution of two layers: every token gets the sum of its neighbours."""

    def __init__(self, width: int, output: int, dropout: float) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, output)
        self.dropout = nn.Dropout(dropout)
        for layer in (self.first, self.second):
            for weight in layer.parameters():
                nn.init.uniform_(weight, -(layer.out_features**-0.5), layer.out_features**-0.5)

    def forward(self, states: Tensor, graph: Tensor) -> Tensor:
        """What the tokens get from their neighbours' neighbours: (B, T, output)."""
        hidden = self.dropout(torch.relu(self.first(graph @ states)))
        heard: Tensor = self.second(graph @ hidden)
        return heard
