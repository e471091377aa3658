#include "daemon/commands/queens/solution_list.hpp"

#include "parallel/jobs/queens.hpp"

namespace puzzled::commands {

Output::Status list_solutions(int queens, std::uint64_t limit, SolutionForm form, Output& output,
                              Interrupt& interrupt, std::uint64_t& written) {
  StopFlag stop = false;
  interrupt.set_stop_flag(&stop);
  Output::Status status = Output::Status::kOk;
  bool is_first = true;
  const parallel::Listed listed =
      parallel::list_queens(queens,
                            {.limit = limit,
                             .format =
                                 [&](std::string& text, std::span<const int> columns) {
                                   if (form == SolutionForm::kBoard && !is_first) text += '\n';
                                   is_first = false;
                                   append_solution(text, columns, form);
                                 },
                             .show =
                                 [&](std::string_view text, std::uint64_t) {
                                   status = output.write(text);
                                   return status == Output::Status::kOk;
                                 }},
                            stop);
  interrupt.set_stop_flag(nullptr);
  written = listed.shown;
  return status;
}

}  // namespace puzzled::commands
