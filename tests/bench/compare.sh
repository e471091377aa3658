#!/usr/bin/env bash
# Compares `puzzled solve` with any command that reads puzzles and writes answers, one a line: runs
# of the two take turns, medians count, and their answers must agree.
#
#   tests/bench/compare.sh [--limit K] [--threads T] [--rounds N] [--no-check] FILE COMMAND [ARG…]
#
# An argument {} stands for the name of the file of puzzles (unpacked, if it was packed); without
# one the command reads it from standard input. It writes to standard output, or nothing with
# --no-check. T is 1 unless given, for most programs use one thread.
#
#   tests/bench/compare.sh --rounds 9 puzzles.txt.gz other_solver --quiet {}
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

limit=1 threads=1 rounds=5 check=yes
while [[ ${1:-} == --* ]]; do
  case $1 in
    --limit | --threads | --rounds)
      declare "${1#--}=$2"
      shift 2
      ;;
    --no-check)
      check=no
      shift
      ;;
    *) break ;;
  esac
done
if [[ $# -lt 2 || ${1:-} == --* ]]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
file=$1
shift

cmake -S "$root" --preset bench >/dev/null
cmake --build "$root/build/bench" --target puzzled check_answers >/dev/null
bin=$root/build/bench/bin

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $file in
  *.gz) gzip -dc "$file" >"$work/puzzles" ;;
  *.zst) zstd -dcq "$file" >"$work/puzzles" ;;
  *) ln -s "$(realpath "$file")" "$work/puzzles" ;;
esac

stdin=$work/puzzles
other=()
for word in "$@"; do
  [[ $word != *'{}'* ]] || stdin=/dev/null
  other+=("${word//'{}'/$work/puzzles}")
done

run_puzzled() {
  rm -f "$work/ours"
  "$bin/puzzled" solve --quiet --limit "$limit" --threads "$threads" "$work/puzzles" \
    -o "$work/ours" || (($? == 1)) # some without a solution
}
run_other() { "${other[@]}" <"$stdin" >"$work/others"; }

# Appends `wall CPU` of a run, in seconds, to the file named after it.
TIMEFORMAT='%R %U %S'
timed() {
  { time "run_$1" 2>"$work/errors"; } 2>"$work/time" || {
    cat "$work/errors" >&2
    echo "$1 failed" >&2
    exit 1
  }
  awk '{ print $1, $2 + $3 }' "$work/time" >>"$work/$1"
}

median() { # FILE FIELD
  cut -d' ' -f "$2" "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

timed puzzled # once to warm up
timed other
rm "$work/puzzled" "$work/other"
for ((round = 0; round < rounds; ++round)); do
  if ((round % 2 == 0)); then order=(puzzled other); else order=(other puzzled); fi
  for which in "${order[@]}"; do timed "$which"; done
done

[[ $check == no ]] || "$bin/check_answers" "$work/puzzles" "$work/ours" "$work/others"

puzzles=$(wc -l <"$work/ours")
echo '| | wall s | CPU s | puzzles/s | times as fast (wall) | (CPU) |'
echo '|---|---:|---:|---:|---:|---:|'
for which in puzzled other; do
  name=$which
  [[ $which == puzzled ]] || name="${*}"
  awk -v name="$name" -v n="$puzzles" -v wall="$(median "$work/$which" 1)" \
    -v cpu="$(median "$work/$which" 2)" -v base_wall="$(median "$work/other" 1)" \
    -v base_cpu="$(median "$work/other" 2)" 'BEGIN {
      printf "| %s | %.3f | %.3f | %.0f | %.2f | %.2f |\n", name, wall, cpu, n / (wall > 0 ? wall : 1e-3),
             base_wall / (wall > 0 ? wall : 1e-3), base_cpu / (cpu > 0 ? cpu : 1e-3)
    }'
done
