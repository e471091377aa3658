#!/usr/bin/env bash
# A daemon and a client on this machine: starts one on a free socket, sends a file, stops it.
#   local_daemon.sh FILE
set -euo pipefail
socket=$(mktemp -u)
puzzled serve --listen "" --unix "$socket" --log-level off &
trap 'kill $!; wait' EXIT
until [[ -S $socket ]]; do sleep 0.1; done
puzzled send "$socket" "$1" --connections 4 -o /dev/null
