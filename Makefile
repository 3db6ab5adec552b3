PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/.ready

.PHONY: test lint lock clean

test: $(READY)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Everything is installed from the lock, each file checked against its hash. The lock is complete but for the
# Sudachi dictionaries (193 MB) that pyopenjtalk-plus declares and that are not used here: hence --no-deps.
$(READY): requirements/dev.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv || python3 -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	touch $@

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
		--no-emit-package sudachidict-core --no-emit-package voice-functions --extra dev \
		pyproject.toml --output-file requirements/dev.txt

clean:
	rm -rf .venv
