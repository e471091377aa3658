// The solutions of a board one after the other, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/variants/text/board_answer.hpp"

namespace puzzled::variants {

/// Writes a list: the solutions of one board, and what is to be said at its end.
///
/// As JSON each solution is an object, and one more ends the list: it has the status, the number of
/// solutions and whether these are all.
class ListWriter {
 public:
  /// `number` is that of the puzzle, which then stands in front of each line. Everything must
  /// outlive this. REQUIRES: a style of one line if there is a number.
  ListWriter(std::string& text, const AnsweredBoard& board, BoardStyle style,
             std::optional<std::uint64_t> number)
      : text_(text), board_(board), style_(style), number_(number) {}

  void add(std::span<const std::uint8_t> solution);

  /// `has_more`: the list was ended at the number of solutions that are wanted.
  void end(bool timed_out, bool has_more);

  std::uint64_t count() const { return count_; }

 private:
  std::string& text_;
  const AnsweredBoard& board_;
  const BoardStyle style_;
  const std::optional<std::uint64_t> number_;
  std::uint64_t count_ = 0;
};

/// The answer to what is no board, in a list.
void append_invalid_in_list(std::string& text, std::string_view reason, BoardStyle style,
                            std::optional<std::uint64_t> number);

}  // namespace puzzled::variants
