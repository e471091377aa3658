// Rates puzzles by the guesses that a search needs, as the column `rating` of Sudoku-Extreme does,
// which is tdoku's count. README.md says how, and how near that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/backtracks/guess_counter.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

inline constexpr std::uint64_t kDefaultBacktracksCopies = 3;
inline constexpr std::uint64_t kMaxBacktracksCopies = 1000;

struct BacktracksOptions {
  /// How many counts the mean is of: the first is that of the puzzle as it stands, the others are
  /// those of random copies. From 1 to kMaxBacktracksCopies.
  std::uint64_t copies = kDefaultBacktracksCopies;
  std::uint64_t seed = 1;  ///< of the copies, which depend on it and the puzzle alone
};

/// The guesses in all copies; nothing unless the puzzle has exactly one solution.
using TotalGuesses = std::optional<std::uint64_t>;

/// One is for one thread at a time; it holds about 2 MiB. Best with hundreds of puzzles a call.
class BacktracksRater {
 public:
  /// REQUIRES: as BatchSolver.
  explicit BacktracksRater(std::string_view isa = {});

  /// REQUIRES: results.size() == puzzles.size(), and every digit is in 0..9.
  void rate(std::span<const Grid> puzzles, const BacktracksOptions& options,
            std::span<TotalGuesses> results);

 private:
  void find_unique(std::span<const Grid> puzzles, std::span<TotalGuesses> results);
  void count_copies(std::span<const Grid> puzzles, const BacktracksOptions& options,
                    std::span<TotalGuesses> results);

  BatchSolver solver_;
  backtracks::GuessCounter counter_;
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;
  std::vector<std::size_t> numbers_;  // of the puzzles to be counted
  std::vector<Grid> copies_;
  std::vector<std::size_t> owners_;  // the puzzle of each copy
  std::vector<std::uint32_t> counts_;
};

/// The mean; NaN without exactly one solution.
double mean_of(const TotalGuesses& guesses, std::uint64_t copies);

/// The mean in hundredths, rounded; half a hundredth up.
constexpr std::uint64_t mean_in_hundredths(std::uint64_t total_guesses, std::uint64_t copies) {
  return (200 * total_guesses + copies) / (2 * copies);
}

/// The mean, such as `18.20`, or a whole number of one copy, as data sets have it; `-` without
/// exactly one solution.
std::string mean_text(const TotalGuesses& guesses, std::uint64_t copies);

/// Reads a number with two decimals at most, such as `18` or `18.2`; nothing for any other text.
std::optional<std::uint64_t> parse_hundredths(std::string_view text);

}  // namespace puzzled::sudoku
