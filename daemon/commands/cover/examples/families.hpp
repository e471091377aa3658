// The makers of the examples. Each checks what it is asked for.
#pragma once

#include <string>

#include "daemon/commands/cover/examples/example_text.hpp"

namespace puzzled::commands::examples {

/// What each of the functions below is.
using Maker = Result<std::string>(const Request& request);

// tilings.cpp
Maker make_pentominoes, make_polycubes, make_soma, make_dominoes, make_aztec, make_trominoes,
    make_tetrominoes;

// arrangements.cpp
Maker make_langford, make_queens, make_queen_domination, make_latin, make_sudoku, make_assignment;

// designs.cpp
Maker make_matchings, make_steiner, make_one_factorisations;

// colours.cpp
Maker make_words, make_macmahon, make_colourings;

}  // namespace puzzled::commands::examples
