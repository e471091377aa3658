#include "core/target_sudoku/certificate.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>

#include "core/sudoku/text/answer_text.hpp"
#include "core/target_sudoku/board_bound.hpp"
#include "core/target_sudoku/certificate_check.hpp"

namespace puzzled::target {
namespace {

// A proof of more leaves is cut short: its text would take many megabytes. Each split above may
// then still lack eight leaves.
constexpr int kLeavesToStopAt = 20'000;
static_assert(kLeavesToStopAt + 8 * kCells <= kMaxLeaves, "what is written passes the check");

constexpr std::array<std::array<int, 3>, 6> kRowOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

void append_numbers(std::string& text, std::string_view name, const auto& numbers) {
  text += name;
  for (const auto number : numbers) text += ' ' + std::to_string(number);
  text += '\n';
}

class Prover {
 public:
  Prover(const Problem& problem, std::int64_t score, const StopFlag& stop)
      : problem_(problem), score_(score), stop_(stop) {}

  // Appends the proof for the board; returns the best score that it leaves possible.
  std::int64_t prove(const BandBoard& board, const bound::CellNumbers& start, int depth,
                     std::string& text) {
    bound::CellNumbers multipliers = start;
    // What is known of a board to the reader of a proof: its clues, and nothing that takes logic.
    const bound::Words words = words_of(board);
    const std::int64_t bound = minimise(words, multipliers, depth == 0 ? 2000 : 60);
    const bool give_up = is_stopped(stop_) || leaves_ >= kLeavesToStopAt;
    const int cell = bound <= score_ || give_up ? kCells : cell_to_split(board);
    if (cell == kCells) {
      ++leaves_;
      append_leaf(multipliers, text);
      return bound;
    }
    text += "split r" + std::to_string(cell / 9 + 1) + 'c' + std::to_string(cell % 9 + 1) + '\n';
    std::int64_t worst = kNoScore;
    for (int digit = 0; digit < 9; ++digit) {
      BandBoard child = board;
      assign(child, cell, digit);
      worst = std::max(worst, prove(child, multipliers, depth + 1, text));
    }
    return worst;
  }

 private:
  // A clue keeps its digit's templates out of the other cells of its units.
  static bound::Words words_of(const BandBoard& board) {
    bound::Words words;
    set_words(words, board);
    const sudoku::Bands open = open_cells(board);
    for (int lane = 0; lane < 27; ++lane) {
      for (int cell = 0; cell < kCells; ++cell) {
        if ((open[cell / 27] >> (cell % 27) & 1) != 0 || !is_candidate(board, cell, lane % 9)) {
          continue;
        }
        for (int other = lane / 9 * 27; other < lane / 9 * 27 + 27; ++other) {
          if (other != cell && (other / 9 == cell / 9 || other % 9 == cell % 9 ||
                                sudoku::box_of(other) == sudoku::box_of(cell))) {
            words.lane[lane] &= ~(1U << (other % 27));
          }
        }
      }
    }
    return words;
  }

  // Lowers the bound step by step; returns the score it allows, multipliers at their best.
  std::int64_t minimise(const bound::Words& words, bound::CellNumbers& multipliers, int max_steps) {
    constexpr std::int64_t kAnything = std::numeric_limits<std::int64_t>::min() / 4;
    const std::int64_t goal = problem_.scale.scaled_integer(score_ + 1);
    const auto evaluate = [&](int) -> std::optional<std::int64_t> {
      problem_.kernel->evaluate(problem_.gains, words, multipliers, kAnything, evaluation_);
      if (problem_.scale.highest_integer(evaluation_.bound) <= score_) return std::nullopt;
      return goal;
    };
    // Without the returns some proofs take twice the leaves.
    minimise_bound(problem_, {.max_steps = max_steps, .returns_to_best = true}, multipliers,
                   evaluation_, evaluate);
    return problem_.scale.is_exact() ? problem_.scale.highest_integer(evaluation_.bound)
                                     : exact_bound(words, multipliers);
  }

  // What the reader will find for weights so large that scaled ones are rounded.
  std::int64_t exact_bound(const bound::Words& words, const bound::CellNumbers& multipliers) const {
    constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min() / 64;
    std::int64_t sum = problem_.reduction.constant;
    for (int cell = 0; cell < kCells; ++cell) sum += multiplier_of(multipliers, cell);
    for (int digit = 1; digit <= 9; ++digit) {
      std::array<std::array<std::int64_t, 27>, 3> best{};
      for (int band = 0; band < 3; ++band) {
        for (int k = 0; k < 27; ++k) {
          std::int64_t& place = best[static_cast<std::size_t>(band)][static_cast<std::size_t>(k)];
          place = kNone;
          for (const auto& rows : kRowOrders) {
            const std::array<int, 3> columns{k % 3, 3 + k / 3 % 3, 6 + k / 9};
            std::int64_t worth = 0;
            for (std::size_t box = 0; box < 3; ++box) {
              const int cell = 27 * band + 9 * rows[box] + columns[box];
              const bool possible = (words.lane[9 * band + digit - 1] >> (cell % 27) & 1) != 0;
              worth += possible ? std::int64_t{digit} * problem_.reduction.weights[cell] -
                                      multiplier_of(multipliers, cell)
                                : kNone;
            }
            place = std::max(place, worth);
          }
        }
      }
      std::int64_t most = kNone;
      for (int x = 0; x < 27; ++x) {
        for (int y = 0; y < 27; ++y) {
          if (x % 3 == y % 3 || x / 3 % 3 == y / 3 % 3 || x / 9 == y / 9) continue;
          const int z =
              3 - x % 3 - y % 3 + 3 * (3 - x / 3 % 3 - y / 3 % 3) + 9 * (3 - x / 9 - y / 9);
          most = std::max(most, best[0][static_cast<std::size_t>(x)] +
                                    best[1][static_cast<std::size_t>(y)] +
                                    best[2][static_cast<std::size_t>(z)]);
        }
      }
      if (most <= kNone / 2) return kNoScore;
      sum += most;
    }
    return sum;
  }

  // For reduced weights, in units of the reader's scale.
  std::int64_t multiplier_of(const bound::CellNumbers& multipliers, int cell) const {
    return problem_.scale.in_units(multipliers[cell]) +
           5 * problem_.scale.per_score() * std::int64_t{problem_.reduction.weights[cell]};
  }

  // The open cell whose digits cost the bound most; kCells if no cell is open.
  int cell_to_split(const BandBoard& board) const {
    const sudoku::Bands open = open_cells(board);
    const std::int64_t slack = evaluation_.bound - problem_.scale.scaled_integer(score_ + 1) + 1;
    int best = kCells;
    double smallest = std::numeric_limits<double>::max();
    for (int cell = 0; cell < kCells; ++cell) {
      if ((open[cell / 27] >> (cell % 27) & 1) == 0) continue;
      double size = 0;
      for (int digit = 0; digit < 9; ++digit) {
        const int lane = 9 * (cell / 27) + digit;
        const std::int64_t loss =
            std::int64_t{evaluation_.best[lane]} - evaluation_.marginal[cell % 27][lane];
        size += loss >= slack ? 0 : 1 - static_cast<double>(loss) / static_cast<double>(slack);
      }
      if (size < smallest) {
        smallest = size;
        best = cell;
      }
    }
    return best;
  }

  // Good for the weights as given, too: row, column and box constants add the same to every
  // template of a digit.
  void append_leaf(const bound::CellNumbers& multipliers, std::string& text) const {
    text += "leaf";
    for (int cell = 0; cell < kCells; ++cell) {
      text += ' ' + std::to_string(multiplier_of(multipliers, cell));
    }
    text += '\n';
  }

  const Problem& problem_;
  const std::int64_t score_;
  const StopFlag& stop_;
  bound::Evaluation evaluation_;
  int leaves_ = 0;
};

}  // namespace

bool append_certificate(std::string& text, const Grid& puzzle, const Weights& weights,
                        Direction direction, const Solver& solver, Executor& executor,
                        const StopFlag& stop) {
  const Answer answer = solver.solve(puzzle, 1, executor, stop);
  if (answer.grids.empty()) {
    text += answer.status == Status::kUnsolvable ? "# unsolvable " : "# no solution found yet ";
    sudoku::append_cells(text, puzzle);
    text += '\n';
    return false;
  }
  const Problem& problem = solver.problem();
  const std::int64_t sign = direction == Direction::kMaximize ? 1 : -1;
  std::string proof;
  const std::int64_t bound =
      Prover(problem, sign * answer.score, stop).prove(board_of(puzzle), {}, 0, proof);
  text += "puzzled certificate 1\nboard ";
  sudoku::append_cells(text, puzzle);
  text += '\n';
  append_numbers(text, "weights", weights.cells);
  text += direction == Direction::kMaximize ? "direction maximize\n" : "direction minimize\n";
  text += "score " + std::to_string(answer.score) + "\ngrid ";
  sudoku::append_cells(text, answer.grids[0]);
  text += "\nbound " + std::to_string(sign * std::max(bound, sign * answer.score)) + "\nscale " +
          std::to_string(problem.scale.per_score()) + '\n' + proof + "end\n";
  return true;
}

}  // namespace puzzled::target
