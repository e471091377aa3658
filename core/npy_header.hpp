// The header of a NumPy array file (.npy, version 1.0), behind which the rows follow as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace puzzled {

/// Every header has this size, however many rows there are, so it can be written again when their
/// number is known. NumPy wants a multiple of 64.
inline constexpr std::size_t kNpyHeaderBytes = 128;

/// Of an array of bytes (uint8) in row order. REQUIRES: columns < 10^9.
std::string npy_header(std::uint64_t rows, std::uint32_t columns);

}  // namespace puzzled
