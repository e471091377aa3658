#!/usr/bin/env bash
# Every test in one command: installs what the tests need, builds the development configuration
# (optimised, asserts on) and runs CTest on all cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

deploy/install-deps.sh test
cmake --preset dev
cmake --build --preset dev
ctest --preset dev -j"$(nproc)"
