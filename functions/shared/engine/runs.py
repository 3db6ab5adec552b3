"""Token ids in runs that a model can take at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: Ids of `g2p.table.VOCABULARY`: first the marks that end a clause, then quotes and brackets, then the space.
_MARKS = frozenset(range(1, 11))
_SPACE = 16


def speakable(ids: Sequence[int]) -> bool:
    """Whether there is a sound among `ids`, not only marks and spaces."""
    return any(number > _SPACE for number in ids)


def bounded(ids: list[int], most: int) -> Iterator[list[int]]:
    """`ids` in runs of at most `most`, parted after a mark, else at a space, else anywhere.

    A run without a sound is left out.
    """
    while ids:
        end = len(ids) if len(ids) <= most else _cut(ids, most)
        if speakable(ids[:end]):
            yield ids[:end]
        ids = ids[end:]


def _cut(ids: Sequence[int], most: int) -> int:
    places = range(most - 1, 0, -1)
    mark = next((place for place in places if ids[place] in _MARKS), None)
    if mark is not None:
        return mark + 1
    return next((place + 1 for place in places if ids[place] == _SPACE), most)
