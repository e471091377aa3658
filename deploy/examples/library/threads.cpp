// The long calls on many threads, and how to stop them: threads [THREADS]
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <puzzled/parallel.hpp>
#include <string>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 0;  // 0: one for each processor

  std::vector<puzzled::Grid> puzzles;
  for (std::uint64_t i = 0; i < 100; ++i) {
    if (const auto puzzle = puzzled::generate({.seed = 1}, i)) puzzles.push_back(*puzzle);
  }
  int unique = 0;
  for (const puzzled::Answer& answer : puzzled::solve_all(puzzles, threads)) {
    if (answer.status == puzzled::Answer::Status::kUnique) ++unique;
  }
  std::cout << unique << " puzzles with one solution\n";

  if (const auto count = puzzled::count_queens(14, threads)) {
    std::cout << *count << " ways to place 14 queens\n";
  }

  if (const auto best = puzzled::best_score(puzzled::Grid(), threads)) {
    std::cout << best->score << " is the best score of the empty board\n";
  }
  if (const auto scores = puzzled::best_scores(puzzles, threads)) {
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
  if (const auto count = puzzled::count_covers(dominoes, threads)) {
    std::cout << to_string(*count) << " ways to lay dominoes\n";
  }
  if (const auto best = puzzled::best_cover(dominoes, threads)) {
    std::cout << best->cost << " is the least cost\n";
  }

  // Any thread may set the flag.
  puzzled::StopFlag stop{false};
  std::thread impatient([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
  });
  const auto count = puzzled::count_queens(24, threads, &stop);
  std::cout << (count ? "counted" : count.error().message) << '\n';
  impatient.join();
  return puzzled::available_threads() > 0 ? 0 : 1;
}
