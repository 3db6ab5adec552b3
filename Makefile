PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/.ready

.PHONY: test lint clean

test: $(READY)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Everything is installed from the lock, each file checked against its hash.
$(READY): requirements/dev.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv || python3 -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	touch $@

clean:
	rm -rf .venv
