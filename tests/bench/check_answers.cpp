// Checks the answers of two programs to the same puzzles: every solution must be one, and where one
// program finds a solution, so must the other.
//
//   check_answers PUZZLES ANSWERS OTHER_ANSWERS
//
// Answers are lines; the last 81 digits in a row, if there are any, are the solution. The other
// program may also leave out what has no solution, or write head and foot lines.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/validator.hpp"
#include "tests/bench/puzzle_file.hpp"

namespace {

using puzzled::sudoku::Grid;
using puzzled::sudoku::kCells;
using MaybeGrid = std::optional<Grid>;

MaybeGrid solution_in(std::string_view line) {
  MaybeGrid found;
  std::size_t digits = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    digits = line[at] >= '1' && line[at] <= '9' ? digits + 1 : 0;
    const bool run_ends = at + 1 == line.size() || line[at + 1] < '0' || line[at + 1] > '9';
    if (digits != kCells || !run_ends) continue;
    found.emplace();
    for (int cell = 0; cell < kCells; ++cell) {
      const std::size_t place = at + 1 - kCells + static_cast<std::size_t>(cell);
      (*found)[cell] = static_cast<std::uint8_t>(line[place] - '0');
    }
  }
  return found;
}

std::vector<MaybeGrid> read_answers(const char* path) {
  std::ifstream file(path);
  std::vector<MaybeGrid> answers;
  for (std::string line; std::getline(file, line);) answers.push_back(solution_in(line));
  return answers;
}

std::size_t solutions_in(const std::vector<MaybeGrid>& answers) {
  std::size_t count = 0;
  for (const MaybeGrid& answer : answers) count += answer ? 1 : 0;
  return count;
}

/// `others` with one entry for each of ours; nothing when there is no telling which belongs where.
std::optional<std::vector<MaybeGrid>> lined_up(const std::vector<MaybeGrid>& others,
                                               const std::vector<MaybeGrid>& ours) {
  if (others.size() == ours.size()) return others;
  if (solutions_in(others) != solutions_in(ours)) return std::nullopt;
  std::vector<MaybeGrid> result(ours.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!ours[i]) continue;
    while (!others[next]) ++next;
    result[i] = others[next++];
  }
  return result;
}

bool is_solution(const MaybeGrid& answer, const MaybeGrid& puzzle) {
  return puzzle && is_complete_and_legal(*answer) && extends(*answer, *puzzle);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: check_answers PUZZLES ANSWERS OTHER_ANSWERS\n", stderr);
    return 2;
  }
  const std::vector<MaybeGrid> puzzles = puzzled::bench::read_puzzles(argv[1]);
  const std::vector<MaybeGrid> ours = read_answers(argv[2]);
  if (ours.size() != puzzles.size()) {
    std::printf("%zu puzzles, but %zu answers\n", puzzles.size(), ours.size());
    return 1;
  }
  const std::optional<std::vector<MaybeGrid>> others = lined_up(read_answers(argv[3]), ours);
  if (!others) {
    std::puts("the other program's lines do not tell which puzzles they answer");
    return 1;
  }
  std::size_t wrong = 0;
  std::size_t different = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const MaybeGrid& other = (*others)[i];
    const bool good =
        ours[i].has_value() == other.has_value() &&
        (!ours[i] || (is_solution(ours[i], puzzles[i]) && is_solution(other, puzzles[i])));
    different += good && ours[i] != other ? 1 : 0;
    if (!good && wrong++ < 10) std::printf("puzzle %zu: answers disagree or are wrong\n", i + 1);
  }
  std::printf("%zu puzzles, %zu solved; %zu answers disagree, %zu solutions differ but are right\n",
              puzzles.size(), solutions_in(ours), wrong, different);
  return wrong > 0 ? 1 : 0;
}
