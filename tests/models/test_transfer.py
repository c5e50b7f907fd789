"""A model that starts from another one's weights takes over what both of them know."""

import pytest
import torch

from models.small import NAMES, PROBLEMS, small_model
from sumc.decoding.hypothesis import Search
from sumc.models import Model
from sumc.models.transfer import start_from
from sumc.solving.predictor import Predictor


def _said(model: Model) -> list[object]:
    """Answers and how sure they are, by joint decoding where a model has it."""
    search = Search("joint" if "joint" in model.decodings else "")
    found = Predictor.of(model).predict(PROBLEMS[:4], search)
    return [(each.answer, each.confidence) for each in found]


def _fresh(name: str, *overrides: str, count: int = len(PROBLEMS)) -> Model:
    """A model whose weights no other model has."""
    model = small_model(name, *overrides, count=count)
    torch.manual_seed(9)
    for weight in model.parameters():
        torch.nn.init.normal_(weight)
    return model


@pytest.mark.parametrize("name", NAMES)
def test_a_model_that_starts_from_its_like_says_the_same(name: str) -> None:
    trained, fresh = small_model(name), _fresh(name)
    assert _said(fresh) != _said(trained)
    assert start_from(fresh, trained) == len(trained.state_dict())
    assert _said(fresh) == _said(trained)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_rows_are_those_of_tables_that_there_are(name: str) -> None:
    model = small_model(name)
    tables = model.state_dict()
    for table, names in model.row_names().items():
        assert len(names) == len(tables[table]), table
        assert len(set(names)) == len(names), "each row has a name of its own"


def test_a_start_from_other_problems_keeps_what_both_know() -> None:
    """Words, codes, shapes and constants, row by row; what the other lacks stays fresh."""
    name = "seq2code-joint"
    model, other = _fresh(name), small_model(name, count=60)
    before = {key: value.clone() for key, value in model.state_dict().items()}
    assert start_from(model, other) > 20
    theirs, after = other.state_dict(), model.state_dict()
    shared = fresh = 0
    for table, names in model.row_names().items():
        places = {row: place for place, row in enumerate(other.row_names()[table])}
        for place, row in enumerate(names):
            known = row in places
            expected = theirs[table][places[row]] if known else before[table][place]
            assert torch.equal(after[table][place], expected), (table, row)
            shared, fresh = shared + known, fresh + (not known)
    assert min(shared, fresh) > 100
    assert any(len(after[table]) != len(theirs[table]) for table in model.row_names())


def test_tables_without_names_are_copied_where_they_have_one_shape() -> None:
    model = _fresh("seq2code-joint", "model.attention=4")
    other = small_model("seq2code-joint")
    before = {key: value.clone() for key, value in model.state_dict().items()}
    copied = start_from(model, other)
    after, theirs = model.state_dict(), other.state_dict()
    wider = {key for key in after if after[key].shape != theirs[key].shape}
    assert wider
    assert copied == len(after) - len(wider)
    for key in after:
        assert torch.equal(after[key], before[key] if key in wider else theirs[key]), key


def test_another_kind_of_model_shares_its_encoder_alone() -> None:
    model, other = _fresh("seq2code-joint"), small_model("seq2code")
    copied = start_from(model, other)
    encoder = [key for key in model.state_dict() if key.startswith("encoder.")]
    assert len(encoder) <= copied < len(model.state_dict())
    for key in encoder:
        assert torch.equal(model.state_dict()[key], other.state_dict()[key])


def test_wider_rows_are_not_taken_over() -> None:
    model = _fresh("seq2code", "encoder.embedding=4")
    before = model.state_dict()["encoder.embedding.weight"].clone()
    start_from(model, small_model("seq2code"))
    assert torch.equal(model.state_dict()["encoder.embedding.weight"], before)
