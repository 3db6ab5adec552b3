PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/.ready

.PHONY: run test lint bench lock clean

PORT ?= 8080

# The second time, neither line before the server touches the network.
run: $(READY)
	$(BIN)/voice models fetch
	@printf '%s\n' '' 'Try:' \
		"  curl -s http://127.0.0.1:$(PORT)/v1/audio/speech -H 'content-type: application/json' \\" \
		"    -d '{\"model\": \"tts-1\", \"voice\": \"alloy\", \"input\": \"Hello there.\", \"response_format\": \"wav\"}' -o hello.wav" ''
	VOICE_HOST=127.0.0.1 PORT=$(PORT) $(BIN)/voice serve

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

bench: $(READY)
	$(BIN)/voice models fetch
	$(BIN)/python bench/start.py

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
		--no-emit-package sudachidict-core --no-emit-package voice-functions --extra dev \
		pyproject.toml --output-file requirements/dev.txt

clean:
	rm -rf .venv
