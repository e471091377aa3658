// What became of the lines of a text. Every line is one of these; none is skipped without a word.
#pragma once

#include <cstdint>

namespace puzzled::sudoku {

struct Account {
  std::uint64_t answered = 0;    ///< hold a puzzle, part of one, or what is answered `invalid`
  std::uint64_t blank = 0;       ///< nothing, or white space
  std::uint64_t comments = 0;    ///< begin with `#` or `//`
  std::uint64_t decoration = 0;  ///< rulers, titles, sections, headers, counts
  std::uint64_t candidates = 0;  ///< of those answered: cells with several digits are in them
  /// What stands on several lines: boards, records of tables, and lists, of which each line counts
  /// that begins within.
  std::uint64_t spread = 0;

  std::uint64_t lines() const { return answered + blank + comments + decoration; }

  Account& operator+=(const Account& other) {
    answered += other.answered;
    blank += other.blank;
    comments += other.comments;
    decoration += other.decoration;
    candidates += other.candidates;
    spread += other.spread;
    return *this;
  }
  bool operator==(const Account&) const = default;
};

}  // namespace puzzled::sudoku
