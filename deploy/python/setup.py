"""Makes a wheel, with an extension that CMake builds: python3 -m build --wheel --no-isolation

Nothing is written beside the sources: all goes below the CMake build, which is PUZZLED_BUILD_DIR (one
that is configured with PUZZLED_PYTHON=ON is used as it is), or else build/wheel.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = (ROOT / os.environ.get("PUZZLED_BUILD_DIR", "build/wheel")).resolve()
SCRATCH = BUILD / "deploy" / "python" / "setuptools"


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        if not self.is_configured():
            self.spawn([
                "cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja",
                "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF", "-DPUZZLED_PROGRAM=OFF",
                "-DPUZZLED_INSTALL=OFF", "-DPUZZLED_PYTHON=ON",
                "-DCMAKE_REQUIRE_FIND_PACKAGE_TBB=ON", "-DCMAKE_REQUIRE_FIND_PACKAGE_pybind11=ON", f"-DPython3_EXECUTABLE={sys.executable}",
            ])
        self.spawn(["cmake", "--build", str(BUILD), "--target", "_puzzled"])
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        built = BUILD / "deploy" / "python" / "lib" / "puzzled" / target.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, target)
        # Debug information belongs to the build.
        subprocess.check_call(["strip", "--strip-unneeded", str(target)])

    @staticmethod
    def is_configured():
        cache = BUILD / "CMakeCache.txt"
        return cache.exists() and "PUZZLED_PYTHON:BOOL=ON" in cache.read_text()


def version():
    text = (ROOT / "CMakeLists.txt").read_text()
    number = re.search(r"^project\(puzzled VERSION ([0-9.]+)", text, re.MULTILINE)[1]
    prerelease = re.search(r'^set\(PUZZLED_PRERELEASE "(.*)"\)', text, re.MULTILINE)[1]
    return number + prerelease.replace("-dev", ".dev0")  # as Python writes it


def homepage():
    """As of Debian packages: PUZZLED_HOMEPAGE, or where the clone came from if that is on the web."""
    if "PUZZLED_HOMEPAGE" in os.environ:
        return os.environ["PUZZLED_HOMEPAGE"]
    asked = subprocess.run(["git", "-C", str(ROOT), "remote", "get-url", "origin"], capture_output=True, text=True)
    found = re.fullmatch(r"(https?://[^@]+?)(\.git)?", asked.stdout.strip())
    return found[1] if found else ""


SCRATCH.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    project_urls={"Homepage": homepage()} if homepage() else {},
    ext_modules=[Extension("puzzled._puzzled", [])],
    cmdclass={"build_ext": CMakeBuild},
    options={
        "build": {"build_base": str(SCRATCH)},
        "egg_info": {"egg_base": str(SCRATCH)},
    },
)
