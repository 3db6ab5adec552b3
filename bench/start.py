"""Process start to first audio byte: the function against the bare script, in turns, in one run.

Usage: python bench/start.py [ROUNDS]. Prints medians in milliseconds and their ratio.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

BODY = {"model": "", "voice": "af_heart", "input": "The weather is nice today,", "response_format": "wav"}
TRIES = 2000
PAUSE = 0.005


def first_byte(command: Sequence[str], port: int, model: str, environment: dict[str, str]) -> float:
    """Seconds from the start of `command` to the first byte of its answer's body."""
    began = time.perf_counter()
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    try:
        for _ in range(TRIES):
            try:
                return _ask(port, model) - began
            except (ConnectionError, http.client.HTTPException):
                time.sleep(PAUSE)
        raise RuntimeError(f"{command} never answered")
    finally:
        process.kill()
        process.wait()


def _ask(port: int, model: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = json.dumps({**BODY, "model": model})
    connection.request("POST", "/v1/audio/speech", body, {"content-type": "application/json"})
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError(answer.read().decode())
    answer.read(1)
    return time.perf_counter()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    print(f"process start to first audio byte, ms, median of {rounds} (min to max)")
    for name in ("hibari", "kokoro"):
        bare, ours = [], []
        for _ in range(rounds):
            port = free_port()
            bare.append(first_byte([sys.executable, "bench/bare.py", name, str(port)], port, name, {}))
            port = free_port()
            settings = {
                "PORT": str(port),
                "VOICE_ENGINES": name,
                "VOICE_MODELS_DIR": os.path.abspath(".models"),
            }
            ours.append(first_byte([sys.executable, "-m", "functions.synthesize"], port, name, settings))
        ratio = statistics.median(ours) / statistics.median(bare)
        print(f"{name}: bare {_shown(bare)}; function {_shown(ours)}; ratio {ratio:.2f}")


def _shown(seconds: list[float]) -> str:
    low, middle, high = (round(1000 * f(seconds)) for f in (min, statistics.median, max))
    return f"{middle} ({low} to {high})"


if __name__ == "__main__":
    main()
