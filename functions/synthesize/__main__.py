"""Start the synthesize function: `python -m functions.synthesize`.

The order matters: the engines load in a thread, mostly outside of Python's lock, while this one imports the
web server; both cost about as much.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from functions.shared.errors import ConfigurationError, ModelError
from functions.shared.serving.phases import Phases, process_start

if TYPE_CHECKING:
    from functions.shared.engine.protocol import Engine
    from functions.synthesize.settings import Settings
    from functions.synthesize.stage import Stage

#: Exit codes that tell an operator where to look (sysexits.h: EX_CONFIG, EX_NOINPUT, EX_SOFTWARE).
CONFIGURATION, MODELS, ENGINE = 78, 66, 70


def main() -> None:
    """Serve until a signal says stop."""
    # One BLAS thread: the pool that numpy would start costs 60 ms, and nothing here multiplies with it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    phases = Phases(process_start())
    phases.reach("interpreter")
    settings = _settings()
    stage = _stage(settings, phases)
    stage.start()
    _serve(settings, stage, phases)


def _settings() -> Settings:
    from functions.synthesize.settings import read_settings

    try:
        return read_settings(os.environ)
    except ConfigurationError as error:
        _exit(error)
        raise


def _stage(settings: Settings, phases: Phases) -> Stage:
    from functions.synthesize.stage import Stage

    def load(name: str) -> Engine:
        from functions.shared.engine.registry import load_engine

        return load_engine(name, settings.models_dir, 1)

    return Stage(settings.engines, load, phases, failed=_exit)


def _serve(settings: Settings, stage: Stage, phases: Phases) -> None:
    began = time.monotonic()
    import asyncio

    from functions.shared.serving.logs import configure_logs
    from functions.shared.serving.metrics import Metrics
    from functions.shared.serving.server import DrainingServer, listen, uvicorn_config
    from functions.synthesize.app import Synthesize

    phases.add("server_import", time.monotonic() - began)
    configure_logs(settings.log_level)
    app = Synthesize(settings, stage, Metrics(), phases)
    server = DrainingServer(
        uvicorn_config(app),
        in_flight=lambda: app.in_flight,
        on_drain=app.drain,
        quiet=settings.drain_quiet_seconds,
        limit=settings.drain_seconds,
    )
    asyncio.run(server.serve([listen(settings.host, settings.port)]))


def _exit(error: BaseException) -> None:
    """Say why, and end the process at once, from whichever thread: without an engine it cannot speak."""
    codes = ((ModelError, MODELS), (ConfigurationError, CONFIGURATION))
    code = next((code for kind, code in codes if isinstance(error, kind)), ENGINE)
    sys.stderr.write(f"voice: {error}\n")
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
