#include "core/cover/search/reduction.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "core/cover/search/search.hpp"

namespace puzzled::cover::search {
namespace {

// A round is worth its time where a fiftieth of the options or more goes. Few enough are looked at
// all; of more, so many at even distances are looked at first.
constexpr std::size_t kWorthwhileShare = 50;
constexpr std::size_t kSampled = 400;

/// The options that leave every item one.
std::vector<std::uint32_t> possible_options(const Problem& problem, std::string_view isa) {
  const Matrices matrices(problem);
  Search search(matrices, isa);
  const std::size_t count = problem.options();
  const auto is_possible = [&](std::size_t option) {
    return !problem.is_idle(option) &&
           !search.apply(0, static_cast<std::uint32_t>(option)).is_dead();
  };
  std::vector<std::uint32_t> options(count);
  std::iota(options.begin(), options.end(), 0U);
  if (count > 2 * kSampled) {
    std::size_t i = 0;
    while (i < kSampled && is_possible(i * count / kSampled)) ++i;
    if (i == kSampled) {
      std::erase_if(options, [&](std::uint32_t option) { return problem.is_idle(option); });
      return options;
    }
  }
  options.erase(std::remove_if(options.begin(), options.end(), std::not_fn(is_possible)),
                options.end());
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
  while (gone * kWorthwhileShare > now.options.size()) {
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
