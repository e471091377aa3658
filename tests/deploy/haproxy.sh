#!/usr/bin/env bash
# Two daemons behind HAProxy with deploy/haproxy/haproxy.cfg: one of them is drained, stopped, killed
# and hung under load, and `puzzled send` has the same answers as `puzzled solve` all the same.
#
#   haproxy.sh PROGRAM SOURCE_DIRECTORY
# Without HAProxy or python3 it is skipped: status 77.
set -euo pipefail
export LC_ALL=C PATH=$PATH:/usr/sbin
for needed in haproxy python3; do
  command -v "$needed" >/dev/null || {
    echo "haproxy.sh: skipped: $needed is not installed"
    exit 77
  }
done
program=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp -d)
ends=()
cleanup() {
  local end
  for end in "${ends[@]}"; do kill -KILL "$end" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work"

fail() {
  printf 'haproxy.sh: %s\n' "$*" >&2
  tail -n 20 -v -- *.log >&2
  exit 1
}

# Until a command succeeds; what it waits for comes, unless something is broken.
await() {
  local try
  for ((try = 0; try < 3000; ++try)); do
    ! "$@" 2>/dev/null || return 0
    sleep 0.02
  done
  fail "waited in vain for: $*"
}

puzzles=$source/tests/data/minimal_10k.txt
"$program" solve --quiet "$puzzles" -o solved.txt
python=$(python3 -c 'import sys; print(sys.executable)') # python3 may be a script that takes a second

export HAPROXY_ADMIN=$work/admin PUZZLED_BIND=unix@$work/front
export PUZZLED_1=unix@$work/d1 PUZZLED_2=unix@$work/d2

# start_daemon NAME: sets NAME to its process
start_daemon() {
  "$program" serve --listen '' --unix "$1" --threads 1 --search-threads 1 2>>"$1.log" &
  printf -v "$1" %s $!
  ends+=($!)
  "$program" send "unix:$1" --quiet --retries 20 <<<ping >/dev/null || fail "daemon $1 does not answer"
}
start_haproxy() { # LOG
  haproxy -f "$source/deploy/haproxy/haproxy.cfg" >"$1" 2>&1 &
  haproxy=$!
  ends+=($haproxy)
  "$program" send unix:front --quiet --retries 20 <<<ping >/dev/null || fail "HAProxy does not answer"
}
admin() {
  "$python" -c 'import socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect("admin")
s.sendall(sys.argv[1].encode() + b"\n")
print(s.makefile().read(), end="")' "$1"
}
# stat NAME COLUMN: of HAProxy's table, where 5 is connections now, 8 connections ever, 18 the state
stat() { admin 'show stat' | awk -F, -v name="$1" -v column="$2" '$2 == name { print $column }'; }
has_state() { [[ $(stat "$1" 18) == "$2"* ]]; }
has_connections() { (($(stat "$1" 5) $2 $3)); }

has_answers() { (($(wc -l <answers.txt) > $1)); }
both_serve() { has_connections d1 '>' 0 && has_connections d2 '>' 0; }

# The same puzzles again and again, until there are enough.
feed() {
  local rounds=0
  until [[ -e enough ]]; do
    cat "$puzzles"
    rounds=$((rounds + 1))
  done
  echo "$rounds" >rounds
}
begin_load() {
  echo "== $1"
  await has_state d1 UP
  await has_state d2 UP
  rm -f enough rounds
  : >answers.txt
  feed | "$program" send unix:front --connections 8 --rate 40000 >answers.txt 2>send.log &
  client=$!
  ends+=($client)
  await has_answers 5000
  await both_serve
}
end_load() {
  local status=0 round
  await has_answers $(($(wc -l <answers.txt) + 20000)) # it went on
  touch enough
  wait "$client" || status=$?
  cat send.log
  ((status == 0)) || fail "send ended with status $status"
  for ((round = 0; round < $(<rounds); ++round)); do cat solved.txt; done >expected.txt
  cmp expected.txt answers.txt || fail "the answers are not those of solve"
}

haproxy -c -f "$source/deploy/haproxy/haproxy.cfg"
start_daemon d1
start_daemon d2
start_haproxy haproxy.log

begin_load "one is drained by HAProxy: what it has is answered, new connections go to the other"
admin 'set server daemons/d1 state drain' >/dev/null
has_state d1 DRAIN || fail "d1 is not drained"
"$program" send unix:front --quiet <<<ping >/dev/null
end_load
await has_connections d1 == 0
admin 'set server daemons/d1 state ready' >/dev/null

begin_load "one ends by SIGTERM: no connection is reset"
kill -TERM "$d1"
status=0
wait "$d1" || status=$?
((status == 0)) || fail "the daemon ended with status $status"
end_load
# HAProxy says of each connection how it ended: `--` is as it should on both sides.
grep -q ' puzzles daemons/d1 ' haproxy.log || fail "HAProxy has logged no connection"
! grep ' puzzles daemons/' haproxy.log | grep -vF -e ' -- ' || fail "a connection was cut"
start_daemon d1

begin_load "one is killed: what it had is asked again"
kill -KILL "$d1"
wait "$d1" || true
end_load
start_daemon d1

kill "$haproxy"
wait "$haproxy" || true
export PUZZLED_CHECK_INTERVAL=200ms
start_haproxy quick_checks.log
begin_load "one hangs: HAProxy marks it down and cuts its connections, and what it had is asked again"
kill -STOP "$d1"
await has_state d1 DOWN
end_load
kill -CONT "$d1"
await has_state d1 UP
