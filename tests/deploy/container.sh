#!/usr/bin/env bash
# The test deploy.container: what can be said of deploy/container without a container engine.
#
#   container.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C

program=$(realpath "$1")
source=$(realpath "$2")
containerfile=$source/deploy/container/Containerfile
work=$(mktemp -d)
daemon=
trap '[[ -z $daemon ]] || kill "$daemon"; rm -rf "$work"' EXIT
cd "$work"

must_be() { # WHAT EXPECTED ACTUAL
  diff -u --label "$1: expected" --label "$1: actual" <(printf '%s\n' "$2") <(printf '%s\n' "$3")
}

# Libraries: those of the program, less what every Debian has, since apt needs it.
mkdir debian && touch debian/control
needed=$({
  dpkg-shlibdeps -O -e "$program" 2>/dev/null | sed 's/^[^=]*=//' | tr ',' '\n' | sed -E 's/^ *([^ ]+).*/\1/'
  # Those that it loads when it first calls them.
  for library in $(grep -aoE 'lib[a-z]+\.so\.[0-9.]+' "$program" | sort -u); do
    dpkg-query --search "*/$library" 2>/dev/null | sed 's/:.*//'
  done
} | grep -vxE 'libc6.*|libgcc-s1|libstdc\+\+6' | sort -u)
installed=$(sed -nE 's/.*apt-get install -y --no-install-recommends (.*) \\/\1/p' "$containerfile" |
  tr ' ' '\n' | sort)
must_be "packages in the image" "$needed" "$installed"
named=$(sed -nE 's/.*\(Debian: ([^)]*)\).*/\1/p' "$source/deploy/k8s/README.md" | grep -oE '[a-z0-9.+-]+' | sort)
must_be "packages on deploy/k8s/README.md" "$needed" "$named"

# The image's file counts, and a file that is mounted over it counts in its place: no variable of the
# image says anything else.
listens_on() { # FILE
  local variables
  mapfile -t variables < <(sed -n 's/^ENV //p' "$containerfile" | tr ' ' '\n' |
    sed "s|=/etc/puzzled/puzzled.toml$|=$1|")
  env "${variables[@]}" "$program" serve --check-config | sed -nE 's/^listen = "([^"]*)".*/\1/p'
}
must_be "the image's file" "COPY deploy/container/puzzled.toml /etc/puzzled/puzzled.toml" \
  "$(grep 'puzzled.toml /etc' "$containerfile")"
must_be "address of the image" 0.0.0.0:9009 "$(listens_on "$source/deploy/container/puzzled.toml")"
echo 'listen = "0.0.0.0:7777"' >mounted.toml
must_be "address of a mounted file" 0.0.0.0:7777 "$(listens_on "$work/mounted.toml")"

# What is copied from the sources is there, and what is installed does not hang on them.
for file in $(sed -nE 's/^COPY (deploy[^ ]*) .*/\1/p' "$containerfile"); do
  [[ -e $source/$file ]] || must_be "file that is copied" "$file" ""
done
must_be "what is copied first" "COPY deploy/install-deps.sh deploy/install-deps.sh" \
  "$(grep -m 1 '^COPY' "$containerfile")"

# The health check asks the daemon where it listens, whoever said so: a file, a variable, a flag. It
# starts no other program, so there is no PATH.
check=$source/$(sed -nE 's|^COPY (deploy/container/healthcheck.sh) .*|\1|p' "$containerfile")
healthy() { # STATUS COMMAND...: the health check's status while the command runs
  local status=0 expected=$1
  shift
  : >log # the one before said the same
  "$@" 2>log &
  daemon=$!
  until grep -q listening log; do sleep 0.01; done
  ((expected == 0)) || rm socket # nothing listens where it should
  PATH='' "$check" "$daemon" >answer 2>&1 || status=$?
  must_be "status of the health check: $*" "$expected" "$status"
  kill "$daemon"
  wait "$daemon" || true
  daemon=
}
ln -s "$program" puzzled # whatever the build calls it
program=$work/puzzled
echo "unix = \"$work/socket\"" >file.toml
healthy 0 "$program" serve --listen "" --config file.toml
healthy 1 "$program" serve --listen "" --config file.toml
echo "unix = [\"$work/socket\", \"$work/more\"]" >several.toml
healthy 0 "$program" serve --listen "" --config several.toml
export PUZZLED_UNIX=$work/other
healthy 0 "$program" serve --listen "" --config file.toml
PUZZLED_UNIX="" healthy 0 "$program" serve --listen "0.0.0.0:$((20000 + RANDOM % 10000))"
must_be "what the health check prints" pong "$(cat answer)"
