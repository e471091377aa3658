#!/usr/bin/env bash
# The test redis.producer: the producer in Python that deploy/docs/redis.md shows, as it stands there, with a
# server and two workers of its own. One worker is killed and the server is killed and started again while it
# runs; its answers must be those of `puzzled solve --pipe`.
#
#   producer.sh PROGRAM SOURCE_DIRECTORY PYTHON
set -euo pipefail
export LC_ALL=C

program=$(realpath "$1")
source=$(realpath "$2")
python=$3
work=$(mktemp -d)
trap 'kill -9 $(jobs -pr) 2>/dev/null || true; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'producer.sh: %s\n' "$*" >&2
  tail -n 5 ./*.log >&2
  exit 1
}

# Small blocks, so that there are many.
sed -n '/^```python$/,/^```$/ { /^```/d; p }' "$source/deploy/docs/redis.md" |
  sed 's/^BLOCK, WINDOW = .*/BLOCK, WINDOW = 50, 20/' >producer.py
[[ -s producer.py ]] || fail "the page shows no producer"
{
  cat "$source/tests/data/minimal_10k.txt"
  printf '\n# a comment\r\nend\nno puzzle\n'
} >puzzles.txt
"$program" solve --pipe -q puzzles.txt >expected || fail "solve"

start_server() {
  redis-server --port 0 --unixsocket "$work/socket" --dir "$work" --save '' --appendonly yes >server.log 2>&1 &
  server=$!
  until redis-cli -s socket ping 2>/dev/null | grep -q PONG; do
    kill -0 $server || fail "no server"
    sleep 0.02
  done
}
start_worker() {
  "$program" work "redis+unix://$work/socket?stream=s" --threads 1 --min-idle 500ms --tries 100 2>"$1.log" &
}
start_server
start_worker one
victim=$!
start_worker two
other=$!
"$python" producer.py puzzles.txt answers "unix://$work/socket" s 2>producer.log &
producer=$!

# When some blocks are done, one of the workers dies, and then the server.
done_blocks() { redis-cli -s socket xinfo stream '{s}:in' 2>/dev/null | sed -n '/^entries-added$/{n;p}'; }
until (($(done_blocks || echo 0) > 40)) || ! kill -0 $producer 2>/dev/null; do sleep 0.005; done
kill -9 $victim
kill -9 $server
wait $server 2>/dev/null || true
start_server
wait $producer || fail "the producer failed"
cmp expected answers || fail "the answers differ"
kill $other
wait $other || fail "the worker ended with status $?"
[[ $(redis-cli -s socket xlen '{s}:in') == 0 && $(redis-cli -s socket xlen '{s}:dead') == 0 ]] || fail "blocks are left"
