"""Exact covers whose items are any hashable values."""

from __future__ import annotations

import operator
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Optional

import numpy as np

from . import _arguments, _puzzled
from ._types import Items, Options


class Cover:
    """An exact cover problem, made by `puzzled.cover`.

    A solution is a list of options, as their numbers in rising order. The problem is iterable::

        for solution in problem: ...
    """

    def __init__(
        self,
        items: Items,
        options: Options,
        *,
        secondary: Collection[Hashable] = (),
        costs: Optional[Iterable[int]] = None,
    ) -> None:
        primary = list(items)
        number_of = {item: number for number, item in enumerate(primary)}
        for item in secondary:
            number_of.setdefault(item, len(number_of))
        if len(number_of) != len(primary) + len(secondary):
            raise ValueError("an item is named twice")
        bounds = [_bounds(item, items[item]) for item in primary] if hasattr(items, "keys") else []

        colours = {}
        starts, elements, element_colours = [0], [], []
        for number, option in enumerate(options):
            coloured = hasattr(option, "keys")
            for item in option:
                if item not in number_of:
                    raise ValueError(f"option {number}: {item!r} is not among the items")
                elements.append(number_of[item])
                colour = option[item] if coloured else None
                element_colours.append(0 if colour is None else colours.setdefault(colour, len(colours) + 1))
            starts.append(len(elements))
        costs = [] if costs is None else [_integer(cost) for cost in costs]
        if costs and len(costs) != len(starts) - 1:
            raise ValueError(f"there are {len(starts) - 1} options, but {len(costs)} costs")
        self._problem = _puzzled.cover_problem(
            len(primary), len(number_of) - len(primary), *(_numbers(list_) for list_ in (bounds, starts, elements, element_colours, costs))
        )

    def __repr__(self) -> str:
        return f"<puzzled.Cover: {self._problem.items} items, {self._problem.options} options>"

    def count(self, *, threads: int = 0) -> int:
        """The number of solutions, exactly, up to 512 bits."""
        return _puzzled.cover_count(self._problem, _arguments.threads(threads))

    def __iter__(self) -> Iterator[list[int]]:
        """The solutions one after another, found as they are asked for."""
        return _puzzled.cover_walk(self._problem)

    def first(self) -> Optional[list[int]]:
        """The first solution, or None."""
        return next(iter(self), None)

    def best(self, *, maximize: bool = False, threads: int = 0) -> Optional[tuple[int, list[int]]]:
        """The lowest cost (or the highest) and a solution that has it, or None if there is none.

        Of several the one whose options come first.
        """
        maximize, threads = _arguments.flag("maximize", maximize), _arguments.threads(threads)
        return _puzzled.cover_best(self._problem, maximize, threads)


def _numbers(numbers):
    return np.array(numbers, np.int64).ravel()


def _integer(cost):
    try:
        number = int(cost)
    except (TypeError, ValueError, OverflowError, np.ma.MaskError):
        raise TypeError(f"costs must be integers (got {cost!r})") from None
    if number != cost:
        raise ValueError(f"costs must be integers (got {cost!r})")
    return _arguments.integer("costs", number, -_arguments.INT64_MAX, _arguments.INT64_MAX, "2^63 - 1")


def _bounds(item, bounds):
    try:
        lo, hi = map(operator.index, (bounds, bounds) if np.ndim(bounds) == 0 else bounds)
    except (TypeError, ValueError):
        raise TypeError(f"item {item!r}: bounds must be an integer or a pair of integers (got {bounds!r})") from None
    if not 0 <= lo <= hi < 2**31 or hi == 0:
        raise ValueError(f"item {item!r}: bounds must be lo <= hi, and hi at least 1 (got {bounds!r})")
    return lo, hi
