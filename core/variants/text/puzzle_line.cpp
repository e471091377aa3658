#include "core/variants/text/puzzle_line.hpp"

#include "core/variants/text/iss/iss_reader.hpp"

namespace puzzled::variants {
namespace {

std::string_view without_spaces_around(std::string_view line) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t begin = line.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kSpaces) + 1 - begin);
}

}  // namespace

// ISS: names begin with a capital behind a point, and small letters follow; cells do not look so.
bool is_puzzle_line(std::string_view line) {
  line = without_spaces_around(line);
  if (line.size() < 3) return false;
  if (line.find('~') != std::string_view::npos) return true;
  return line[0] == '.' && line[1] >= 'A' && line[1] <= 'Z' && line[2] >= 'a' && line[2] <= 'z';
}

Result<Puzzle> read_puzzle_line(std::string_view line) {
  return read_iss(without_spaces_around(line));
}

}  // namespace puzzled::variants
