// NumPy arrays of boards as input: read as the lines of text that they stand for.
#pragma once

#include <memory>
#include <string>

#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

/// A source that reads `array`, a .npy file of boards (core/npy_header.hpp), and returns a line of
/// 81 cells for each: digits, and a dot for 0 and, of signed numbers, for -1. Another array is an
/// error before all lines; another number, a missing or a superfluous byte is one behind the lines
/// before it. `name` is for messages.
std::unique_ptr<ByteSource> open_npy(std::unique_ptr<ByteSource> array, std::string name);

}  // namespace puzzled
