// The long calls on many threads, how far they are, and how to stop them: threads [THREADS]
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <puzzled/parallel.hpp>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  // 0: one for each processor.
  const puzzled::RunOptions run{.threads = argc > 1 ? std::atoi(argv[1]) : 0};

  std::vector<puzzled::Grid> puzzles;
  for (std::uint64_t i = 0; i < 100; ++i) {
    if (const auto puzzle = puzzled::generate({.seed = 1}, i)) puzzles.push_back(*puzzle);
  }
  if (const auto answers = puzzled::solve_all(puzzles, run)) {
    int unique = 0;
    for (const puzzled::Answer& answer : *answers) {
      if (answer.status == puzzled::Answer::Status::kUnique) ++unique;
    }
    std::cout << unique << " puzzles with one solution\n";
  }

  if (const auto count = puzzled::count_queens(14, run)) {
    std::cout << *count << " ways to place 14 queens\n";
  }

  if (const auto best = puzzled::best_score(puzzled::Grid(), run)) {
    std::cout << best->score << " is the best score of the empty board\n";
  }
  if (const auto scores = puzzled::best_scores(puzzles, run)) {
    std::cout << scores->front().score << " is that of the first puzzle\n";
  }

  // Dominoes on a chessboard: each covers two squares that touch.
  puzzled::CoverBuilder builder;
  const auto square = [](int row, int column) {
    return std::to_string(row) + ',' + std::to_string(column);
  };
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      if (!builder.primary(square(row, column))) return 2;
    }
  }
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const std::string here = square(row, column);
      const std::string below = square(row + 1, column);
      const std::string right = square(row, column + 1);
      if (row < 7 && !builder.option({here, below}, row)) return 2;
      if (column < 7 && !builder.option({here, right}, column)) return 2;
    }
  }
  const puzzled::CoverProblem dominoes = builder.build();
  if (const auto count = puzzled::count_covers(dominoes, run)) {
    std::cout << to_string(*count) << " ways to lay dominoes\n";
  }
  if (const auto best = puzzled::best_cover(dominoes, run)) {
    std::cout << best->cost << " is the least cost\n";
  }

  // Progress comes on this thread, 20 times a second; any thread may set the flag.
  puzzled::StopFlag stop{false};
  const auto enough = [&stop](double done) { stop = done < 0.5; };
  const auto count =
      puzzled::count_queens(24, {.threads = run.threads, .stop = &stop, .progress = enough});
  std::cout << (count ? "counted" : count.error().message) << '\n';
  return puzzled::available_threads() > 0 ? 0 : 1;
}
