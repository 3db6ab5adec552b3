"""How many CPUs this process really has: its affinity and its cgroup's quota, never the host's count."""

from __future__ import annotations

import math
import os
from pathlib import Path

#: The file systems' usual place; the tests give a folder of their own.
CGROUP_ROOT = Path("/sys/fs/cgroup")


def cpu_count(cgroup: Path = CGROUP_ROOT) -> int:
    """Whole CPUs that may be used, at least 1: a quota of 1.5 counts as 2 threads worth running."""
    quota = _quota_v2(cgroup) or _quota_v1(cgroup)
    affinity = len(os.sched_getaffinity(0))
    return max(1, min(affinity, math.ceil(quota)) if quota else affinity)


def _quota_v2(cgroup: Path) -> float | None:
    text = _read(cgroup / "cpu.max").split()
    if len(text) != 2 or text[0] == "max":
        return None
    return int(text[0]) / int(text[1])


def _quota_v1(cgroup: Path) -> float | None:
    quota = _read(cgroup / "cpu" / "cpu.cfs_quota_us").strip()
    period = _read(cgroup / "cpu" / "cpu.cfs_period_us").strip()
    if not quota or not period or int(quota) <= 0:
        return None
    return int(quota) / int(period)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
