// Bytes through a cutter, in packets, for the tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/serve/request_cutter.hpp"

namespace puzzled::serve {

/// `next_size()` says how large the next packet is.
template <typename NextSize>
std::vector<std::unique_ptr<Piece>> cut_in_packets(std::string_view bytes,
                                                   const RequestLimits& limits, NextSize next_size,
                                                   std::uint64_t most = UINT64_MAX) {
  RequestCutter cutter(limits);
  std::vector<std::unique_ptr<Piece>> pieces;
  std::string buffer;
  // Until a call finds nothing more: `most` may have held lines back.
  const auto cut = [&](bool at_end) {
    for (std::size_t before = pieces.size() + 1; pieces.size() != before;) {
      before = pieces.size();
      cutter.cut(buffer, at_end, pieces, most);
    }
  };
  while (!bytes.empty() && !cutter.ended()) {
    const std::string_view packet = bytes.substr(0, next_size());
    bytes.remove_prefix(packet.size());
    buffer += packet;
    cut(false);
  }
  cut(true);
  return pieces;
}

inline std::vector<std::unique_ptr<Piece>> cut_at_once(std::string_view bytes,
                                                       const RequestLimits& limits = {}) {
  return cut_in_packets(bytes, limits, [] { return std::string_view::npos; });
}

}  // namespace puzzled::serve
