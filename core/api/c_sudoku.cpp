// Sudoku for C.
#include <algorithm>

#include "core/api/c_call.hpp"
#include "puzzled/puzzled.h"
#include "puzzled/sudoku.hpp"

namespace puzzled::c {
namespace {

Result<Grid> read(const puzzled_grid& grid) {
  return Grid::from_digits(grid.digits);
}

/// All grids, or what is wrong with one of them.
Result<std::vector<Grid>> read_all(std::span<const puzzled_grid> grids) {
  std::vector<Grid> read_grids;
  read_grids.reserve(grids.size());
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const Result<Grid> grid = read(grids[i]);
    if (!grid) return Error{"puzzle " + std::to_string(i) + ": " + grid.error().message};
    read_grids.push_back(*grid);
  }
  return read_grids;
}

puzzled_grid to_c(const Grid& grid) {
  puzzled_grid result;
  std::ranges::copy(grid.digits(), result.digits);
  return result;
}

// Without a time limit and with a look for a second solution there are three kinds.
puzzled_answer to_c(const Answer& answer) {
  const puzzled_status status = answer.status == Answer::Status::kUnsolvable ? PUZZLED_UNSOLVABLE
                                : answer.status == Answer::Status::kUnique   ? PUZZLED_UNIQUE
                                                                             : PUZZLED_MULTIPLE;
  return {status, to_c(answer.solution)};
}

/// Runs the body with the grid as C++ has it. `to`: where a result goes.
template <class Body>
puzzled_code with_grid(const puzzled_grid* from, const void* to, const Body& body) noexcept {
  return call([&]() -> Outcome {
    if (from == nullptr || to == nullptr) return null_pointer();
    const Result<Grid> grid = read(*from);
    if (!grid) return Failure{PUZZLED_INVALID_ARGUMENT, grid.error().message};
    return body(*grid);
  });
}

}  // namespace
}  // namespace puzzled::c

using namespace puzzled::c;

puzzled_code puzzled_parse(const char* text, puzzled_grid* grid) {
  return call([&]() -> Outcome {
    if (text == nullptr || grid == nullptr) return null_pointer();
    const auto parsed = puzzled::Grid::parse(text);
    if (!parsed) return Failure{PUZZLED_INVALID_TEXT, parsed.error().message};
    *grid = to_c(*parsed);
    return std::nullopt;
  });
}

puzzled_code puzzled_to_string(const puzzled_grid* grid, char text[PUZZLED_TEXT_SIZE]) {
  return with_grid(grid, text, [&](const puzzled::Grid& read) -> Outcome {
    *std::ranges::copy(puzzled::to_string(read), text).out = '\0';
    return std::nullopt;
  });
}

puzzled_code puzzled_check_clues(const puzzled_grid* puzzle) {
  return with_grid(puzzle, puzzle, [&](const puzzled::Grid& read) -> Outcome {
    const auto checked = puzzled::check_clues(read);
    if (!checked) return Failure{PUZZLED_CONFLICT, checked.error().message};
    return std::nullopt;
  });
}

puzzled_code puzzled_solve(const puzzled_grid* puzzle, puzzled_answer* answer) {
  return with_grid(puzzle, answer, [&](const puzzled::Grid& read) -> Outcome {
    *answer = to_c(puzzled::solve(read));
    return std::nullopt;
  });
}

puzzled_code puzzled_solve_all(const puzzled_grid* puzzles, size_t count, puzzled_answer* answers) {
  return call([&]() -> Outcome {
    if (count == 0) return std::nullopt;
    if (puzzles == nullptr || answers == nullptr) return null_pointer();
    const auto grids = read_all({puzzles, count});
    if (!grids) return Failure{PUZZLED_INVALID_ARGUMENT, grids.error().message};
    std::ranges::transform(puzzled::solve_all(*grids), answers,
                           [](const puzzled::Answer& answer) { return to_c(answer); });
    return std::nullopt;
  });
}

puzzled_code puzzled_count_solutions(const puzzled_grid* puzzle, uint64_t limit, uint64_t* count) {
  return with_grid(puzzle, count, [&](const puzzled::Grid& read) -> Outcome {
    *count = puzzled::count_solutions(read, limit).count;
    return std::nullopt;
  });
}

puzzled_code puzzled_canonical(const puzzled_grid* puzzle, puzzled_grid* form) {
  return with_grid(puzzle, form, [&](const puzzled::Grid& read) -> Outcome {
    const auto found = puzzled::canonical(read);
    if (!found) return Failure{PUZZLED_CONFLICT, found.error().message};
    *form = to_c(*found);
    return std::nullopt;
  });
}

puzzled_code puzzled_shuffle(const puzzled_grid* grid, uint64_t seed, uint64_t copy,
                             puzzled_grid* shuffled) {
  return with_grid(grid, shuffled, [&](const puzzled::Grid& read) -> Outcome {
    *shuffled = to_c(puzzled::shuffle(read, seed, copy));
    return std::nullopt;
  });
}

puzzled_code puzzled_is_minimal(const puzzled_grid* puzzle, int* is_minimal) {
  return with_grid(puzzle, is_minimal, [&](const puzzled::Grid& read) -> Outcome {
    *is_minimal = puzzled::is_minimal(read) ? 1 : 0;
    return std::nullopt;
  });
}

puzzled_code puzzled_rate(const puzzled_grid* puzzle, puzzled_rating* rating) {
  return with_grid(puzzle, rating, [&](const puzzled::Grid& read) -> Outcome {
    const puzzled::Rating found = puzzled::rate(read);
    *rating = {found.level, found.depth, found.phases};
    return std::nullopt;
  });
}

puzzled_code puzzled_generate(uint64_t seed, uint64_t index, int clues, int minimal,
                              puzzled_grid* puzzle) {
  return call([&]() -> Outcome {
    if (puzzle == nullptr) return null_pointer();
    puzzled::GenerateOptions options{.seed = seed, .minimal = minimal != 0};
    if (clues != 0) options.clues = clues;
    const auto made = puzzled::generate(options, index);
    if (!made) return Failure{PUZZLED_INVALID_ARGUMENT, made.error().message};
    *puzzle = to_c(*made);
    return std::nullopt;
  });
}
