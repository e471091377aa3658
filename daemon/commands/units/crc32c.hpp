// CRC-32C (Castagnoli), the check value of files on disk: detects every change of up to 32 adjacent
// bits, hence every changed byte.
#pragma once

#include <boost/crc.hpp>
#include <cstdint>
#include <string_view>

namespace puzzled::commands {

inline std::uint32_t crc32c(std::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> check;
  check.process_bytes(bytes.data(), bytes.size());
  return check.checksum();
}

}  // namespace puzzled::commands
