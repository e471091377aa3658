// How `puzzled queens` writes a solution: as a line, a board, an object or a picture.
#pragma once

#include <span>
#include <string>

#include "core/queens/boards/board.hpp"
#include "core/queens/regions/region_board.hpp"
#include "daemon/base/drawing/queens_drawing.hpp"
#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

/// Formats one solution after another as the settings ask for. For one thread at a time.
class SolutionText {
 public:
  /// What is referred to must outlive this. Drawings show the holes and regions of `board`.
  explicit SolutionText(const QueensSettings& settings);
  SolutionText(const QueensSettings& settings, const queens::Board& board);
  SolutionText(const QueensSettings& settings, const queens::RegionBoard& board);

  /// Appends the solution: the column of each row's queen, from 1. Boards have an empty line
  /// between them.
  void append(std::string& text, std::span<const int> columns);

 private:
  const QueensSettings& settings_;
  const bool has_colours_;
  BoardMarks marks_;
  bool is_first_ = true;
};

}  // namespace puzzled::commands
