// Queens for C, and what belongs to no problem.
#include <algorithm>
#include <cstring>

#include "core/api/c_call.hpp"
#include "puzzled/puzzled.h"
#include "puzzled/queens.hpp"

namespace puzzled::c {
namespace {

static_assert(PUZZLED_MAX_COUNTED_QUEENS == kMaxCountedQueens);
static_assert(PUZZLED_MAX_LISTED_QUEENS == kMaxListedQueens);

thread_local char last_error[256] = "";

/// Errors within the range of a call mean that the machine, or we, made one.
puzzled_code code_of(int queens, int most) {
  return queens < 1 || queens > most ? PUZZLED_INVALID_ARGUMENT : PUZZLED_INTERNAL_ERROR;
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
    const auto solutions = puzzled::list_queens(queens, limit);
    if (!solutions) {
      return Failure{code_of(queens, PUZZLED_MAX_LISTED_QUEENS), solutions.error().message};
    }
    for (const puzzled::QueenColumns& solution : *solutions) {
      columns = std::ranges::copy(solution, columns).out;
    }
    *found = solutions->size();
    return std::nullopt;
  });
}
