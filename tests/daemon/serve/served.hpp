// A server without sockets: bytes through a cutter and the arenas, for the tests.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/serve/arenas.hpp"
#include "daemon/serve/protocol.hpp"
#include "daemon/serve/request_cutter.hpp"

namespace puzzled::serve {

/// Pieces of `bytes` handed to a cutter in packets of the sizes that `next_size` says.
template <typename NextSize>
std::vector<std::unique_ptr<Piece>> cut_in_packets(std::string_view bytes,
                                                   const RequestLimits& limits,
                                                   NextSize next_size) {
  RequestCutter cutter(limits);
  std::vector<std::unique_ptr<Piece>> pieces;
  std::string buffer;
  while (!bytes.empty() && !cutter.ended()) {
    const std::string_view packet = bytes.substr(0, next_size());
    bytes.remove_prefix(packet.size());
    buffer += packet;
    cutter.cut(buffer, false, pieces);
  }
  cutter.cut(buffer, true, pieces);
  return pieces;
}

inline std::vector<std::unique_ptr<Piece>> cut_at_once(std::string_view bytes,
                                                       const RequestLimits& limits = {}) {
  return cut_in_packets(bytes, limits, [] { return std::string_view::npos; });
}

/// Has the arenas answer the pieces, all at once, and puts the answers together.
inline std::string answered(std::vector<std::unique_ptr<Piece>>& pieces, Arenas& arenas,
                            const Metrics& metrics) {
  std::vector<std::future<void>> answers;
  for (const std::unique_ptr<Piece>& piece : pieces) {
    if (piece->kind == PieceKind::kReady || piece->kind == PieceKind::kStats) continue;
    const auto done = std::make_shared<std::promise<void>>();
    answers.push_back(done->get_future());
    arenas.submit(*piece, [done] { done->set_value(); });
  }
  for (const std::future<void>& answer : answers) answer.wait();
  std::string text;
  for (const std::unique_ptr<Piece>& piece : pieces) {
    if (piece->kind == PieceKind::kStats) piece->answers += stats_line(metrics);
    text += piece->answers;
  }
  return text;
}

}  // namespace puzzled::serve
