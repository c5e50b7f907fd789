"""The API in process: what it answers, and how it says no."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from strategies import texts
from sumc import MTree, __version__, check
from sumc.errors import ServeError
from sumc.grading.classroom import grade
from sumc.grading.report import to_csv, to_html
from sumc.grading.rows import Task, read_answers
from sumc.web.app import create_app
from sumc.web.logs import json_logs
from sumc.web.models import Models
from sumc.web.schemas import MOST_CHARACTERS, MOST_TEXTS
from sumc.web.settings import EXPRESSION_LIMITS, ServerSettings
from web.serving import CRAYONS, ROPE, Json, StandIn, loaded, stand_in_models


def mistakes(client: TestClient, path: str, content: bytes | str, status: int) -> list[Json]:
    """The mistakes that a body is answered with; the shape is the same for all of them."""
    response = client.post(path, content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == status, response.text
    errors: list[Json] = response.json()["errors"]
    assert response.json().keys() == {"errors"}
    for error in errors:
        assert error.keys() - {"column"} == {"code", "what", "where", "accepted"}
    return errors


def test_solve_gives_what_the_command_prints_and_a_tree_to_draw(client: TestClient) -> None:
    solution = client.post("/api/solve", json={"text": CRAYONS}).json()
    assert solution["answer"] == "29"
    assert solution["answer_float"] == 29.0
    assert solution["model"] == "en"
    assert solution["reason"] is None
    assert solution["sure"] is True
    assert solution["candidates"][0]["text"] == solution["text"] == "29 crayons"
    assert solution["candidates"][0]["share"] == solution["confidence"]
    assert 0 < solution["confidence"] <= 1
    assert [CRAYONS[each["start"] : each["end"]] for each in solution["numbers"]] == [
        "3",
        "12",
        "7",
    ]
    assert solution["nodes"]["kind"] == "+"
    assert "29" in solution["explanation"]["en"][-1]
    assert "29" in solution["explanation"]["zh"][-1]


def test_the_examples_of_the_page_are_answered_right(client: TestClient) -> None:
    script = client.get("/page/examples.js").text.partition("PAIRS")[0]
    texts = re.findall(r'\["(?:en|zh)", "(.+)"\]', script)
    solutions = client.post("/api/solve", json={"texts": texts}).json()["solutions"]
    answers = [solution["answer"] for solution in solutions]
    assert answers == ["29", "72", "16", "68", "16", "160"]


def test_the_model_is_chosen_by_the_language_of_each_text(client: TestClient) -> None:
    body = {"texts": [ROPE, CRAYONS, ROPE]}
    solutions = client.post("/api/solve", json=body).json()["solutions"]
    assert [solution["model"] for solution in solutions] == ["zh", "en", "zh"]
    assert [solution["answer"] for solution in solutions] == ["16", "29", "16"]


def test_a_model_can_be_asked_for_by_name(client: TestClient) -> None:
    solution = client.post("/api/solve", json={"text": CRAYONS, "model": "zh"}).json()
    assert (solution["answer"], solution["reason"]) == (None, "other-language")
    assert solution["message"]
    (error,) = mistakes(client, "/api/solve", '{"text": "a", "model": "de"}', 422)
    assert (error["code"], error["where"]) == ("unknown-model", "body.model")
    assert error["accepted"] == "auto, en, zh"


def test_a_text_without_an_answer_has_a_reason(client: TestClient) -> None:
    body = {"texts": ["How are you?", "Ann has 3 pens.", "Сколько будет 2 и 3?"]}
    solutions = client.post("/api/solve", json=body).json()["solutions"]
    reasons = [solution["reason"] for solution in solutions]
    assert reasons == ["no-numbers", "no-question", "unknown-language"]
    assert all(solution["answer"] is None and solution["nodes"] is None for solution in solutions)


def test_tree_gives_codes_value_latex_and_drawing(client: TestClient) -> None:
    tree = client.post("/api/tree", json={"expression": "2*(3-1)/4"}).json()
    assert tree["tree"] == "(+ (*- 1 2 1/4) (* 2 3 1/4))"
    assert tree["value"] == "1"
    assert tree["codes"][0] == {"symbol": "1", "code": "0_0_+_*-"}
    assert tree["latex"].startswith(r"\frac{")
    assert tree["svg"].startswith("<svg")
    assert tree["nodes"]["children"][0]["children"][2] == {
        "symbol": "4",
        "negated": False,
        "inverted": True,
        "code": "0_1_+_*-",
    }


def test_numbers_that_divide_by_zero_have_a_tree_and_a_reason(client: TestClient) -> None:
    tree = client.post("/api/tree", json={"expression": "1/(2-2)"}).json()
    assert tree["value"] is None
    assert "zero" in tree["reason"]


def test_check_compares_and_marks_what_differs(client: TestClient) -> None:
    body = {"student": "2*3+4-5", "reference": "2*3+4+5"}
    result = client.post("/api/check", json=body).json()
    assert (result["verdict"], result["score"]) == ("different", 0.75)
    assert result["differences"] == [{"symbol": "5", "student": "1_0_+", "reference": "0_0_+"}]
    marks = [leaf["mark"] for leaf in result["student"]["nodes"]["children"][1:]]
    assert marks == ["same", "changed"]
    assert result["student"]["value"] == "5"


def test_check_allows_decimals_to_be_off_by_the_tolerance(quick_client: TestClient) -> None:
    body = {"student": "10/3=3.33", "reference": "10/3"}
    verdicts = [
        quick_client.post("/api/check", json=body | options).json()["verdict"]
        for options in ({}, {"tolerance": "0.01"}, {"tolerance": "0.001"}, {"tolerance": "1%"})
    ]
    assert verdicts == ["miscalculated", "same-structure", "miscalculated", "same-structure"]


def test_check_says_which_side_cannot_be_read(client: TestClient) -> None:
    result = client.post("/api/check", json={"student": "2*", "reference": "2*3"}).json()
    assert result["verdict"] == "unparseable"
    assert result["reference"]["error"] is None
    assert result["student"]["error"]["column"] == 3


CLASS = "name,answer\nAda,36-7\nBen,3*12+7\nCy,12*3+7=43\nDi\n"


def test_a_class_is_graded_as_the_command_does(client: TestClient) -> None:
    body = {"answers": CLASS, "references": ["3*12-7"]}
    result = client.post("/api/grade", json=body).json()
    classroom = grade(read_answers(CLASS), {"": Task(("3*12-7",))})
    assert result == {
        **json.loads(json.dumps(classroom.to_json())),
        "csv": to_csv(classroom),
        "html": to_html(classroom),
    }
    assert result["mistakes"][0]["count"] == 2
    assert result["broken"] == ["line 5: expected a name and an answer, found one value"]


def test_a_class_may_have_problems_and_a_scheme(client: TestClient) -> None:
    body = {
        "answers": "name,problem,answer\nAda,1,29\nAda,2,6\n",
        "problems": "problem,reference\n1,3*12-7\n2,2*3\n",
        "scheme": {"points": {"answer-only": 1}},
    }
    assert client.post("/api/grade", json=body).json()["mean"] == 1


@pytest.mark.parametrize(
    ("body", "where", "what"),
    [
        ({"answers": "nothing"}, "body.answers", "the answers: expected a first row"),
        ({"references": []}, "body.references", "there is no reference"),
        ({"references": ["3*"]}, "body.references", "the reference '3*' cannot be read"),
        ({"problems": "a,b"}, "body.references", "there is no reference"),
        ({"references": [], "problems": "a,b"}, "body.problems", "the problems: expected"),
        ({"scheme": {"unti": 1}}, "body.scheme", "the scheme has 1 mistake"),
        ({"answers": "name,answer\n" + "a,1\n" * 601}, "body.answers", "601 answers"),
    ],
)
def test_a_class_that_cannot_be_graded_is_refused(
    client: TestClient, body: Json, where: str, what: str
) -> None:
    whole = {"answers": CLASS, "references": ["3*12-7"], **body}
    (mistake,) = mistakes(client, "/api/grade", json.dumps(whole), 422)
    assert mistake["where"] == where
    assert mistake["what"].startswith(what)


@pytest.mark.parametrize("student", ["2*3+4-5", "1/(2-2)", "n1/n2", "9^400", "2*"])
def test_trees_and_checks_hold_what_the_command_prints(
    quick_client: TestClient, student: str
) -> None:
    result = check(student, "2*3+4+5").to_json()
    found = quick_client.post("/api/check", json={"student": student, "reference": "2*3+4+5"})
    for side in ("student", "reference"):
        ours, theirs = result.pop(side), found.json()[side]
        assert ours.pop("error", None) == (theirs["error"] and theirs["error"]["what"])
        assert ours.items() <= theirs.items()
    assert result.items() <= found.json().items()
    if found.json()["student"]["tree"] is not None:
        tree = quick_client.post("/api/tree", json={"expression": student}).json()
        expected = MTree.parse(student, EXPRESSION_LIMITS).to_json(EXPRESSION_LIMITS)
        assert {name: tree[name] for name in expected} == expected


def test_models_are_listed_with_the_limits(client: TestClient) -> None:
    answer = client.get("/api/models").json()
    assert answer["models"] == [
        {"name": "en", "languages": ["en"]},
        {"name": "zh", "languages": ["zh"]},
    ]
    assert answer["limits"]["texts"] == MOST_TEXTS
    assert client.get("/healthz").json() == {"status": "ok", "version": __version__}


@pytest.mark.parametrize(
    ("path", "content", "status", "code", "where"),
    [
        ("/api/solve", "", 422, "missing", "body"),
        ("/api/solve", "{", 400, "malformed-json", "body"),
        ("/api/solve", '{"text": "a",}', 400, "malformed-json", "body"),
        ("/api/solve", b"\xff\xfe\x00", 400, "malformed-json", "body"),
        ("/api/solve", "[" * 2_000, 400, "malformed-json", "body"),
        ("/api/solve", "[" * 100_000, 413, "too-many-values", "body"),
        ("/api/solve", "[]", 422, "wrong-type", "body"),
        ("/api/solve", "null", 422, "wrong-type", "body"),
        ("/api/solve", "{}", 422, "missing", "body.text"),
        ("/api/solve", '{"text": 5}', 422, "wrong-type", "body.text"),
        ("/api/solve", '{"text": NaN}', 422, "wrong-type", "body.text"),
        ("/api/solve", '{"text": ""}', 422, "too-short", "body.text"),
        ("/api/solve", '{"text": "\\ud800"}', 422, "wrong-type", "body.text"),
        ("/api/solve", '{"text": "a", "model": "\\udfff"}', 422, "wrong-type", "body.model"),
        (
            "/api/solve",
            '{"text": "a", "temperature": 1}',
            422,
            "unknown-field",
            "body.temperature",
        ),
        ("/api/solve", '{"text": "a", "texts": ["a"]}', 422, "unknown-field", "body.text"),
        ("/api/solve", '{"texts": []}', 422, "too-few", "body.texts"),
        ("/api/solve", '{"texts": "a"}', 422, "wrong-type", "body.texts"),
        ("/api/solve", '{"texts": ["a", "b", 3]}', 422, "wrong-type", "body.texts[2]"),
        ("/api/tree", '{"expression": "2*(3"}', 422, "expression", "body.expression"),
        ("/api/tree", '{"expression": "9^999"}', 422, "limit", "body.expression"),
        ("/api/check", '{"student": "1"}', 422, "missing", "body.reference"),
        (
            "/api/check",
            '{"student": "1", "reference": "1", "tolerance": "-1"}',
            422,
            "invalid",
            "body.tolerance",
        ),
    ],
)
def test_what_is_wrong_with_a_body_is_said_and_where(
    quick_client: TestClient, path: str, content: bytes | str, status: int, code: str, where: str
) -> None:
    error = mistakes(quick_client, path, content, status)[0]
    assert (error["code"], error["where"]) == (code, where)
    assert error["what"]
    assert error["accepted"]


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("/api/solve", {"text": 1, "model": "no", "extra": 1}, "extra model text"),
        ("/api/solve", {"texts": [], "model": "no"}, "model texts"),
        ("/api/solve", {"text": "a", "model": "en", "extra": 1}, "extra"),
        ("/api/solve", {"model": ""}, "model text"),
        ("/api/tree", {"model": "no"}, "expression model"),
    ],
)
def test_all_mistakes_of_a_body_are_told_at_once(
    quick_client: TestClient, path: str, body: Json, where: str
) -> None:
    errors = mistakes(quick_client, path, json.dumps(body), 422)
    assert sorted(error["where"] for error in errors) == [f"body.{it}" for it in where.split()]


def test_text_and_texts_are_told_apart(quick_client: TestClient) -> None:
    (none,) = mistakes(quick_client, "/api/solve", "{}", 422)
    assert none["what"] == "neither text nor texts is given"
    (both,) = mistakes(quick_client, "/api/solve", '{"text": "a", "texts": ["b"]}', 422)
    assert both["what"] == "both text and texts are given"


def test_a_language_that_no_model_reads_is_not_sent_to_another_model(models: Models) -> None:
    with TestClient(create_app(Models([models.by_name["en"]]))) as client:
        solution = client.post("/api/solve", json={"text": ROPE}).json()
    assert solution["reason"] == "other-language"
    assert solution["message"] == "这个服务器上没有读这种语言的模型"


def test_a_text_that_is_accepted_is_not_too_long_for_the_solver(client: TestClient) -> None:
    longest = CRAYONS.ljust(client.get("/api/models").json()["limits"]["text_characters"])
    assert client.post("/api/solve", json={"text": longest}).json()["answer"] == "29"


def test_bodies_texts_and_lists_are_bounded(quick_client: TestClient) -> None:
    post = quick_client.post
    longest = "a" * MOST_CHARACTERS
    assert post("/api/solve", json={"text": longest}).status_code == 200
    assert post("/api/solve", json={"texts": ["a"] * MOST_TEXTS}).status_code == 200
    for body, code in (
        ({"text": longest + "a"}, "too-long"),
        ({"texts": ["a"] * (MOST_TEXTS + 1)}, "too-many"),
    ):
        response = post("/api/solve", json=body)
        assert (response.status_code, response.json()["errors"][0]["code"]) == (422, code)
    large = post("/api/solve", json={"texts": ["a" * 100_000] * 20})
    assert (large.status_code, large.json()["errors"][0]["code"]) == (413, "body-too-large")
    expression = "1+" * EXPRESSION_LIMITS.characters + "1"
    assert post("/api/tree", json={"expression": expression}).status_code == 422


def test_what_all_bodies_hold_together_is_bounded() -> None:
    settings = ServerSettings(held_bytes=100)
    with TestClient(create_app(stand_in_models(), settings)) as client:
        busy = client.post("/api/solve", json={"text": "a" * 100})
        assert (busy.status_code, busy.json()["errors"][0]["code"]) == (503, "busy")
        assert busy.headers["Connection"] == "close"
        assert client.post("/api/solve", json={"text": "a"}).status_code == 200


def test_the_mistakes_of_one_answer_are_bounded(quick_client: TestClient) -> None:
    many = {f"field{number}": 1 for number in range(1_000)}
    errors = quick_client.post("/api/tree", json=many).json()["errors"]
    assert len(errors) == 20


def test_a_body_must_be_said_to_be_json(quick_client: TestClient) -> None:
    for headers in ({}, {"Content-Type": "text/plain"}, {"Content-Type": "application/jsonp"}):
        response = quick_client.post("/api/solve", content=b'{"text": "a"}', headers=headers)
        assert response.status_code == 415
        assert response.json()["errors"][0]["where"] == "header Content-Type"
    named = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert quick_client.post("/api/solve", content=b'{"text": "a"}', headers=named).is_success


def test_other_addresses_and_methods_have_the_same_shape(quick_client: TestClient) -> None:
    missing = quick_client.get("/api/none")
    assert missing.status_code == 404
    assert missing.json()["errors"][0]["code"] == "not-found"
    for method in ("GET", "OPTIONS", "DELETE", "BREW"):
        response = quick_client.request(method, "/api/solve")
        assert response.status_code == 405
        assert response.headers["Allow"] == "POST"
        assert response.json()["errors"][0]["code"] == "method-not-allowed"


def test_head_is_get_without_the_body(quick_client: TestClient) -> None:
    for path in ("/", "/healthz", "/api/models", "/page/app.js"):
        head, get = quick_client.head(path), quick_client.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["Content-Length"] == str(len(get.content))
    assert quick_client.head("/api/solve").status_code == 405


@pytest.mark.parametrize("path", ["/", "/docs", "/api/models", "/nothing", "/page/style.css"])
def test_every_answer_has_the_security_headers(quick_client: TestClient, path: str) -> None:
    headers = quick_client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert re.fullmatch("[0-9a-f]{16}", headers["X-Request-ID"])
    assert "Access-Control-Allow-Origin" not in headers
    assert headers["Cache-Control"] == (
        "no-store" if "api" in path or path == "/nothing" else "no-cache"
    )


def test_files_of_the_page_are_sent_again_only_when_they_changed(quick_client: TestClient) -> None:
    first = quick_client.get("/")
    assert first.headers["Content-Type"] == "text/html; charset=utf-8"
    again = quick_client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert quick_client.get("/page/../app.py").status_code == 404


def test_a_bug_is_told_by_a_number_and_the_trace_stays_in_the_log(
    quick_client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = quick_client.post("/api/solve", json={"texts": ["fine", "broken"]})
    assert response.status_code == 500
    (error,) = response.json()["errors"]
    assert response.headers["X-Request-ID"] in error["what"]
    assert "Traceback" not in response.text
    assert "bug" not in response.text
    assert "a bug in the solver" in caplog.text
    assert quick_client.post("/api/solve", json={"text": "fine"}).json()["answer"] == "4"


def test_answers_never_tell_where_a_model_lies_on_the_disk(stand_in: StandIn) -> None:
    models = Models([loaded("mine", stand_in, "en")])
    with TestClient(create_app(models)) as client:
        assert client.post("/api/solve", json={"text": "abc"}).json()["model"] == "mine"


def test_models_need_names_of_their_own() -> None:
    for wrong in ([], [loaded("a"), loaded("a")], [loaded("auto")]):
        with pytest.raises(ServeError):
            Models(wrong)


@pytest.fixture
def guarded() -> Iterator[TestClient]:
    settings = ServerSettings(token="s3cret", cors_origins=("https://school.example",))
    with TestClient(create_app(stand_in_models(), settings)) as client:
        yield client


def test_a_token_guards_the_api_and_the_metrics(guarded: TestClient) -> None:
    for path in ("/api/models", "/metrics", "/api/none"):
        for authorization in (
            "",
            "Bearer wrong",
            "Basic s3cret",
            "Bearer",
            "Bearer s3cret2",
            "é",
        ):
            given = authorization.encode("latin-1")
            headers = [(b"Authorization", given)] if given else []
            response = guarded.get(path, headers=headers)
            assert response.status_code == 401
            assert response.headers["WWW-Authenticate"] == "Bearer"
            assert response.json()["errors"][0]["code"] == "token"
    assert guarded.get("/api/models", headers={"Authorization": "bearer s3cret"}).is_success
    for path in ("/", "/healthz", "/docs", "/openapi.json"):
        assert guarded.get(path).is_success
    assert guarded.get("/openapi.json").json()["paths"]["/api/solve"]["post"]["security"]


def test_only_a_named_site_may_call_the_api_from_its_pages(guarded: TestClient) -> None:
    def preflight(origin: str) -> str | None:
        headers = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, content-type",
        }
        response = guarded.options("/api/solve", headers=headers)
        return response.headers.get("Access-Control-Allow-Origin")

    assert preflight("https://school.example") == "https://school.example"
    assert preflight("https://evil.example") is None
    refused = guarded.get("/api/models", headers={"Origin": "https://school.example"})
    assert refused.headers["Access-Control-Allow-Origin"] == "https://school.example"


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": ""},
        {"token": "pass\nword"},
        {"token": "schlüssel"},
        {"cors_origins": ("*",)},
        {"cors_origins": ("school.example",)},
        {"cors_origins": ("https://school.example/page",)},
        {"queue_size": 0},
        {"batch_size": 0},
    ],
)
def test_settings_that_cannot_work_are_refused(wrong: Json) -> None:
    with pytest.raises(ServeError):
        ServerSettings(**wrong)


@pytest.mark.parametrize("with_texts", [False, True])
def test_the_log_has_a_line_of_json_for_a_request_and_no_texts_by_default(
    with_texts: bool,
) -> None:
    stream = io.StringIO()
    app = create_app(stand_in_models(), ServerSettings(log_texts=with_texts))
    with json_logs(stream=stream), TestClient(app) as client:
        answer = client.post("/api/solve?hidden=1", json={"text": "a private matter"})
    (line,) = map(json.loads, stream.getvalue().splitlines())
    assert line["event"] == "request"
    assert (line["method"], line["path"], line["status"]) == ("POST", "/api/solve", 200)
    assert line["id"] == answer.headers["X-Request-ID"]
    assert line["bytes"] == len(answer.content)
    assert line["ms"] > 0
    assert ("private" in stream.getvalue()) == with_texts
    assert "hidden" not in stream.getvalue()


def test_the_log_of_requests_can_be_switched_off() -> None:
    stream = io.StringIO()
    with (
        json_logs(requests=False, stream=stream),
        TestClient(create_app(stand_in_models())) as client,
    ):
        assert client.get("/healthz").is_success
        assert client.post("/api/solve", json={"text": "broken"}).status_code == 500
    lines = list(map(json.loads, stream.getvalue().splitlines()))
    assert [line["level"] for line in lines] == ["error", "error"]
    assert "a bug in the solver" in lines[0]["error"]


@given(texts())
def test_any_text_is_answered(client: TestClient, text: str) -> None:
    """A status that the API knows, JSON, and never a bug."""
    for path, body in (
        ("/api/solve", {"text": text}),
        ("/api/tree", {"expression": text}),
        ("/api/check", {"student": text, "reference": "1+2"}),
    ):
        response = client.post(
            path, content=json.dumps(body), headers={"Content-Type": "application/json"}
        )
        assert response.status_code in (200, 422), response.text
        assert response.json()


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(client: TestClient, content: bytes) -> None:
    response = client.post(
        "/api/solve", content=content, headers={"Content-Type": "application/json"}
    )
    assert response.status_code in (200, 400, 422)
    assert response.json()
