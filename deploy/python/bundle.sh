#!/usr/bin/env bash
# Makes of a wheel for this machine one that brings its libraries, so that it needs nothing of the system
# but the C and C++ libraries that every Linux has: a copy of oneTBB's library under a name of its own
# goes beside the extension. The tag says how old a system may be, by the symbols that are asked for.
#
#   bundle.sh PYTHON WHEEL DIRECTORY      PYTHON has the package wheel; needs patchelf and readelf
set -euo pipefail
export LC_ALL=C
python=$1 wheel=$(realpath "$2") out=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf 'bundle: %s\n' "$@" >&2
  exit 1
}

"$python" -m wheel unpack --dest "$work" "$wheel" >/dev/null
cd "$work"/puzzled-*
extension=$(echo puzzled/_puzzled.*.so)
facts=$(echo puzzled-*.dist-info)
library=$(ldd "$extension" | sed -n 's/.*libtbb\.so\.12 => \(.*\) (.*/\1/p')
[[ -e $library ]] || fail "$extension is not linked to libtbb.so.12"
# Another module may bring a libtbb, too; the loader would take the one that comes first for both.
readonly ours=libtbb-of-puzzled.so.12
install -m 755 "$(realpath "$library")" "puzzled/$ours"
patchelf --set-soname "$ours" "puzzled/$ours"
# One after the other: Debian 12's patchelf takes one option's value for the other's.
# shellcheck disable=SC2016 # for the loader
patchelf --set-rpath '$ORIGIN' "$extension"
patchelf --replace-needed libtbb.so.12 "$ours" "$extension"
package=$(dpkg-query --search "$(realpath "$library")" | sed 's/[:,].*//')
install -D -m 644 "/usr/share/doc/$package/copyright" "$facts/licences/$package"

# What other libraries they ask for is what PEP 600 lets them.
for file in "$extension" "puzzled/$ours"; do
  foreign=$(readelf --dynamic "$file" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
    grep -vxE "$ours|lib(c|m|stdc\+\+)\.so\.6|libgcc_s\.so\.1|libpthread\.so\.0|ld-linux-.*" || true)
  [[ -z $foreign ]] || fail "$file asks for" "$foreign"
done
# The newest version that either asks for of GLIBC, GLIBCXX, CXXABI.
newest() {
  readelf --version-info --wide "$extension" "puzzled/$ours" | grep -oE "\b$1_[0-9.]+" | sed 's/.*_//' | sort -uV | tail -n 1
}
not_above() { [[ $(printf '%s\n' "$@" | sort -V | tail -n 1) == "$2" ]]; }
# Systems by their C library, with what their C++ library has: that of g++ 11, and of g++ 12.
tag=
while read -r glibc glibcxx cxxabi; do
  if not_above "$(newest GLIBC)" $glibc && not_above "$(newest GLIBCXX)" $glibcxx &&
    not_above "$(newest CXXABI)" $cxxabi; then
    tag=manylinux_${glibc/./_}
    break
  fi
done <<<'2.34 3.4.29 1.3.13
2.35 3.4.30 1.3.13
2.36 3.4.30 1.3.13'
[[ -n $tag ]] || fail "newer than manylinux_2_36: GLIBC $(newest GLIBC), GLIBCXX $(newest GLIBCXX), CXXABI $(newest CXXABI)"

sed -i "s/^\(Tag: .*-\)linux_/\1${tag}_/" "$facts/WHEEL"
"$python" -m wheel pack --dest-dir "$out" . >/dev/null
printf '%s: %s, %s\n' "$out" "$tag" "GLIBC $(newest GLIBC), GLIBCXX $(newest GLIBCXX), CXXABI $(newest CXXABI)"
