# Everything runs in .venv, set up on first use and again when pyproject.toml or constraints.txt change.
PYTHON  ?= python3
PROFILE ?= quick
SEED    ?=
WORKERS ?=
RUN     ?=
ARGS    ?=

VENV  := .venv
BIN   := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup verify verify-textbook rocq mutants test test-all lint format typecheck bench report errata site clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s %s\n", $$1, $$2}' Makefile
	@echo "settings: PROFILE=quick|standard|deep SEED=N WORKERS=N RUN=DIR PYTHON=python3.x ARGS='...' (passed on)"

$(READY): pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "lemmata needs Python 3.11 or newer, which '$(PYTHON)' is not: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "setting up $(VENV) (a few minutes the first time) ..."
	@"$(PYTHON)" -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

setup: $(READY) ## install everything into .venv

verify: $(READY) ## check the papers and what they use, and write the report (PROFILE, SEED, WORKERS, ARGS)
	@touch $(VENV)/.started; status=0; \
	$(BIN)/lemmata verify --papers --profile $(PROFILE) $(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS)) $(ARGS) \
	  || status=$$?; \
	page=reports/latest/index.html; \
	if [ -e $$page ] && ! [ $(VENV)/.started -nt $$page ]; then echo $$page; else echo "$$page is not of this run" >&2; fi; \
	exit $$status

verify-textbook: $(READY) ## check the textbook facts that no paper uses (PROFILE, SEED, WORKERS, ARGS)
	@$(BIN)/lemmata verify --textbook --profile $(PROFILE) $(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS)) $(ARGS)

rocq: $(READY) ## export every kernel proof to Rocq and have coqc read it (WORKERS, ARGS='--afresh ID ...')
	@$(BIN)/python -m lemmata.rocq $(if $(WORKERS),--workers $(WORKERS)) $(ARGS)

mutants: $(READY) ## change statements in one place each and see whether the suite notices (SEED, WORKERS, ARGS='--sample 100')
	@$(BIN)/lemmata mutants $(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS)) $(ARGS)

PYTEST := $(BIN)/pytest -q -rs -n $(or $(WORKERS),auto) --maxprocesses 8 --dist worksteal --durations 10 --durations-min 1

test: $(READY) ## run the tests of the suite itself but the long ones (WORKERS, ARGS)
	@$(PYTEST) tests -m "not long" $(ARGS)

test-all: $(READY) ## run the long tests, and check the textbook facts that no paper uses (WORKERS, ARGS)
	@$(PYTEST) tests verify -m long $(ARGS)

lint: $(READY) ## check style and formatting
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(READY) ## fix style and formatting
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

typecheck: $(READY) ## check types
	@$(BIN)/mypy

bench: $(READY) ## measure claims of known truth, or speed (ARGS='claims --lists GLOB --budget 30', ARGS=speed)
	@$(BIN)/python -m benchmarks $(ARGS)

report: $(READY) ## render a run again (RUN=reports/runs/..., else the latest)
	@$(BIN)/lemmata report $(RUN) $(ARGS)

errata: $(READY) ## write the errata of the five papers into docs/errata (RUN=reports/runs/..., else the latest)
	@$(BIN)/lemmata errata riedi2022 zhao2024 macdonald2022 le2022 oyedotun2021 $(if $(RUN),--run $(RUN)) --out docs/errata

site: $(READY) ## build the documentation into site/
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@$(BIN)/mkdocs build -q --strict
	@echo site/index.html

clean: ## remove .venv and caches; the runs in reports/ stay
	@rm -rf $(VENV) build dist site *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find lemmata theorems numerics verify benchmarks tests -name __pycache__ -prune -exec rm -rf {} +
