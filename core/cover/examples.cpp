#include "core/cover/examples.hpp"

#include <algorithm>
#include <array>

#include "core/cover/examples/families.hpp"

namespace puzzled::cover {
namespace {

using Maker = Result<std::string> (*)(const examples::Request&);

// In the order of makers.
constexpr ExampleFamily kFamilies[] = {
    {"pentominoes-RxC", "the twelve pentominoes on a board of 60 cells, or on 8x8 with a hole"},
    {"polycubes-AxBxC", "the twelve solid pentominoes in a box of 60 cells"},
    {"soma", "Piet Hein's Soma cube"},
    {"dominoes-RxC", "dominoes on a board; with three numbers in a box"},
    {"aztec-N", "dominoes on the Aztec diamond of order N"},
    {"trominoes-RxC", "L-trominoes on a board"},
    {"tetrominoes-RxC", "tetrominoes, any number of each, on a board"},
    {"langford-N", "Langford's problem: two each of 1 to N, d numbers between two d"},
    {"queens-N", "N queens that do not attack each other"},
    {"queen-domination-NxK", "K queens that guard a board of side N: an example of bounds"},
    {"latin-N", "Latin squares"},
    {"sudoku-CELLS", "a Sudoku of 16, 36 or 81 cells in a line; 4x4, 6x6, 9x9: empty ones"},
    {"assignment-N",
     "a column for each row, an example of costs: the cheapest and the dearest are known"},
    {"matchings-N", "ways to pair off N people"},
    {"steiner-N", "Steiner triple systems on N points"},
    {"one-factorisations-N", "one-factorisations of the complete graph on N points"},
    {"words-RxC", "rectangles of words from a list: colours are letters"},
    {"macmahon-RxC", "MacMahon's 24 squares of three colours: matching edges"},
    {"colourings-RxCxK", "colourings of a grid in K colours whose neighbours differ"},
};

constexpr std::array<Maker, std::size(kFamilies)> kMakers = {
    examples::make_pentominoes,        examples::make_polycubes, examples::make_soma,
    examples::make_dominoes,           examples::make_aztec,     examples::make_trominoes,
    examples::make_tetrominoes,        examples::make_langford,  examples::make_queens,
    examples::make_queen_domination,   examples::make_latin,     examples::make_sudoku,
    examples::make_assignment,         examples::make_matchings, examples::make_steiner,
    examples::make_one_factorisations, examples::make_words,     examples::make_macmahon,
    examples::make_colourings,
};

/// The name without its parameters: `one-factorisations`.
constexpr std::string_view stem_of(std::string_view family) {
  return family == "soma" ? family : family.substr(0, family.rfind('-'));
}

Error unknown_example(std::string_view name) {
  std::string message = "no example '" + std::string(name) + "': there are";
  for (const ExampleFamily& family : kFamilies) {
    message.append(&family == kFamilies ? " " : ", ").append(family.name);
  }
  return {message};
}

}  // namespace

std::span<const ExampleFamily> example_families() {
  return kFamilies;
}

Result<std::string> example(std::string_view name, std::string_view words) {
  for (std::size_t i = 0; i < std::size(kFamilies); ++i) {
    const std::string_view stem = stem_of(kFamilies[i].name);
    if (!name.starts_with(stem)) continue;
    std::string_view parameter = name.substr(stem.size());
    if (!parameter.empty() && parameter[0] != '-') continue;
    parameter.remove_prefix(std::min<std::size_t>(parameter.size(), 1));
    return kMakers[i]({name, parameter, examples::parse_sizes(parameter), words});
  }
  return unknown_example(name);
}

}  // namespace puzzled::cover
