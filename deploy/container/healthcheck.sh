#!/bin/bash
# Asks the daemon of this container for a pong, wherever it listens; its status is 0 if the answer came
# within three seconds. The address is that of the running command, with its flags, variables and file.
# Another command than `serve` (a count, a file that is solved) is well while it runs.
#
#   healthcheck.sh [PID]    the container's first process, 1, unless told otherwise
set -euo pipefail

mapfile -d '' command <"/proc/${1:-1}/cmdline"
# In front of the program may stand an init (`podman run --init`).
while ((${#command[@]} > 0)) && [[ ${command[0]##*/} != puzzled ]]; do command=("${command[@]:1}"); done
[[ ${command[1]-} == serve ]] || exit 0

settings=$("${command[@]}" --check-config)
# The value, or of several the first.
value_of() { sed -n "s/^$1 = \[\?\"\([^\"]*\)\".*/\1/p" <<<"$settings"; }
address=$(value_of listen)
# All addresses: this one is among them.
address=${address/#0.0.0.0:/127.0.0.1:}
address=${address/#'[::]:'/'[::1]:'}
[[ -n $address ]] || address=$(value_of unix)
[[ $(echo ping | "${command[0]}" send "$address" --quiet --retries 0 --connect-timeout 3s --timeout 3s) == pong ]]
