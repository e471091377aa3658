#include "daemon/commands/cover/examples/examples.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "daemon/commands/cover/examples/families.hpp"

namespace puzzled::commands::examples {
namespace {

constexpr Family kFamilies[] = {
    {"pentominoes-RxC", "pentominoes-6x10",
     "the twelve pentominoes on a board of 60 cells, or on 8x8 with a hole", make_pentominoes},
    {"polycubes-AxBxC", "polycubes-3x4x5", "the twelve solid pentominoes in a box of 60 cells",
     make_polycubes},
    {"soma", "soma", "Piet Hein's Soma cube", make_soma},
    {"dominoes-RxC", "dominoes-8x8", "dominoes on a board; with three numbers in a box",
     make_dominoes},
    {"aztec-N", "aztec-4", "dominoes on the Aztec diamond of order N", make_aztec, 1, 200},
    {"trominoes-RxC", "trominoes-6x6", "L-trominoes on a board", make_trominoes},
    {"tetrominoes-RxC", "tetrominoes-4x5", "tetrominoes, any number of each, on a board",
     make_tetrominoes},
    {"langford-N", "langford-8", "Langford's problem: two each of 1 to N, d numbers between two d",
     make_langford, 1, 1000},
    {"queens-N", "queens-8", "N queens that do not attack each other", make_queens, 1, 1000},
    {"queen-domination-NxK", "queen-domination-8x5",
     "K queens that guard a board of side N: an example of bounds", make_queen_domination},
    {"latin-N", "latin-5", "Latin squares", make_latin, 1, 100},
    {"sudoku-CELLS", "sudoku-4x4",
     "a Sudoku of 16, 36 or 81 cells in a line; 4x4, 6x6, 9x9: empty ones", make_sudoku},
    {"assignment-N", "assignment-10",
     "a column for each row, an example of costs: the cheapest and the dearest are known",
     make_assignment, 1, 1000},
    {"matchings-N", "matchings-10", "ways to pair off N people", make_matchings, 1, 1000},
    {"steiner-N", "steiner-9", "Steiner triple systems on N points", make_steiner, 3, 200},
    {"one-factorisations-N", "one-factorisations-8",
     "one-factorisations of the complete graph on N points", make_one_factorisations},
    {"words-RxC", "words-4x4", "rectangles of words from a list: colours are letters", make_words},
    {"macmahon-RxC", "macmahon-4x6", "MacMahon's 24 squares of three colours: matching edges",
     make_macmahon},
    {"colourings-RxCxK", "colourings-4x4x3",
     "colourings of a grid in K colours whose neighbours differ", make_colourings},
};

/// The name without its parameters: `one-factorisations`.
constexpr std::string_view stem_of(std::string_view family) {
  return family == "soma" ? family : family.substr(0, family.rfind('-'));
}

/// The numbers, joined by `x`, of `parameter`; empty if that is not what it is.
std::vector<unsigned> parse_sizes(std::string_view parameter) {
  std::vector<unsigned> sizes;
  const char* at = parameter.data();
  const char* const end = at + parameter.size();
  while (at != end) {
    unsigned size = 0;
    // (A leading zero would be a second name of the same example.)
    const bool is_number = *at >= '1' && *at <= '9';
    const auto [stop, error] = std::from_chars(at, end, size);
    if (!is_number || error != std::errc{}) return {};
    sizes.push_back(size);
    at = stop;
    if (at == end) return sizes;
    if (*at++ != 'x') return {};
  }
  return {};
}

Error unknown_example(std::string_view name) {
  std::string message = "no example '" + std::string(name) + "': there are";
  for (const Family& family : kFamilies) {
    message.append(&family == kFamilies ? " " : ", ").append(family.name);
  }
  return {message};
}

Result<std::string> make(const Family& family, const Request& request) {
  const bool has_n = family.max_n > 0;
  if (has_n &&
      (request.sizes.size() != 1 || request.n() < family.min_n || request.n() > family.max_n)) {
    return refused(request, "N has to be from " + std::to_string(family.min_n) + " to " +
                                std::to_string(family.max_n));
  }
  return family.make(request);
}

}  // namespace

std::span<const Family> families() {
  return kFamilies;
}

Result<std::string> example(std::string_view name, std::string_view words) {
  for (const Family& family : kFamilies) {
    const std::string_view stem = stem_of(family.name);
    if (!name.starts_with(stem)) continue;
    std::string_view parameter = name.substr(stem.size());
    if (!parameter.empty() && parameter[0] != '-') continue;
    parameter.remove_prefix(std::min<std::size_t>(parameter.size(), 1));
    return make(family, {name, parameter, parse_sizes(parameter), words});
  }
  return unknown_example(name);
}

}  // namespace puzzled::commands::examples
