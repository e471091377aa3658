#!/usr/bin/env bash
# Every test in one command: installs what the tests need, builds the development configuration
# (optimised, asserts on) and runs CTest on all cores, with half as many tests again as there are
# cores: many wait more than they compute.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

deploy/install-deps.sh test
cmake --preset dev
cmake --build --preset dev
ctest --preset dev -j$(($(nproc) * 3 / 2))
