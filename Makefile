# From a fresh clone: `make play` or `make test`. Both set up what they need, say what they do, and do it once.

VENV   := .venv
BIN    := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check

# The oldest Python dicecup runs on is 3.11; `make PYTHON=… play` takes another one than the first found.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

KERNELS := $(shell find src -name '*.pyx' -o -name '*.pxd')
SCRIPTS := $(shell find src/dicecup/games -name at_build.py)
PAGE    := $(shell find web -path web/node_modules -prune -o -type f ! -name '*.md' -print) tools/node.py
PACKAGE := pyproject.toml setup.py constraints.txt $(KERNELS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test nightly lint format bench screenshots words page pins clean

help:  ## say what there is
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

play: $(STAMPS)/dicecup $(STAMPS)/lists $(STAMPS)/page  ## play in the browser
	@$(BIN)/dicecup serve

test: lint  ## check style, types and layers, and run all tests
	@echo "tests"
	@$(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered $(PYTEST_ARGS)

nightly: lint  ## the tests whose thoroughness can be chosen, with thousands of positions and servings
	@DICECUP_POSITIONS=5000 DICECUP_SERVINGS=100 $(BIN)/pytest -n 2 tests/games/test_alphabet_finds.py tests/games/test_alphabet_bots.py

lint: $(STAMPS)/dev $(STAMPS)/lists $(STAMPS)/page-types  ## check style, types and layers
	@echo "style (ruff)"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo 'not formatted: `make format` does it'; $(BIN)/ruff format --check; exit 1; }
	@echo "types (mypy)"
	@$(BIN)/mypy
	@echo "layers (import-linter)"
	@$(BIN)/lint-imports >$(STAMPS)/layers.log || { cat $(STAMPS)/layers.log; exit 1; }

format: $(STAMPS)/dev  ## bring the code into its form
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format

bench: $(STAMPS)/bench $(STAMPS)/lists  ## measure, beside other engines where they can be installed
	@if [ -e benchmarks/__main__.py ]; then $(BIN)/python -m benchmarks; else echo "no benchmarks yet"; fi

screenshots: $(STAMPS)/dev $(STAMPS)/lists $(STAMPS)/page  ## pictures of every screen of the page, into build/screenshots
	@$(BIN)/python tools/screenshots.py

words: $(STAMPS)/python  ## make the games' word lists anew where they are missing or old
	@for script in $(SCRIPTS); do $(BIN)/python $$script || [ $$? = 3 ] || exit 1; done
	@touch $(STAMPS)/lists

page: $(STAMPS)/python  ## make the page anew where it is missing or old
	@$(BIN)/python web/at_build.py || [ $$? = 3 ]
	@touch $(STAMPS)/page

pins: $(STAMPS)/python  ## write constraints.txt anew, with the newest versions
	@$(PIP) install uv
	@printf 'setuptools>=77\ncython>=3.1\n' | $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--no-header --no-annotate --all-extras pyproject.toml - --output-file constraints.txt

clean:  ## remove everything that was made
	@rm -rf $(VENV) build dist web/node_modules src/dicecup/server/page src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*
	@find src \( -name '*.so' -o -name '*.dawg' -o -name '*.pyx' \) | sed 's/\.pyx$$/.c/' | xargs rm -f
	@find src tests tools -name __pycache__ | xargs rm -rf

# What is set up, one stamp each.

$(STAMPS)/python:
	@[ -n "$(PYTHON)" ] || { echo "dicecup needs Python 3.11 or later, and there is none on the PATH"; exit 1; }
	@echo "virtual environment in $(VENV), with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV) || { echo "this Python has no venv; on Debian: apt-get install python3-venv"; exit 1; }
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/tools: $(STAMPS)/python constraints.txt
	@$(PIP) install --constraint constraints.txt setuptools cython
	@touch $@

$(STAMPS)/dicecup: $(STAMPS)/tools $(PACKAGE)
	@echo "dicecup and what it needs"
	@$(call install,.)

$(STAMPS)/dev: $(STAMPS)/tools $(PACKAGE)
	@echo "dicecup, what it needs, and what checks it"
	@$(call install,.[dev])
	@touch $(STAMPS)/dicecup

$(STAMPS)/bench: $(STAMPS)/tools $(PACKAGE)
	@echo "dicecup, and other engines to compare with"
	@$(call install,.) && { $(PIP) install --constraint constraints.txt pyhtzee open_spiel scrabble yatzy-solver || echo "other engines: not all can be installed here"; }
	@touch $(STAMPS)/dicecup

# Without isolation, so that the tools of the build are the pinned ones, and are not fetched again every time. The
# lists and the page are steps of their own here, since pip would hide what it says.
install = DICECUP_NO_SCRIPTS=1 $(PIP) install --no-build-isolation --constraint constraints.txt --editable '$(1)' \
	&& $(BIN)/python -m compileall -q src && $(BIN)/python tools/kernels.py && touch $@

# Marked as done even where they cannot be had: `make words` and `make page` try again, and no later step waits for a
# network.
$(STAMPS)/lists: $(STAMPS)/python $(foreach script,$(SCRIPTS),$(wildcard $(dir $(script))*.*))
	@$(MAKE) --no-print-directory words

$(STAMPS)/page: $(STAMPS)/python $(PAGE)
	@$(MAKE) --no-print-directory page

$(STAMPS)/page-types: $(STAMPS)/page
	@echo "types of the page (svelte-check)"
	@$(BIN)/python web/at_build.py --types || [ $$? = 3 ]
	@touch $@
