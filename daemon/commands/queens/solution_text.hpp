// How `puzzled queens` writes a solution: as a line, a board, an object or a picture.
#pragma once

#include <span>
#include <string>

#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

/// Formats one solution after another as the settings ask for. For one thread at a time.
class SolutionText {
 public:
  /// `settings` must outlive this.
  explicit SolutionText(const QueensSettings& settings);

  /// Appends the solution: the column of each row's queen, from 1. Boards have an empty line
  /// between them.
  void append(std::string& text, std::span<const int> columns);

 private:
  const QueensSettings& settings_;
  const bool has_colours_;
  bool is_first_ = true;
};

}  // namespace puzzled::commands
