// Few holes: from the solutions of the empty board, which the engines count that meet in the
// middle, those are taken away that have a queen on a hole. They are counted by the first hole that
// has one: a queen stands there, and the holes before it are not taken. Each of these counts is
// about an Nth part of a search of the whole board.
//
// Torus: columns can be moved around, so that each column of the first row has as many solutions.
#include "core/queens/boards/board_count.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/queens/engine_plans.hpp"
#include "core/queens/engines.hpp"

namespace puzzled::queens {
namespace {

// With more holes, a search of the board with its holes takes no longer. Below 11 queens it never
// takes long.
constexpr int kMinQueensToSubtract = 11;

std::vector<Square> holes_of(const Board& board) {
  std::vector<Square> holes;
  for (int row = 0; row < board.queens; ++row) {
    for (int column = 0; column < board.queens; ++column) {
      if (!board.is_free({row, column})) holes.push_back({row, column});
    }
  }
  return holes;
}

/// Turns the board so that a square comes to its upper edge, as near as it can: the search goes
/// down from there. Measured at 16 queens: 63 million placements with a queen in the first row, 76
/// in the eighth, 137 in the last.
struct Image {
  int last = 0;
  bool transposes = false;
  bool flips = false;

  Square of(Square square) const {
    if (transposes) square = {square.column, square.row};
    if (flips) square.row = last - square.row;
    return square;
  }
};

Image image_for(Square square, int queens) {
  const int last = queens - 1;
  const int rows = std::min(square.row, last - square.row);
  const int columns = std::min(square.column, last - square.column);
  const bool transposes = columns < rows;
  return {last, transposes, 2 * (transposes ? square.column : square.row) > last};
}

/// Of searches: where all units of 3 rows took minutes, they fix 4. 0: the usual split.
int search_split(int queens) {
  return queens < 20 ? 0 : kMaxBitmaskSplit;
}

/// The count of a plan, times the factor, which may be negative.
struct Term {
  std::shared_ptr<const CountPlan> plan;
  int factor = 1;
  double scale = 1;  // of its work, to that of the others
};

/// Does the units of all terms: those of the first term, then those of the second, and so on.
class BoardCounter : public UnitCounter {
 public:
  BoardCounter(const std::vector<Term>& terms, const std::vector<std::uint64_t>& ends,
               bool is_checker)
      : terms_(terms), ends_(ends), is_checker_(is_checker), counters_(terms.size()) {}

  std::optional<UnitCount> count(std::uint64_t unit, const StopFlag& stop) override {
    if (terms_.empty()) return UnitCount();
    const auto place =
        static_cast<std::size_t>(std::ranges::upper_bound(ends_, unit) - ends_.begin());
    const Term& term = terms_[place];
    std::unique_ptr<UnitCounter>& counter = counters_[place];
    if (!counter) counter = is_checker_ ? term.plan->make_checker() : term.plan->make_counter();
    const std::optional<UnitCount> found =
        counter->count(unit - (ends_[place] - term.plan->units()), stop);
    if (!found) return std::nullopt;
    return found->times(term.factor);
  }

 private:
  const std::vector<Term>& terms_;
  const std::vector<std::uint64_t>& ends_;
  const bool is_checker_;
  std::vector<std::unique_ptr<UnitCounter>> counters_;  // by term, made when it is needed
};

class BoardPlan : public CountPlan {
 public:
  /// Engine and split are those of the first term. Without terms there is one unit, which counts 0.
  BoardPlan(int queens, std::vector<Term> terms)
      : CountPlan(queens, engine_of(terms), *board_units_revision(engine_of(terms)),
                  terms.empty() ? 1 : terms[0].plan->split()),
        terms_(std::move(terms)) {
    std::uint64_t units = 0;
    for (const Term& term : terms_) ends_.push_back(units += term.plan->units());
  }

  std::uint64_t units() const override { return terms_.empty() ? 1 : ends_.back(); }
  double work(std::uint64_t unit) const override {
    if (terms_.empty()) return 1;
    const auto place =
        static_cast<std::size_t>(std::ranges::upper_bound(ends_, unit) - ends_.begin());
    const CountPlan& plan = *terms_[place].plan;
    return terms_[place].scale * plan.work(unit - (ends_[place] - plan.units()));
  }
  bool subtracts() const override { return terms_.size() > 1; }
  std::uint64_t memory() const override {
    std::uint64_t bytes = 0;
    for (const Term& term : terms_) bytes += term.plan->memory();
    return bytes;
  }
  std::unique_ptr<UnitCounter> make_counter() const override {
    return std::make_unique<BoardCounter>(terms_, ends_, false);
  }
  std::unique_ptr<UnitCounter> make_checker() const override {
    return std::make_unique<BoardCounter>(terms_, ends_, true);
  }

 private:
  static std::string_view engine_of(const std::vector<Term>& terms) {
    return terms.empty() ? kEngineNames[0] : terms[0].plan->engine();
  }

  std::vector<Term> terms_;
  std::vector<std::uint64_t> ends_;  // behind the last unit of each
};

double total_work(const CountPlan& plan) {
  const std::vector<double> work = plan.work_of_all();
  return std::accumulate(work.begin(), work.end(), 0.0);
}

/// The work of the engine that counts the empty board, in parts of what a search of it would take.
/// Measured: 1/31 at 15 queens, 1/88 at 16, 1/161 at 18, 1/250 at 20.
double share_of_search(int queens) {
  return 1.0 / (40 * std::exp2(0.55 * (queens - 15)));
}

/// The work of all terms in one measure: that of searches. `all` counts the empty board.
void scale_work(Term& all, const std::vector<Term>& searches) {
  double searched = 0;
  for (const Term& term : searches) searched += total_work(*term.plan);
  // Each search has a queen in a row: about an Nth of the whole.
  const double whole =
      searched / static_cast<double>(searches.size()) * static_cast<double>(all.plan->queens());
  all.scale = whole * share_of_search(all.plan->queens()) / total_work(*all.plan);
}

}  // namespace

std::optional<std::uint32_t> board_units_revision(std::string_view engine) {
  // Goes up when other terms are counted.
  constexpr std::uint32_t kTermsRevision = 0;
  const std::optional<std::uint32_t> revision = units_revision(engine);
  if (!revision) return std::nullopt;
  return kTermsRevision << 16U | kBitmaskUnitsRevision << 8U | *revision;
}

Result<std::shared_ptr<const CountPlan>> plan_board_count(const Board& board,
                                                          const PlanOptions& options) {
  if (board.queens > kMaxQueens) return Error{too_many_to_count(board.queens)};
  std::vector<Term> terms;
  const auto made = [&] { return std::make_shared<const BoardPlan>(board.queens, terms); };
  if (is_torus_without_solution(board)) return std::shared_ptr<const CountPlan>(made());
  const std::vector<Square> holes = holes_of(board);
  const auto count = static_cast<int>(holes.size());
  const bool is_empty_torus = board.is_torus && holes.empty();
  if (board.is_torus || board.queens < kMinQueensToSubtract || 2 * count > board.queens) {
    if (!options.engine.empty() && options.engine != kEngineNames[0]) {
      return Error{"only the engine '" + std::string(kEngineNames[0]) +
                   "' counts on a torus, below " + std::to_string(kMinQueensToSubtract) +
                   " queens, and with more than N/2 squares that are not free"};
    }
    if (options.split > kMaxBitmaskSplit) {
      return Error{"the split of the bitmask engine must be from 1 to " +
                   std::to_string(kMaxBitmaskSplit) + " (got " + std::to_string(options.split) +
                   ')'};
    }
    Board searched = board;
    if (is_empty_torus) searched.rows[0] = 1;
    const int split = options.split > 0 ? options.split : search_split(board.queens);
    terms.push_back({plan_bitmask(searched, split), is_empty_torus ? board.queens : 1});
    return std::shared_ptr<const CountPlan>(made());
  }
  Result<std::shared_ptr<const CountPlan>> all = plan_count(options);
  if (!all) return all.error();
  for (int i = 0; i < count; ++i) {
    const Square hole = holes[static_cast<std::size_t>(i)];
    const Image image = image_for(hole, board.queens);
    Board taken = empty_board(board.queens);
    for (int before = 0; before < i; ++before) {
      make_hole(taken, image.of(holes[static_cast<std::size_t>(before)]));
    }
    place_queen(taken, image.of(hole));
    terms.push_back({plan_bitmask(taken, search_split(board.queens)), -1});
  }
  Term empty{*all};
  if (!terms.empty()) scale_work(empty, terms);
  terms.insert(terms.begin(), std::move(empty));
  return std::shared_ptr<const CountPlan>(made());
}

std::string too_many_to_count(int queens) {
  return "at most " + std::to_string(kMaxQueens) + " queens are counted (got " +
         std::to_string(queens) + ')';
}

}  // namespace puzzled::queens
