#!/usr/bin/env bash
# Makes wheels of the Python module that bring their libraries, and tries them.
#
#   deploy/wheel.sh [-o DIRECTORY] [-p PYTHON]… [ROOT…]      (build/artefacts; /usr/bin/python3)
#
#     puzzled-VERSION-cp3X-cp3X-manylinux_2_34_ARCHITECTURE.whl      for each PYTHON
#
# A wheel is for the minor version of the PYTHON that it was made with. It is installed into a new virtual
# environment, where the tests of the module run if that Python has NumPy and pytest; and, if they are given,
# in other ROOTs with a python3 of that version, python3-venv and python3-numpy, which takes the rights to
# chroot. Nothing is fetched from a registry of Python packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C.UTF-8
umask 022

fail() {
  printf 'wheel: %s\n' "$@" >&2
  exit 1
}

out=build/artefacts
pythons=()
while getopts o:p: option; do
  case $option in
    o) out=$OPTARG ;;
    p) pythons+=("$OPTARG") ;;
    *) fail "usage: deploy/wheel.sh [-o DIRECTORY] [-p PYTHON]… [ROOT…]" ;;
  esac
done
shift $((OPTIND - 1))
((${#pythons[@]} > 0)) || pythons=(/usr/bin/python3)
deploy/install-deps.sh release
mkdir -p "$out"
out=$(realpath "$out")
readonly source=$PWD work=$PWD/build/wheels
mkdir -p "$work"
unset PYTHONPATH PYTHONHOME
export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

# What a wheel must do without the system's oneTBB: load the one that it brings, on several threads.
readonly trial='
import numpy, puzzled
assert puzzled.solve(puzzled.generate(20000, seed=1), threads=2).all()
mapped = {line.split()[-1] for line in open("/proc/self/maps") if "libtbb" in line}
assert len(mapped) == 1 and "libtbb-of-puzzled" in mapped.pop(), mapped
print("puzzled", puzzled.__version__, "solves, with NumPy", numpy.__version__)'

for python in "${pythons[@]}"; do
  tag=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
  built=$work/$tag
  rm -rf "$built/plain" "$built/environment"
  mkdir -p "$built"
  # setuptools and wheel, which are plain Python, are those of Debian if this Python has none.
  modules=
  if ! "$python" -c 'import setuptools, wheel' 2>/dev/null; then
    modules=$built/modules
    mkdir -p "$modules" && ln -sfn /usr/lib/python3/dist-packages/{setuptools,wheel,pkg_resources,_distutils_hack} "$modules"
  fi
  (cd deploy/python && PYTHONPATH=$modules PUZZLED_BUILD_DIR=$built/build "$python" setup.py --quiet bdist_wheel --dist-dir "$built/plain")
  deploy/python/bundle.sh /usr/bin/python3 "$built"/plain/*.whl "$out"
  wheel=$(echo "$out"/puzzled-*-"$tag"-*manylinux*.whl)

  if ! "$python" -c 'import numpy, venv' 2>/dev/null; then
    printf 'not tried: %s has no NumPy\n' "$python"
    continue
  fi
  "$python" -m venv --system-site-packages "$built/environment"
  "$built/environment/bin/pip" install --quiet --no-deps "$wheel"
  (cd "$built" && environment/bin/python -c "$trial")
  if "$python" -c 'import pytest' 2>/dev/null; then
    (cd "$built" && PYTHONDONTWRITEBYTECODE=1 PUZZLED_SOURCE_DIR=$source \
      environment/bin/python -m pytest -p no:cacheprovider --quiet "$source/tests/python")
  fi
  for root in "$@"; do
    [[ $(chroot "$root" python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])' 2>/dev/null) == "$tag" ]] || continue
    [[ -z $(find "$root"/usr/lib* -name 'libtbb.so*') ]] || fail "$root has a libtbb, which the wheel is to do without"
    cp "$wheel" "$root/tmp"
    chroot "$root" sh -euc 'mount -t proc proc /proc 2>/dev/null || true
      python3 -m venv --system-site-packages /tmp/environment
      /tmp/environment/bin/pip install --quiet --no-deps --no-index /tmp/puzzled-*.whl
      /tmp/environment/bin/python -c "$1"
      umount /proc' sh "$trial"
    rm -rf "$root"/tmp/environment "$root"/tmp/puzzled-*.whl
    printf 'tried in %s\n' "$root"
  done
done
