// The classes that `puzzled canon` knows, and what becomes of each puzzle: written, to which file,
// or left out.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/sudoku/tools/class_split.hpp"
#include "core/sudoku/tools/form_table.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {

/// What is asked of the classes.
struct ClassRules {
  bool distinct = false;                       ///< the first puzzle of each class only
  std::vector<std::uint32_t> split_weights{};  ///< of the parts; empty: one file
  std::uint64_t seed = 1;                      ///< of the split
  std::uint64_t memory = 0;                    ///< for the classes, in bytes
};

/// For one thread at a time, except counts_text().
class Classes {
 public:
  using File = Result<std::optional<std::size_t>>;

  explicit Classes(ClassRules rules) : rules_(std::move(rules)), known_(rules_.memory) {}

  /// Leaves out the group of the puzzle. The file is none.
  File exclude(const KeyedAnswer& answer);

  /// The file that the puzzle is to be written to.
  File choose(const KeyedAnswer& answer);

  /// `12 distinct, 10 train, 2 test`: of what was asked, how many puzzles were written. An
  /// interrupt asks while puzzles are still coming.
  std::string counts_text() const;

 private:
  Error too_many() const;

  const ClassRules rules_;
  sudoku::FormSet known_;
  bool excludes_ = false;  // some groups; else they need not be looked up
  std::atomic<std::uint64_t> distinct_written_ = 0;
  std::array<std::atomic<std::uint64_t>, sudoku::kMaxSplitParts> written_{};  // of each part
};

/// The names of so many parts: train and test, with validation between them if there are three.
std::vector<std::string> part_names(std::size_t parts);

}  // namespace puzzled::commands
