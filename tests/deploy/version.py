#!/usr/bin/env python3
"""The test deploy.version: all that names the version names the same one, and between releases it is that of
the next release with "-dev", so that nobody takes what the changelog calls Unreleased for the release before.

    version.py PROGRAM SOURCE_DIRECTORY
"""
import pathlib
import re
import subprocess
import sys

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
faults = []


def first(expression, path):
    match = re.search(expression, (source / path).read_text(), re.MULTILINE)
    if match is None:
        sys.exit(f"{path}: nothing matches {expression}")
    return match[1]


def must_be(what, expected, found):
    if expected != found:
        faults.append(f"{what}: {found}, not {expected}")


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def numbers(version):
    return [int(number) for number in version.split(".")]


number = first(r"^project\(puzzled VERSION ([0-9.]+)", "CMakeLists.txt")
prerelease = first(r'^set\(PUZZLED_PRERELEASE "(.*)"\)', "CMakeLists.txt")
version = number + prerelease

sections = re.findall(r"^## (\S+)", (source / "CHANGELOG.md").read_text(), re.MULTILINE)
if sections[0] == "Unreleased":
    must_be('PUZZLED_PRERELEASE, as CHANGELOG.md begins with "Unreleased"', "-dev", prerelease)
    if numbers(number) <= numbers(sections[1]):
        faults.append(f"the version {number} is not above that of the release before, {sections[1]}")
else:
    must_be(f"PUZZLED_PRERELEASE, as CHANGELOG.md begins with {sections[0]}", "", prerelease)
    must_be("the version", sections[0], number)

must_be("puzzled -V", f"puzzled {version}\n", said(program, "-V"))
must_be("puzzled(1)", version, re.search(r'"puzzled ([^"]*)"', said(program, "--generate", "man:puzzled"))[1])
must_be("deploy/debian/changelog", version.replace("-", "~"),
        first(r"^puzzled \((.*)-\d+\)", "deploy/debian/changelog"))
must_be("the container's label", version, first(r'image\.version="([^"]*)"', "deploy/container/Containerfile"))
for path in ("deploy/docs/library-reference.md", "tests/install/core_consumer/CMakeLists.txt"):
    must_be(path, ".".join(number.split(".")[:2]), first(r"find_package\(puzzled ([0-9.]+)[) ]", path))
# setup.py would write beside the sources, so only its function is run.
setup = (source / "deploy/python/setup.py").read_text()
scope = {"ROOT": source, "re": re}
exec(re.search(r"^def version.*?(?=\n\n\n)", setup, re.DOTALL | re.MULTILINE)[0], scope)
must_be("the wheel", version.replace("-dev", ".dev0"), scope["version"]())

print("\n".join(faults) or f"all is {version}")
sys.exit(1 if faults else 0)
