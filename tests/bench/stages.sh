#!/usr/bin/env bash
# Builds the benchmark programs and prints what each stage of `puzzled solve` costs on one thread, for
# the puzzle files given (any form, also .gz and .zst). Writes, and removes, a file in the current
# directory.
#
#   tests/bench/stages.sh [--json] [--limit K] FILE…
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cmake -S "$root" --preset bench >/dev/null
cmake --build "$root/build/bench" --target stage_table >/dev/null
exec "$root/build/bench/bin/stage_table" "$@"
