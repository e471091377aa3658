// Queens for C, and what belongs to no problem.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/api/c_call.hpp"
#include "core/queens/text/board_reader.hpp"
#include "puzzled/puzzled.h"
#include "puzzled/queens.hpp"

namespace puzzled::c {
namespace {

static_assert(PUZZLED_MAX_COUNTED_QUEENS == kMaxCountedQueens);
static_assert(PUZZLED_MAX_LISTED_QUEENS == kMaxListedQueens);
static_assert(PUZZLED_MAX_CONSTRUCTED_QUEENS == kMaxConstructedQueens);
static_assert(PUZZLED_MAX_BOARD_ROWS == kMaxBoardRows);
static_assert(PUZZLED_MIN_GENERATED_ROWS == kMinGeneratedRows);
static_assert(PUZZLED_MAX_GENERATED_ROWS == kMaxGeneratedRows);

thread_local char last_error[256] = "";

/// Errors within the range of a call mean that the machine, or we, made one.
puzzled_code code_of(int queens, int most) {
  return queens < 1 || queens > most ? PUZZLED_INVALID_ARGUMENT : PUZZLED_INTERNAL_ERROR;
}

BoardEdges edges_of(int is_torus) {
  return is_torus != 0 ? BoardEdges::kTorus : BoardEdges::kOpen;
}

/// A text that is no board is the caller's fault, and so is a board that is too large to be
/// counted.
puzzled_code code_of(const char* board, BoardEdges edges) {
  const bool is_board = queens::read_board(board, edges == BoardEdges::kTorus).has_value();
  return is_board ? PUZZLED_INVALID_ARGUMENT : PUZZLED_INVALID_TEXT;
}

Outcome give_solutions(const Result<std::vector<QueenColumns>>& solutions, puzzled_code code,
                       int* columns, size_t* found) {
  if (!solutions) return Failure{code, solutions.error().message};
  for (const QueenColumns& solution : *solutions) {
    columns = std::ranges::copy(solution, columns).out;
  }
  *found = solutions->size();
  return std::nullopt;
}

}  // namespace

puzzled_code keep(puzzled_code code, std::string_view message) noexcept {
  const std::size_t size = std::min(message.size(), sizeof last_error - 1);
  std::memcpy(last_error, message.data(), size);
  last_error[size] = '\0';
  return code;
}

}  // namespace puzzled::c

using namespace puzzled::c;

const char* puzzled_last_error(void) {
  return last_error;
}

const char* puzzled_version(void) {
  return PUZZLED_VERSION;
}

puzzled_code puzzled_count_queens(int queens, uint64_t* count) {
  return call([&]() -> Outcome {
    if (count == nullptr) return null_pointer();
    return give(puzzled::count_queens(queens), code_of(queens, PUZZLED_MAX_COUNTED_QUEENS), count);
  });
}

puzzled_code puzzled_count_fundamental_queens(int queens, uint64_t* count) {
  return call([&]() -> Outcome {
    if (count == nullptr) return null_pointer();
    return give(puzzled::count_fundamental_queens(queens),
                code_of(queens, PUZZLED_MAX_COUNTED_QUEENS), count);
  });
}

puzzled_code puzzled_list_queens(int queens, size_t limit, int* columns, size_t* found) {
  return call([&]() -> Outcome {
    if (found == nullptr || (columns == nullptr && limit > 0)) return null_pointer();
    return give_solutions(puzzled::list_queens(queens, limit),
                          code_of(queens, PUZZLED_MAX_LISTED_QUEENS), columns, found);
  });
}

puzzled_code puzzled_has_queens(int queens, int* has_solution) {
  return call([&]() -> Outcome {
    if (has_solution == nullptr) return null_pointer();
    return give(puzzled::has_queens(queens), PUZZLED_INVALID_ARGUMENT, has_solution);
  });
}

puzzled_code puzzled_construct_queens(int queens, int* columns, size_t* found) {
  return call([&]() -> Outcome {
    if (columns == nullptr || found == nullptr) return null_pointer();
    const auto solution = puzzled::construct_queens(queens);
    if (!solution) return Failure{PUZZLED_INVALID_ARGUMENT, solution.error().message};
    std::ranges::copy(*solution, columns);
    *found = solution->empty() ? 0 : 1;
    return std::nullopt;
  });
}

puzzled_code puzzled_random_queens(int queens, uint64_t seed, size_t limit, int* columns,
                                   size_t* found) {
  return call([&]() -> Outcome {
    if (found == nullptr || (columns == nullptr && limit > 0)) return null_pointer();
    return give_solutions(puzzled::random_queens(queens, limit, seed), PUZZLED_INVALID_ARGUMENT,
                          columns, found);
  });
}

puzzled_code puzzled_count_queens_on(const char* board, int is_torus, uint64_t limit,
                                     uint64_t* count) {
  return call([&]() -> Outcome {
    if (board == nullptr || count == nullptr) return null_pointer();
    const puzzled::BoardEdges edges = edges_of(is_torus);
    return give(puzzled::count_queens_on(board, limit, edges), code_of(board, edges), count);
  });
}

puzzled_code puzzled_has_queens_on(const char* board, int is_torus, int* has_solution) {
  return call([&]() -> Outcome {
    if (board == nullptr || has_solution == nullptr) return null_pointer();
    const puzzled::BoardEdges edges = edges_of(is_torus);
    return give(puzzled::has_queens_on(board, edges), code_of(board, edges), has_solution);
  });
}

puzzled_code puzzled_list_queens_on(const char* board, int is_torus, size_t limit, int* columns,
                                    size_t* found) {
  return call([&]() -> Outcome {
    if (board == nullptr || found == nullptr || (columns == nullptr && limit > 0)) {
      return null_pointer();
    }
    const puzzled::BoardEdges edges = edges_of(is_torus);
    return give_solutions(puzzled::list_queens_on(board, limit, edges), code_of(board, edges),
                          columns, found);
  });
}

puzzled_code puzzled_generate_regions(int rows, uint64_t seed, size_t count, char* boards) {
  return call([&]() -> Outcome {
    if (boards == nullptr && count > 0) return null_pointer();
    const auto made = puzzled::generate_regions(rows, count, seed);
    if (!made) return Failure{PUZZLED_INVALID_ARGUMENT, made.error().message};
    for (const std::string& board : *made) {
      boards = std::ranges::copy(board, boards).out;
      *boards++ = '\0';
    }
    return std::nullopt;
  });
}
