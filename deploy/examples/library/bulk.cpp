// Millions of puzzles in the memory that they are in: bulk [THREADS]
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <puzzled/bulk.hpp>
#include <string>
#include <utility>
#include <vector>

// Each result says whether it is one, and if not, why.
template <class T>
T value_of(puzzled::Result<T> result) {
  if (result) return std::move(*result);
  std::cerr << result.error().message << '\n';
  std::exit(2);
}

int main(int argc, char** argv) {
  const puzzled::RunOptions run{.threads = argc > 1 ? std::atoi(argv[1]) : 0};

  // Rows are 81 bytes each: those of a file, an array of another library, or a vector.
  constexpr std::size_t kPuzzles = 2'000;
  std::vector<std::uint8_t> puzzles(kPuzzles * 81);
  value_of(puzzled::generate_rows(puzzles, {.seed = 3}, 0, run));

  std::vector<std::uint8_t> solutions(puzzles.size());
  value_of(puzzled::solve_rows(puzzles, solutions, true, run));
  std::cout << std::ranges::count(solutions, 0) << " cells without a digit\n";

  std::vector<puzzled::Rating> ratings(1000);
  value_of(puzzled::rate_rows({puzzles.data(), 81 * ratings.size()}, ratings, run));
  const auto hardest = std::ranges::max_element(ratings);
  std::cout << "the hardest of 1000 is number " << hardest - ratings.begin() << ", rating "
            << to_string(*hardest) << '\n';

  // Three equivalent copies of each are of one class, again.
  std::vector<std::uint8_t> copies(3 * puzzles.size());
  value_of(puzzled::shuffle_rows(puzzles, copies, 1, run));
  std::cout << value_of(puzzled::distinct_rows(copies, run)).size() << " classes\n";

  // A text, in any form that `puzzled solve` reads, and what that prints.
  std::string lines(kPuzzles * puzzled::kLineBytes, ' ');
  value_of(puzzled::format_rows(puzzles, lines, '.', run));
  std::string answers(lines.size(), ' ');
  const auto answered = value_of(puzzled::solve_text(lines, answers, {}, run));
  std::cout << answered.size << " bytes of answers, first\n" << answers.substr(0, 82);
  std::cout << value_of(puzzled::read_text(lines, {}, run)).size() << " puzzles in the text\n";

  // What is wrong is named by its row.
  puzzles[17 * 81 + 1] = 12;
  if (const auto refused = puzzled::solve_rows(puzzles, solutions); !refused) {
    std::cout << refused.error().message << '\n';
  }
}
