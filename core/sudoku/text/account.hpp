// The lines of a text by how they were handled. Every line is counted in one of these.
#pragma once

#include <cstdint>

namespace puzzled::sudoku {

struct Account {
  std::uint64_t answered = 0;  ///< hold a puzzle, a part of one, or text that is answered `invalid`
  std::uint64_t blank = 0;     ///< nothing, or white space
  std::uint64_t comments = 0;  ///< begin with `#` or `//`
  std::uint64_t decoration = 0;  ///< rulers, titles, sections, headers, counts
  std::uint64_t candidates = 0;  ///< of those answered: lines that have cells with several digits
  /// Texts that span lines: the number of boards and table records, and of lines that begin within
  /// a list.
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
