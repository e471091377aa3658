#!/usr/bin/env bash
# From a fresh clone to solved puzzles in one command: installs what a build needs, builds the
# release program and solves the bundled puzzles. Running it again only does what has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly puzzles=tests/data/minimal_10k.txt
readonly answers=build/minimal_10k.solutions.txt

deploy/install-deps.sh build
cmake --preset release
cmake --build --preset release
printf '\n$ build/release/bin/puzzled solve %s -o %s\n' "$puzzles" "$answers"
build/release/bin/puzzled solve "$puzzles" -o "$answers"
