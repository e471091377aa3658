// The best scores of a target Sudoku.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <puzzled/target.hpp>
#include <vector>

int main() {
  // The contest's weights, and the empty board.
  const puzzled::Grid empty;
  if (const auto best = puzzled::best_score(empty)) {
    std::cout << best->score << "  " << to_string(best->grid) << '\n';
  }

  // Weights of one's own: the first six digits, read as a number, as small as can be.
  puzzled::Weights weights{};
  for (std::size_t cell = 0, weight = 100'000; cell < 6; ++cell, weight /= 10) {
    weights[cell] = static_cast<std::int32_t>(weight);
  }
  const auto least = puzzled::best_score(empty, weights, puzzled::Goal::kMinimize);
  if (least && least->status == puzzled::BestStatus::kProven) {
    std::cout << least->score << "  " << to_string(least->grid) << '\n';
  }

  // Many boards with the same weights.
  std::vector<puzzled::Grid> boards(3);
  for (int row = 0; row < 3; ++row) {
    if (!boards[static_cast<std::size_t>(row)].set(row, 0, 9)) return 2;
  }
  if (const auto scores = puzzled::best_scores(boards)) {
    for (const puzzled::BestScore& best : *scores) {
      std::cout << best.score
                << (score_of(best.grid) == best.score ? " is right\n" : " is wrong\n");
    }
  }

  weights[80] = 2'000'000;
  if (const auto refused = puzzled::best_score(empty, weights); !refused) {
    std::cout << refused.error().message << '\n';
  }
}
