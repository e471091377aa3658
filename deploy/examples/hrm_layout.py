#!/usr/bin/env python3
"""Lays arrays of puzzles and solutions out as HRM and TRM read them: hrm_layout.py FOLDER SET [COPIES]

Reads SET-puzzles.npy and SET-solutions.npy, as `puzzled solve --npy -o SET.npy` writes them, and writes
FOLDER/dataset.json and FOLDER/all__*.npy. COPIES-puzzles.npy and COPIES-solutions.npy hold the same
number of copies of each puzzle, which follow each other (`puzzled shuffle --copies K`): a puzzle and its
copies are a group, of which an epoch takes one. Needs NumPy; arrays may be larger than memory.
"""
import json
import pathlib
import sys

import numpy as np

ROWS_AT_ONCE = 1 << 16


def main(folder, name, copies_name=None):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    copies = 0
    for part, kind in ("inputs", "puzzles"), ("labels", "solutions"):
        originals = np.load(f"{name}-{kind}.npy", mmap_mode="r")
        groups = len(originals)
        others = originals[:0]
        if copies_name is not None:
            others = np.load(f"{copies_name}-{kind}.npy", mmap_mode="r")
            if groups == 0 or len(others) % groups != 0:
                sys.exit(f"{copies_name} does not hold as many copies of each puzzle of {name}")
            copies = len(others) // groups
        path = folder / f"all__{part}.npy"
        rows = np.lib.format.open_memmap(
            path, mode="w+", dtype=np.uint8, shape=(groups * (1 + copies), 81)
        )
        step = max(1, ROWS_AT_ONCE // (1 + copies))
        for first in range(0, groups, step):
            last = min(first + step, groups)
            block = np.empty((last - first, 1 + copies, 81), np.uint8)
            block[:, 0] = originals[first:last]
            block[:, 1:] = others[first * copies : last * copies].reshape(last - first, copies, 81)
            # 0 is padding to the models: a blank is 1, and digits are 2 to 10.
            rows[first * (1 + copies) : last * (1 + copies)] = block.reshape(-1, 81) + 1
        rows.flush()
    examples = groups * (1 + copies)
    # A puzzle is one example, and all have the same identifier.
    arrays = {
        "puzzle_identifiers": np.zeros(examples, np.int32),
        "puzzle_indices": np.arange(examples + 1, dtype=np.int32),
        "group_indices": np.arange(groups + 1, dtype=np.int32) * (1 + copies),
    }
    for part, array in arrays.items():
        np.save(folder / f"all__{part}.npy", array)
    about = {
        "seq_len": 81,
        "vocab_size": 11,
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "num_puzzle_identifiers": 1,
        "total_groups": groups,
        "mean_puzzle_examples": 1,
        "total_puzzles": examples,
        "sets": ["all"],
    }
    (folder / "dataset.json").write_text(json.dumps(about) + "\n")
    (folder.parent / "identifiers.json").write_text('["<blank>"]\n')
    print(f"{folder}: {groups} groups of {1 + copies}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
