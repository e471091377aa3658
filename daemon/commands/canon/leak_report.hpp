// `puzzled canon --leaks`: which puzzles of two files are equivalent, counted.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/tools/form_table.hpp"
#include "daemon/commands/bulk/stream_run.hpp"
#include "daemon/commands/canon/classes.hpp"

namespace puzzled::commands {

/// Takes all puzzles of the file of --against, then all of the input. For one thread at a time,
/// except leaks().
class LeakReport {
 public:
  /// `memory`: for what is known of the puzzles, in bytes.
  explicit LeakReport(std::uint64_t memory);

  Classes::File add_against(const KeyedAnswer& answer);
  Classes::File add_input(const KeyedAnswer& answer);

  /// How many puzzles of the input have an equivalent one in the other file.
  std::uint64_t leaks() const { return input_leaks_.load(std::memory_order_relaxed); }

  /// One JSON object on a line. `by`: what was compared; `against`: the name of the other file, and
  /// what was read of it.
  std::string json(const std::string& by, const std::string& against,
                   const sudoku::Tally& against_tally, const StreamRun& input) const;

 private:
  /// What is known of the puzzles of a group.
  struct Group {
    sudoku::FormKey key;
    std::uint64_t against_line = 0;  ///< of the first puzzle of the other file; 0: there is none
    std::uint32_t against_puzzles = 0;
    bool is_in_input = false;
  };
  struct Leak {
    std::size_t input;
    std::uint64_t line;
    std::uint64_t against_line;
  };
  static constexpr std::size_t kListedLeaks = 10;

  Error too_many() const;

  const std::uint64_t memory_;
  sudoku::FormTable<Group> groups_;
  sudoku::FormSet against_cells_;  // puzzles of the other file as they are
  std::uint64_t against_groups_ = 0;
  std::uint64_t against_leaks_ = 0;
  std::uint64_t input_groups_ = 0;
  std::atomic<std::uint64_t> input_leaks_ = 0;
  std::uint64_t identical_ = 0;
  std::uint64_t shared_groups_ = 0;
  std::vector<Leak> first_leaks_;
};

}  // namespace puzzled::commands
