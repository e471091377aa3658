// Decompression on the way in: gzip through zlib, Zstandard through libzstd, several members or
// frames in a row included.
#pragma once

#include <memory>
#include <string>

#include "daemon/files/byte_source.hpp"

namespace puzzled {

/// Sources that read `compressed`, on threads of their own (read_ahead.hpp), and give the plain
/// bytes. Damaged or truncated data is an error that comes after every byte before the damage has
/// been given; so is data that is no text once it is unpacked (file_kind.hpp), before all bytes.
/// `name` is for messages.
Result<std::unique_ptr<ByteSource>> open_gzip(std::unique_ptr<ByteSource> compressed,
                                              std::string name);
Result<std::unique_ptr<ByteSource>> open_zstandard(std::unique_ptr<ByteSource> compressed,
                                                   std::string name);

}  // namespace puzzled
