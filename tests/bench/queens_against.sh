#!/usr/bin/env bash
# Counts N queens in turns with another program, both on one thread, and compares CPU times:
#   queens_against.sh N ROUNDS OTHER [ARGUMENT…]
# Build the preset `bench` first.
set -euo pipefail

if (($# < 3)); then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi
queens=$1
rounds=$2
shift 2
bench="$(dirname "${BASH_SOURCE[0]}")/../../build/bench/bin/queens_bench"

# A program that is missing takes no time at all.
for program in "$bench" "$1"; do
  command -v "$program" >/dev/null || { echo "queens_against.sh: $program: no such program" >&2; exit 2; }
done

# Seconds of user and system time that a command takes.
cpu_time() {
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}

for ((round = 0; round < rounds; ++round)); do
  echo "$(cpu_time "$bench" count "$queens" best best 0 1) $(cpu_time "$@")"
done | awk -v queens="$queens" '
  { ours[NR] = $1; other[NR] = $2; ratio[NR] = $2 / $1 }
  function median(values, n,    i, j, t) {
    for (i = 1; i <= n; ++i)
      for (j = i + 1; j <= n; ++j)
        if (values[j] < values[i]) { t = values[i]; values[i] = values[j]; values[j] = t }
    return values[int((n + 1) / 2)]
  }
  END { printf "%d queens: %.3f s, the other %.3f s, ratio %.2f (medians of %d)\n", queens,
        median(ours, NR), median(other, NR), median(ratio, NR), NR }'
