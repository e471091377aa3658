// Solutions in lexicographic order, written as they are found.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "daemon/files/output.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {

enum class SolutionForm {
  kLine,   ///< `2 4 6 1 3 5`: the column of each row's queen
  kBoard,  ///< rows of `. Q . . . .`, an empty line between boards
  kJson,   ///< `{"columns":[2,4,6,1,3,5]}`
};

/// Adds a solution, `columns` from 1, and its line end.
void append_solution(std::string& text, std::span<const int> columns, SolutionForm form);

/// Writes at most `limit` solutions; returns early, with kOk, once the program is asked to stop.
/// `written` counts them.
/// REQUIRES: 1 <= queens <= queens::kMaxWalkQueens.
Output::Status list_solutions(int queens, std::uint64_t limit, SolutionForm form, Output& output,
                              Interrupt& interrupt, std::uint64_t& written);

}  // namespace puzzled
