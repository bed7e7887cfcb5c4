"""Asking providers that fail in every way they can: one kind of trouble each, bounded time, tokens, money (P10-P13)."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from buddy.adapters.model.asking import AskedModel
from buddy.core.model.question import Allowance, NoAnswer, Question, Trouble
from buddy.core.model.review_answer import ReviewAnswer
from tests.fakes.model_server import completion, scripted_model

KEY = "k-" + "never-shown-" * 3
ROOT = Path(__file__).resolve().parents[3]
NOTHING = {"findings": []}
FAR_AWAY = "http://127.0.0.1:9/v1"


class Clock:
    """Seconds that pass only when told."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def model(base_url, name="openai:gpt-4o-mini", *, key=KEY, clock=None, **allowance):
    return AskedModel(
        name=name,
        key=SecretStr(key) if key else None,
        base_url=base_url,
        allowance=Allowance(**allowance),
        clock=clock or Clock(),
    )


def ask(asked, *, rules="Judge.", prompt="This."):
    return asked.ask(Question(rules=rules, prompt=prompt, answer=ReviewAnswer))


def trouble(asked):
    with pytest.raises(NoAnswer) as told:
        ask(asked)
    return told.value.trouble


@pytest.fixture
def server():
    with scripted_model() as scripted:
        yield scripted


@pytest.mark.parametrize(
    ("provider", "name", "path"),
    [
        ("openai", "openai:gpt-4o-mini", "/v1/chat/completions"),
        ("anthropic", "anthropic:claude-sonnet-4-5", "/anthropic/v1/messages"),
        ("mistral", "openai:mistral-large", "/mistral/v1/chat/completions"),
    ],
)
def test_a_server_at_an_address_is_asked_in_words_and_with_the_given_key(llmock, provider, name, path):
    llmock.reply(json.dumps(NOTHING))
    asked = model(llmock.base_url(provider), name)
    assert ask(asked) == ReviewAnswer(findings=[])
    (request,) = llmock.requests
    assert request.path == path
    assert asked.usage().requests == 1
    assert asked.usage().input_tokens > 0


@pytest.mark.parametrize(
    ("name", "path"),
    [("openai:gpt-5-mini", "/v1/responses"), ("anthropic:claude-sonnet-4-5", "/anthropic/v1/messages")],
)
def test_a_provider_without_an_address_is_asked_by_its_own_api_for_structured_output(llmock, name, path):
    llmock.call_tool("final_result", NOTHING)
    assert ask(model(None, name)) == ReviewAnswer(findings=[])
    assert llmock.last_request.path == path


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_rate_limit_is_waited_for_as_the_server_says_and_a_failure_is_tried_again(llmock, provider):
    name = {"openai": "openai:gpt-4o-mini", "anthropic": "anthropic:claude-sonnet-4-5"}[provider]
    llmock.rate_limit(times=1, retry_after=0.05).fail(500, times=1).reply(json.dumps(NOTHING))
    ask(model(llmock.base_url(provider), name))
    assert len(llmock.requests) == 3
    llmock.assert_resilient()


@pytest.mark.parametrize(
    ("status", "expected", "requests"),
    [
        (400, Trouble.UNAVAILABLE, 1),
        (401, Trouble.KEY_REFUSED, 1),
        (402, Trouble.RATE_LIMITED, 1),
        (403, Trouble.KEY_REFUSED, 1),
        (404, Trouble.UNKNOWN_MODEL, 1),
        (503, Trouble.UNAVAILABLE, 3),
    ],
)
def test_a_status_that_stays_is_one_trouble_and_never_asked_too_often(llmock, status, expected, requests):
    """P13."""
    llmock.fail(status, times=None)
    assert trouble(model(llmock.base_url())) is expected
    assert len(llmock.requests) == requests
    llmock.assert_resilient()


def test_a_long_wait_is_not_waited_for(llmock):
    """P11."""
    llmock.rate_limit(times=None, retry_after=900)
    assert trouble(model(llmock.base_url())) is Trouble.RATE_LIMITED
    llmock.assert_resilient()


def test_a_prompt_beyond_the_context_is_too_long(llmock):
    llmock.context_overflow(times=None)
    assert trouble(model(llmock.base_url())) is Trouble.TOO_LONG
    llmock.assert_resilient()


def test_a_slow_answer_ends_with_the_run_s_seconds_and_the_next_question_is_not_asked(llmock):
    """P11."""
    llmock.delay(5, times=None)
    clock = Clock()
    asked = model(llmock.base_url(), clock=clock, seconds=0.3)
    assert trouble(asked) is Trouble.TIMED_OUT
    clock.now += 1
    assert trouble(asked) is Trouble.TIMED_OUT
    assert len(llmock.requests) <= 1


def test_a_server_that_is_not_there_is_unavailable():
    assert trouble(model(FAR_AWAY)) is Trouble.UNAVAILABLE


_CUT = {"choices": [{"index": 0, "message": {"role": "assistant"}}]}
BODIES = {
    "no JSON": b"<html>gateway</html>",
    "nothing": b"",
    "odd bytes": b"\xff\xfe{",
    "a list": b"[]",
    "null": b"null",
    "no choices": b'{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[]}',
    "half a body": json.dumps(_CUT).encode()[:30],
    "other shapes": json.dumps(_CUT).encode(),
    "deep": b'{"choices":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "no text": json.dumps(completion(None)).encode(),
    "prose": json.dumps(completion("Sure! Here is my review.")).encode(),
    "half an answer": json.dumps(completion('{"findings": [{"path": "a.p', finish="length")).encode(),
    "deep answer": json.dumps(completion('{"findings": ' + "[" * 100_000)).encode(),
    "surrogates": json.dumps(completion('{"findings": "\ud800"}')).encode(),
    "a tool nobody offered": json.dumps(
        completion(
            None,
            finish="tool_calls",
            tool_calls=[{"id": "1", "type": "function", "function": {"name": "sh", "arguments": "{}"}}],
        )
    ).encode(),
}


@pytest.mark.parametrize("name", BODIES)
def test_an_answer_that_cannot_be_used_is_trouble_and_no_crash(server, name):
    """P13: asked once more at most, and nothing of what was said is in the error."""
    server.answer = lambda prompt: BODIES[name]
    asked = model(server.url)
    assert trouble(asked) in (Trouble.MALFORMED, Trouble.UNAVAILABLE, Trouble.TOO_LONG)
    assert 1 <= len(server.prompts) <= 3


@pytest.mark.parametrize(
    "body",
    [
        completion(None, refusal="I cannot help with that."),
        completion("", finish="content_filter"),
    ],
)
def test_a_refusal_is_a_refusal(server, body):
    server.answer = lambda prompt: json.dumps(body).encode()
    assert trouble(model(server.url)) is Trouble.REFUSED


def test_a_lost_connection_is_tried_again_and_then_unavailable(server):
    server.answer = lambda prompt: None
    assert trouble(model(server.url)) is Trouble.UNAVAILABLE
    answers = itertools.chain([None], itertools.repeat(NOTHING))
    server.answer = lambda prompt: next(answers)
    assert ask(model(server.url)) == ReviewAnswer(findings=[])


def test_ten_megabytes_are_read_as_far_as_anybody_would(server):
    """P11."""
    item = {"path": "a", "line": 1, "severity": "nit", "category": "x", "message": "m" * 500}
    server.answer = lambda prompt: {"findings": [item] * 20_000}
    assert len(ask(model(server.url)).findings) == 51


def test_an_answer_of_the_wrong_shape_is_asked_for_once_more(server):
    answers = iter(["garbage", NOTHING])
    server.answer = lambda prompt: next(answers)
    asked = model(server.url)
    assert ask(asked) == ReviewAnswer(findings=[])
    assert asked.usage().requests == 2


def test_tokens_are_capped_before_and_after_a_question(server):
    """P11: a question that would not fit is not asked; one that cost too much is the last."""
    server.answer = lambda prompt: NOTHING
    asked = model(server.url, tokens=150)
    assert ask(asked) == ReviewAnswer(findings=[])
    assert trouble(asked) is Trouble.SPENT
    big = model(server.url, tokens=1_000)
    with pytest.raises(NoAnswer):
        ask(big, prompt="x" * 10_000)
    assert big.usage().requests == 0
    assert trouble(model(server.url, tokens=100)) is Trouble.SPENT


def test_dollars_are_capped_where_a_price_is_known(llmock):
    llmock.reply(json.dumps(NOTHING), times=None)
    assert trouble(model(llmock.base_url(), dollars=0.0)) is Trouble.SPENT
    assert not llmock.requests
    dear = model(llmock.base_url(), dollars=1e-9)
    assert trouble(dear) is Trouble.SPENT
    assert dear.usage().dollars > 0
    ask(model(llmock.base_url(), dollars=1.0))
    free = model(llmock.base_url(), "openai:my-own", dollars=1.0)
    ask(free)
    assert free.usage().dollars is None


@pytest.mark.parametrize(
    ("name", "key", "expected"),
    [
        ("gpt-5-mini", KEY, Trouble.UNKNOWN_MODEL),
        ("openai:", KEY, Trouble.UNKNOWN_MODEL),
        (":gpt", KEY, Trouble.UNKNOWN_MODEL),
        ("nobody:gpt", KEY, Trouble.UNKNOWN_MODEL),
        ("../x:y", KEY, Trouble.UNKNOWN_MODEL),
        ("openai:gpt-5-mini", None, Trouble.NO_KEY),
        ("anthropic:claude-sonnet-4-5", None, Trouble.NO_KEY),
        ("cohere:command", KEY, Trouble.NOT_INSTALLED),
        ("test:test", KEY, Trouble.UNKNOWN_MODEL),
    ],
)
def test_a_name_or_a_key_that_is_no_use_is_told_by_its_cause(monkeypatch, name, key, expected):
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    assert trouble(model(None, name, key=key)) is expected


def test_a_server_of_one_s_own_needs_no_key(server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    server.answer = lambda prompt: NOTHING
    ask(model(server.url, key=None))
    assert server.prompts[0].key == "no-key-needed"


_EVERYTHING = """
import sys
{block}
from pydantic import SecretStr
from buddy.adapters.model.asking import AskedModel
from buddy.core.model.question import *
from buddy.core.model.review_answer import ReviewAnswer
asked = AskedModel(name="openai:m", key=SecretStr({key!r}), base_url={url!r}, allowance=Allowance(), clock=lambda: 0.0)
try:
    print(asked.ask(Question(rules="Judge.", prompt="This.", answer=ReviewAnswer)))
except NoAnswer as error:
    print(error.trouble, error, repr(error), asked, error.__cause__, error.__context__ is None)
"""


def process(url, block=""):
    code = _EVERYTHING.format(key=KEY, url=url, block=block)
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )


@pytest.mark.parametrize("said", [NOTHING, (401, f"Incorrect key: {KEY}"), (400, KEY), "garbage " + KEY])
def test_the_key_is_in_no_log_and_no_error_even_if_the_server_says_it(server, said):
    """P10."""
    server.answer = lambda prompt: said
    ran = process(server.url)
    assert server.prompts[0].key == KEY
    assert KEY not in ran.stdout + ran.stderr


def test_without_the_extra_the_run_is_told_what_to_install(server):
    """P13."""
    ran = process(server.url, block="sys.modules['pydantic_ai'] = None")
    assert "Trouble.NOT_INSTALLED" in ran.stdout
    assert "buddy-review[model]" in ran.stdout
    assert not server.prompts


def test_nothing_of_a_provider_is_imported_before_the_first_question():
    code = (
        "import sys, buddy.cli.model_source, buddy.adapters.model.asking\n"
        "assert not {'pydantic_ai', 'openai', 'anthropic', 'httpx'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
