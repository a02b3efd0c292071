# Two commands are all anyone needs: `make run` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
PIP := PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip --disable-pip-version-check
# without dependencies: the lists are whole; without compiling: what is used is compiled when it is
INSTALL := $(PIP) install --quiet --quiet --no-compile --no-deps
# and kept, whatever the shell says: the tests start hundreds of processes
unexport PYTHONDONTWRITEBYTECODE
TOGETHER := $(MAKE) --no-print-directory --jobs=2
# two more than there are cores: many tests wait for a browser, a server or a clock
WORKERS = $(shell $(BIN)/python -c 'import os; print(2 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()))')
NODE_PACKAGES := frontend/node_modules/.package-lock.json

.PHONY: run test bench flood lint style types tests pictures mutants soak attacks crashes world proofs drills monitor-proof setup setup-test kernels frontend lock docs clean

run: setup ## open the room: tables for everyone who comes, on SQLite
	@trap : INT; $(BIN)/pitboss serve || [ $$? -eq 130 ]

setup: .venv/.ready-to-run ## what running needs; afterwards .venv/bin/pitboss works

setup-test: .venv/bin/python
	@$(TOGETHER) .venv/.ready-to-test $(NODE_PACKAGES)

test: setup-test style ## everything the project proves about itself
	@$(TOGETHER) types tests

lint: setup-test style types ## style, types, layering

style: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup-test
	$(BIN)/mypy

tests: setup-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

bench: setup-test ## speed of the engines beside peers and limits, and of the server under load
	$(BIN)/python -m bench.table_engine
	$(BIN)/python -m bench.solver
	$(BIN)/python -m bench.simulator
	$(BIN)/python -m bench.env
	$(BIN)/python -m bench.server

flood: setup-test ## another table's commands while one client floods; memory over 100,000 rounds
	$(BIN)/python -m bench.flood
	$(BIN)/python -m bench.rounds

mutants: setup-test ## change every number and switch of every game (SOURCE=1: 500 places of the source); each must be noticed
	$(BIN)/python -m tests.mutants $(if $(SOURCE),--source $(if $(KEEP),--keep $(KEEP)),$(GAME))

proofs: setup-test ## the tests at their full size: all cases, and more rounds, kills and samples; half an hour
	PITBOSS_WHOLE=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

drills: setup-test ## judge 10,000 items of every kind of drill for every game (ITEMS=500: fewer)
	$(BIN)/python -m tests.school.judging $(ITEMS)

monitor-proof: setup-test ## 10,000 table-days of every game: false alarms as promised; overpaid lines named (DAYS=1000: fewer)
	$(BIN)/python -m tests.analysis.table_days $(DAYS)

soak: setup-test ## kill servers and databases under live tables, hundreds of times (KILLS=400)
	$(BIN)/python -m scripts.soak $(KILLS)

attacks: setup-test ## change a database behind the server's back, 12,000 times: does the audit find it? (BYTES=1000: fewer)
	$(BIN)/python -m tests.store.attacks --bytes $(or $(BYTES),10000)

crashes: setup-test ## open 20,000 states in which a crash can leave the database, audit each and play on (STATES=2000)
	$(BIN)/python -m tests.crashes $(STATES)

world: setup-test ## a million commands in worlds where lines, disks and servers fail (COMMANDS=30000), and the planted faults
	$(BIN)/python -m tests.world.planted
	$(BIN)/python -m tests.world $(COMMANDS)

kernels: setup-test ## compile the kernels that are shipped; after any change in exact/ or sim/ (some minutes)
	$(BIN)/python -m scripts.kernels

frontend: setup-test ## build the pages that are served, into src/pitboss/web/static
	cd frontend && npm run build

docs: setup-test ## write the generated pages under docs/ anew, and the front end's types
	$(BIN)/python -m scripts.game_pages
	$(BIN)/python -m scripts.edges
	$(BIN)/python -m scripts.tour
	$(BIN)/python -m scripts.messages
	$(BIN)/python -m scripts.architecture
	$(BIN)/python -m scripts.formats
	$(BIN)/python -m scripts.frontend_types
	$(BIN)/python -m scripts.reference
	$(BIN)/python -m scripts.conformity
	$(BIN)/python -m scripts.report_proofs
	$(BIN)/python -m scripts.report_edges
	$(BIN)/python -m scripts.environments

pictures: setup-test ## take the pictures of docs/web.md anew; look at each
	$(BIN)/python -m scripts.screenshots

lock: setup-test ## resolve the pinned requirements anew
	@$(INSTALL) uv
	$(BIN)/uv pip compile pyproject.toml --group pyproject.toml:build --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --quiet --output-file requirements.txt
	$(BIN)/uv pip compile pyproject.toml --group pyproject.toml:build --group pyproject.toml:dev \
	  --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
	  --output-file requirements-dev.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache frontend/node_modules

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pitboss needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up, once: a Python environment of its own in .venv"
	@$(PYTHON) -m venv .venv

.venv/.ready-to-run: .venv/bin/python requirements.txt pyproject.toml
	@echo "Setting up, once: the packages it needs (about a minute)"
	@$(INSTALL) --require-hashes -r requirements.txt
	@echo "Setting up, once: pitboss itself"
	@$(INSTALL) --no-build-isolation -e .
	@touch $@

.venv/.ready-to-test: .venv/.ready-to-run requirements-dev.txt
	@echo "Setting up, once: what the tests need"
	@$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

.venv/.system-packages: .venv/bin/python scripts/system_packages.py
	@$(BIN)/python -m scripts.system_packages
	@touch $@

frontend/node_modules/.package-lock.json: frontend/package-lock.json | .venv/.system-packages
	@if command -v npm > /dev/null; then cd frontend && npm ci --no-audit --no-fund; fi
