# Needs Python 3.11 or newer with pip; everything else comes into .venv, by hash.

BIN := .venv/bin
SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help play page test nightly soak bench screenshots format lock clean

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

PAGE_SOURCES := $(wildcard web/*.* web/public/*) $(shell find web/src -type f)

.venv/.ready: requirements.lock pyproject.toml hatch_build.py
	@if ! $(BIN)/python -c '$(SUITABLE)' 2>/dev/null; then \
		for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
			if $$python -c '$(SUITABLE)' 2>/dev/null; then found=$$python; break; fi; \
		done; \
		if [ -z "$$found" ]; then \
			echo "Fireteam needs Python 3.11 or newer, with venv and pip: none found. Try: make PYTHON=/path/to/python3" >&2; exit 1; \
		fi; \
		echo "$$found -m venv .venv"; \
		$$found -m venv --clear .venv; \
	fi
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# An editable install builds the page; later changes of its sources build it again.
src/fireteam/server/page/index.html: $(PAGE_SOURCES) | .venv/.ready
	$(BIN)/python hatch_build.py
	@touch $@

play: .venv/.ready src/fireteam/server/page/index.html ## open the table in the browser
	$(BIN)/fireteam

page: src/fireteam/server/page/index.html ## build the page of the table

test: .venv/.ready page ## every check, stopping at the first that fails
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py run --silent check
	$(BIN)/python hatch_build.py run --silent test
	$(BIN)/python -m pytest

nightly: .venv/.ready ## the long tests
	$(BIN)/python -m pytest -m nightly -n 2 --hypothesis-profile=nightly tests/nightly

soak: .venv/.ready ## long runs against a real server; SOAK="kills --seconds 300" chooses
	$(BIN)/python -m tests.soak $(SOAK)

bench: .venv/.ready ## measure speed against other engines
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	$(BIN)/python -m benchmarks

screenshots: .venv/.ready page ## pictures of every screen of the table, in screenshots/
	$(BIN)/python -m tests.browser.screenshots

format: .venv/.ready ## sort imports, fix what ruff can, format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lock: .venv/.ready ## renew both lock files with the newest versions
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) --extra dev --output-file requirements.lock
	$(COMPILE) --extra bench --constraint requirements.lock --output-file requirements-bench.lock

clean: ## remove .venv, caches and built files
	rm -rf .venv web/node_modules web/dist src/fireteam/server/page screenshots dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
