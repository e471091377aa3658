#!/usr/bin/env bash
# Builds a benchmark program (preset `bench`) and runs it.
#
#   tests/bench/run.sh PROGRAM [ARGUMENT…]
#
#   engine_table [OPTION…] SET…   puzzles a second of every engine on files and classes of boards
#   stage_table [OPTION…] FILE…   what each stage of `puzzled solve` costs on one thread
#   make_boards CLASS COUNT       boards of a class; prints the classes when asked for none
#   core_bench                    the generator, the search for conflicts, the exact cover engine
#   tools_bench                   canonical forms, copies, ratings, clues that can go, verdicts
#   variants_bench                boards of other sizes, and killers from text
#   queens_bench                  units of long counts of queens
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ $# -eq 0 ]]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
cmake -S "$root" --preset bench >/dev/null
cmake --build "$root/build/bench" --target "$1" >/dev/null
program=$1
shift
exec "$root/build/bench/bin/$program" "$@"
