"""The test `hidden_names`: a source's own name hides no name that another source means, and no class has
two definitions.

Sources of a folder are compiled as one (cmake/warnings.cmake). If one of them has a name in the unnamed
namespace of `puzzled::net`, and a header has the same name in `puzzled`, all that is compiled after it in
`puzzled::net` means the first one. And if two rooms define a class of the same name in `puzzled`, the
linker may take one's functions for the other's. No compiler warns of either.

    hidden_names.py ROOT
"""

import pathlib
import re
import sys

NAMESPACE = re.compile(r"namespace ?([\w:]*) ?\{")
NAMESPACE_END = re.compile(r"\}  // namespace")
DECLARATION = re.compile(
    r"(?:(?:inline|static|constexpr|consteval|const|\[\[nodiscard\]\]|extern) )*"
    r"(?:(?:class|struct|enum class) (?P<type>\w+)|using (?P<alias>\w+) ="
    r"|[\w:<>,&*\s\[\]]+?[\s&*](?P<value>\w+)(?=\(|\[|\{| =|;|$))")
UNNAMED = "unnamed"


def declarations(text):
    """(namespace, name) of what is declared at the beginning of a line."""
    namespaces = []
    for line in text.splitlines():
        if entered := NAMESPACE.match(line):
            namespaces.append(entered[1] or UNNAMED)
        elif NAMESPACE_END.match(line):
            namespaces.pop()
        elif line[:1].isalpha() and (declared := DECLARATION.match(line)):
            name = declared["type"] or declared["alias"] or declared["value"]
            yield "::".join(namespaces), name


def twice_defined(texts):
    """What is wrong with classes that two files define in one namespace."""
    where = {}
    for path, text in texts.items():
        for namespace, name in declarations(text):
            if UNNAMED not in namespace and re.search(rf"^(class|struct) {name}( final)?( :.*)? {{", text, re.M):
                where.setdefault(f"{namespace}::{name}", set()).add(str(path))
    return [f"{name} is defined in {' and in '.join(sorted(paths))}"
            for name, paths in where.items() if len(paths) > 1]


def encloses(outer, inner):
    return (inner + "::").startswith(outer + "::")


def room_of(path):
    """What may be compiled as one: a folder of core, parallel or daemon, with all below it."""
    return path.parts[:2]


def main(root):
    texts = {path.relative_to(root): path.read_text(encoding="utf-8")
             for room in ("core", "parallel", "daemon", "deploy/python/src")
             for path in sorted((root / room).rglob("*.?pp"))}
    in_headers = {}
    sources = {}
    for path, text in texts.items():
        if path.suffix == ".cpp":
            sources[path] = list(declarations(text))
            continue
        for namespace, name in declarations(text):
            if UNNAMED not in namespace:
                in_headers.setdefault(name, set()).add(namespace)
    faults = twice_defined(texts)
    for path, declared in sources.items():
        for namespace, name in declared:
            if not namespace.endswith("::" + UNNAMED):
                continue
            within = namespace.removesuffix("::" + UNNAMED)
            if not any(outer != within and encloses(outer, within)
                       for outer in in_headers.get(name, ())):
                continue
            for other, of_other in sources.items():
                if (other != path and room_of(other) == room_of(path)
                        and any(encloses(within, space) for space, _ in of_other)
                        and all(name != its for _, its in of_other)
                        and re.search(rf"(?<![\w:.>]){name}\b", texts[other])):
                    faults.append(f"{path}: {name} hides what {other} means")
    print("\n".join(faults) or f"{len(sources)} sources hide nothing of each other")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
