"""The queues: batches, bounds, and an event loop that is never blocked."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

import pytest

from sumc.solving.solution import Solution
from sumc.web.errors import ApiError
from sumc.web.metrics import Metrics
from sumc.web.queue import JobQueue, SolveQueue
from web.serving import Json, StandIn, loaded


def render(solution: Solution, model: str) -> Json:
    """What the tests look at."""
    return {"answer": solution.answer, "model": model}


def run(
    test: Callable[[SolveQueue], Awaitable[None]], size: int = 100, batch_size: int = 10
) -> None:
    """Run a test with a queue that is started before and stopped after it."""

    async def running() -> None:
        queue = SolveQueue(size, batch_size, render, Metrics())
        queue.start()
        await test(queue)
        await queue.stop()
        assert queue.accepted == 0

    asyncio.run(running())


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.001)


def test_texts_that_arrive_together_are_solved_in_one_batch(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)

    async def test(queue: SolveQueue) -> None:
        asked = [queue.solve([(model, "x" * size)]) for size in range(1, 8)]
        solutions = await asyncio.gather(*asked)
        assert [answer["answer"] for (answer,) in solutions] == list(range(1, 8))
        assert [len(batch) for batch in stand_in.batches] == [7]
        assert queue.metrics.registry.get_sample_value("sumc_batch_size_sum") == 7

    run(test)


def test_a_batch_gathers_while_the_one_before_is_solved(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)
    stand_in.go_on.clear()

    async def test(queue: SolveQueue) -> None:
        first = asyncio.create_task(queue.solve([(model, "first")]))
        await until(stand_in.working.is_set)
        others = [asyncio.create_task(queue.solve([(model, "next")])) for _ in range(14)]
        await asyncio.sleep(0.05)
        assert queue.metrics.registry.get_sample_value("sumc_waiting_texts") == 15
        stand_in.go_on.set()
        await asyncio.gather(first, *others)
        assert [len(batch) for batch in stand_in.batches] == [1, 10, 4]

    run(test)


def test_a_batch_goes_to_one_model_and_orders_are_kept(stand_in: StandIn) -> None:
    other = StandIn()
    english, chinese = loaded("en", stand_in), loaded("zh", other)

    async def test(queue: SolveQueue) -> None:
        texts = [(english, "a"), (chinese, "bb"), (english, "ccc"), (chinese, "dddd")]
        solutions = await queue.solve(texts)
        assert [answer["answer"] for answer in solutions] == [1, 2, 3, 4]
        assert [answer["model"] for answer in solutions] == ["en", "zh", "en", "zh"]
        assert (stand_in.batches, other.batches) == ([["a", "ccc"]], [["bb", "dddd"]])

    run(test)


def test_a_full_queue_says_so_at_once_and_answers_what_it_accepted(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)
    stand_in.go_on.clear()

    async def test(queue: SolveQueue) -> None:
        accepted = [asyncio.create_task(queue.solve([(model, "text")])) for _ in range(6)]
        await asyncio.sleep(0.01)
        with pytest.raises(ApiError) as refused:
            await queue.solve([(model, "too many")])
        assert refused.value.status == 503
        assert int(refused.value.headers["Retry-After"]) >= 1
        stand_in.go_on.set()
        assert [len(solutions) for solutions in await asyncio.gather(*accepted)] == [1] * 6
        assert len(await queue.solve([(model, "again")])) == 1

    run(test, size=6)


def test_large_requests_leave_places_for_others(stand_in: StandIn) -> None:
    """However many clients ask for as much as they can, and whether they read it or not."""
    model = loaded("en", stand_in)
    stand_in.go_on.clear()

    async def test(queue: SolveQueue) -> None:
        greedy = [asyncio.create_task(queue.solve([(model, "many")] * 64)) for _ in range(20)]
        await asyncio.sleep(0.01)
        modest = [asyncio.create_task(queue.solve([(model, "one")])) for _ in range(40)]
        await asyncio.sleep(0.01)
        stand_in.go_on.set()
        assert [len(found) for found in await asyncio.gather(*modest)] == [1] * 40
        found = await asyncio.gather(*greedy, return_exceptions=True)
        accepted = [each for each in found if isinstance(each, list)]
        assert 2 <= len(accepted) < 20
        assert all(isinstance(each, ApiError) for each in found if each not in accepted)

    run(test, size=256, batch_size=32)


def test_a_large_request_alone_may_fill_the_queue(stand_in: StandIn) -> None:
    async def test(queue: SolveQueue) -> None:
        assert len(await queue.solve([(loaded("en", stand_in), "many")] * 64)) == 64

    run(test, size=64)


def test_requests_are_served_in_turn(stand_in: StandIn) -> None:
    """A request for one text does not wait until those before it have all of theirs."""
    model = loaded("en", stand_in)
    stand_in.go_on.clear()

    async def test(queue: SolveQueue) -> None:
        first = asyncio.create_task(queue.solve([(model, "first")]))
        await until(stand_in.working.is_set)
        many = asyncio.create_task(queue.solve([(model, f"many {n}") for n in range(30)]))
        await asyncio.sleep(0.01)
        one = asyncio.create_task(queue.solve([(model, "one")]))
        await asyncio.sleep(0.01)
        stand_in.go_on.set()
        await asyncio.gather(first, many, one)
        assert "one" in stand_in.batches[1]
        inside = [text for batch in stand_in.batches for text in batch if "many" in text]
        assert inside == [f"many {n}" for n in range(30)]

    run(test)


def test_only_the_text_at_fault_fails(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)

    async def test(queue: SolveQueue) -> None:
        asked = [queue.solve([(model, text)]) for text in ("one", "broken", "three")]
        first, second, third = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(second, RuntimeError)
        assert [each[0]["answer"] for each in (first, third) if isinstance(each, list)] == [3, 5]

    run(test)


def test_the_queue_outlives_a_batch_that_breaks_it(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)

    async def test(queue: SolveQueue) -> None:
        observe, queue.metrics.batch_size.observe = queue.metrics.batch_size.observe, None  # type: ignore[method-assign, assignment]
        with pytest.raises(TypeError):
            await queue.solve([(model, "text")] * 2)
        queue.metrics.batch_size.observe = observe  # type: ignore[method-assign]
        assert len(await queue.solve([(model, "text")])) == 1

    run(test)


def test_whoever_gave_up_is_not_waited_for(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)
    stand_in.go_on.clear()

    async def test(queue: SolveQueue) -> None:
        given_up = asyncio.create_task(queue.solve([(model, "gone")]))
        await until(stand_in.working.is_set)
        given_up.cancel()
        stand_in.go_on.set()
        assert len(await queue.solve([(model, "here")])) == 1

    run(test)


def test_stopping_finishes_what_was_accepted(stand_in: StandIn) -> None:
    model = loaded("en", stand_in)
    stand_in.go_on.clear()

    async def test(queue: SolveQueue) -> None:
        asked = asyncio.create_task(queue.solve([(model, "text")] * 30))
        await until(stand_in.working.is_set)
        stopping = asyncio.create_task(queue.stop())
        await asyncio.sleep(0.02)
        assert not stopping.done()
        stand_in.go_on.set()
        await stopping
        assert len(await asked) == 30

    run(test)


def test_jobs_are_bounded_and_leave_the_event_loop_free() -> None:
    async def running() -> None:
        jobs = JobQueue(size=2, threads=1)
        jobs.start()
        go_on = threading.Event()
        accepted = [asyncio.create_task(jobs.run(lambda: go_on.wait(20))) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(ApiError) as refused:
            await jobs.run(lambda: None)
        assert refused.value.status == 503
        go_on.set()
        assert await asyncio.gather(*accepted) == [True, True]
        assert await jobs.run(lambda: "free again") == "free again"
        jobs.stop()

    asyncio.run(running())
