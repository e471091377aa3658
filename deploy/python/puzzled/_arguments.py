"""Checks of arguments, so that what is wrong is said in words and not as a signature of the engines."""

import operator

import numpy as np

from . import _puzzled

INT64_MAX = 2**63 - 1


def integer(name, value, low, high, shown_high=None):
    """`value` as an int from low to high."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer (got {value!r})") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be a number from {low} to {shown_high or high} (got {number})")
    return number


def threads(value):
    return integer("threads", value, 0, _puzzled.MAX_THREADS)


def seconds(name, value):
    """A time limit in seconds as a float; 0.0 for None, which is no limit."""
    if value is None:
        return 0.0
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number of seconds (got {value!r})") from None
    if not 1e-9 <= number <= 1e9:
        raise ValueError(f"{name} must be a number of seconds from 1e-9 to 1e9 (got {value!r})")
    return number


def flag(name, value):
    """`value` as a bool."""
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, (int, np.integer)) and value in (0, 1)):
        return bool(value)
    raise TypeError(f"{name} must be True or False (got {value!r})")


def weights(value):
    """81 weights as int64."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError("weights must not be a masked array: fill it, weights.filled(0)")
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError("weights must be 81 numbers") from None
    if array.size != 81:
        raise ValueError(f"weights must be 81 numbers, not {array.size}")
    if array.dtype.kind not in "iu" and not all(type(v) is int for v in array.flat):
        raise TypeError(f"weights must be integers, not {array.dtype}")
    most = _puzzled.MAX_WEIGHT
    for weight in array.flat:
        if not -most <= weight <= most:
            raise ValueError(f"weights must be numbers from {-most} to {most} (got {weight})")
    return np.ascontiguousarray(array, np.int64)


def blank(value):
    """Further characters that stand for blanks, as the engines take them."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"blank must be a str (got {value!r})")
    return value


def column(value):
    """Name or number of a table's column, as the engines take it."""
    if value is None:
        return ""
    if isinstance(value, str):
        if not value:
            raise ValueError("column must be a name or a number from 1")
        return value
    return str(integer("column", value, 1, INT64_MAX, "2^63 - 1"))
