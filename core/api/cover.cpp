#include <utility>

#include "core/api/cover_access.hpp"
#include "core/api/search_result.hpp"
#include "core/cover/builder.hpp"
#include "core/cover/engines.hpp"
#include "core/stop.hpp"
#include "puzzled/cover.hpp"

namespace puzzled {
namespace {

Result<> check_name(std::string_view name) {
  if (name.find(':') == std::string_view::npos) return {};
  return Error{"the item '" + std::string(name) + "' has a colon: a colour comes behind it"};
}

Result<std::uint32_t> add_option(cover::Builder& builder, const auto& elements, std::int64_t cost) {
  const std::vector<cover::NamedElement> named(elements.begin(), elements.end());
  return builder.option(named, cost);
}

}  // namespace

std::string to_string(const BigCount& count) {
  return cover::to_text(cover::WideCount::from_words(count.words()));
}

CoverProblem CoverAccess::make(cover::Problem problem) {
  CoverProblem made;
  made.state_ = std::make_shared<const CoverProblem::State>(
      CoverProblem::State{.problem = std::move(problem)});
  return made;
}

CoverProblem::CoverProblem() : state_(std::make_shared<const State>()) {}

std::size_t CoverProblem::items() const {
  return state_->problem.items();
}

std::size_t CoverProblem::options() const {
  return state_->problem.options();
}

struct CoverBuilder::State {
  cover::Builder builder;
};

CoverBuilder::CoverBuilder() : state_(std::make_unique<State>()) {}
CoverBuilder::~CoverBuilder() = default;
CoverBuilder::CoverBuilder(CoverBuilder&&) noexcept = default;
CoverBuilder& CoverBuilder::operator=(CoverBuilder&&) noexcept = default;

Result<> CoverBuilder::primary(std::string_view name, std::uint32_t lo, std::uint32_t hi) {
  if (Result<> checked = check_name(name); !checked) return checked;
  return state_->builder.primary(name, lo, hi);
}

Result<> CoverBuilder::secondary(std::string_view name) {
  if (Result<> checked = check_name(name); !checked) return checked;
  return state_->builder.secondary(name);
}

Result<std::uint32_t> CoverBuilder::option(std::span<const std::string_view> elements,
                                           std::int64_t cost) {
  return add_option(state_->builder, elements, cost);
}

Result<std::uint32_t> CoverBuilder::option(std::span<const std::string> elements,
                                           std::int64_t cost) {
  return add_option(state_->builder, elements, cost);
}

CoverProblem CoverBuilder::build() const {
  return CoverAccess::make(state_->builder.build().problem);
}

Result<BigCount> count_covers(const CoverProblem& problem, const StopFlag* stop) {
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::refusal(cover::Engine::kAuto, inner, false)) return *refused;
  const cover::CountOutcome outcome = cover::count(inner, {}, stop != nullptr ? *stop : kNeverStop);
  if (outcome.status != cover::CountStatus::kComplete) return stopped_error();
  return checked_count(outcome.count);
}

Result<std::vector<CoverOptions>> list_covers(const CoverProblem& problem, std::size_t limit,
                                              const StopFlag* stop) {
  std::vector<CoverOptions> solutions;
  if (limit == 0) return solutions;
  const Result<bool> shown = for_each_cover(
      problem,
      [&](std::span<const std::uint32_t> options) {
        solutions.emplace_back(options.begin(), options.end());
        return solutions.size() < limit;
      },
      stop);
  if (!shown) return shown.error();
  return solutions;
}

Result<bool> for_each_cover(const CoverProblem& problem,
                            const std::function<bool(std::span<const std::uint32_t>)>& visit,
                            const StopFlag* stop) {
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::refusal(cover::Engine::kAuto, inner, true)) return *refused;
  const auto walk = cover::walk(inner, cover::Engine::kAuto);
  for (;;) {
    switch (walk->next(UINT64_MAX, stop != nullptr ? *stop : kNeverStop)) {
      case cover::SolutionWalk::Step::kEnd:
        return true;
      case cover::SolutionWalk::Step::kPaused:
        return stopped_error();
      case cover::SolutionWalk::Step::kSolution:
        if (!visit(walk->solution())) return false;
    }
  }
}

Result<BestCover> best_cover(const CoverProblem& problem, Goal goal, const StopFlag* stop) {
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::best_refusal(inner)) return *refused;
  return public_outcome(
      cover::best(inner, direction_of(goal), stop != nullptr ? *stop : kNeverStop));
}

}  // namespace puzzled
