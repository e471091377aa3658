#include "core/variants/text/puzzle_line.hpp"

#include "core/variants/text/fpuzzles/fpuzzles_reader.hpp"
#include "core/variants/text/iss/iss_reader.hpp"

namespace puzzled::variants {
namespace {

std::string_view without_spaces_around(std::string_view line) {
  constexpr std::string_view kSpaces = " \t\r";
  const std::size_t begin = line.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kSpaces) + 1 - begin);
}

/// Names begin with a capital behind a point, and small letters or `~` follow; cells have names,
/// too. Rows of cells do not look so, whatever their blanks.
bool is_iss(std::string_view line) {
  if (line.size() < 3 || line[0] != '.') return false;
  if (line.find("~R") != std::string_view::npos) return true;
  const bool has_name = line[1] >= 'A' && line[1] <= 'Z';
  return has_name && ((line[2] >= 'a' && line[2] <= 'z') || line[2] == '~');
}

/// A link, packed JSON (`{"` is `N4Ig`), or JSON whose cells are objects: other boards of JSON have
/// numbers.
bool is_fpuzzles(std::string_view line) {
  if (line.starts_with('{')) return line.find("\"grid\":[[{") != std::string_view::npos;
  if (line.starts_with("N4Ig")) return true;
  constexpr std::size_t kFront = 40;
  return (line.starts_with("http") || line.starts_with("www.") || line.starts_with("f-")) &&
         line.substr(0, kFront).find("f-puzzles.com/?load=") != std::string_view::npos;
}

}  // namespace

bool is_puzzle_line(std::string_view line) {
  line = without_spaces_around(line);
  return is_fpuzzles(line) || is_iss(line);
}

Result<Puzzle> read_puzzle_line(std::string_view line) {
  line = without_spaces_around(line);
  return is_fpuzzles(line) ? read_fpuzzles(line) : read_iss(line);
}

}  // namespace puzzled::variants
