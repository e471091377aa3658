#!/usr/bin/env bash
# Makes everything that a release consists of, out of what is committed and nothing else: in a clone of
# its own, so that no file of the working tree and no old build gets in.
#
#   deploy/release.sh [DIRECTORY [ROOT…]]      (build/artefacts)
#
#     puzzled-VERSION.tar.gz                      the sources
#     puzzled-VERSION-linux-ARCHITECTURE.tar.gz   the program, linked statically (deploy/static.sh)
#     puzzled_*.deb libpuzzled0_*.deb libpuzzled-dev_*.deb python3-puzzled_*.deb
#     puzzled-VERSION-cp3X-….whl                  the Python module with its libraries (deploy/wheel.sh)
#     RELEASE-NOTES.md                            the version's section of CHANGELOG.md
#     SHA256SUMS
#
# The same commit gives the same bytes on the same Debian.
# `.ci/run --all` is what tests a release; here the packed program solves the bundled puzzles, the static one
# and the wheel are tried on their own and in each ROOT (deploy/static.sh and deploy/wheel.sh say how to
# make one), and lintian, if it is installed, reads the packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C.UTF-8
umask 022

fail() {
  printf 'release: %s\n' "$@" >&2
  exit 1
}

[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed:" "$(git status --short)"
prerelease=$(sed -nE 's/^set\(PUZZLED_PRERELEASE "(.*)"\)/\1/p' CMakeLists.txt)
[[ -z $prerelease ]] || fail "this is a version between releases (PUZZLED_PRERELEASE in CMakeLists.txt)"
version=$(sed -nE 's/^project\(puzzled VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
notes=$(awk -v heading="## $version" '/^## / { shown = index($0, heading) == 1; next } shown' CHANGELOG.md)
[[ -n $notes ]] || fail "CHANGELOG.md has no section '## $version'; rename 'Unreleased'"

mkdir -p "${1:-build/artefacts}"
out=$(realpath "${1:-build/artefacts}")
roots=()
for root in "${@:2}"; do roots+=("$(realpath "$root")"); done
[[ -z $(ls -A "$out") ]] || fail "$out is not empty"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[[ -n ${DEBFULLNAME-} && -n ${DEBEMAIL-} ]] ||
  printf 'release: DEBFULLNAME and DEBEMAIL are not set: the packages have no contact\n' >&2
deploy/install-deps.sh release
git clone --quiet --no-hardlinks . "$work/source"
if home=$(git remote get-url origin 2>/dev/null); then git -C "$work/source" remote set-url origin "$home"; fi
cd "$work/source"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

git archive --format=tar --prefix="puzzled-$version/" HEAD | gzip -9n >"$out/puzzled-$version.tar.gz"

cmake --preset release -D PUZZLED_PYTHON=ON
cmake --build --preset release
(cd build/release && cpack -G DEB -B "$work/packages")
cp "$work"/packages/*.deb "$out"

deploy/static.sh -o "$work/static" "${roots[@]}"
cp "$work"/static/*.tar.gz "$out"

deploy/wheel.sh -o "$work/wheels" "${roots[@]}"
cp "$work"/wheels/*.whl "$out"

dpkg-deb --extract "$out"/puzzled_*.deb "$work/root"
[[ $("$work/root/usr/bin/puzzled" solve --quiet tests/data/minimal_10k.txt | grep -cE '^[1-9]{81}$') == 10000 ]] ||
  fail "the packed program does not solve tests/data/minimal_10k.txt"
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error "$out"/*.deb || fail "lintian finds errors"
fi

printf '# puzzled %s\n%s\n' "$version" "$notes" >"$out/RELEASE-NOTES.md"
cd "$out"
sha256sum -- *.deb *.tar.gz *.whl RELEASE-NOTES.md >SHA256SUMS
printf '\n'
ls -l
