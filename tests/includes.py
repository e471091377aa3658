"""The test `includes`: who uses a name of the standard library includes its header, or one of ours that does.

The compiler would not tell: it reads the sources of a folder as one (cmake/warnings.cmake), and a header
that one of them includes serves those after it.

    includes.py ROOT
"""

import functools
import pathlib
import re
import sys

# What each header brings of what we use. Left out is what several headers bring, such as std::size.
NAMES = {
    "algorithm": "all_of any_of binary_search clamp copy copy_n count_if equal fill fill_n find_if for_each"
    " lower_bound max max_element min min_element none_of nth_element remove_if reverse rotate shuffle sort"
    " stable_sort transform unique upper_bound",
    "array": "array",
    "atomic": "atomic atomic_flag",
    "bit": "bit_cast bit_ceil bit_width countl_zero countr_zero has_single_bit popcount",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "cmath": "ceil exp floor isfinite isnan llround log log2 pow round sqrt",
    "compare": "strong_ordering weak_ordering",
    "condition_variable": "condition_variable",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t",
    "cstdio": "FILE fopen fprintf fputs fwrite printf snprintf",
    "cstdlib": "_Exit abort exit free getenv malloc",
    "cstring": "memchr memcmp memcpy memmove memset strlen",
    "deque": "deque",
    "exception": "current_exception exception exception_ptr rethrow_exception",
    "filesystem": "filesystem",
    "functional": "function greater less",
    "initializer_list": "initializer_list",
    "iterator": "back_inserter distance make_move_iterator next prev",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "enable_shared_from_this make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag scoped_lock unique_lock",
    "new": "bad_alloc nothrow",
    "numeric": "accumulate gcd iota reduce",
    "optional": "nullopt optional",
    "queue": "priority_queue queue",
    "random": "mt19937 mt19937_64 random_device uniform_int_distribution",
    "set": "multiset set",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error runtime_error",
    "string": "string to_string",
    "string_view": "string_view",
    "system_error": "error_code system_error",
    "thread": "jthread this_thread thread",
    "tuple": "tie tuple",
    "type_traits": "conditional_t decay_t is_same_v is_trivially_copyable_v remove_cvref_t",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "exchange forward move pair swap",
    "variant": "holds_alternative monostate variant visit",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
NAME = re.compile(r"\bstd::(\w+)")

root = pathlib.Path(sys.argv[1])


@functools.lru_cache(None)
def ours(header):
    """The file that #include "header" names, if it is one of ours."""
    folders = (root, root / "core/include", root / "parallel/include")
    return next((folder / header for folder in folders if (folder / header).exists()), None)


@functools.lru_cache(None)
def headers_in(file):
    """All that the file includes, itself or through headers of ours."""
    headers = set(INCLUDE.findall(file.read_text()))
    return headers.union(*(headers_in(ours(header)) for header in headers if ours(header)))


sources = [file for room in ("core", "parallel", "daemon") for file in sorted(root.glob(room + "/**/*.[ch]pp"))]
assert sources, f"no sources in {root}"
missing = [
    f"{file.relative_to(root)} uses std::{name} without <{HEADER_OF[name]}>"
    for file in sources
    for name in sorted(set(NAME.findall(NOT_CODE.sub("", file.read_text()))))
    if name in HEADER_OF and HEADER_OF[name] not in headers_in(file)
]
print("\n".join(missing))
sys.exit(bool(missing))
