// The makers of the examples. Each checks what it is asked for.
#pragma once

#include <string>

#include "daemon/commands/cover/examples/example_text.hpp"

namespace puzzled::commands::examples {

// tilings.cpp
Result<std::string> make_pentominoes(const Request& request);
Result<std::string> make_polycubes(const Request& request);
Result<std::string> make_soma(const Request& request);
Result<std::string> make_dominoes(const Request& request);
Result<std::string> make_aztec(const Request& request);
Result<std::string> make_trominoes(const Request& request);
Result<std::string> make_tetrominoes(const Request& request);

// arrangements.cpp
Result<std::string> make_langford(const Request& request);
Result<std::string> make_queens(const Request& request);
Result<std::string> make_queen_domination(const Request& request);
Result<std::string> make_latin(const Request& request);
Result<std::string> make_sudoku(const Request& request);
Result<std::string> make_assignment(const Request& request);

// designs.cpp
Result<std::string> make_matchings(const Request& request);
Result<std::string> make_steiner(const Request& request);
Result<std::string> make_one_factorisations(const Request& request);

// colours.cpp
Result<std::string> make_words(const Request& request);
Result<std::string> make_macmahon(const Request& request);
Result<std::string> make_colourings(const Request& request);

}  // namespace puzzled::commands::examples
