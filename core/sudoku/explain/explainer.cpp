#include "core/sudoku/explain/explainer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/explain/probe.hpp"

namespace puzzled::sudoku::explain {
namespace {

constexpr int kMaxCandidates = kSide * kCells;
constexpr int kLevelBelowSubsets = 3;  // a subset of two has the next but one
constexpr int kProbingLevel = 8;
constexpr int kStuckLevel = 9;

constexpr Places kFirstThree = 0007;
constexpr Places kEveryThird = 0111;

/// The places of a box that are in its line: mini-rows 0 to 2, then mini-columns.
constexpr Places mini_line(int line) {
  return static_cast<Places>(line < 3 ? kFirstThree << 3 * line : kEveryThird << (line - 3));
}

/// The row or column of that line of a box.
constexpr int unit_of_mini_line(int box, int line) {
  return line < 3 ? box / 3 * 3 + line : kFirstColumn + box % 3 * 3 + line - 3;
}

/// Where the box is in that line: its first three, next three or last three places.
constexpr Places part_of_line(int box, int line) {
  return static_cast<Places>(kFirstThree << 3 * (line < 3 ? box % 3 : box / 3));
}

DigitMask mask_of(int digit) {
  return 1U << (digit - 1);
}

template <class F>
void for_each_bit(unsigned bits, F f) {
  for (; bits != 0; bits &= bits - 1) f(std::countr_zero(bits));
}

class StepSearch {
 public:
  StepSearch(const Grid& puzzle, std::size_t max_steps, const rating::Kernel& kernel, void* probing,
             Explanation& result)
      : puzzle_(puzzle),
        board_(puzzle),
        max_steps_(max_steps),
        kernel_(kernel),
        probing_(probing),
        result_(result) {}

  void run() {
    result_.steps.clear();
    result_.removed.clear();
    result_.wrong.clear();
    result_.rating = {};
    result_.start = puzzle_;
    result_.end = find_steps();
    result_.grid = board_.grid();
    if (result_.end == End::kMultiple || result_.end == End::kUnsolvable) result_.rating = {};
    // A grid that is full needs no step, and is of the lowest level.
    if (result_.end == End::kSolved && result_.steps.empty()) result_.rating.level = 1;
    result_.suspects.clear();
    if (result_.end == End::kUnsolvable) find_suspects();
  }

 private:
  End find_steps() {
    // A hint must not lead further where there is no way.
    if (max_steps_ != 0 && list_solutions(puzzle_, 1).empty()) return End::kUnsolvable;
    while (board_.open_cells() > 0) {
      if (is_paused()) return End::kPaused;
      if (place_hidden_singles_in_boxes() || place_single() || remove_locked()) continue;
      if (phases_ == 0 && remove_subset()) continue;
      if (const std::optional<End> end = probe()) return *end;
    }
    return End::kSolved;
  }

  bool is_paused() const { return max_steps_ != 0 && result_.steps.size() >= max_steps_; }

  // ---- Singles.

  /// All of them, box by box: they are of the easiest rule, whatever they lead to.
  bool place_hidden_singles_in_boxes() {
    constexpr int kFirst = kSide * kFirstBox;
    constexpr int kEnd = CandidateBoard::kPlaceMasks;
    bool is_found = false;
    for (int i = kFirst; (i = find_single(board_.place_masks(), i, kEnd)) < kEnd;) {
      place_hidden_single(i % kSide + 1, i / kSide);
      is_found = true;
      if (is_paused()) break;
    }
    return is_found;
  }

  bool place_single() {
    constexpr int kEnd = kSide * kFirstBox;
    if (const int i = find_single(board_.place_masks(), 0, kEnd); i < kEnd) {
      place_hidden_single(i % kSide + 1, i / kSide);
      return true;
    }
    const int cell = find_single(board_.digit_masks(), 0, kCells);
    if (cell == kCells) return false;
    Step& step = add(StepRule::kNakedSingle, 3);
    place(step, cell, std::countr_zero(board_.digits(cell)) + 1);
    return true;
  }

  void place_hidden_single(int digit, int unit) {
    Step& step = add(StepRule::kHiddenSingle, unit < kFirstBox ? 2 : 1);
    step.unit = static_cast<std::uint8_t>(unit);
    place(step, cell_of_unit(unit, std::countr_zero(board_.places(digit, unit))), digit);
  }

  void place(Step& step, int cell, int digit) {
    step.cells.add(cell);
    step.digits = mask_of(digit);
    step.placed = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)};
    board_.place(cell, digit);
  }

  // ---- Locked candidates.

  bool remove_locked() {
    for (int digit = 1; digit <= kSide; ++digit) {
      for (int box = 0; box < kSide; ++box) {
        const Places in_box = board_.places(digit, kFirstBox + box);
        if (in_box == 0) continue;
        for (int line = 0; line < 6; ++line) {
          const Places here = in_box & mini_line(line);
          if (here == 0) continue;
          const int unit = unit_of_mini_line(box, line);
          const auto elsewhere =
              static_cast<Places>(board_.places(digit, unit) & ~part_of_line(box, line));
          const auto rest = static_cast<Places>(in_box & ~here);
          if ((rest == 0) == (elsewhere == 0)) continue;
          if (rest == 0) {
            remove_locked(StepRule::kPointing, digit, kFirstBox + box, unit, elsewhere);
          } else {
            remove_locked(StepRule::kClaiming, digit, unit, kFirstBox + box, rest);
          }
          return true;
        }
      }
    }
    return false;
  }

  void remove_locked(StepRule rule, int digit, int unit, int target, Places lost) {
    Step& step = add(rule, 4);
    step.unit = static_cast<std::uint8_t>(unit);
    step.target = static_cast<std::uint8_t>(target);
    step.digits = mask_of(digit);
    add_cells(step, unit, board_.places(digit, unit));
    remove_places(digit, target, lost);
    end_removal(step);
  }

  // ---- Subsets: of nine things some have no more places together than they are.

  using Square = std::array<Places, kSide>;

  struct Subset {
    unsigned things = 0;
    unsigned places = 0;
  };

  bool remove_subset() {
    return remove_subset_of_size<2>() || remove_subset_of_size<3>() || remove_subset_of_size<4>();
  }

  template <int kSize>
  bool remove_subset_of_size() {
    for (int unit = 0; unit < kUnits; ++unit) {
      const Square square =
          make_square([&](int place) { return board_.digits(cell_of_unit(unit, place)); });
      if (const auto found = find_subset<kSize>(square)) {
        remove_naked(unit, kSize, *found);
        return true;
      }
    }
    for (int unit = 0; unit < kUnits; ++unit) {
      const Square square = make_square([&](int i) { return board_.places(i + 1, unit); });
      if (const auto found = find_subset<kSize>(square)) {
        remove_hidden(unit, kSize, *found);
        return true;
      }
    }
    for (int digit = 1; digit <= kSide; ++digit) {
      for (const int first : {0, kFirstColumn}) {
        const Square square = make_square([&](int i) { return board_.places(digit, first + i); });
        if (const auto found = find_subset<kSize>(square)) {
          remove_fish(digit, first, kSize, *found);
          return true;
        }
      }
    }
    return false;
  }

  template <class F>
  static Square make_square(F places_of) {
    Square square;
    for (int i = 0; i < kSide; ++i) {
      square[static_cast<std::size_t>(i)] = static_cast<Places>(places_of(i));
    }
    return square;
  }

  /// The first subset of that size that some other thing shares a place with.
  template <int kSize>
  static std::optional<Subset> find_subset(const Square& square) {
    unsigned small = 0;
    for (std::size_t i = 0; i < square.size(); ++i) {
      const int count = kDigitCounts[square[i]];
      if (count >= 2 && count <= kSize) small |= 1U << i;
    }
    if (kDigitCounts[small] < kSize) return std::nullopt;
    return extend_subset<kSize, kSize>(square, small, {});
  }

  template <int kSize, int kLeft>
  static std::optional<Subset> extend_subset(const Square& square, unsigned small, Subset subset) {
    if constexpr (kLeft == 0) {
      for (std::size_t i = 0; i < square.size(); ++i) {
        const bool is_other = (subset.things >> i & 1) == 0;
        if (is_other && (square[i] & subset.places) != 0) return subset;
      }
    } else {
      for (; small != 0; small &= small - 1) {
        const int thing = std::countr_zero(small);
        const unsigned places = subset.places | square[static_cast<std::size_t>(thing)];
        if (kDigitCounts[places] > kSize) continue;
        const auto found = extend_subset<kSize, kLeft - 1>(square, small & (small - 1),
                                                           {subset.things | 1U << thing, places});
        if (found) return found;
      }
    }
    return std::nullopt;
  }

  Step& add_subset(StepRule rule, int size) {
    Step& step = add(rule, kLevelBelowSubsets + size);
    step.size = static_cast<std::uint8_t>(size);
    return step;
  }

  void remove_naked(int unit, int size, const Subset& subset) {
    Step& step = add_subset(StepRule::kNakedSubset, size);
    step.unit = static_cast<std::uint8_t>(unit);
    step.digits = subset.places;
    add_cells(step, unit, subset.things);
    for_each_bit(kAllDigits & ~subset.things,
                 [&](int place) { remove_digits(cell_of_unit(unit, place), subset.places); });
    end_removal(step);
  }

  void remove_hidden(int unit, int size, const Subset& subset) {
    Step& step = add_subset(StepRule::kHiddenSubset, size);
    step.unit = static_cast<std::uint8_t>(unit);
    step.digits = subset.things;
    add_cells(step, unit, subset.places);
    for_each_bit(subset.places, [&](int place) {
      remove_digits(cell_of_unit(unit, place), kAllDigits & ~subset.things);
    });
    end_removal(step);
  }

  /// `first`: the first of the units that are looked at.
  void remove_fish(int digit, int first, int size, const Subset& subset) {
    const bool has_rows = first == 0;
    Step& step = add_subset(has_rows ? StepRule::kRowFish : StepRule::kColumnFish, size);
    step.digits = mask_of(digit);
    step.lines = static_cast<Places>(subset.things);
    step.covers = static_cast<Places>(subset.places);
    for_each_bit(subset.things, [&](int line) {
      add_cells(step, first + line, board_.places(digit, first + line));
    });
    for_each_bit(kAllDigits & ~subset.things, [&](int line) {
      remove_places(digit, first + line, board_.places(digit, first + line) & subset.places);
    });
    end_removal(step);
  }

  // ---- Probing.

  /// Every candidate that leads to a contradiction in the fewest rounds is removed; what follows
  /// uses rules up to locked candidates alone, as ratings do. Says how the steps end, if they do.
  std::optional<End> probe() {
    if (phases_ == 0) {
      // Only puzzles that need probing can have several solutions, or none.
      const std::size_t solutions = list_solutions(puzzle_, 2).size();
      if (solutions != 1) return solutions == 0 ? End::kUnsolvable : End::kMultiple;
    }
    std::array<std::uint16_t, kMaxCandidates> ids;
    int count = 0;
    for (int digit = 1; digit <= kSide; ++digit) {
      for (int cell = 0; cell < kCells; ++cell) {
        if (board_.has(cell, digit)) {
          ids[static_cast<std::size_t>(count++)] =
              static_cast<std::uint16_t>(kCells * (digit - 1) + cell);
        }
      }
    }
    std::array<std::uint16_t, kMaxCandidates> excluded;
    int rounds = 0;
    const int found = kernel_.probe(ids.data(), count, excluded.data(), &rounds, probing_);
    Rating& rating = result_.rating;
    if (found == 0) {
      rating = {kStuckLevel, static_cast<std::uint16_t>(count), phases_};
      return End::kStuck;
    }
    ++phases_;
    const CandidateBoard start = board_;
    for (int i = 0; i < found && !is_paused(); ++i) {
      const int id = excluded[static_cast<std::size_t>(i)];
      Step& step = add(StepRule::kProbing, kProbingLevel);
      step.phase = phases_;
      step.rounds = static_cast<std::uint16_t>(rounds);
      const Candidate assumed{static_cast<std::uint8_t>(id % kCells),
                              static_cast<std::uint8_t>(id / kCells + 1)};
      step.cells.add(assumed.cell);
      step.digits = mask_of(assumed.digit);
      step.contradiction = contradiction_of(start, assumed, rounds);
      remove_digits(assumed.cell, step.digits);
      end_removal(step);
      rating.depth = std::max(rating.depth, step.rounds);
      rating.phases = phases_;
    }
    return std::nullopt;
  }

  void find_suspects() {
    Grid without = puzzle_;
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle_[cell] == 0) continue;
      without[cell] = 0;
      if (solve_band(without, {}).count > 0) {
        result_.suspects.push_back(static_cast<std::uint8_t>(cell));
      }
      without[cell] = puzzle_[cell];
    }
  }

  // ---- Steps.

  Step& add(StepRule rule, int level) {
    Step& step = result_.steps.emplace_back();
    step.rule = rule;
    step.level = static_cast<std::uint8_t>(level);
    step.removed_begin = step.removed_end = result_.removed.size();
    result_.rating.level = std::max(result_.rating.level, step.level);
    return step;
  }

  void end_removal(Step& step) const { step.removed_end = result_.removed.size(); }

  static void add_cells(Step& step, int unit, unsigned places) {
    for_each_bit(places, [&](int place) { step.cells.add(cell_of_unit(unit, place)); });
  }

  void remove_places(int digit, int unit, unsigned places) {
    for_each_bit(places,
                 [&](int place) { remove_digits(cell_of_unit(unit, place), mask_of(digit)); });
  }

  /// Those of the digits that the cell may hold.
  void remove_digits(int cell, DigitMask digits) {
    for_each_bit(digits & board_.digits(cell), [&](int bit) {
      result_.removed.push_back(
          {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(bit + 1)});
      board_.remove(cell, bit + 1);
    });
  }

  const Grid& puzzle_;
  CandidateBoard board_;
  const std::size_t max_steps_;
  const rating::Kernel& kernel_;
  void* const probing_;
  std::uint16_t phases_ = 0;
  Explanation& result_;
};

}  // namespace

Explainer::Explainer(std::string_view isa)
    : kernel_(rating::find_kernel(isa)), probing_(allocate_huge(kernel_->probing_bytes)) {}

const Explanation& Explainer::explain(const Grid& puzzle, std::size_t max_steps) {
  StepSearch(puzzle, max_steps, *kernel_, probing_.get(), explanation_).run();
  return explanation_;
}

const Explanation& Explainer::explain_board(const Grid& puzzle, const Grid& board,
                                            std::size_t max_steps) {
  const std::vector<Grid> solutions = list_solutions(puzzle, 2);
  if (solutions.empty()) return explain(puzzle, max_steps);
  const Grid& known = solutions.size() == 1 ? solutions[0] : puzzle;
  Grid filled = board;
  std::vector<WrongEntry> wrong;
  for (int cell = 0; cell < kCells; ++cell) {
    if (board[cell] == 0) {
      filled[cell] = puzzle[cell];
    } else if (known[cell] != 0 && board[cell] != known[cell]) {
      wrong.push_back({static_cast<std::uint8_t>(cell), board[cell], puzzle[cell]});
    }
  }
  // (Only of several solutions can entries contradict each other that may be right.)
  if (wrong.empty() && !find_conflict(filled)) return explain(filled, max_steps);
  explanation_ = {.end = wrong.empty() ? End::kUnsolvable : End::kWrong,
                  .start = filled,
                  .grid = filled,
                  .wrong = std::move(wrong)};
  return explanation_;
}

}  // namespace puzzled::sudoku::explain
