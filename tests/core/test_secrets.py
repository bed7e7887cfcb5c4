"""P10: secrets are found by their known shapes, redacted by the same list, and references are left alone.

Every shape is put together here at run time, so that no scanner stops this file.
"""

import base64
import itertools
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.secrets import SecretKind, find, redact

ALNUM = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG" * 8
HEX = "3f9c2a7be0125d84" * 8
BASE64 = base64.b64encode(bytes(range(200))).decode()


def alnum(n: int) -> str:
    return ALNUM[:n]


PEM_BODY = "\n".join(BASE64[at : at + 64] for at in range(0, 192, 64))
JWT = ".".join(["eyJ" + alnum(20), "eyJ" + alnum(40), alnum(43)])
TOKENS = [
    (SecretKind.GITHUB, "ghp_" + alnum(36)),
    (SecretKind.GITHUB, "gho_" + alnum(36)),
    (SecretKind.GITHUB, "ghu_" + alnum(36)),
    (SecretKind.GITHUB, "ghs_" + alnum(36)),
    (SecretKind.GITHUB, "ghr_" + alnum(76)),
    (SecretKind.GITHUB, "ghp_" + "A" * 36),
    (SecretKind.GITHUB, "github_pat_" + alnum(22) + "_" + alnum(59)),
    (SecretKind.GITLAB, "glpat-" + alnum(20)),
    (SecretKind.MODEL_PROVIDER, "sk-" + alnum(48)),
    (SecretKind.MODEL_PROVIDER, "sk-proj-" + alnum(20) + "_-" + alnum(60)),
    (SecretKind.MODEL_PROVIDER, "sk-ant-api03-" + alnum(80) + "-AA"),
    (SecretKind.SLACK, "xoxb-" + "123456789012-" * 2 + alnum(24)),
    (SecretKind.CHAT_HOOK, "hooks.slack.com/services/T" + alnum(8) + "/B" + alnum(8) + "/" + alnum(24)),
    (SecretKind.AWS, "AKIA" + alnum(16).upper()),
    (SecretKind.AWS, "ASIA" + alnum(16).upper()),
    (SecretKind.GOOGLE, "AIza" + alnum(35)),
    (SecretKind.GOOGLE, "ya29." + alnum(60)),
    (SecretKind.STRIPE, "sk_live_" + alnum(24)),
    (SecretKind.STRIPE, "rk_test_" + alnum(24)),
    (SecretKind.PACKAGE_REGISTRY, "npm_" + alnum(36)),
    (SecretKind.PACKAGE_REGISTRY, "pypi-AgEIcHlwaS5vcmc" + alnum(60)),
    (SecretKind.SERVICE, "SG." + alnum(22) + "." + alnum(43)),
    (SecretKind.SERVICE, "SK" + HEX[:32]),
    (SecretKind.SERVICE, "1234567890:AA" + alnum(33)),
    (SecretKind.JWT, JWT),
    (SecretKind.PRIVATE_KEY, f"-----BEGIN RSA PRIVATE KEY-----\n{PEM_BODY}\n-----END RSA PRIVATE KEY-----"),
    (
        SecretKind.PRIVATE_KEY,
        f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{PEM_BODY}\n-----END PGP PRIVATE KEY BLOCK-----",
    ),
    (SecretKind.PRIVATE_KEY, "-----BEGIN OPENSSH PRIVATE KEY-----\\n" + BASE64[:64] + "\\n" + BASE64[:64]),
]
PASS = "hunter" + "2"
WITH_VALUE = [
    (SecretKind.URL_PASSWORD, "https://user:{}@db.internal/x", PASS),
    (SecretKind.URL_PASSWORD, "postgres://:{}@localhost:5432/x", "p!"),
    (SecretKind.URL_PASSWORD, "amqp://a:{}@[::1]/", "a:b"),
    (SecretKind.AWS, "aws_secret_access_key = {}", alnum(40)),
    (SecretKind.AWS, 'AWS_SECRET_ACCESS_KEY="{}"', alnum(20) + "/+" + alnum(18)),
    (SecretKind.AZURE, "DefaultEndpointsProtocol=https;AccountKey={}", BASE64[:86] + "=="),
    (SecretKind.AUTHORIZATION, "curl -H 'Authorization: Bearer {}'", alnum(32)),
    (SecretKind.AUTHORIZATION, "Authorization: Basic {}", BASE64[:24]),
    (SecretKind.AUTHORIZATION, "authorization: token {}", HEX[:40]),
    (SecretKind.PASSWORD, 'password = "{}"', PASS),
    (SecretKind.PASSWORD, "DB_PASSWORD={}", PASS),
    (SecretKind.PASSWORD, "Possible hardcoded password: '{}'", PASS),
    (SecretKind.PASSWORD, '{{"apiKey": "{}"}}', alnum(20)),
    (SecretKind.PASSWORD, "password: {}", PASS),
    (SecretKind.PASSWORD, "The password for the demo account is {}.", PASS),
    (SecretKind.PASSWORD, "log in with the password `{}`, please", PASS + "-and-3"),
    (SecretKind.PASSWORD, "--token={} --verbose", alnum(12)),
    (SecretKind.PASSWORD, "client_secret: '{}'", alnum(30)),
]
NO_SECRETS = [
    "use $TOKEN, ${TOKEN}, ${{ secrets.X }}, {{ token }}, %TOKEN%, <token> or ***",
    "token=$GITHUB_TOKEN password=${DB_PASSWORD1} api_key=%API_KEY_1% secret={{ s3 }}",
    'password = "${{ secrets.DB_PASSWORD_2 }}" token: "${TOKEN_123}" api_key="<your-api-key-1>"',
    "https://user:$PASS@host https://user:${PASS}@host https://user:***@host https://x:xxxx@host/ https://u:{pw}@h",
    "https://<user>:<password>@host http://localhost:8080/@scope/pkg ssh://git@github.com:22/o/r git@github.com:o/r",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx sk-xxxxxxxxxxxxxxxxxxxxxxxx xoxb-xxxx-xxxx-xxxx ghp_ sk-... glpat-",
    f"commit {HEX[:40]} and {HEX[:64]} and {HEX[:12]} sha256:{HEX[:64]} md5={HEX[:32]}",
    f"id {uuid.UUID(HEX[:32])} l_x7c2k9q4mn v1:3f9c2a7be012",
    "src/token/secret_key2.py tests/password=1/x C:\\keys\\api_key.txt /etc/ssl/private/key.pem",
    "integration tests need TEST_DB_URL; set api_key via os.environ['API_KEY2']",
    "token=get_token2(x) secret=self.secret2 password=config.db_pass1 key=os.environ token = token2",
    "password=None token: str secret: 'string' password: required password='changeme' passwords: sha256 token=abc",
    "the password is stored in src/a1.py; password reset2x, password docs/v1/2024/x; the password length is 12chars",
    "hash passwords with bcrypt2; password: argon2 or password=utf-8",
    "the sk-learn-like-project-with-long-name-2 task-management-software-2024 risk-assessment",
    "Bearer authentication-is-required-for-this Bearer $TOKEN Bearer <token> bearer xxxxxxxxxxxxxxxxxxxx",
    "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY----- -----BEGIN CERTIFICATE-----",
    "eyJ is how a JWT begins, eyJhbGciOi.notjson.x",
    "npm_config_cache npm_lifecycle_event pypi-publish github_pat_ SG.1.2 AKIA AIzaShort hf_hub_download",
    "see https://example.com/a?token=1&x=2#frag, mail me at user:name@example.com",
]
FRAGMENTS = st.sampled_from(
    [token for _, token in TOKENS]
    + [shape.format(value) for _, shape, value in WITH_VALUE]
    + [
        "ghp_",
        "password=",
        "://a:",
        "@",
        "Bearer ",
        " ",
        "\n",
        '"',
        "'",
        "x",
        "eyJ",
        ".",
        "-",
        "_",
        "\u200b",
        "=",
        ":",
        "[",
        "]",
    ]
    + [
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        alnum(20),
        "é",
        "sk-",
        "AccountKey=",
        "$",
        "redacted",
    ]
)
TEXTS = st.lists(FRAGMENTS, max_size=8).map("".join)


@pytest.mark.parametrize(("kind", "token"), TOKENS, ids=lambda value: getattr(value, "name", "token"))
@pytest.mark.parametrize(
    "around", ["{}", "log in with {} and go", "TOKEN={}", '"{}"', "`{}`.", "({})", "a\n{}\nb", "/{}/"]
)
def test_p10_each_known_shape_is_found_as_a_whole(kind: SecretKind, token: str, around: str) -> None:
    redacted = redact(around.format(token))
    assert f"[redacted: {kind.value}]" in redacted
    assert token[8:] not in redacted
    assert kind in {hit.kind for hit in find(around.format(token))}


@pytest.mark.parametrize(("kind", "shape", "value"), WITH_VALUE, ids=[shape for _, shape, _ in WITH_VALUE])
def test_p10_only_the_value_of_an_assignment_is_taken_out(kind: SecretKind, shape: str, value: str) -> None:
    assert redact(shape.format(value)) == shape.format(f"[redacted: {kind.value}]")


@pytest.mark.parametrize("text", NO_SECRETS)
def test_p10_references_blanks_hashes_and_paths_are_no_secrets(text: str) -> None:
    assert [text[hit.start : hit.end] for hit in find(text)] == []
    assert redact(text) == text


@pytest.mark.parametrize("hidden", ["\u200b", "\u00ad", "\U000e0041", "\u202e", "\0"])
def test_sec_07_invisible_characters_hide_no_secret(hidden: str) -> None:
    token = "ghp_" + alnum(36)
    torn = hidden.join(token)
    assert redact(f"use {torn} here") == "use [redacted: GitHub token] here"
    assert redact(f"use x{hidden}{token} here") == f"use x{hidden}[redacted: GitHub token] here"


@given(TEXTS)
def test_p10_redact_is_idempotent_and_equals_detect(text: str) -> None:
    redacted = redact(text)
    assert redact(redacted) == redacted
    assert find(redacted) == ()
    assert (redacted != text) == bool(find(text))


@given(TEXTS)
def test_p10_hits_are_in_order_and_apart(text: str) -> None:
    hits = find(text)
    assert all(hit.start < hit.end <= len(text) for hit in hits)
    assert all(one.end <= two.start for one, two in itertools.pairwise(hits))


@given(TEXTS)
def test_p10_no_whole_token_survives(text: str) -> None:
    for _, token in TOKENS[:10]:
        if f" {token} " in text:
            assert token not in redact(text).split(" ")


@pytest.mark.parametrize(
    "unit",
    [
        "eyJ",
        "eyJa.",
        "ghp_",
        "sk-",
        "://a:",
        "password=",
        'password="',
        "-----BEGIN PRIVATE KEY-----\n",
        "Bearer a",
        "A" * 15 + "\n",
        "a1",
        "x\u200b",
        "://",
        "Q~",
        "aws_secret_key=",
        "8Q~a",
        "SG.",
        "Bearer ",
        "secret:" + " " * 4,
        "a" * 9 + "=",
    ],
)
def test_p11_a_search_that_is_not_linear_would_not_end_on_this(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    assert find(redact(text)) == ()


def test_a_hit_does_not_hold_the_value() -> None:
    (hit,) = find("ghp_" + alnum(36))
    assert alnum(10) not in repr(hit)
