"""Integer convolutions as integer matrix products, to the same bits.

`ConvInteger` takes 63 % of Kokoro's time, and onnxruntime has a faster kernel for `MatMulInteger` with signed
weights. A convolution over time is such a product: K copies of the padded input, each shifted by the dilation
and side by side, times the weights as a (K C, O) matrix. Both add up in int32, so neither rounds anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import onnx

#: With fewer channels the copies cost more than the product saves.
LEAST_CHANNELS = 64

_SUPPORTED = {"group": 1, "strides": [1], "auto_pad": b"NOTSET"}

#: The end of a slice that goes to the last element.
_END = 2**31 - 1


class Convolution(NamedTuple):
    """A convolution over time: `weight` has shape (O, C, K), `zero` is its zero point."""

    weight: npt.NDArray[np.int8]
    zero: np.int8
    dilation: int
    pads: tuple[int, int]

    @property
    def matrix(self) -> npt.NDArray[np.int8]:
        """The weights by (tap and channel, output); shape (K C, O)."""
        outputs = len(self.weight)
        return np.ascontiguousarray(self.weight.transpose(2, 1, 0).reshape(-1, outputs))


def rewrite_convolutions(model: onnx.ModelProto) -> int:
    """Replace, in place, convolutions of stride 1 and group 1 with constant weights and 64 channels or more.

    Returns their number. Their old weights stay until onnxruntime saves the model without what is unused.
    """
    constants = {constant.name: constant for constant in model.graph.initializer}
    new = _Additions()
    for node in model.graph.node:
        convolution = _read(node, constants)
        if convolution is None:
            new.nodes.append(node)
        else:
            _add_product(new, node, convolution)
    del model.graph.node[:]
    model.graph.node.extend(new.nodes)
    model.graph.initializer.extend(new.constants.values())
    return new.products


def _read(node: onnx.NodeProto, constants: dict[str, onnx.TensorProto]) -> Convolution | None:
    """What `node` computes, or None when it is not a convolution that can be replaced."""
    from onnx import helper, numpy_helper

    if node.op_type != "ConvInteger" or node.input[1] not in constants:
        return None
    attributes = {each.name: helper.get_attribute_value(each) for each in node.attribute}
    weight = numpy_helper.to_array(constants[node.input[1]])
    zero: npt.NDArray[Any] = np.zeros((), weight.dtype)
    if len(node.input) > 3 and node.input[3]:
        if node.input[3] not in constants:
            return None
        zero = numpy_helper.to_array(constants[node.input[3]])
    plain = all(attributes.get(name, value) == value for name, value in _SUPPORTED.items())
    if not plain or weight.ndim != 3 or weight.shape[1] < LEAST_CHANNELS or zero.size != 1:
        return None
    before, after = attributes.get("pads", [0, 0])
    (dilation,) = attributes.get("dilations", [1])
    return Convolution(_signed(weight), _signed(zero.reshape(())), dilation, (before, after))


def _signed(values: npt.NDArray[Any]) -> Any:
    """`values` in int8; weights and zero point move by 128 together, so that their difference stays."""
    return values if values.dtype == np.int8 else (values.astype(np.int16) - 128).astype(np.int8)


def _add_product(new: _Additions, node: onnx.NodeProto, convolution: Convolution) -> None:
    prefix = f"product{new.products}"
    new.products += 1
    zero = node.input[2] if len(node.input) > 2 else ""
    frames = new.node("Transpose", [node.input[0]], f"{prefix}_frames", perm=[0, 2, 1])
    if any(convolution.pads):
        before, after = convolution.pads
        pads = new.constant(np.array([0, before, 0, 0, after, 0]))
        # What the convolution pads with stands for 0: the input's zero point.
        frames = new.node("Pad", [frames, pads, zero], f"{prefix}_padded")
    taps = list(_taps(new, frames, convolution, prefix))
    columns = taps[0] if len(taps) == 1 else new.node("Concat", taps, f"{prefix}_columns", axis=2)
    matrix = new.constant(convolution.matrix, f"{prefix}_matrix")
    weight_zero = new.constant(np.array(convolution.zero), f"{prefix}_zero")
    product = new.node("MatMulInteger", [columns, matrix, zero, weight_zero], f"{prefix}_product")
    new.node("Transpose", [product], node.output[0], perm=[0, 2, 1])


def _taps(new: _Additions, frames: str, convolution: Convolution, prefix: str) -> Iterator[str]:
    """The input as each tap of the kernel meets it, all of one length."""
    taps = convolution.weight.shape[2]
    if taps == 1:
        yield frames
        return
    axis = new.constant(np.array([1]))
    for tap in range(taps):
        left_over = (taps - 1 - tap) * convolution.dilation
        start = new.constant(np.array([tap * convolution.dilation]))
        end = new.constant(np.array([-left_over if left_over else _END]))
        yield new.node("Slice", [frames, start, end, axis], f"{prefix}_tap{tap}")


class _Additions:
    """The new graph as it grows. Constants without a name of their own are shared."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}
        self.products = 0

    def node(self, operator: str, inputs: list[str], output: str, **attributes: Any) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(operator, inputs, [output], name=f"{output}_node", **attributes))
        return output

    def constant(self, value: npt.NDArray[Any], name: str | None = None) -> str:
        from onnx import numpy_helper

        name = name or "product_constant_" + "_".join(map(str, value.tolist()))
        self.constants[name] = numpy_helper.from_array(value, name)
        return name
