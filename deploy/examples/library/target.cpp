// The best scores of a target Sudoku.
#include <iostream>
#include <puzzled/target.hpp>

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
  const auto least = puzzled::best_score(empty, weights, {.goal = puzzled::Goal::kMinimize});
  if (least && least->status == puzzled::BestStatus::kProven) {
    std::cout << least->score << "  " << to_string(least->grid) << '\n';
  }

  weights[80] = 2'000'000;
  if (const auto refused = puzzled::best_score(empty, weights); !refused) {
    std::cout << refused.error().message << '\n';
  }
}
