// Checks the answers of two programs to the same puzzles: every solution must be one, counts must
// be equal where both programs count, and where one program finds a solution, so must the other.
//
//   check_answers PUZZLES ANSWERS OTHER_ANSWERS
//
// Answers are lines. The last 81 digits in a row, if there are any, are the solution; a number at
// the beginning of the line is the count. The other program may also leave out what has no
// solution, or write head and foot lines.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tests/bench/puzzle_file.hpp"
#include "tests/core/validator.hpp"

namespace {

using puzzled::sudoku::Grid;
using puzzled::sudoku::kCells;
using MaybeGrid = std::optional<Grid>;

struct Answer {
  std::optional<std::uint64_t> count;
  MaybeGrid solution;

  bool is_solved() const { return solution || (count && *count > 0); }
};

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

/// The number that the line begins with, unless it is the cells of a solution.
std::optional<std::uint64_t> count_in(std::string_view line) {
  const std::string_view field = line.substr(0, line.find_first_of(" \t\r"));
  const char* const end = field.data() + field.size();
  std::uint64_t count = 0;
  const auto [stop, error] = std::from_chars(field.data(), end, count);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return count;
}

std::vector<Answer> read_answers(const char* path) {
  std::ifstream file(path);
  std::vector<Answer> answers;
  for (std::string line; std::getline(file, line);) {
    answers.push_back({.count = count_in(line), .solution = solution_in(line)});
  }
  return answers;
}

std::size_t count_solved(const std::vector<Answer>& answers) {
  return static_cast<std::size_t>(
      std::count_if(answers.begin(), answers.end(), [](const Answer& a) { return a.is_solved(); }));
}

/// `others` with one entry for each of ours; nothing when there is no telling which belongs where.
std::optional<std::vector<Answer>> lined_up(const std::vector<Answer>& others,
                                            const std::vector<Answer>& ours) {
  if (others.size() == ours.size()) return others;
  if (count_solved(others) != count_solved(ours)) return std::nullopt;
  std::vector<Answer> result(ours.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!ours[i].is_solved()) continue;
    while (!others[next].is_solved()) ++next;
    result[i] = others[next++];
  }
  return result;
}

bool is_right(const Answer& answer, const MaybeGrid& puzzle) {
  if (!answer.solution) return true;
  return puzzle && is_complete_and_legal(*answer.solution) && extends(*answer.solution, *puzzle);
}

bool agree(const Answer& ours, const Answer& other) {
  if (ours.count && other.count && *ours.count != *other.count) return false;
  return ours.is_solved() == other.is_solved();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: check_answers PUZZLES ANSWERS OTHER_ANSWERS\n", stderr);
    return 2;
  }
  const std::vector<MaybeGrid> puzzles = puzzled::bench::read_puzzles(argv[1]);
  const std::vector<Answer> ours = read_answers(argv[2]);
  if (ours.size() != puzzles.size()) {
    std::printf("%zu puzzles, but %zu answers\n", puzzles.size(), ours.size());
    return 1;
  }
  const std::optional<std::vector<Answer>> others = lined_up(read_answers(argv[3]), ours);
  if (!others) {
    std::puts("the other program's lines do not tell which puzzles they answer");
    return 1;
  }
  std::size_t wrong = 0;
  std::size_t different = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Answer& other = (*others)[i];
    const bool good =
        agree(ours[i], other) && is_right(ours[i], puzzles[i]) && is_right(other, puzzles[i]);
    different += good && ours[i].solution && other.solution && *ours[i].solution != *other.solution;
    if (!good && wrong++ < 10) std::printf("puzzle %zu: answers disagree or are wrong\n", i + 1);
  }
  std::printf("%zu puzzles, %zu solved; %zu answers disagree, %zu solutions differ but are right\n",
              puzzles.size(), count_solved(ours), wrong, different);
  return wrong > 0 ? 1 : 0;
}
