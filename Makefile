# Everything a contributor runs. `make demo` and `make test` work as the first command after a clone:
# they build .venv from the hashed locks, then do their work. Choose the interpreter with PYTHON=…
MAKEFLAGS += --no-print-directory --no-builtin-rules
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup check test fix demo bench eval docs lock

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
WORKFLOWS := $(wildcard .github/workflows/*.yml docs/examples/*.yml)

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' Makefile

setup: $(DEV) ## build .venv with everything a contributor needs

check: $(DEV) ## format, lint, types, architecture, workflows, Dockerfile
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo
	$(BIN)/zizmor --offline --quiet --no-progress .github action.yml
	$(BIN)/zizmor --offline --quiet --no-progress --config docs/examples/.zizmor.yml docs/examples/*.yml
	$(BIN)/actionlint $(WORKFLOWS)
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows $(WORKFLOWS)
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/hadolint Dockerfile

test: $(DEV) ## run the tests with the coverage gate
	@$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term:skip-covered

fix: $(DEV) ## format and mend what ruff can mend
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .

demo: $(RUNTIME) ## watch Buddy review and learn, in a GitHub in a box
	@$(BIN)/buddy demo

bench: $(DEV) ## time the slow paths; prints tables, writes JSON below bench/results/
	@for script in bench/[a-z]*.py; do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

eval: $(DEV) ## judge reviews by a model: BUDDY_EVAL_MODEL=provider:name, else a scripted one
	@$(BIN)/python -m evals

docs: $(DEV) ## write the generated pages and the picture anew
	@$(BIN)/python -m docs.reference.generate

lock: $(BIN)/uv ## resolve pyproject.toml anew into the hashed locks
	$(LOCK) --output-file requirements.txt pyproject.toml
	$(LOCK) --constraints requirements.txt --extra model --output-file requirements-model.txt pyproject.toml
	$(LOCK) --constraints requirements.txt --group build --output-file requirements-build.txt
	$(LOCK) --constraints requirements.txt --constraints requirements-build.txt \
		--constraints requirements-model.txt --extra model --group dev --output-file requirements-dev.txt pyproject.toml

LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes \
	--no-emit-index-url --no-annotate --no-header

$(BIN)/uv: | $(RUNTIME)
	@$(PIP) install --quiet uv

$(BIN)/python:
	@python='$(PYTHON)'; \
	for name in $${python:-python3 python3.14 python3.13 python3.12 python3.11 python}; do \
		"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && found=$$name && break; \
	done; \
	if [ -z "$$found" ]; then \
		echo "Buddy needs Python 3.11 or newer; $${python:-python3} is $$($${python:-python3} --version 2>&1)." >&2; \
		echo "Name one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 2; \
	fi; \
	echo "building $(VENV) with $$found"; "$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

# The build backend is locked too, so that nothing unpinned runs here.
$(RUNTIME): $(BIN)/python requirements.txt requirements-build.txt pyproject.toml
	@echo "installing requirements.txt"
	@$(PIP) install --quiet --require-hashes -r requirements.txt -r requirements-build.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): $(RUNTIME) requirements-dev.txt
	@echo "installing requirements-dev.txt"
	@$(PIP) install --quiet --require-hashes -r requirements-dev.txt
	@touch $@
