#!/usr/bin/env bash
# Builds the benchmark programs and prints the table of puzzles per second, engine by engine, for the
# puzzle files given (any form, also .gz and .zst), or for the bundled one.
#
#   tests/bench/engines.sh [--limit K] [FILE…]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cmake -S "$root" --preset bench >/dev/null
cmake --build "$root/build/bench" --target engine_table >/dev/null
limit=()
if [[ ${1:-} == --limit ]]; then
  limit=(--limit "$2")
  shift 2
fi
[[ $# -gt 0 ]] || set -- "$root/tests/data/minimal_10k.txt"
exec "$root/build/bench/bin/engine_table" "${limit[@]}" "$@"
