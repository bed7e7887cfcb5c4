"""What kind of file a path is by its name alone, for counting what a change touches."""

from __future__ import annotations

import re


class PathKind:
    """A kind of file; `holds` is asked with a repository-relative path, case does not matter."""

    __slots__ = ("_pattern",)

    def __init__(self, *alternatives: str) -> None:
        self._pattern = re.compile("|".join(alternatives), re.IGNORECASE)

    def holds(self, path: str) -> bool:
        """Whether the path, seen with a leading slash, is of this kind."""
        return self._pattern.search(f"/{path}") is not None


TEST = PathKind(
    r"/(?:tests?|specs?|__tests__|testing|e2e|testdata|testsuite)/",
    r"/(?:test_[^/]*|conftest)\.py$",
    r"(?:_test|_spec|\.test|\.spec|-test|[a-z0-9](?-i:Tests?|Spec|IT))\.[a-z]{1,5}$",
)
DOCS = PathKind(
    r"/docs?/",
    r"\.(?:md|mdx|rst|adoc|txt)$",
    r"/(?:licen[cs]e|notice|changelog|authors|codeowners)(?:\.|$)",
)
CODE = PathKind(
    r"\.(?:py|pyi|rb|js|jsx|mjs|cjs|ts|mts|cts|tsx|vue|svelte|go|rs|java|kt|kts|scala|groovy|c|h|cc|cpp|cxx|hpp|hh)$",
    r"\.(?:m|mm|cs|fs|vb|swift|php|pl|pm|ex|exs|erl|hs|ml|clj|cljs|lua|dart|r|jl|zig|nim|sh|bash|ps1|sql|sol)$",
)
LOCK = PathKind(
    r"/(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|flake\.lock)$",
    r"/(?:poetry|uv|pdm|pipfile|cargo|gemfile|composer|mix|pubspec|podfile)\.lock$",
    r"/(?:go\.sum|packages\.lock\.json|gradle\.lockfile|package\.resolved)$",
)
MANIFEST = PathKind(
    r"/(?:package\.json|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|pipfile|environment\.ya?ml)$",
    r"/[^/]*requirements[^/]*\.(?:txt|in)$|/requirements/[^/]+\.(?:txt|in)$",
    r"/(?:cargo\.toml|gemfile|[^/]+\.gemspec|composer\.json|go\.mod|mix\.exs|pubspec\.yaml|podfile|package\.swift)$",
    r"/(?:pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|[^/]+\.(?:cs|fs|vb)proj|directory\.packages\.props)$",
)
GENERATED = PathKind(r"/(?:vendor|node_modules|dist|third_party)/", r"\.min\.\w+$", r"\.(?:snap|svg|ipynb|map)$")
MIGRATION = PathKind(r"/(?:migrations?|migrate|alembic|flyway|liquibase)/", r"/schema\.(?:sql|rb|prisma)$", r"\.sql$")
SECURITY = PathKind(
    r"[/_.-](?:auth|authn|authz|authentication|authorization|oauth2?|login|sessions?|passwords?|permissions?|rbac|acl)"
    r"(?=[/_.-])",
    r"[/_.-](?:crypto|cryptography|security|secrets?|tokens?|jwt|saml|sso|csrf|cors|encryption|signing|certs?)(?=[/_.-])",
    r"[/_.-](?-i:O?Auth|Login|Session|Password|Permission|Crypto|Security|Secret|Token|Jwt)s?(?=(?-i:[A-Z]))",
)
CI = PathKind(
    r"^/\.github/(?:workflows|actions)/",
    r"/action\.ya?ml$",
    r"^/\.(?:gitlab-ci|travis|drone|woodpecker|pre-commit-config|goreleaser)[^/]*$",
    r"^/\.(?:circleci|buildkite|ci|husky)/",
    r"/(?:jenkinsfile|azure-pipelines[^/]*|bitbucket-pipelines\.ya?ml)$",
)
DEPLOY = PathKind(
    r"/(?:dockerfile[^/]*|containerfile|[^/]*\.dockerfile|docker-compose[^/]*|compose\.ya?ml)$",
    r"/(?:makefile|cmakelists\.txt|procfile)$",
    r"\.(?:tf|tfvars|bicep)$",
    r"/(?:terraform|helm|k8s|kubernetes|deploy|charts|ansible)/",
)
INTERFACE = PathKind(
    r"\.(?:proto|graphqls?|thrift|avsc|wsdl|d\.ts)$",
    r"/(?:openapi|swagger)[^/]*\.(?:ya?ml|json)$",
    r"/(?:api|public_api)/[^/]+$",
    r"/include/.+\.h(?:h|pp)?$",
)
BINARY = PathKind(
    r"\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|exe|dll|so|dylib|a|o|wasm|bin|pyc|class|woff2?|ttf|otf)$",
    r"\.(?:mp3|mp4|mov|onnx|pt|parquet|sqlite3?|db|xlsx?|docx?|pptx?|keystore|jks|p12|pfx|whl|deb|rpm)$",
)
OWN = PathKind(r"^/\.buddy/")
