// The header of a NumPy array file (.npy), behind which the rows follow as they are: written as
// version 1.0, read in all versions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled {

/// Every header has this size, however many rows there are, so it can be written again when their
/// number is known. NumPy wants a multiple of 64.
inline constexpr std::size_t kNpyHeaderBytes = 128;

/// Of an array of bytes (uint8) in row order. REQUIRES: columns < 10^9.
std::string npy_header(std::uint64_t rows, std::uint32_t columns);

/// The bytes that a header takes, by its first ones; nothing if kNpyBegin are not the beginning of
/// one, or it is longer than any that NumPy writes of boards. REQUIRES: kNpyBegin bytes.
inline constexpr std::size_t kNpyBegin = 12;
std::optional<std::size_t> npy_header_bytes(std::string_view begin);

/// An array of boards of 81 cells, one behind the other.
struct NpyBoards {
  std::uint64_t rows = 0;
  std::size_t cell_bytes = 1;  ///< 1, 2, 4 or 8
  bool is_signed = false;
  bool has_high_byte_first = false;
};

/// Reads the header of an array of whole numbers of shape (n, 81), (n, 9, 9), (81) or (9, 9), in
/// row order. An error says what else it is. REQUIRES: the header takes all of `header`.
Result<NpyBoards> parse_npy_header(std::string_view header);

}  // namespace puzzled
