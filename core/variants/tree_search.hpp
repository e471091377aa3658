// Counts the solutions of a board by propagation and branching, up to a number of branchings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/split_mix.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/state.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

/// Is asked and told while a search runs.
class SearchGuide {
 public:
  SearchGuide() = default;
  virtual ~SearchGuide() = default;
  SearchGuide(const SearchGuide&) = delete;
  SearchGuide& operator=(const SearchGuide&) = delete;

  /// Whether solutions of a board with these candidates are looked for.
  virtual bool wants(std::span<const ValueSet> candidates) = 0;
  /// Gets each solution, a value for each cell. A search in stages may find it again in the next.
  virtual void take(std::span<const ValueSet> solution) = 0;
};

/// What a search is to do besides counting.
struct SearchWishes {
  std::span<const ValueSet> preferred{};     ///< of each cell: values to try first; or empty
  std::vector<std::uint8_t>* all = nullptr;  ///< gets all solutions, cell by cell
  SearchGuide* guide = nullptr;
  std::uint64_t max_branches = 0;  ///< give up after so many; 0: never
};

/// For one thread at a time. Its memory is reused: a board for each branching on the way to the one
/// at hand, which are at most as many as there are cells.
class TreeSearch {
 public:
  struct Limits {
    std::uint64_t solutions = 1;  ///< stop at so many; 0: count all
    std::uint64_t branches = 0;   ///< stop at so many; 0: none
    double first_score = 0;       ///< of a cell, for each rule that looks at it; a failure adds 1
  };
  enum class End : std::uint8_t { kComplete, kBranches, kTime };
  struct Count {
    std::uint64_t solutions = 0;
    std::uint64_t branches = 0;  ///< cells at which there was more than one alternative
    End end = End::kComplete;
  };

  /// `rules` must outlive this.
  explicit TreeSearch(const Rules& rules);

  /// REQUIRES: a set of candidates for each cell, that the model allows.
  Count count(std::span<const ValueSet> candidates, const Limits& limits, TimeLeft& time,
              const SearchWishes& wishes = {});

  /// Removes the candidates that can be seen to be in no solution without a branching; false if
  /// there is none. If time is up, it means nothing. REQUIRES: as count().
  bool propagate(std::span<ValueSet> candidates, TimeLeft& time);

  /// One random way down the tree, on which each value that propagation leaves to a cell is as
  /// likely: the number of solutions, if every other way had as many alternatives. Its mean is the
  /// number of solutions (D. Knuth, "Estimating the efficiency of backtrack programs", 1975). If
  /// time is up, it means nothing. REQUIRES: as count().
  double probe(std::span<const ValueSet> candidates, SplitMix64& random, TimeLeft& time);

  /// The first solution, a value for each cell. REQUIRES: the last count was above 0.
  std::span<const std::uint8_t> first() const { return first_; }

 private:
  struct Branching {
    Cell cell = 0;
    ValueSet value = 0;    // tried first; 0: every cell is fixed
    std::size_t open = 0;  // cells that were not fixed, when it was made
  };

  void reset_scores(double first_score);
  bool begin(std::span<const ValueSet> candidates);
  bool propagate(TimeLeft& time);
  ValueSet possible_values(Cell cell, TimeLeft& time);
  void forget_queue();
  Branching choose(std::span<const ValueSet> preferred) const;
  Branching choose_by_count() const;
  Branching choose_by_score() const;
  ValueSet values_of_two_places(const House& house) const;
  void find_value_of_two_places(Branching& branching) const;
  void find_better_value_of_two_places(Branching& branching, double best) const;
  void go_down(const Branching& branching);
  void go_up();
  void blame(Cell cell, ValueSet value);
  bool is_wanted(const SearchWishes& wishes) const;
  void take_first();
  void add_solution(std::vector<std::uint8_t>& solutions) const;

  const Rules& rules_;
  const std::size_t cells_;
  State state_;
  std::vector<Branching> path_;   // tried and not exhausted
  std::vector<ValueSet> boards_;  // before each branching of the path, and the one at hand
  std::vector<ValueSet> clues_;   // of each cell, while a search begins
  std::vector<ValueSet> seen_;    // those of its peers, and its own
  std::vector<std::uint8_t> first_;
  std::vector<double> scores_;       // of cells: how often they took part in failures
  double value_scores_[kMaxSize]{};  // of values: how often they were tried and failed
  double step_ = 1;                  // that the next failure adds
  std::size_t open_ = 0;             // cells that are not fixed, or whose peers have not been told
  const Propagator* failed_rule_ = nullptr;  // of the last failure; null: two cells must differ
};

}  // namespace puzzled::variants
