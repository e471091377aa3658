// What of a request of `puzzled queens` says which boards are meant: files, squares, a torus.
#pragma once

#include <string>
#include <vector>

#include "core/queens/boards/board.hpp"
#include "core/result.hpp"

namespace puzzled::commands {

/// The arguments of the command, of which squares `r,c` are those of `--holes` or `--placed`.
struct QueensArguments {
  std::vector<std::string> words;
  std::vector<std::string> holes;
  std::vector<std::string> placed;
};

/// Finds the squares among the words of `given`. An error if both options were given, so that it is
/// not known which one a square belongs to.
Result<QueensArguments> read_arguments(QueensArguments given);

/// Whether the argument is no number of queens, but a file.
bool names_board_file(const std::string& argument);

/// The board of so many queens that `--torus`, `--holes` and `--placed` describe.
Result<queens::Board> read_board(int queens, bool is_torus, const QueensArguments& arguments);

}  // namespace puzzled::commands
