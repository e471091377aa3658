#!/usr/bin/env bash
# Makes one program that runs on any Linux of this architecture: linked statically, the C library too.
#
#   deploy/static.sh [-o DIRECTORY] [ROOT…]      (build/artefacts)
#
#     puzzled-VERSION-linux-ARCHITECTURE.tar.gz    bin/puzzled, manual pages, completions, licences
#
# On Debian 12. oneTBB, of which Debian has no static library, is built from Debian's source package; for
# that this script reads apt's sources into a folder of its own and changes nothing of the system's. The
# program is tried in a root that holds nothing else, in one that holds busybox (if busybox-static is
# installed) and, if they are given, in other ROOTs, such as `debootstrap bullseye DIRECTORY` makes. That
# takes the rights to chroot.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C.UTF-8
umask 022

fail() {
  printf 'static: %s\n' "$@" >&2
  exit 1
}

out=build/artefacts
while getopts o: option; do
  case $option in
    o) out=$OPTARG ;;
    *) fail "usage: deploy/static.sh [-o DIRECTORY] [ROOT…]" ;;
  esac
done
shift $((OPTIND - 1))
roots=("$@")

deploy/install-deps.sh package
mkdir -p "$out" build/static
out=$(realpath "$out")
readonly source=$PWD work=$PWD/build/static
jobs=$(nproc)

# Debian's source package NAME, unpacked in $work/NAME.
get_source() {
  local name=$1
  [[ ! -d $work/$name ]] || return 0
  local apt=$work/apt
  mkdir -p "$apt/parts" "$apt/lists/partial"
  # The binary entries of apt's sources, as entries of sources.
  local list
  for list in /etc/apt/sources.list.d/*.sources; do
    [[ ! -e $list ]] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/parts/${list##*/}"
  done
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [[ ! -e $list ]] || sed -n 's/^deb /deb-src /p' "$list"
  done >"$apt/sources.list"
  local options=(-o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts="$apt/parts"
    -o Dir::State::Lists="$apt/lists" -o APT::Sandbox::User=root)
  # A list that has no sources is no reason to stop, if this one is found.
  apt-get "${options[@]}" -qq update || true
  rm -rf "$work/download" && mkdir "$work/download"
  (cd "$work/download" && apt-get "${options[@]}" -qq source --download-only "$name") ||
    fail "apt has no source package $name: are Debian's sources among apt's?"
  dpkg-source --no-check --extract "$work"/download/*.dsc "$work/$name.part" >/dev/null
  mv "$work/$name.part" "$work/$name"
}

get_source onetbb
if [[ ! -e $work/prefix/lib/cmake/TBB ]]; then
  cmake -S "$work/onetbb" -B "$work/onetbb-build" -G Ninja -D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=OFF \
    -D TBB_TEST=OFF -D TBB_STRICT=OFF -D TBBMALLOC_BUILD=OFF -D CMAKE_POSITION_INDEPENDENT_CODE=ON \
    -D CMAKE_INSTALL_PREFIX="$work/prefix" -D CMAKE_INSTALL_LIBDIR=lib >/dev/null
  cmake --build "$work/onetbb-build" -j "$jobs" >/dev/null
  cmake --install "$work/onetbb-build" >/dev/null
fi

cmake --preset release -B "$work/build" -D PUZZLED_STATIC=ON -D PUZZLED_TESTS=OFF -D PUZZLED_PYTHON=OFF \
  -D CMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/build" -j "$jobs"
version=$("$work/build/bin/puzzled" --version | sed -nE '1s/^puzzled ([^ ]+).*/\1/p')
name=puzzled-$version-linux-$(uname -m)
rm -rf "${work:?}/$name" && mkdir "$work/$name"
cmake --install "$work/build" --component runtime --prefix "$work/$name" --strip >/dev/null
# Units for systemd name the program of the package.
rm -rf "$work/$name/lib/systemd"
# What else is in the program, and under which terms.
mkdir "$work/$name/share/doc/puzzled/licences"
for header in stdio.h tbb/tbb.h boost/version.hpp spdlog/spdlog.h fmt/format.h zlib.h zstd.h hiredis/hiredis.h \
  toml++/toml.h; do
  package=$(dpkg-query --search "/usr/include/$header" | sed 's/[:,].*//')
  cp -L "/usr/share/doc/$package/copyright" "$work/$name/share/doc/puzzled/licences/$package"
done
cp -L "/usr/share/doc/gcc-$(g++ -dumpversion)-base/copyright" "$work/$name/share/doc/puzzled/licences/libstdc++"

readonly program=$work/$name/bin/puzzled
! readelf --program-headers "$program" | grep -q INTERP || fail "the program asks for a loader"
! readelf --dynamic "$program" | grep -q NEEDED || fail "the program asks for libraries"

must_refuse() { # ROOT OPTION...
  ! chroot "$1" /puzzled serve "${@:2}" 2>"$work/log" || fail "$1: serve ${*:2} does not fail"
  grep -q '^puzzled: cannot' "$work/log" || fail "$1: serve ${*:2}:" "$(cat "$work/log")"
}

# Copies the program to a root and has it solve, unpack, count by two threads, look a name up, and answer
# over sockets. What it writes there goes again.
try_in() { # ROOT
  local root=$1 solved address where
  cp "$program" "$root/puzzled"
  gzip -c tests/data/minimal_10k.txt >"$root/puzzles.gz"
  inside() { chroot "$root" /puzzled "$@"; }
  solved=$(inside solve --quiet /puzzles.gz | grep -cE '^[1-9]{81}$') || true
  [[ $solved == 10000 ]] || fail "$root: it solves $solved of 10000 puzzles"
  [[ $(inside queens 12 --threads 2 --quiet) == 14200 ]] || fail "$root: it does not count 12 queens"
  chroot "$root" /puzzled serve --listen 127.0.0.1:0 --unix /socket 2>"$work/log" &
  local daemon=$!
  until (($(grep -c ' info listening on=' "$work/log") == 2)); do
    kill -0 $daemon 2>/dev/null || fail "$root: the daemon does not start:" "$(cat "$work/log")"
    sleep 0.1
  done
  address=$(sed -n 's/.* on=127.0.0.1:/localhost:/p' "$work/log")
  for where in unix:/socket "$address"; do
    # A root without the file of hosts knows no name.
    [[ $where == unix:* || -e $root/etc/hosts ]] || continue
    solved=$(inside send "$where" --quiet <tests/data/minimal_10k.txt | grep -cE '^[1-9]{81}$') || true
    [[ $solved == 10000 ]] || fail "$root: the daemon at $where answers $solved of 10000 puzzles"
  done
  [[ $(inside serve --listen '' --unix /socket --ping) == pong ]] || fail "$root: it does not answer a ping"
  kill $daemon
  wait $daemon || fail "$root: the daemon ends with status $?"
  # A name, and a group, that nobody knows: an error, whatever /etc/nsswitch.conf names.
  must_refuse "$root" --listen no.such.invalid:0
  must_refuse "$root" --listen '' --unix /socket --unix-group nobody-knows
  rm -f "$root/puzzled" "$root/puzzles.gz"
  printf 'tried in %s: solved, counted, served\n' "$root"
}
if ((EUID == 0)); then
  rm -rf "$work/empty" "$work/busybox" && mkdir "$work/empty"
  try_in "$work/empty"
  if busybox=$(command -v busybox) && ! readelf --program-headers "$busybox" | grep -q INTERP; then
    mkdir -p "$work/busybox"/{bin,etc}
    cp "$busybox" "$work/busybox/bin" && ln -s busybox "$work/busybox/bin/sh"
    echo '127.0.0.1 localhost' >"$work/busybox/etc/hosts"
    # Modules that no such root has.
    printf '%s\n' 'hosts: files mdns4_minimal [NOTFOUND=return] dns myhostname' 'group: files systemd' \
      >"$work/busybox/etc/nsswitch.conf"
    try_in "$work/busybox"
  fi
  for root in "${roots[@]}"; do try_in "$root"; done
elif ((${#roots[@]} > 0)); then
  fail "only root may try other roots"
fi

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)}
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --directory "$work" "$name" |
  gzip -9n >"$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
