// Fails to compile where an internal header can be reached.
#include <puzzled/sudoku.hpp>

#if __has_include("core/result.hpp") || __has_include("result.hpp") || \
                                                      __has_include("puzzled/core/result.hpp")
#error "internal headers can be reached"
#endif

int main() {
  return puzzled::solve(puzzled::Grid()).status == puzzled::Answer::Status::kMultiple ? 0 : 1;
}
