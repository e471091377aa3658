// Solutions as text.
#pragma once

#include <span>
#include <string>

namespace puzzled::queens {

enum class SolutionForm {
  kLine,   ///< `2 4 6 1 3 5`: the column of each row's queen
  kBoard,  ///< rows of `. Q . . . .`
  kJson,   ///< `{"columns":[2,4,6,1,3,5]}`
};

/// Adds a solution, `columns` from 1, and its line end.
void append_solution(std::string& text, std::span<const int> columns, SolutionForm form);

}  // namespace puzzled::queens
