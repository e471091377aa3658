// CRC-32C (Castagnoli), the check value of files on disk: detects every change of up to 32 adjacent
// bits, hence every changed byte.
#pragma once

#include <cstdint>
#include <string_view>

namespace puzzled::commands {

std::uint32_t crc32c(std::string_view bytes);

}  // namespace puzzled::commands
