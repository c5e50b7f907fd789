"""UniLM-Solver: one transformer for text and expression, beside transformers' own."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

pytest.importorskip("torch", reason="models need torch")
pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')

import torch
from torch import Tensor

from models.small import PROBLEMS, as_kind, batch_of, covered, labelled, small_model
from models.tiny_bert import write_encoder
from sumc.encoding.batches import collate
from sumc.errors import SettingsError
from sumc.models.attention import NEVER
from sumc.models.prefix_attention import FAMILIES, Past, check_family, read_on
from sumc.models.pretrained import load_network
from sumc.models.unilm import ExpressionSession, UniLM
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

SHAPES = {"electra": {"embedding_size": 8}, "roformer": {"embedding_size": 8}}
"""Some families embed words in fewer values than their layers have."""


@pytest.fixture(name="network", scope="module", params=[f for f in FAMILIES if "xlm" not in f])
def _network(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> torch.nn.Module:
    folder = tmp_path_factory.mktemp("encoder")
    family = request.param
    write_encoder(folder, ["a few words"], family=family, **SHAPES.get(family, {}))
    network = load_network(str(folder)).double().eval()
    with torch.no_grad():  # as if they had been trained: random ones are too similar
        for weight in network.parameters():
            weight.add_(0.3 * torch.randn_like(weight))
    assert isinstance(network, torch.nn.Module)
    return network


@torch.no_grad()
def test_a_text_is_read_as_transformers_reads_it(network: torch.nn.Module) -> None:
    embedded, mask = _embedded(network, 3, 7), torch.ones(3, 7, dtype=torch.bool)
    mask[1, 4:] = mask[2, 1:] = False
    places = torch.arange(7).expand(3, -1)
    found, _ = read_on(network, embedded, places, 0, mask[:, None].expand(-1, 7, -1), [])
    wanted = network(inputs_embeds=embedded, attention_mask=mask.long()).last_hidden_state
    assert torch.allclose(found[mask], wanted[mask], atol=1e-8)


@torch.no_grad()
def test_what_comes_after_a_text_sees_it_and_its_own_past(network: torch.nn.Module) -> None:
    """All at once, or piece by piece, it is one pass under UniLM's mask."""
    text, after = 4, 3
    embedded = _embedded(network, 2, text + after)
    places = torch.arange(text + after).expand(2, -1)
    sees = torch.ones(text + after, text + after, dtype=torch.bool)
    sees[:text, text:] = False
    sees[text:, text:] = torch.ones(after, after, dtype=torch.bool).tril()
    sees = sees.expand(2, -1, -1)
    wanted = _at_once(network, embedded, sees, text)
    for cuts in ((4, 7), (4, 5, 6, 7)):
        found: list[Tensor] = []
        past: list[Past] = []
        start = 0
        for end in cuts:
            part = slice(start, end)
            segment = int(start >= text)
            states, past = read_on(
                network, embedded[:, part], places[:, part], segment, sees[:, part, :end], past
            )
            found.append(states)
            start = end
        assert torch.allclose(torch.cat(found, 1), wanted, atol=1e-8)


def _embedded(network: torch.nn.Module, *shape: int) -> Tensor:
    table = network.get_input_embeddings().weight  # type: ignore[operator]
    random = torch.Generator().manual_seed(1)
    return torch.randn(*shape, table.shape[1], generator=random, dtype=torch.double)


def _at_once(network: torch.nn.Module, embedded: Tensor, sees: Tensor, text: int) -> Tensor:
    """By transformers itself; families with one segment have all in the first."""
    segments = (torch.arange(embedded.shape[1]) >= text).long().expand(len(embedded), -1)
    segments = segments.clamp(max=int(network.config.type_vocab_size) - 1)  # type: ignore[union-attr,arg-type]
    forbidden = torch.zeros(sees.shape, dtype=torch.double).masked_fill(~sees, NEVER)[:, None]
    options = {"inputs_embeds": embedded, "token_type_ids": segments}
    states: Tensor = network(**options, attention_mask=forbidden).last_hidden_state
    return states


def test_a_family_with_other_layers_is_refused() -> None:
    network = SimpleNamespace(config=SimpleNamespace(model_type="deberta"))
    with pytest.raises(SettingsError, match=r"of the kind bert, .* found deb"):
        check_family(network)


Build = Callable[..., UniLM]


@pytest.fixture(name="build", params=["bert", "roformer"])
def _build(request: pytest.FixtureRequest, tmp_path: Path) -> Build:
    def build(*overrides: str) -> UniLM:
        texts = [problem.text for problem in PROBLEMS]
        encoder = write_encoder(tmp_path, texts, family=request.param)
        named = ["encoder.kind=pretrained", f"encoder.weights={encoder}"]
        return as_kind(UniLM, small_model("unilm", *named, *overrides)).double().eval()

    return build


def _target(model: UniLM, problem: Problem) -> tuple[int, ...]:
    target = model.codec.encode(problem)
    assert isinstance(target, tuple)
    return target


@torch.no_grad()
def test_expressions_grow_symbol_by_symbol_with_the_scores_they_are_taught_with(
    build: Build,
) -> None:
    """Also when they change their places, and some are there twice, as in a beam."""
    model, random = build(), Random(0)
    problems = covered(model)[:5]
    targets = [_target(model, each) for each in problems]
    text = model.read(labelled(model, problems))
    growing, total = list(range(5)), torch.zeros(5, dtype=torch.double)
    session = ExpressionSession(model, text, longest=99)
    ended: dict[int, float] = {}
    step = 0
    while growing:
        places = random.choices(range(len(growing)), k=4) + list(range(len(growing)))
        session.keep(places)
        growing, total = [growing[place] for place in places], total[places]
        symbols = [targets[each][step] for each in growing]
        total = total + session.step()[torch.arange(len(symbols)), torch.tensor(symbols)]
        is_whole = session.grow(symbols)
        step += 1
        assert list(is_whole) == [len(targets[each]) == step for each in growing]
        ended.update(zip(growing, total.tolist(), strict=True))
        rest = {each: row for row, each in enumerate(growing) if not is_whole[row]}
        session.keep(list(rest.values()))
        growing, total = list(rest), total[list(rest.values())]
    for number, problem in enumerate(problems):
        loss = model(labelled(model, [problem]))
        assert ended[number] == pytest.approx(-loss.totals[0].item(), abs=1e-9)


def test_the_loss_is_smoothed_over_the_symbols_of_the_problem(build: Build) -> None:
    share = 0.2
    model = build(f"model.label_smoothing={share}", "encoder.dropout=0")
    problems = covered(model)[:4]
    batch = labelled(model, problems)
    plain = model(batch)
    found = model.train()(batch)
    total = 0.0
    for problem in problems:
        target = _target(model, problem)
        text = model.eval().read(labelled(model, [problem]))
        scores = model.teach(text, torch.tensor([target]))[0]
        for chances, symbol in zip(scores, target, strict=True):
            total -= (1 - share) * chances[symbol].item() + share * chances.mean().item()
    assert found.totals[0].item() == pytest.approx(total)
    assert plain.totals[0].item() != pytest.approx(total)
    assert plain.counts == found.counts == (sum(len(_target(model, each)) for each in problems),)


def test_a_text_with_more_numbers_than_any_before_has_a_symbol_for_each(build: Build) -> None:
    model = build()
    text = "Add " + " and ".join(map(str, range(2, 22))) + "."
    problem = Problem("", text, "en", find_quantities(text))
    batch = batch_of(model, [problem])
    with torch.no_grad():
        scores = ExpressionSession(model, model.read(batch), longest=9).step()
    assert scores.shape == (1, len(model.codec.fixed) + 20)
    assert scores.exp().sum().item() == pytest.approx(1)


def test_a_text_as_long_as_the_encoder_reads_leaves_room_for_its_expression(build: Build) -> None:
    model = build()
    text = "There are 3 bags with 4 nuts each " + "nuts " * 85
    problem = Problem("", text, "en", find_quantities(text))
    example = model.encoding.encode(problem)
    assert 90 <= example.length <= model.encoding.longest
    (found,) = model.hypotheses(collate([example]))
    assert found
