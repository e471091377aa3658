// What puzzles are to be made.
#pragma once

#include <cstdint>
#include <optional>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// A puzzle of 19 clues takes 0.1 s on average, and with each clue less about seven times as long.
inline constexpr int kMinGeneratedClues = 19;
/// Minimal puzzles of 28 clues take 17 ms, and with each clue more about ten times as long.
inline constexpr int kMaxMinimalClues = 28;

struct GeneratorSettings {
  std::uint64_t seed = 0;
  std::optional<int> clues = std::nullopt;  ///< exactly that many; see supports()
  bool minimal = false;                     ///< every clue is needed for the solution to be unique
};

/// Whether such puzzles can be made in reasonable time: `clues`, if given, is kMinGeneratedClues to
/// 81 (to kMaxMinimalClues for minimal puzzles).
inline bool supports(const GeneratorSettings& settings) {
  if (!settings.clues) return true;
  const int most = settings.minimal ? kMaxMinimalClues : kCells;
  return *settings.clues >= kMinGeneratedClues && *settings.clues <= most;
}

}  // namespace puzzled::sudoku
