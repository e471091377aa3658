#include "core/cover/search/reduction.hpp"

#include <utility>

#include "core/cover/search/search.hpp"

namespace puzzled::cover::search {
namespace {

/// The options that leave every item one.
std::vector<std::uint32_t> possible_options(const Problem& problem, std::string_view isa) {
  const Matrices matrices(problem);
  Search search(matrices, isa);
  std::vector<std::uint32_t> options;
  for (std::uint32_t option = 0; option < problem.options(); ++option) {
    if (!search.apply(0, option).is_dead()) options.push_back(option);
  }
  return options;
}

Problem with_options(const Problem& problem, const std::vector<std::uint32_t>& options) {
  Problem rest(problem.primary_items(), problem.items() - problem.primary_items());
  for (const std::uint32_t option : options) {
    // They were right before.
    (void)rest.add_option(problem.option(option));
  }
  return rest;
}

}  // namespace

Reduced reduced(const Problem& problem, std::string_view isa) {
  std::vector<std::uint32_t> first = possible_options(problem, isa);
  std::size_t gone = problem.options() - first.size();
  Reduced now{gone == 0 ? problem : with_options(problem, first), std::move(first)};
  // Another round where a fiftieth or more went in the one before.
  while (gone * 50 > now.options.size()) {
    const std::vector<std::uint32_t> left = possible_options(now.problem, isa);
    gone = now.options.size() - left.size();
    if (gone == 0) break;
    std::vector<std::uint32_t> options;
    options.reserve(left.size());
    for (const std::uint32_t option : left) options.push_back(now.options[option]);
    now = {with_options(now.problem, left), std::move(options)};
  }
  return now;
}

}  // namespace puzzled::cover::search
