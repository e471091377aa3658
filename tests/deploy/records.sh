#!/usr/bin/env bash
# The test deploy.records: deploy/records/record.py adds up a checkpoint and all parts of a count, and
# refuses what is damaged, missing, or of another count.
#
#   records.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C

puzzled=$(realpath "$1")
record=$(realpath "$2")/deploy/records/record.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'records.sh: %s\n' "$*" >&2
  exit 1
}

refuses() { # WORDS FILE...
  local said
  if said=$("$record" "${@:2}" 2>&1); then fail "accepted ${*:2}"; fi
  [[ $said == *"$1"* ]] || fail "instead of '$1' for ${*:2}: $said"
}

export PUZZLED_QUEENS_ENGINE=two-sided PUZZLED_QUIET=1
"$puzzled" queens 12 --checkpoint whole >count
for i in 1 2 3; do "$puzzled" queens 12 --part $i/3 -o part$i; done
"$puzzled" queens 13 --part 3/3 -o other

"$record" --units-per-line 10 --note 'date: today' whole >of_whole
"$record" --units-per-line 10 --note 'date: today' part3 part1 part2 >of_parts
cmp of_whole of_parts
grep -qx "solutions: $(<count)" of_whole || fail "the sum is not $(<count): $(head -n 2 of_whole)"
sum=$(sed '1,/^$/d' of_whole | awk '{ sum += $2 } END { print sum }')
[[ $sum == $(<count) ]] || fail "the lines add up to $sum"
"$record" --each part1 part2 part3 | awk '{ sum += $2 } END { print sum }' | cmp - count

refuses 'units are there' part1 part2
refuses 'comes twice' part1 part2 part3 part2
refuses 'of another count' part1 part2 other
head -c -1 whole >shorter
refuses 'not whole' shorter
for at in 9 70 80 91 110 119; do # of the header's and of a record's fields
  cp part1 damaged
  printf '\xa5' | dd of=damaged bs=1 seek=$at conv=notrunc status=none
  refuses 'damaged: ' damaged part2 part3
done
