"""Sessions of onnxruntime, and the files that they open fastest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from functions.shared.errors import ModelDamaged, ModelMissing

#: Suffix of onnxruntime's own format, which needs no parsing and can be used as it lies on disk.
ORT = ".ort"

#: A worker thread that spins while it waits takes the CPU time that another request needs.
_QUIET = {"session.intra_op.allow_spinning": "0", "session.inter_op.allow_spinning": "0"}

#: Use the mapped file's bytes as they are: loading copies and repacks nothing, and processes share the pages.
_MAPPED = {
    "session.use_memory_mapped_ort_model": "1",
    "session.use_ort_model_bytes_for_initializers": "1",
    "session.disable_prepacking": "1",
}


def open_session(path: Path, threads: int) -> Any:
    """An `onnxruntime.InferenceSession` on the CPU that runs each call on `threads` threads.

    `path` ends in `.ort` or `.onnx`. Raises ModelMissing, or ModelDamaged when it cannot be loaded.
    """
    import onnxruntime

    if not path.is_file():
        raise ModelMissing(f"{path} is not on this node.")
    options = _options(onnxruntime, threads, _QUIET | (_MAPPED if path.suffix == ORT else {}))
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has no common base of its errors
        raise ModelDamaged(f"{path} cannot be loaded: {error}") from error


def save_optimised(model: Path | bytes, target: Path) -> None:
    """Optimise an ONNX model, given as its file or its bytes, and write it to `target`, an `.ort` file.

    The level is the highest whose result every machine can load; the onnxruntime that writes the file should
    be the one that opens it.
    """
    import onnxruntime

    options = _options(onnxruntime, 1, {"session.save_model_format": "ORT"})
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(target)
    source = model if isinstance(model, bytes) else str(model)
    onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def runtime() -> str:
    """Name and version of what `save_optimised` writes with."""
    from importlib.metadata import version

    return f"onnxruntime-{version('onnxruntime')}"


def _options(onnxruntime: Any, threads: int, entries: dict[str, str]) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    for key, value in entries.items():
        options.add_session_config_entry(key, value)
    return options
