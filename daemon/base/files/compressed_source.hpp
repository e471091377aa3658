// Decompression of inputs: gzip through zlib, Zstandard through libzstd, also several members or
// frames in a row.
#pragma once

#include <memory>
#include <string>

#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

/// Sources that read `compressed` on threads of their own (read_ahead.hpp) and return the unpacked
/// bytes. Damaged or truncated data is an error after all bytes before the damage. Unpacked data
/// that is not text (file_kind.hpp) is an error before all bytes. `name` is for messages.
Result<std::unique_ptr<ByteSource>> open_gzip(std::unique_ptr<ByteSource> compressed,
                                              std::string name);
Result<std::unique_ptr<ByteSource>> open_zstandard(std::unique_ptr<ByteSource> compressed,
                                                   std::string name);

}  // namespace puzzled
