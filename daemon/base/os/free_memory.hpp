// How much memory this process can still use without making the system short of it.
#pragma once

#include <cstdint>
#include <string>

namespace puzzled {

/// Free bytes: what the system has available, limited by the control groups (version 1 or 2) of
/// this process and by its `ulimit -v`. `root` is a prefix of /proc and /sys (for tests).
std::uint64_t free_memory(const std::string& root = "");

/// Bytes of memory that this process holds now.
std::uint64_t resident_memory();

/// Bytes of address space that it has taken.
std::uint64_t virtual_memory();

/// `1.5 GiB`, `64 MiB`, `900 KiB`: rounded, for people.
std::string memory_text(std::uint64_t bytes);

}  // namespace puzzled
