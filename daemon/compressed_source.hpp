// Decompression on the way in: gzip through zlib, Zstandard through libzstd, several members or
// frames in a row included.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/byte_source.hpp"

namespace puzzled {

enum class Compression { kNone, kGzip, kZstandard };

inline constexpr std::size_t kMagicBytes = 4;

/// Tells by the first bytes of a file.
Compression compression_of(std::string_view head);

/// Sources that read `compressed`, on threads of their own (read_ahead.hpp), and give the plain
/// bytes. Damaged or truncated data is an error that comes after every byte before the damage has
/// been given. `name` is for messages.
Result<std::unique_ptr<ByteSource>> open_gzip(std::unique_ptr<ByteSource> compressed,
                                              std::string name);
Result<std::unique_ptr<ByteSource>> open_zstandard(std::unique_ptr<ByteSource> compressed,
                                                   std::string name);

}  // namespace puzzled
