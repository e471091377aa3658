#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that puzzled needs, and only those that are missing.
#
#   deploy/install-deps.sh [build|package|release|test|ci]
#     build    what compiles the program (the default)
#     package  build, and what makes Debian packages: cpack's tools, lintian, git for a release, what the
#              Python module is compiled with
#     release  package, and what deploy/wheel.sh needs
#     test     build, and what the tests need
#     ci       package, test, and what .ci/run needs: formatter, linter, clang for the fuzz targets,
#              benchmarks, a browser, HAProxy, Prometheus for its promtool, Python's packages for the module
#
# It says what it will install before it does so, and it never removes a package: when one would
# have to go, it shows which and stops. When nothing is missing it touches neither apt nor the
# network.
set -euo pipefail
export LC_ALL=C # apt's messages are read below

build_packages=(g++ cmake ninja-build pkg-config libtbb-dev zlib1g-dev libzstd-dev libspdlog-dev
  libhiredis-dev)
# Ubuntu 22.04 (jammy) has no toml++: there the daemon is built without configuration files.
grep -qs '_CODENAME=jammy' /etc/os-release || build_packages+=(libtomlplusplus-dev)
readonly test_packages=(libgtest-dev curl gzip zstd python3 python3-yaml
  python3-jsonschema jq)
readonly package_packages=(dpkg-dev file git lintian lowdown python3-dev pybind11-dev)
# Wheels of the Python module, with the libraries that it needs.
readonly wheel_packages=(patchelf python3-build python3-numpy python3-pybind11 python3-pytest python3-setuptools
  python3-venv python3-wheel)
# For the tests of the Python module.
readonly python_packages=("${wheel_packages[@]}" python3-pandas python3-matplotlib)
ci_packages=(clang clang-format clang-tidy libbenchmark-dev nlohmann-json3-dev zsh fish groff-base haproxy redis-server
  python3-redis prometheus "${python_packages[@]}")
# clang's sanitizer and fuzzer runtimes are a package of their own, except on Ubuntu 22.04 (jammy).
grep -qs '_CODENAME=jammy' /etc/os-release || ci_packages+=(libclang-rt-dev)
# For the test of the status page in a browser, which Ubuntu has none of as a package.
! grep -qs '^ID=debian' /etc/os-release || ci_packages+=(chromium chromium-driver)
readonly oldest_compiler=11

readonly apt=(apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
readonly install=(install -y --no-install-recommends --no-remove)

say() { printf 'install-deps: %s\n' "$*"; }
fail() {
  printf 'install-deps: %s\n' "$@" >&2
  exit 1
}

# Those of the given packages that are not installed for this machine's architecture.
missing_of() {
  local installed architecture package
  architecture=$(dpkg --print-architecture)
  installed=$(dpkg-query -W -f='${Package}:${Architecture}:${db:Status-Status}\n' "$@" 2>/dev/null ||
    true)
  for package; do
    grep -qxF -e "$package:$architecture:installed" -e "$package:all:installed" <<<"$installed" ||
      echo "$package"
  done
}

# Those of the given packages of which apt's lists, as they are, offer no version.
unavailable_of() {
  local package
  for package; do
    [[ $(apt-cache policy "$package" 2>/dev/null) == *"Candidate: "[!\(]* ]] || echo "$package"
  done
}

# The package that holds Boost's headers. Versions of it cannot be installed side by side, so one
# that is there is used (CMake says if it is too old). Debian 12's default, 1.74, is older than the
# 1.81 that it offers as well; everywhere else the default is the one to take.
boost_package() {
  local installed
  installed=$(dpkg-query -W -f='${Package}:${db:Status-Status}\n' 'libboost1.*-dev' 2>/dev/null |
    sed -n 's/^\(libboost1\.[0-9]*-dev\):installed$/\1/p' | tail -n 1)
  if [[ -n $installed ]]; then
    echo "$installed"
  elif grep -qs '_CODENAME=bookworm' /etc/os-release; then
    echo libboost1.81-dev
  else
    echo libboost-dev
  fi
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  else
    sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

# One broken third-party source must not stop us, so apt-get's own verdict does not count: the lists
# are good once they offer every package given.
update_lists() {
  local attempt
  for attempt in 1 2 3; do
    say "fetching apt's package lists"
    as_root "${apt[@]}" update || true
    [[ -n $(unavailable_of "$@") ]] || return 0
    ((attempt == 3)) || sleep $((attempt * 5)) # a mirror or a network that fails for a moment
  done
  fail "apt offers no version of: $(unavailable_of "$@" | xargs)" \
    "Either its servers cannot be reached (see above), or this release lacks the package, or, on" \
    "Ubuntu, the component 'universe' is not enabled."
}

# Stops, with apt's own account of it, when the packages cannot be added beside what is installed.
check_plan() {
  local plan
  if ! plan=$(apt-get -s "${install[@]}" "$@" 2>&1); then
    awk '/^(The following|Suggested|Recommended)/ { shown = /REMOVED|unmet/ }
         /^E:/ { shown = 1 }
         shown' <<<"$plan" >&2
    fail "these packages conflict with what is installed here; nothing was changed."
  fi
  say "with what they depend on: $(grep -c '^Inst ' <<<"$plan") packages; none is removed"
}

install_packages() {
  local attempt
  for attempt in 1 2 3; do
    as_root "${apt[@]}" -o Dpkg::Options::=--force-confold "${install[@]}" "$@" </dev/null && return 0
    ((attempt < 3)) || fail "apt-get could not install the packages; its messages are above."
    say "that failed; trying again with fresh lists in $((attempt * 5)) seconds"
    sleep $((attempt * 5))
    update_lists "$@" # lists older than the mirror name files that are gone
  done
}

# Of Prometheus the tests want a tool; Debian starts the server, too.
stop_prometheus() {
  if [[ -d /run/systemd/system ]]; then
    as_root systemctl --quiet disable --now prometheus || true
  else
    as_root service prometheus stop >/dev/null 2>&1 || true
  fi
}

check_compiler() {
  [[ -z ${CXX:-} ]] || return 0 # a choice of the user's own: CMake will judge it
  local version
  version=$(g++ -dumpversion)
  ((${version%%.*} >= oldest_compiler)) ||
    fail "g++ $version is too old: puzzled is written in C++20 and needs g++ $oldest_compiler or newer." \
      "Install a newer one beside it and name it: CXX=g++-$oldest_compiler"
}

build_packages+=("$(boost_package)")
mode=${1:-build}
case $mode in
  build) wanted=("${build_packages[@]}") ;;
  package) wanted=("${build_packages[@]}" "${package_packages[@]}") ;;
  release) wanted=("${build_packages[@]}" "${package_packages[@]}" "${wheel_packages[@]}") ;;
  test) wanted=("${build_packages[@]}" "${test_packages[@]}") ;;
  ci) wanted=("${build_packages[@]}" "${package_packages[@]}" "${test_packages[@]}" "${ci_packages[@]}") ;;
  *)
    echo "usage: deploy/install-deps.sh [build|package|release|test|ci]" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null; then
  fail "this is neither Debian nor Ubuntu, so nothing was installed. puzzled needs what these" \
    "Debian packages hold, under whatever names your system has for them:" "  ${wanted[*]}"
fi

mapfile -t missing < <(missing_of "${wanted[@]}")
if [[ ${#missing[@]} == 0 ]]; then
  say "nothing to install for '$mode'"
  check_compiler
  exit 0
fi

say "to be installed for '$mode': ${missing[*]}"
if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
  fail "that takes root, and there is no sudo here. Run this as root, then try again:" \
    "  apt-get update && apt-get ${install[*]} ${missing[*]}"
fi
[[ -z $(unavailable_of "${missing[@]}") ]] || update_lists "${missing[@]}"
check_plan "${missing[@]}"
install_packages "${missing[@]}"
[[ " ${missing[*]} " != *" prometheus "* ]] || stop_prometheus
check_compiler
say "done"
