// Bytes through a parser, in packets, for the tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/net/serve/request_parser.hpp"

namespace puzzled::net {

/// `next_size()` says how large the next packet is.
template <typename NextSize>
std::vector<std::unique_ptr<RequestBatch>> cut_in_packets(std::string_view bytes,
                                                          const RequestLimits& limits,
                                                          NextSize next_size,
                                                          std::uint64_t most = UINT64_MAX) {
  RequestParser parser(limits);
  std::vector<std::unique_ptr<RequestBatch>> batches;
  sudoku::TextBuffer buffer;
  // Until a call finds nothing more: `most` may have held lines back.
  const auto cut = [&](bool at_end) {
    for (std::size_t before = batches.size() + 1; batches.size() != before;) {
      before = batches.size();
      parser.parse(buffer, at_end, batches, most);
    }
  };
  while (!bytes.empty() && !parser.ended()) {
    const std::string_view packet = bytes.substr(0, next_size());
    bytes.remove_prefix(packet.size());
    buffer.append(packet);
    cut(false);
  }
  cut(true);
  return batches;
}

inline std::vector<std::unique_ptr<RequestBatch>> cut_at_once(std::string_view bytes,
                                                              const RequestLimits& limits = {}) {
  return cut_in_packets(bytes, limits, [] { return std::string_view::npos; });
}

}  // namespace puzzled::net
