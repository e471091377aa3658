#include "daemon/commands/cover/solution_list.hpp"

#include <span>
#include <string>

#include "parallel/jobs/list_covers.hpp"

namespace puzzled::commands {

CoverListResult list_covers(const cover::Problem& problem, const CoverListOptions& options,
                            const CoverSolutionText& text, Output& output,
                            parallel::Workers& workers, const StopFlag& stop) {
  CoverListResult result;
  const parallel::Listed listed = parallel::list_covers(
      workers, problem, options.engine, options.isa,
      {.limit = options.limit,
       .format = [&](std::string& to,
                     std::span<const std::uint32_t> solution) { text.append(to, solution); },
       .show =
           [&](std::string_view lines, std::uint64_t) {
             result.status = output.write(lines);
             return result.status == Output::Status::kOk;
           }},
      stop);
  result.written = listed.shown;
  result.is_complete = listed.is_complete;
  return result;
}

}  // namespace puzzled::commands
