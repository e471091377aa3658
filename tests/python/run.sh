#!/usr/bin/env bash
# Makes a wheel out of a build, installs it into a new virtual environment and runs pytest there.
#
#   run.sh PYTHON SOURCE_DIRECTORY BUILD_DIRECTORY ENVIRONMENT [PYTEST_OPTION…]
#
# The environment sees the system's packages. Nothing is fetched, and nothing written beside the sources.
set -euo pipefail
python=$1 source=$(realpath "$2") build=$(realpath "$3") environment=$4
shift 4
unset PYTHONPATH PYTHONHOME
export PYTHONDONTWRITEBYTECODE=1 PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1

rm -rf "$environment"
mkdir -p "$environment/wheel"
PUZZLED_BUILD_DIR=$build "$python" -m build --wheel --no-isolation --outdir "$environment/wheel" \
  "$source/deploy/python" >"$environment/wheel/log" 2>&1 || { cat "$environment/wheel/log" && exit 1; }

wheel=$(echo "$environment"/wheel/*.whl)
# As a release has it, with its libraries, where it can be made so.
if command -v patchelf >/dev/null; then
  mkdir "$environment/bundled"
  "$source/deploy/python/bundle.sh" "$python" "$wheel" "$environment/bundled"
  wheel=$(echo "$environment"/bundled/*.whl)
fi

"$python" -m venv --system-site-packages "$environment"
"$environment/bin/pip" install --quiet --no-deps "$wheel"
cd "$environment"
[[ $(bin/python -c 'import puzzled; print(puzzled.__file__)') == "$(realpath .)"/* ]]
PUZZLED_SOURCE_DIR=$source PUZZLED_PROGRAM=$build/bin/puzzled MPLCONFIGDIR=$PWD/matplotlib \
  bin/python -m pytest -p no:cacheprovider --quiet "$@" "$source/tests/python"
