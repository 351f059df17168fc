# Two commands: `make play` and `make test`. They set up all they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet

.PHONY: play test lint bench docs golden clean

play: .venv/.playable
	$(BIN)/brocante play klunker

test: lint .venv/.testable
	$(BIN)/pytest -n auto --dist worksteal tests src README.md docs
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -m boundscheck tests

lint: .venv/.testable
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.playable .venv/.benchable
	PYTHONPATH=.venv/peers $(BIN)/brocante bench --peers --json bench.json

docs: .venv/.testable
	$(BIN)/python -m brocante.lab.layouts > docs/observations.md
	$(BIN)/mkdocs build --strict

golden: .venv/.testable
	$(BIN)/python -m tests.golden.make

clean:
	rm -rf .venv build dist bench.json

.venv/bin/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Brocante needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

.venv/.playable: .venv/bin/pip pyproject.toml constraints.txt
	@echo "Setting up: packages, then machine code. This takes a minute or two, once."
	$(PIP) --constraint constraints.txt --editable .
	$(BIN)/brocante compile
	@touch $@

.venv/.testable: .venv/.playable
	@echo "Setting up what the tests need."
	$(PIP) --constraint constraints.txt --editable '.[test]'
	@touch $@

# Apart from .venv: what these bring along would slow the start of everything else.
.venv/.benchable: .venv/bin/pip constraints.txt
	@echo "Setting up OpenSpiel, PettingZoo and Pgx, to measure beside."
	rm -rf .venv/peers
	$(PIP) --constraint constraints.txt --target .venv/peers \
		open-spiel pettingzoo gymnasium pillow rlcard termcolor pygame pgx jax
	@touch $@
