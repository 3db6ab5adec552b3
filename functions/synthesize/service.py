"""From an order to encoded audio, segment by segment: the same for every way to ask."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from functions.shared.audio.encode import Encoder, open_encoder
from functions.shared.audio.formats import output_rate
from functions.shared.audio.join import join
from functions.shared.audio.pcm import Pcm, silence
from functions.shared.engine.protocol import Blend, Engine
from functions.shared.errors import SynthesisFailed, VoiceError
from functions.shared.text.language import Language
from functions.shared.text.segments import Segment, SegmentLimits, plan
from functions.synthesize.casting import voice_for
from functions.synthesize.order import Order

#: Most tokens in a segment; longer ones cost Kokoro more time and memory for each second of audio.
MAX_TOKENS = 120


@dataclass(slots=True)
class Progress:
    """What has been spoken so far; read by the request's log line and metrics."""

    engine: str
    rate: int
    audio_seconds: float = 0.0
    inference_seconds: float = 0.0
    segments: int = 0
    factors: list[float] = field(default_factory=list)


class Speech:
    """One order on its way to becoming audio: iterate `steps` for the encoded bytes.

    A step speaks at most one segment, and may give no bytes yet. `length` is known with the first bytes when
    the order fits in a segment or asked for the whole.
    """

    def __init__(self, order: Order, engine: Engine, blend: Blend) -> None:
        self._order = order
        self._engine = engine
        self._blend = blend
        rate = output_rate(order.format, engine.rate, order.sample_rate)
        self.progress = Progress(engine.name, rate)
        self.length: int | None = None

    def steps(self) -> Iterator[bytes]:
        """The encoded audio. Raises RequestError on the first step, SynthesisFailed on any."""
        limits = SegmentLimits(max_tokens=min(MAX_TOKENS, self._engine.max_tokens))
        segments = plan(self._order.text, language=self._order.language, limits=limits, measure=self._measure)
        first = next(segments)
        second = next(segments, None)
        if second is None or self._order.whole:
            rest = chain([first], [] if second is None else [second], segments)
            yield from self._whole(rest)
        else:
            yield from self._streamed(chain([first, second], segments))

    def _streamed(self, segments: Iterator[Segment]) -> Iterator[bytes]:
        encoder = self._encoder(None)
        for chunk in join(self._spoken(segments)):
            yield encoder.feed(chunk)
        yield encoder.finish()

    def _whole(self, segments: Iterator[Segment]) -> Iterator[bytes]:
        """All audio before the first byte, so that the headers tell its exact length."""
        chunks = []
        for chunk in join(self._spoken(segments)):
            chunks.append(chunk)
            yield b""
        encoder = self._encoder(sum(len(chunk.samples) for chunk in chunks))
        data = b"".join(encoder.feed(chunk) for chunk in chunks) + encoder.finish()
        self.length = len(data)
        yield data

    def _encoder(self, samples: int | None) -> Encoder:
        return open_encoder(
            self._order.format, self.progress.rate, source_rate=self._engine.rate, samples=samples
        )

    def _spoken(self, segments: Iterator[Segment]) -> Iterator[tuple[Pcm, float]]:
        for segment in segments:
            yield self._speak(segment), segment.pause

    def _speak(self, segment: Segment) -> Pcm:
        if not segment.text:
            return silence(0.0, self._engine.rate)
        began = time.perf_counter()
        audio = self._call(segment)
        spent = time.perf_counter() - began
        self.progress.segments += 1
        self.progress.inference_seconds += spent
        self.progress.audio_seconds += audio.seconds + segment.pause
        if len(audio.samples):
            self.progress.factors.append(spent / audio.seconds)
        return audio

    def _call(self, segment: Segment) -> Pcm:
        try:
            return self._engine.speak(
                segment.text, segment.language, self._voice(segment.language), self._order.speed
            )
        except VoiceError:
            raise
        except Exception as error:
            raise SynthesisFailed(f"{self._engine.name} failed on a segment.") from error

    def _voice(self, language: Language) -> Blend:
        return voice_for(self._engine, self._blend, language, self._order.language)

    def _measure(self, text: str, language: Language) -> int:
        return self._engine.tokens(text, language, self._voice(language)[0][0])
