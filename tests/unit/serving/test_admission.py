"""Slots are bounded, fair, and never leak."""

from __future__ import annotations

import asyncio

import pytest

from functions.shared.errors import NotReady, QueueFull
from functions.shared.serving.admission import Admission


async def _hold(admission: Admission, until: asyncio.Event, served: list[str], name: str) -> None:
    async with admission.slot():
        served.append(name)
        await until.wait()


def test_a_full_queue_refuses_at_once_and_says_when_to_come_back() -> None:
    async def scenario() -> int:
        admission, done = Admission(1, 1, patience=60), asyncio.Event()
        tasks = [asyncio.create_task(_hold(admission, done, [], name)) for name in "ab"]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull) as refused:
            async with admission.slot():
                pass
        done.set()
        await asyncio.gather(*tasks)
        return refused.value.retry_after

    assert asyncio.run(scenario()) >= 1


def test_waiting_requests_are_served_in_the_order_they_came() -> None:
    async def scenario() -> list[str]:
        admission, done, served = Admission(1, 3, patience=60), asyncio.Event(), list[str]()
        tasks = [asyncio.create_task(_hold(admission, done, served, name)) for name in "abcd"]
        await asyncio.sleep(0)
        done.set()
        await asyncio.gather(*tasks)
        return served

    assert asyncio.run(scenario()) == ["a", "b", "c", "d"]


def test_patience_that_runs_out_leaves_no_slot_behind() -> None:
    async def scenario() -> int:
        admission, done = Admission(1, 1, patience=0.01), asyncio.Event()
        task = asyncio.create_task(_hold(admission, done, [], "a"))
        await asyncio.sleep(0)
        with pytest.raises(NotReady):
            async with admission.slot():
                pass
        done.set()
        await task
        async with admission.slot():
            pass
        return admission.in_flight

    assert asyncio.run(scenario()) == 0


def test_a_cancelled_waiter_frees_its_place_in_the_queue() -> None:
    async def scenario() -> int:
        admission, done = Admission(1, 1, patience=60), asyncio.Event()
        first = asyncio.create_task(_hold(admission, done, [], "a"))
        second = asyncio.create_task(_hold(admission, done, [], "b"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        waiting = admission.in_flight
        done.set()
        await first
        return waiting

    assert asyncio.run(scenario()) == 1
