#include <utility>

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

CoverProblem::CoverProblem() : problem_(std::make_shared<const cover::Problem>(0)) {}

std::size_t CoverProblem::items() const {
  return problem_->items();
}

std::size_t CoverProblem::options() const {
  return problem_->options();
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
  return CoverProblem(
      std::make_shared<const cover::Problem>(std::move(state_->builder.build().problem)));
}

NumberedCoverBuilder::NumberedCoverBuilder(std::size_t primary, std::size_t secondary)
    : problem_(std::make_unique<cover::Problem>(primary, secondary)) {}
NumberedCoverBuilder::~NumberedCoverBuilder() = default;
NumberedCoverBuilder::NumberedCoverBuilder(NumberedCoverBuilder&&) noexcept = default;
NumberedCoverBuilder& NumberedCoverBuilder::operator=(NumberedCoverBuilder&&) noexcept = default;

Result<> NumberedCoverBuilder::bounds(std::size_t item, std::uint32_t lo, std::uint32_t hi) {
  return problem_->set_bounds(item, {lo, hi});
}

void NumberedCoverBuilder::reserve(std::size_t options, std::size_t elements) {
  problem_->reserve(options, elements);
}

Result<> NumberedCoverBuilder::option(std::span<const CoverElement> elements, std::int64_t cost) {
  std::vector<cover::Element> inner;
  inner.reserve(elements.size());
  for (const CoverElement& element : elements) inner.push_back({element.item, element.colour});
  return problem_->add_option(inner, cost);
}

CoverProblem NumberedCoverBuilder::build() && {
  return CoverProblem(std::shared_ptr<const cover::Problem>(std::move(problem_)));
}

Result<BigCount> count_covers(const CoverProblem& problem, const StopFlag* stop) {
  const cover::CountOutcome outcome =
      cover::count(problem.inner(), {}, stop != nullptr ? *stop : kNeverStop);
  if (outcome.status != cover::CountStatus::kComplete) return stopped_error();
  return checked_count(outcome.count);
}

CoverWalk::CoverWalk(const CoverProblem& problem)
    : problem_(problem), walk_(cover::walk(problem_.inner(), cover::Engine::kAuto)) {}
CoverWalk::~CoverWalk() = default;
CoverWalk::CoverWalk(CoverWalk&&) noexcept = default;
CoverWalk& CoverWalk::operator=(CoverWalk&&) noexcept = default;

CoverWalk::Step CoverWalk::next(std::uint64_t max_nodes, const StopFlag* stop) {
  switch (walk_->next(max_nodes, stop != nullptr ? *stop : kNeverStop)) {
    case cover::SolutionWalk::Step::kSolution:
      return Step::kSolution;
    case cover::SolutionWalk::Step::kEnd:
      return Step::kEnd;
    case cover::SolutionWalk::Step::kPaused:
      return Step::kPaused;
  }
  return Step::kEnd;
}

std::span<const std::uint32_t> CoverWalk::options() const {
  return walk_->solution();
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
  CoverWalk walk(problem);
  for (;;) {
    switch (walk.next(UINT64_MAX, stop)) {
      case CoverWalk::Step::kEnd:
        return true;
      case CoverWalk::Step::kPaused:
        return stopped_error();
      case CoverWalk::Step::kSolution:
        if (!visit(walk.options())) return false;
    }
  }
}

Result<BestCover> best_cover(const CoverProblem& problem, Goal goal, const StopFlag* stop) {
  if (const auto refused = cover::best_refusal(problem.inner())) return *refused;
  return public_outcome(
      cover::best(problem.inner(), direction_of(goal), stop != nullptr ? *stop : kNeverStop));
}

}  // namespace puzzled
