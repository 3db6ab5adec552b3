"""The engines of this process, loaded in a thread while the server starts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from functions.shared.engine.protocol import Engine
from functions.shared.serving.phases import Phases
from functions.shared.text.language import Language

Load = Callable[[str], Engine]

#: What an engine says to prove itself, in the first of these languages that it speaks: short, since every
#: cold start waits for it.
PROOFS: dict[Language, str] = {"en": "hi.", "zh": "好。", "ja": "はい。"}


class Stage:
    """Loads `engines` in order, each proven by a real synthesis before the next one is begun.

    The process is ready when the first engine is proven. A request for a later one waits for it. `failed` is
    called, from the loading thread, with what went wrong: a process that lacks an engine must not go on.
    """

    def __init__(
        self, engines: Sequence[str], load: Load, phases: Phases, failed: Callable[[BaseException], None]
    ) -> None:
        self.names = tuple(engines)
        self._futures: dict[str, Future[Engine]] = {name: Future() for name in engines}
        self._load = load
        self._phases = phases
        self._failed = failed
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)

    def start(self) -> None:
        """Begin to load; returns at once."""
        self._thread.start()

    def engine(self, name: str) -> Future[Engine]:
        """The engine called `name`, when it has been proven. Raises KeyError for one that is not on stage."""
        return self._futures[name]

    @property
    def ready(self) -> bool:
        """Whether the first engine has spoken."""
        first = self._futures[self.names[0]]
        return first.done() and first.exception() is None

    def engines(self) -> list[Engine]:
        """Every engine, waiting for those that are still loading; blocks."""
        return [future.result() for future in self._futures.values()]

    def _run(self) -> None:
        for name, future in self._futures.items():
            try:
                future.set_result(self._open(name))
            except BaseException as error:
                future.set_exception(error)
                self._failed(error)
                return

    def _open(self, name: str) -> Engine:
        began = time.monotonic()
        engine = self._load(name)
        loaded = time.monotonic()
        self._phases.add(f"load_{name}", loaded - began)
        prove(engine)
        self._phases.add(f"first_segment_{name}", time.monotonic() - loaded)
        if name == self.names[0]:
            self._phases.reach("ready")
        return engine


def prove(engine: Engine) -> None:
    """Speak one short word. Raises SynthesisFailed when the engine cannot."""
    language = next(language for language in PROOFS if language in engine.languages)
    voice = next((v.id for v in engine.voices.values() if v.language == language), next(iter(engine.voices)))
    engine.speak(PROOFS[language], language, ((voice, 1.0),), 1.0)
