#!/usr/bin/env bash
# Kills a count of queens, over and over, at random moments, and goes on with it from its checkpoint:
# it must end in the exact total, and no kill may cost a unit that was finished.
#
#   kill_and_resume.sh PROGRAM QUEENS TOTAL KILLS [OPTION...]
#
# Only kills that met a living process count. When a count comes to its end before that many, its
# total is checked and another one begins. SEED=n repeats the moments of a former run.
set -euo pipefail

program=$1 queens=$2 total=$3 kills_wanted=$4
shift 4
RANDOM=${SEED:=$$}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
checkpoint=$directory/checkpoint

fail() {
  echo "$1 (SEED=$SEED)" >&2
  cat "$directory/said" >&2
  exit 1
}
check_total() { [[ $(<"$directory/printed") == "$total" ]] || fail "printed $(<"$directory/printed")"; }
# Started as it is, without a shell around it: the kill is to meet the program itself.
count=("$program" queens "$queens" --checkpoint "$checkpoint" --quiet "$@")

begin=$(date +%s%N)
"${count[@]}" >"$directory/printed" 2>"$directory/said"
check_total
nanoseconds=$(($(date +%s%N) - begin))
whole_size=$(stat -c %s "$checkpoint")
rm "$checkpoint"

kills=0 runs=1
while ((kills < kills_wanted)); do
  before=$(stat -c %s "$checkpoint" 2>/dev/null || echo 0)
  "${count[@]}" >"$directory/printed" 2>"$directory/said" &
  job=$!
  moment=$((RANDOM * nanoseconds / 32768 / 4)) # several kills a count
  sleep "$((moment / 1000000000)).$(printf %09d $((moment % 1000000000)))"
  kill -KILL $job 2>/dev/null || true
  status=0
  wait $job 2>/dev/null || status=$?
  case $status in
    0)
      check_total
      rm "$checkpoint"
      runs=$((runs + 1))
      ;;
    137)
      kills=$((kills + 1))
      # Whole records stay; a record cut by the kill goes.
      after=$(stat -c %s "$checkpoint" 2>/dev/null || echo 0)
      ((after >= before - before % 40 || after == before)) || fail "shrank from $before to $after"
      ;;
    *) fail "exit status $status" ;;
  esac
done
"${count[@]}" >"$directory/printed" 2>"$directory/said" || fail "exit status $?"
check_total
size=$(stat -c %s "$checkpoint")
((size == whole_size)) || fail "$size bytes instead of $whole_size: units are missing or there twice"
echo "$kills kills in $runs counts of $queens queens: $total"
