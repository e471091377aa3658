import numpy as np
import pytest

import puzzled


@pytest.fixture(scope="session")
def puzzles():
    """400 puzzles with one solution, read-only."""
    puzzles = np.concatenate([puzzled.generate(200, seed=5), puzzled.generate(200, seed=6, minimal=True)])
    puzzles.flags.writeable = False
    return puzzles


@pytest.fixture
def random():
    return np.random.default_rng(1)
