"""Schemathesis over the OpenAPI document: random requests, right and wrong ones."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings

from sumc.web.app import create_app
from web.serving import stand_in_models

app = create_app(stand_in_models())
# A body that no schema allows may also be too large to be read at all: 413.
REFUSED = {"expected-statuses": ["400", "404", "405", "413", "415", "422"]}
config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": REFUSED}})
schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=config)


@schema.parametrize()
@settings(
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_the_document_says(case: Any) -> None:
    # No schema says which texts are expressions.
    texts_alone = schemathesis.checks.CHECKS.get_one("positive_data_acceptance")
    excluded = [texts_alone] if case.path in ("/api/tree", "/api/grade") else []
    response = case.call_and_validate(excluded_checks=excluded)
    assert response.status_code < 500
