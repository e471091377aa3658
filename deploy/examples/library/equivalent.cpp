// Generates a puzzle and shows equivalent ones.
#include <iostream>
#include <puzzled/sudoku.hpp>

int main() {
  const puzzled::Result<puzzled::Grid> made = puzzled::generate({.seed = 7, .minimal = true});
  if (!made) {
    std::cerr << made.error().message << '\n';
    return 2;
  }
  const puzzled::Grid puzzle = *made;
  std::cout << to_string(puzzle) << "  generated\n";
  std::cout << (puzzled::is_minimal(puzzle) ? "no clue is redundant\n"
                                            : "some clue is redundant\n");

  std::cout << "rating " << to_string(puzzled::rate(puzzle)) << '\n';

  // Equivalent puzzles look different, and have the same canonical form.
  const puzzled::Grid copy = puzzled::shuffle(puzzle, 1);
  std::cout << to_string(copy) << "  shuffled\n";
  const puzzled::Result<puzzled::Grid> form = puzzled::canonical(puzzle);
  const puzzled::Result<puzzled::Grid> form_of_copy = puzzled::canonical(copy);
  if (!form || !form_of_copy) return 1;
  std::cout << to_string(*form) << "  canonical\n";
  std::cout << (*form == *form_of_copy ? "equivalent\n" : "different\n");
}
