from __future__ import annotations

import io

from model_cache.bar import Bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_each_step_filled_to_its_end() -> None:
    terminal = Terminal()
    with Bar(terminal) as bar:
        bar.update("tiny", "downloading", 0, 2_000_000)
        bar.update("tiny", "downloading", 2_000_000, 2_000_000)
        bar.update("tiny", "preparing", 0, 0)
    first, second, end = terminal.getvalue().split("\n")
    assert first.split("\r")[1] == f"tiny: downloading [{'.' * 30}] 0.0 of 2.0 MB"
    assert first.split("\r")[-1] == f"tiny: downloading [{'#' * 30}] 2.0 of 2.0 MB"
    assert (second, end) == ("\rtiny: preparing", "")


def test_a_log_gets_one_line_a_step() -> None:
    log = io.StringIO()
    with Bar(log) as bar:
        for done in range(0, 3_000_001, 1000):
            bar.update("tiny", "downloading", done, 3_000_000)
        bar.update("tiny", "done", 3_000_000, 3_000_000)
    assert log.getvalue() == "tiny: downloading, 3.0 MB\ntiny: done, 3.0 MB\n"


def test_a_failed_source_stays_on_a_line_of_its_own() -> None:
    terminal = Terminal()
    with Bar(terminal) as bar:
        bar.update("tiny", "downloading", 1, 2)
        bar.source_failed("tiny", "model.bin", "npm tiny 1.0", "npm is not installed")
    assert terminal.getvalue().splitlines()[-1] == (
        "tiny: model.bin not from npm tiny 1.0: npm is not installed"
    )
