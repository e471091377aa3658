#!/usr/bin/env bash
# Runs every example of the long help, as it stands there. Those of `serve` run in the background while
# those of `send` talk to them.
#
#   examples.sh PROGRAM DATA_DIRECTORY
set -euo pipefail
export LC_ALL=C.UTF-8

program=$(realpath "$1")
work=$(mktemp -d)
trap 'kill $(jobs -pr) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/folder" && ln -s "$program" "$work/bin/puzzled"
data=$(realpath "$2")
cp "$data/minimal_10k.txt" "$work/folder/puzzles.txt"
gzip -k "$work/folder/puzzles.txt"
unset "${!PUZZLED_@}"
export PATH=$work/bin:$PATH
cd "$work/folder"

# A port that is free, as the next one is.
port=0
until ((port)); do
  port=$((20000 + RANDOM % 6000 * 2))
  if (: <>"/dev/tcp/127.0.0.1/$port" || : <>"/dev/tcp/127.0.0.1/$((port + 1))") 2>/dev/null; then port=0; fi
done

# What is indented by four below "Examples:"; our ports stand for those that are shown.
examples_of() {
  puzzled "$1" --help | sed -n '/^Examples:/,/^[A-Z][a-z ]*:$/s/^    //p' |
    sed "s/\b9009\b/$port/g; s/\b9010\b/$((port + 1))/g; s/^puzzled serve --unix.*/& --listen 127.0.0.1:$port/"
}

run() { # COMMAND
  examples_of "$1" >../commands
  [[ -s ../commands ]] || { echo "$1: no examples" && exit 1; }
  bash -euo pipefail ../commands >../printed 2>&1 || {
    printf '%s: status %d\n%s\nprinted\n%s\n' "$1" $? "$(cat ../commands)" "$(tail -n 20 ../printed)"
    exit 1
  }
}

run generate
cp "$data/minimal_10k.txt" puzzles.txt # the example wrote others
run solve
[[ $(wc -l <solutions.txt) == 10000 && $(wc -l <counts.txt) == 10000 ]]
run queens
run target
[[ $(wc -l <scores.txt) == 10000 ]]
head -n 6000 puzzles.txt >train.txt
{ puzzled shuffle -q train.txt && tail -n +6001 puzzles.txt; } >test.txt
{ echo puzzle,solution && paste -d , puzzles.txt solutions.txt; } >train.csv
run canon
[[ $(wc -l <forms.txt) == 10000 && $(grep -cx 10000 ../printed) == 1 ]]
cmp unique.txt puzzles.txt
cmp clean.txt <(tail -n +6001 puzzles.txt)
sort set-train.txt set-test.txt | cmp - <(sort puzzles.txt)
grep -qx clean ../printed
run shuffle
[[ $(wc -l <shuffled.txt) == 10000 && $(wc -l <augmented.csv) == 100001 ]]
run rate
[[ $(wc -l <medium.txt) -gt 0 ]]
run minimal
grep -qx 10000 ../printed

while IFS= read -r command; do
  eval "exec $command" >../daemon 2>&1 &
  for _ in {1..500}; do [[ ! -s ../daemon ]] || break && sleep 0.02; done
done < <(examples_of serve)
for _ in {1..500}; do [[ ! -S puzzled.sock ]] || break && sleep 0.02; done
run send
cmp solutions.txt <(puzzled solve -q puzzles.txt)

# A worker runs until it is told to end.
if puzzled work --check-config >/dev/null 2>&1 && command -v redis-server >/dev/null; then
  redis-server --port 0 --unixsocket "$work/redis" --save '' --dir "$work" >/dev/null &
  for _ in {1..500}; do [[ ! -S $work/redis ]] || break && sleep 0.02; done
  while IFS= read -r command; do
    eval "exec ${command//\/run\/redis\/redis.sock/$work/redis}" >../worker 2>&1 &
    for _ in {1..500}; do ! grep -qE ' working |^min-idle' ../worker || continue 2 && sleep 0.02; done
    cat ../worker
    exit 1
  done < <(examples_of work)
  sed "s|/run/redis/redis.sock|$work/redis|" < <(examples_of feed) >../commands
  rm solutions.txt
  bash -euo pipefail ../commands >../printed 2>&1 || { cat ../printed && exit 1; }
  cmp solutions.txt <(puzzled solve -q puzzles.txt)
fi
