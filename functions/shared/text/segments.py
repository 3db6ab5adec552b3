"""A text as the segments that an engine speaks, each made when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from functions.shared.errors import NothingToSpeak
from functions.shared.text.clean import clean
from functions.shared.text.language import Language
from functions.shared.text.normalise import normalise
from functions.shared.text.packing import Measure, Packer, SegmentLimits, Unit
from functions.shared.text.pauses import Part, parts
from functions.shared.text.runs import Run, runs
from functions.shared.text.scripts import is_speakable, refuse_unspeakable
from functions.shared.text.sentences import sentences

T = TypeVar("T")

__all__ = ["Segment", "SegmentLimits", "plan"]


@dataclass(frozen=True, slots=True)
class Segment:
    """What is spoken in one go.

    `text` is normalised; it is empty for silence that follows no speech, as where a text opens with a pause.
    `pause` is the silence after it in seconds. `continues` says that the sentence goes on in the next
    segment.
    """

    text: str
    language: Language
    pause: float
    continues: bool


def plan(
    text: str,
    *,
    language: Language | None,
    limits: SegmentLimits,
    measure: Callable[[str, Language], int],
    only: Language | None = None,
) -> Iterator[Segment]:
    """The segments of `text`, each made when it is asked for.

    `language` is a hint: the language of text without letters, and "ja" makes Han characters Japanese. `only`
    is the one language that can be spoken, where there is just one. `measure` gives the engine's tokens of
    normalised text.

    Raises at once InvalidValue (lone surrogates, SSML, a script that cannot be spoken, too long a pause) and
    NothingToSpeak; the latter also before the first segment, when `measure` finds no token in all of the
    text.
    """
    found = parts(clean(text))
    refuse_unspeakable(" ".join(part.text for part in found), only)
    return _Planner(language, limits, measure, only).segments(found)


class _Planner:
    def __init__(
        self, language: Language | None, limits: SegmentLimits, measure: Measure, only: Language | None
    ) -> None:
        self._default: Language = only or language or "en"
        self._limits = limits
        self._measure = measure
        self._only = only
        self._last: Language = self._default
        self._started = False

    def segments(self, found: Sequence[Part]) -> Iterator[Segment]:
        owed = 0.0
        for part in found:
            silent = True
            for segment in self._of(part):
                if owed:
                    yield Segment("", segment.language, owed, False)
                    owed = 0.0
                silent = segment.pause == 0
                yield segment
            owed += part.pause if silent else 0.0
        if not self._started:
            raise NothingToSpeak("The text holds nothing that this voice can speak.", param="input")
        if owed:
            yield Segment("", self._last, owed, False)

    def _of(self, part: Part) -> Iterator[Segment]:
        """The segments of one part; the last carries the pause after it."""
        waiting: Unit | None = None
        for unit in self._units(part.text):
            both = self._packer(unit.language).joined(waiting, unit) if waiting else None
            if waiting and not both:
                yield self._segment(waiting, 0.0)
            waiting = replace(both, ends=unit.ends, last=unit.last) if both else unit
            if not waiting.last and waiting.tokens >= self._bound() // 3:
                yield self._segment(waiting, 0.0)
                waiting = None
        if waiting:
            yield self._segment(waiting, part.pause)

    def _segment(self, unit: Unit, pause: float) -> Segment:
        self._started = True
        return Segment(unit.text, unit.language, pause, not (unit.ends or unit.last))

    def _units(self, text: str) -> Iterator[Unit]:
        spoken = filter(is_speakable, sentences(text, self._limits.max_characters))
        for sentence, last in _with_last(spoken):
            # A sentence without letters is read in the language of the one before it.
            hint = self._default if any(map(str.isalpha, sentence)) else self._last
            for run, ends in _with_last(r for r in runs(sentence, hint, self._only) if is_speakable(r.text)):
                self._last = run.language
                yield from self._of_run(run, ends, last and ends)

    def _of_run(self, run: Run, ends: bool, last: bool) -> Iterator[Unit]:
        rest = normalise(run.text, run.language)
        if not self._started:
            head, rest = self._packer(run.language).head(rest)
            if head.tokens:
                yield replace(head, ends=ends and not rest, last=last and not rest)
        found = [unit for unit in self._packer(run.language, first=False).units(rest) if unit.tokens]
        for unit, final in _with_last(found):
            yield replace(unit, ends=ends and final, last=last and final)

    def _packer(self, language: Language, first: bool | None = None) -> Packer:
        return Packer(language, self._measure, self._bound(first), self._limits.max_characters)

    def _bound(self, first: bool | None = None) -> int:
        first = not self._started if first is None else first
        return self._limits.first_tokens if first else self._limits.max_tokens


def _with_last(items: Iterable[T]) -> Iterator[tuple[T, bool]]:
    """Each item, and whether it is the last."""
    iterator = iter(items)
    try:
        item = next(iterator)
    except StopIteration:
        return
    for following in iterator:
        yield item, False
        item = following
    yield item, True
