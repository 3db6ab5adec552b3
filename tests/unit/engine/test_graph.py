"""Convolutions become products without a change of any bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from functions.shared.engine.kokoro.graph import rewrite_convolutions
from functions.shared.engine.kokoro.packs import open_packs
from functions.shared.engine.kokoro.prepare import MODEL
from functions.shared.engine.session import open_session

CHANNELS = 64


def session(model: onnx.ModelProto | Path, **entries: str) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    for key, value in entries.items():
        options.add_session_config_entry(f"session.{key}", value)
    source = str(model) if isinstance(model, Path) else model.SerializeToString()
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def convolution(
    weight: np.ndarray[Any, Any], zeros: tuple[int, int] | None, **attributes: Any
) -> onnx.ModelProto:
    """A model of one integer convolution, with the zero points of its input and its weights."""
    constants = {"w": weight}
    if zeros is not None:
        constants |= {"xz": np.array(zeros[0], np.uint8), "wz": np.array(zeros[1], weight.dtype)}
    node = helper.make_node("ConvInteger", ["x", *constants], ["y"], **attributes)
    x = helper.make_tensor_value_info("x", TensorProto.UINT8, [1, weight.shape[1], None])
    y = helper.make_tensor_value_info("y", TensorProto.INT32, [1, len(weight), None])
    initializers = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph([node], "one", [x], [y], initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def answers(model: onnx.ModelProto) -> list[np.ndarray[Any, Any]]:
    random = np.random.default_rng(1)
    channels = model.graph.input[0].type.tensor_type.shape.dim[1].dim_value
    inputs = [random.integers(0, 256, (1, channels, frames), np.uint8) for frames in (40, 61, 128)]
    one = session(model)
    return [one.run(None, {"x": x})[0] for x in inputs]


@pytest.mark.parametrize(
    ("kernel", "dilation", "pads"),
    [(1, 1, [0, 0]), (3, 1, [1, 1]), (3, 5, [5, 5]), (7, 3, [9, 9]), (11, 3, [15, 15]), (2, 1, [0, 0]),
     (5, 2, [7, 0]), (4, 1, [0, 6]), (11, 3, [0, 0])],
)  # fmt: skip
@pytest.mark.parametrize("zeros", [(0, 0), (131, 119), (255, 255), None])
def test_a_product_gives_the_bits_of_the_convolution(
    kernel: int, dilation: int, pads: list[int], zeros: tuple[int, int] | None
) -> None:
    weight = np.random.default_rng(2).integers(0, 256, (24, CHANNELS, kernel), np.uint8)
    model = convolution(weight, zeros, dilations=[dilation], pads=pads)
    expected = answers(model)
    assert rewrite_convolutions(model) == 1
    assert "ConvInteger" not in {node.op_type for node in model.graph.node}
    assert all(map(np.array_equal, answers(model), expected))


@pytest.mark.parametrize(
    ("shape", "attributes"),
    [((8, CHANNELS, 3), {"strides": [2]}), ((8, CHANNELS // 2, 3), {}), ((8, CHANNELS, 3), {"group": 2}),
     ((8, CHANNELS, 3), {"auto_pad": "SAME_UPPER"}), ((8, CHANNELS, 3, 3), {})],
    ids=["stride", "few channels", "groups", "automatic padding", "two dimensions"],
)  # fmt: skip
def test_what_is_no_plain_convolution_stays(shape: tuple[int, ...], attributes: dict[str, Any]) -> None:
    model = convolution(np.ones(shape, np.uint8), (1, 1), **attributes)
    before = model.SerializeToString()
    assert rewrite_convolutions(model) == 0
    assert model.SerializeToString() == before


@pytest.mark.parametrize("tokens", [3, 40])
def test_the_prepared_network_gives_the_bits_of_the_published_one(
    kokoro_source: Path, kokoro_model: Path, tokens: int
) -> None:
    # Prepacking sums floats in another order, in either network: so neither has it here.
    original = session(kokoro_source / MODEL, disable_prepacking="1")
    prepared = open_session(kokoro_model / "kokoro.ort", 1)
    ids = np.random.default_rng(tokens).integers(43, 130, tokens)
    style = open_packs(kokoro_model).style((("jf_alpha", 1.0),), tokens)
    speed = np.ones(1, np.float32)
    inputs = {"tokens": np.pad(ids, 1)[None], "style": style, "speed": speed}
    assert np.array_equal(original.run(None, inputs)[0], prepared.run(None, inputs)[0])
