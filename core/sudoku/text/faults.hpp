// What a block holds beside valid puzzles: the numbers of its lines by kind, and its invalid
// puzzles, with what is wrong and where. A block may hold little else, so a
// fault is small: the reasons stand one behind the other in one text, and one that repeats itself
// stands there once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled::sudoku {

/// The lines of a text by how they were handled. Every line is counted in one of these.
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

/// An invalid puzzle of a block: malformed, or with clues that contradict each other.
struct Fault {
  TextPlace place;  ///< of what is wrong
  std::uint32_t reason_at = 0;
  std::uint32_t reason_size = 0;
  std::size_t puzzles_before = 0;  ///< of those that were read together
  std::uint32_t rule_line = 0;     ///< from 1: Faults::rule_line(); 0: none
  /// Its original text (PuzzleReader::line()); valid while the block is.
  std::string_view line{};
};

/// In the order of the text.
class Faults {
 public:
  /// `reason` is empty if no puzzle was expected, but an empty line answers it. It must not be one
  /// of this object's own.
  void add(TextPlace place, std::string_view reason, std::size_t puzzles_before = 0,
           std::string_view line = {}) {
    const bool is_repeated = !all_.empty() && this->reason(all_.back()) == reason;
    const std::size_t at = is_repeated ? all_.back().reason_at : reasons_.size();
    if (!is_repeated) reasons_ += reason;
    all_.push_back({.place = place,
                    .reason_at = static_cast<std::uint32_t>(at),
                    .reason_size = static_cast<std::uint32_t>(reason.size()),
                    .puzzles_before = puzzles_before,
                    .line = line});
  }
  /// Of what has been read; `line` as above.
  void add(const PuzzleText& puzzle, std::size_t puzzles_before, std::string_view line = {}) {
    add(puzzle.place, puzzle.error, puzzles_before, line);
    if (!puzzle.has_rule_line()) return;
    rule_lines_.push_back(puzzle.rule_line);
    all_.back().rule_line = static_cast<std::uint32_t>(rule_lines_.size());
  }

  void clear() {
    all_.clear();
    reasons_.clear();
    rule_lines_.clear();
  }

  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  const Fault& operator[](std::size_t i) const { return all_[i]; }
  std::vector<Fault>::const_iterator begin() const { return all_.begin(); }
  std::vector<Fault>::const_iterator end() const { return all_.end(); }

  /// Valid until something is added or all is cleared.
  std::string_view reason(const Fault& fault) const {
    return std::string_view(reasons_).substr(fault.reason_at, fault.reason_size);
  }
  /// PuzzleText::rule_line; valid as long.
  std::string_view rule_line(const Fault& fault) const {
    return fault.rule_line == 0 ? std::string_view() : rule_lines_[fault.rule_line - 1];
  }

 private:
  std::vector<Fault> all_;
  std::string reasons_;
  std::vector<std::string> rule_lines_;
};

}  // namespace puzzled::sudoku
