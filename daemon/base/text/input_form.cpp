#include "daemon/base/text/input_form.hpp"

#include "core/variants/text/puzzle_line.hpp"

namespace puzzled {

std::string_view refusal_of_rules(std::string_view line) {
  if (!variants::is_certain_puzzle_line(line)) return {};
  return "a board with rules of its own: only `puzzled solve` and the daemon take it";
}

}  // namespace puzzled
