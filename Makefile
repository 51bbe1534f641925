# Every target sets up what it needs: a machine with Python 3.11 or newer (with venv) and make is enough.

PYTHON ?= python3
ARGS ?=
SCENARIO ?= examples/monterey_canyon.toml
RESULTS ?= results
PORT ?= 8080

BIN := .venv/bin
READY := .venv/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet --retries 5 --timeout 60
CODE := $(wildcard src tests benchmarks examples tools hatch_build.py)

.DEFAULT_GOAL := help
.PHONY: help install ui page run test test-all lint style types imports house bench docs clean warm

help:  ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 18

install: $(READY)  ## set up .venv with Seatrial and its tools

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Seatrial needs Python 3.11 or newer; choose one with: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python has no venv module; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Setting up .venv (once; a few minutes on a slow line) ..."
	@$(BIN)/python -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@$(PIP) install -e '.[dev]' || $(PIP) install -e '.[dev]'
	@touch $@

# The page is built only when something in ui/ has changed; a test that needs it skips without it.
ui: $(READY)  ## build the page of the browser half
	@$(BIN)/python tools/build_ui.py

# Ctrl-C stops the server. The page opens on the same mission, planned and playing.
run: page  ## simulate a mission into results/, then serve it at http://127.0.0.1:8080
	@mkdir -p $(RESULTS)
	$(BIN)/seatrial run $(SCENARIO) -o $(RESULTS)/$(notdir $(basename $(SCENARIO))).nc
	@echo "Results: $(RESULTS)/"
	@ls -1sh $(RESULTS)/$(notdir $(basename $(SCENARIO)))*
	$(BIN)/seatrial serve --port $(PORT) --mission $(SCENARIO) --play

# The engine's kernels are compiled here, once, before two test processes would both do it.
warm: $(READY)
	$(BIN)/seatrial warm

page: $(READY)
	-@$(BIN)/python tools/build_ui.py

test: warm page  ## run the tests (make test ARGS="-k geodesy" for some of them)
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

test-all: warm page  ## run the tests, slow ones included
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "slow or not slow" $(ARGS)

lint: style types imports house  ## style, types, architecture, house rules

style: $(READY)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(READY)
	$(BIN)/pyright

imports: $(READY)
	$(BIN)/lint-imports --no-logo

house: $(READY)
	$(BIN)/python -m pytest -q tests/house

bench: $(READY)  ## measure speeds on this machine
	$(BIN)/seatrial bench $(ARGS)
	$(BIN)/python benchmarks/accuracy.py $(ARGS)

docs: $(READY)  ## build the documentation into site/
	$(BIN)/mkdocs build --strict
	@echo "Documentation: site/index.html"

clean:  ## remove everything that is built
	rm -rf .venv build dist site $(RESULTS) .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
