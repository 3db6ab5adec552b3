"""`voice say`: the function's own service, without the function."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from functions.shared.engine.registry import load_engine
from functions.shared.errors import InvalidValue
from functions.synthesize.casting import OPENAI_MODELS, parse_blend
from functions.synthesize.order import FASTEST, SLOWEST, Order
from functions.synthesize.service import Speech
from functions.synthesize.settings import read_settings


def say(text: str, output: Path, *, voice: str, model: str, speed: float) -> None:
    """Speak `text` into `output`, whose ending names the format; the file appears when it is whole."""
    if not SLOWEST <= speed <= FASTEST:
        raise InvalidValue(f"speed must be from {SLOWEST:g} to {FASTEST:g}; it is {speed:g}.", param="speed")
    settings = read_settings(os.environ)
    name = next((each for each in OPENAI_MODELS.get(model, (model,)) if each in settings.engines), model)
    engine = load_engine(name, settings.models_dir, settings.threads)
    order = Order(
        text=text, voice=voice, model=model, format=output.suffix.lstrip("."), speed=speed, whole=True
    )
    speech = Speech(order, engine, parse_blend(voice))
    partial = output.with_name(f".{output.name}.part")
    try:
        with partial.open("wb") as file:
            for part in speech.steps():
                file.write(part)
                _tell(speech.progress.audio_seconds)
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)
        sys.stderr.write("\n" if sys.stderr.isatty() else "")


def _tell(seconds: float) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{seconds:.1f} s spoken")
        sys.stderr.flush()
