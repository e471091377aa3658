#!/usr/bin/env bash
# The test deploy.container_build: does what the Containerfile does to build the program, in a copy of
# the source, with another folder for /out, and without installing packages.
#
#   container_build.sh SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C

source=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src" && cd "$work/src"
tar -C "$source" --exclude-from="$source/.containerignore" -c . | tar -x

build=$(sed -n '/^RUN cmake /,/[^\\]$/p' deploy/container/Containerfile |
  sed -e 's|^RUN ||' -e "s|/out|$work/out|")
COMMIT=0123456789ab bash -euc "$build"
[[ $("$work/out/bin/puzzled" queens 8 --quiet) == 92 ]]
