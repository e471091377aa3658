// A server without sockets: pieces through the arenas, for the tests.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/serve/arenas.hpp"
#include "daemon/serve/protocol.hpp"
#include "tests/daemon/serve/cut_pieces.hpp"

namespace puzzled::serve {

/// Has the arenas answer the pieces, all at once, and puts the answers together.
inline std::string answered(std::vector<std::unique_ptr<Piece>>& pieces, Arenas& arenas,
                            const Metrics& metrics) {
  std::vector<std::future<void>> answers;
  for (const std::unique_ptr<Piece>& piece : pieces) {
    if (piece->kind == PieceKind::kReady || piece->kind == PieceKind::kStats) continue;
    piece->arrived = std::chrono::steady_clock::now();
    const auto done = std::make_shared<std::promise<void>>();
    answers.push_back(done->get_future());
    arenas.submit(*piece, [done] { done->set_value(); });
  }
  for (const std::future<void>& answer : answers) answer.wait();
  std::string text;
  for (const std::unique_ptr<Piece>& piece : pieces) {
    if (piece->kind == PieceKind::kStats) {
      piece->answers.append(piece->tag + stats_line(metrics));
    }
    text += piece->answers.view();
  }
  return text;
}

}  // namespace puzzled::serve
