// The verb cover.
#include <algorithm>
#include <optional>

#include "core/cover/chosen_options.hpp"
#include "core/cover/engines.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "parallel/jobs/count_covers.hpp"

namespace puzzled::net {
namespace {

/// The names of the problems that there are, for people who asked for another.
std::string names_of(const CoverProblems& covers) {
  constexpr std::size_t kMaxBytes = 100;
  std::string names;
  for (const auto& [name, problem] : covers) {
    if (names.size() + name.size() > kMaxBytes) return names + ", ...";
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

}  // namespace

/// Which problems there are is not known here: a search for another is answered so.
void read_cover(std::string_view arguments, const RequestLimits&, Request& request) {
  const std::string_view name = take_word(arguments);
  if (name.empty()) return misused(request);
  request.search.problem = name;
  while (!arguments.empty()) {
    const auto option = take_number(arguments);
    if (!option || *option == 0) return misused(request);
    const std::uint64_t number = std::min<std::uint64_t>(*option, UINT32_MAX);
    request.search.options.push_back(static_cast<std::uint32_t>(number - 1));
  }
  request.kind = RequestKind::kSearch;
}

Answer cover_count(const SearchCall& call) {
  const CoverProblems& covers = call.tools.covers();
  const auto found = covers.find(call.request.problem);
  if (found == covers.end()) {
    return failed(ErrorCode::kBadRequest, covers.empty()
                                              ? "no cover problems are set up here"
                                              : "the cover problems are: " + names_of(covers));
  }
  const cover::Problem& problem = found->second;
  for (const std::uint32_t option : call.request.options) {
    if (option >= problem.options()) {
      return failed(ErrorCode::kBadRequest,
                    "the options are numbered from 1 to " + std::to_string(problem.options()));
    }
  }
  const std::optional<cover::Problem> rest = with_chosen(problem, call.request.options);
  if (!rest) return {"0"};
  const cover::CountOutcome outcome = parallel::count_covers(
      call.context, *rest, {.isa = call.tools.isa(), .memory = SearchTools::kMaxCoverMemory}, {},
      call.context.stop());
  if (outcome.count.has_overflowed()) {
    return failed(ErrorCode::kLimit, "the count has more than 512 bits");
  }
  if (outcome.status != cover::CountStatus::kComplete) {
    return stopped(call, "at least " + cover::to_text(outcome.count));
  }
  return {cover::to_text(outcome.count)};
}

/// The name alone: there may be many options.
std::string cover_argument(const SearchRequest& search) {
  return search.problem;
}

}  // namespace puzzled::net
