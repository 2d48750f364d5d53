# Throwdown. Every target sets up what it needs; `make` alone lists them.
# PY picks the Python that makes the virtual environment (3.11 or newer), VENV where it lies.

VENV ?= .venv
PY ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)

PYTHON = $(VENV)/bin/python
BASE = $(VENV)/.base
PAGE = $(VENV)/.page
STAMP = $(VENV)/.stamp
OLDEST = $(VENV)/oldest/.stamp
# Three workers for two cores: while one compiles rules, those that need them wait.
TESTS = pytest -n 3 --dist worksteal
NPM = $(shell command -v npm)
SCRIPTS = $(if $(NPM),node_modules/.package-lock.json)
NO_NPM = echo "The page's scripts are not checked, since npm is not installed: install Node 18 or newer with npm."
FRAMEWORKS = $(VENV)/frameworks/.stamp
PEERS = $(VENV)/peers/.stamp
RAY = $(VENV)/ray/.stamp

.DEFAULT_GOAL := help
.PHONY: help setup play terminal demo test quick oldest frameworks ray boundscheck bench lint typecheck packagecheck wheelcheck docs golden words types ship clean

help:
	@echo "make play        play against an automated Coach on a page in the browser; needs no PyTorch"
	@echo "make terminal    the same in the terminal"
	@echo "make demo        train a Coach and a Pilot, rate them, show how to play against them"
	@echo "make test        run the tests"
	@echo "make quick       run the tests to run while working: no training, no browser"
	@echo "make oldest      run the tests of the contract with the oldest versions of what the package needs"
	@echo "make frameworks  run the examples for TorchRL, Tianshou and RLlib, which it installs apart"
	@echo "make ray         run the tests on a Ray cluster of two nodes on this machine; it installs Ray apart"
	@echo "make boundscheck  play random games and varied positions with every array index checked"
	@echo "make bench       measure the speed, beside peers, which it installs apart"
	@echo "make lint        style, formatting and import rules; the page's scripts with Biome, where Node is installed"
	@echo "make typecheck   mypy --strict over everything that ships; the page's scripts with TypeScript"
	@echo "make packagecheck  see that tools which know only the install find every folder as part of the package"
	@echo "make wheelcheck  build the wheel, look inside, install it without extras and import it"
	@echo "make docs        build the documentation into docs/_build/html"
	@echo "make golden      rewrite the golden playthroughs; review the diff"
	@echo "make words       rewrite the catalogue of texts that people read, from which translations are made"
	@echo "make types       rewrite the types of the page's messages for its scripts"
	@echo "make ship        rate the run in RUN and put its policies into the package (see docs/reference/policies.md)"
	@echo "make setup       only the virtual environment ($(VENV)), with everything"
	@echo "make clean       remove everything that was built, the virtual environment included"

setup: $(STAMP)

$(BASE): pyproject.toml constraints.txt
	@test -n "$(PY)" || { \
		echo "Throwdown needs Python 3.11 or newer and found none; name one with: make PY=/path/to/python3.11" >&2; exit 1; }
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Throwdown needs Python 3.11 or newer, and '$(PY)' is not; name another with: make PY=python3.11" >&2; exit 1; }
	@$(PY) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PY)' cannot make virtual environments; install its venv module (on Debian and Ubuntu the package" >&2; \
		echo "python3-venv), or name another Python with: make PY=python3.11" >&2; exit 1; }
	@test -d throwdown/envs || { \
		echo "throwdown/envs must be a link to envs/, but this checkout wrote it as a text file: run" >&2; \
		echo "git config core.symlinks true && git checkout -- throwdown (on Windows in developer mode)." >&2; exit 1; }
	@echo "Setting up $(VENV): about a minute, once."
	$(PY) -m venv $(VENV)
	$(PYTHON) -m pip install -q -c constraints.txt -e .
	@touch $@

$(PAGE): $(BASE)
	$(PYTHON) -m pip install -q -c constraints.txt -e '.[page]'
	@touch $@

$(STAMP): $(BASE)
	@echo "Adding what training and the tests need: a few minutes and about 1.5 GB, once."
	$(PYTHON) -m pip install -q -c constraints.txt -e '.[train,dev]'
	@touch $@

play: $(PAGE)
	$(PYTHON) -m throwdown serve

terminal: $(BASE)
	$(PYTHON) -m throwdown play

demo: $(STAMP)
	$(PYTHON) -m throwdown demo

test: $(STAMP)
	$(PYTHON) -m $(TESTS)

quick: $(STAMP)
	$(PYTHON) -m $(TESTS) tests/core tests/contract tests/poker tests/names tests/test_*errors.py

oldest: $(OLDEST)
	$(VENV)/oldest/bin/python -m $(TESTS) tests/contract tests/parity

$(OLDEST): pyproject.toml tests/oldest.txt $(BASE)
	$(PYTHON) -m venv $(VENV)/oldest
	$(VENV)/oldest/bin/python -m pip install -q -r tests/oldest.txt -e .
	@touch $@

frameworks: $(FRAMEWORKS)
	THROWDOWN_REQUIRE_FRAMEWORKS=1 $(VENV)/frameworks/bin/python -m pytest tests/test_examples.py

$(FRAMEWORKS): pyproject.toml constraints.txt $(BASE)
	@echo "Setting up $(VENV)/frameworks: about 2 GB, once."
	$(PYTHON) -m venv $(VENV)/frameworks
	$(VENV)/frameworks/bin/python -m pip install -q -c constraints.txt -e '.[train]' pytest hypothesis torchrl tianshou 'ray[rllib]'
	@touch $@

ray: $(RAY)
	THROWDOWN_REQUIRE_RAY=1 $(VENV)/ray/bin/python -m pytest -m ray tests/ray

$(RAY): pyproject.toml constraints.txt $(BASE)
	@echo "Setting up $(VENV)/ray: about 1.7 GB, once."
	$(PYTHON) -m venv $(VENV)/ray
	$(VENV)/ray/bin/python -m pip install -q -c constraints.txt -e '.[train,ray]' pytest hypothesis
	@touch $@

boundscheck: $(STAMP)
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/$(VENV)/boundscheck" $(PYTHON) -m tests.parity.bounds_check

bench: $(PEERS)
	$(VENV)/peers/bin/python -m throwdown bench

$(PEERS): pyproject.toml constraints.txt $(BASE)
	@echo "Setting up $(VENV)/peers: about 3 GB, once."
	$(PYTHON) -m venv $(VENV)/peers
	$(VENV)/peers/bin/python -m pip install -q -c constraints.txt -e '.[train,dev]'
	$(VENV)/peers/bin/python -m pip install -q -c constraints.txt -e '.[train,dev,peers]' \
		|| echo "Some peers cannot be installed here; they are left out." >&2
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --ignore-scripts --silent
	@touch $@

lint: $(STAMP) $(SCRIPTS)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(VENV)/bin/lint-imports --no-cache
	@$(if $(NPM),npm run --silent lint,$(NO_NPM))

typecheck: $(STAMP) $(SCRIPTS)
	$(PYTHON) -m mypy -p throwdown
	@$(if $(NPM),npm run --silent typecheck,$(NO_NPM))

packagecheck: $(STAMP)
	$(PYTHON) tests/package_check.py

wheelcheck: $(STAMP)
	$(PYTHON) tests/wheel_check.py

docs: $(STAMP)
	$(PYTHON) -m sphinx -W --keep-going -q -b html docs docs/_build/html
	$(PYTHON) -m sphinx -W --keep-going -q -b doctest docs docs/_build/doctest
	@echo "The documentation is in docs/_build/html/index.html"

golden: $(STAMP)
	$(PYTHON) tests/regenerate_golden.py

words: $(STAMP)
	$(PYTHON) -m throwdown.play.extract

types: $(STAMP)
	$(PYTHON) -m throwdown.play.web.script_types

ship: $(STAMP)
	@test -n "$(RUN)" || { echo "Name a finished run: make ship RUN=runs/mine" >&2; exit 1; }
	$(PYTHON) -m throwdown.training.ship $(foreach x,$(RUN),"$(x)") $(if $(TEMPERATURE),--temperature $(TEMPERATURE)) $(foreach x,$(ROLE),--role $(x)) \
		$(if $(DEALS),--deals $(DEALS)) $(if $(SEED),--seed $(SEED)) $(foreach x,$(NAMED),--named "$(x)")

clean:
	rm -rf build dist docs/_build docs/generated .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +
	rm -rf $(VENV) node_modules
