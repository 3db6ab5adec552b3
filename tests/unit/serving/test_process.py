"""CPUs, trace context, phases, metrics and log lines."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path

import pytest

from functions.shared.serving.cpus import cpu_count
from functions.shared.serving.logs import JsonFormatter
from functions.shared.serving.metrics import Metrics
from functions.shared.serving.phases import Phases, process_start
from functions.shared.serving.trace import request_id_from, trace_from

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def test_a_cgroup_quota_bounds_the_cpus(tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text("50000 100000\n")
    assert cpu_count(tmp_path) == 1


def test_a_first_version_cgroup_counts_too(tmp_path: Path) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("100000\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert cpu_count(tmp_path) == 1


def test_without_a_quota_the_affinity_counts(tmp_path: Path) -> None:
    import os

    (tmp_path / "cpu.max").write_text("max 100000\n")
    assert cpu_count(tmp_path) == len(os.sched_getaffinity(0))


def test_the_callers_trace_goes_on_under_a_span_of_ours() -> None:
    trace = trace_from(PARENT, "vendor=1")
    assert trace.trace_id == "0af7651916cd43dd8448eb211c80319c"
    assert trace.parent.startswith("00-0af7651916cd43dd8448eb211c80319c-")
    assert trace.parent.endswith("-01")
    assert "b7ad6b7169203331" not in trace.parent
    assert trace.state == "vendor=1"


@pytest.mark.parametrize(
    "header", [None, "", "x", "ff" + PARENT[2:], PARENT.replace("0af7651916cd43dd8448eb211c80319c", "0" * 32)]
)
def test_a_malformed_trace_header_begins_a_new_trace(header: str | None) -> None:
    assert "0af7651916cd43dd8448eb211c80319c" not in trace_from(header).parent


def test_a_request_id_that_would_break_a_log_line_is_replaced() -> None:
    assert request_id_from("abc-1") == "abc-1"
    assert "\n" not in request_id_from("a\nb")


def test_the_process_began_before_now() -> None:
    assert 0 < time.monotonic() - process_start() < 3600


def test_the_first_record_of_a_phase_stands() -> None:
    phases = Phases(time.monotonic())
    phases.add("load", 0.25)
    phases.add("load", 9)
    assert phases.server_timing() == "load;dur=250.0"


def test_what_was_observed_before_the_library_came_is_counted() -> None:
    metrics = Metrics()
    metrics.observe(lambda each: each.requests.labels("/v1/audio/speech", "200").inc())
    text = metrics.exposition().decode()
    assert 'voice_requests_total{route="/v1/audio/speech",status="200"} 1.0' in text


def test_a_log_line_is_one_json_object_with_its_fields() -> None:
    record = logging.makeLogRecord({"msg": "spoken\nwell", "levelname": "INFO", "request_id": "r1"})
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["request_id"] == "r1"
