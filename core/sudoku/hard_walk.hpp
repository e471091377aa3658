// Makes hard minimal puzzles, which random ones hardly ever are: walks from puzzle to puzzle by
// exchanging clues, towards the wanted ratings and then among puzzles that have them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/clue_removal.hpp"
#include "core/sudoku/minimal/removal_tests.hpp"
#include "core/sudoku/random.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/rating/rating.hpp"
#include "core/sudoku/tools/form_key.hpp"
#include "core/sudoku/tools/form_table.hpp"

namespace puzzled::sudoku {

/// Fewer than one in 500 random minimal puzzles has a rating from here on: walks are faster.
inline constexpr Rating kMinWalkedRating{.level = 8, .depth = 4};

struct HardRequest {
  std::uint64_t seed = 0;
  RatingRange difficulty{};                 ///< REQUIRES: its minimum is at least level 8
  std::optional<int> clues = std::nullopt;  ///< exactly that many
};

struct HardPuzzle {
  Grid puzzle{};
  Rating rating{};
  FormKey form{};  ///< of its canonical form
};

/// A walk with the number i depends on the request and i alone. One walker is for one thread at a
/// time; it holds about 6 MiB.
class HardWalker {
 public:
  explicit HardWalker(const HardRequest& request) : request_(request) {}

  /// What a walk came by.
  struct Walk {
    std::vector<HardPuzzle> found;  ///< minimal, with the right rating; no two are equivalent
    std::uint64_t rated = 0;        ///< all puzzles that the walk looked at
    Rating lowest = kMaxRating;     ///< of these
    Rating highest{};
  };

  /// The first `most` puzzles of walk `index`, which finds 2048 at most and often none. It may end
  /// early if `stop` becomes true.
  Walk run(std::uint64_t index, std::size_t most, const StopFlag& stop);

 private:
  /// A puzzle whose neighbours have not been looked at.
  struct Open {
    Grid puzzle{};
    Rating rating{};
    bool is_right = false;
  };

  bool is_before(const Open& a, const Open& b) const;
  void rate_proposals(Walk& walk, std::size_t most, FormSet& seen);
  void trim_frontier();
  void exchange_one_clue(const Grid& puzzle, Random& random);
  void exchange_in_solution(const Grid& puzzle, Random& random);
  void propose(const Grid& parent, const Grid& puzzle, const Grid& solution,
               const std::array<int, kCells>& order);
  void finish_proposals();

  const HardRequest request_;
  Rater rater_;
  Canonicalizer canonicalizer_;
  RemovalTests tests_;
  std::vector<Open> frontier_;  // best last
  // Of this step: puzzles that are to lose what they do not need, and whose neighbours they are.
  std::vector<ClueRemoval> removals_;
  std::vector<Grid> parents_;
  std::vector<Grid> proposals_;  // what is left of these
  std::vector<CanonicalForm> forms_;
  std::vector<FormKey> keys_;    // of the proposals that are new
  std::vector<Rating> ratings_;  // of these
};

}  // namespace puzzled::sudoku
