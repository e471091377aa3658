// Counts the solutions of the N queens problem and shows the first: queens [N]
#include <cstdlib>
#include <iostream>
#include <puzzled/queens.hpp>

int main(int argc, char** argv) {
  const int queens = argc > 1 ? std::atoi(argv[1]) : 8;
  const auto count = puzzled::count_queens(queens);
  if (!count) {
    std::cerr << count.error().message << '\n';
    return 2;
  }
  std::cout << *count << " solutions\n";
  if (const auto fundamental = puzzled::count_fundamental_queens(queens)) {
    std::cout << *fundamental << " of them distinct up to rotation and reflection\n";
  }
  if (const auto first = puzzled::list_queens(queens, 2)) {
    for (const puzzled::QueenColumns& columns : *first) {
      for (const int column : columns) std::cout << column << ' ';
      std::cout << "(the queens' columns, row by row)\n";
    }
  }
}
