#include "core/cover/frontier.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <variant>

#include "core/cover/frontier/layout.hpp"
#include "core/cover/frontier/order.hpp"
#include "core/cover/frontier/run.hpp"

namespace puzzled::cover {
namespace {

using frontier::Layout;
using frontier::MemoryBudget;
using frontier::Pause;
using frontier::Run;

/// One word more than the result has: coverings of a part may outnumber the solutions.
constexpr std::size_t kLargestCount = WideCount::kWords + 1;

WideCount overflowed_count() {
  WideCount count = UINT64_MAX;
  for (std::size_t i = 0; i < WideCount::kWords; ++i) count *= UINT64_MAX;
  return count;
}

template <std::size_t kCountWords>
WideCount to_wide(const frontier::Counter<kCountWords>& counter) {
  std::array<std::uint64_t, WideCount::kWords> words{};
  for (std::size_t i = 0; i < kCountWords; ++i) {
    if (i < words.size()) {
      words[i] = counter.words[i];
    } else if (counter.words[i] != 0) {
      return overflowed_count();
    }
  }
  return WideCount::from_words(words);
}

template <std::size_t kStateWords>
class CountOf final : public FrontierCount {
 public:
  CountOf(Layout layout, std::uint64_t max_memory)
      : layout_(std::move(layout)), budget_(max_memory) {
    if (!std::get<Small>(run_).begin(layout_, budget_)) give_up();
  }

  bool run(std::uint64_t max_steps, const StopFlag& stop) override {
    const std::uint64_t end = steps() + std::min(max_steps, UINT64_MAX - steps());
    while (!is_finished_) {
      const Pause pause = std::visit(
          [&](auto& run) { return run.run(layout_, budget_, end - std::min(end, steps()), stop); },
          run_);
      update();
      if (pause == Pause::kSteps) return false;
      if (pause == Pause::kDone) is_finished_ = true;
      if (pause == Pause::kNoMemory) give_up();
      if (pause == Pause::kTooNarrow) widen();
    }
    return true;
  }

  bool gave_up() const override { return gave_up_; }
  WideCount count() const override {
    if (has_overflowed_) return overflowed_count();
    return std::visit([](const auto& run) { return to_wide(run.count()); }, run_);
  }
  std::uint64_t states() const override { return states_; }
  std::uint64_t steps() const override { return steps_; }

 private:
  using Small = Run<kStateWords, 1>;
  using Middle = Run<kStateWords, 2>;
  using Large = Run<kStateWords, 4>;
  using Largest = Run<kStateWords, kLargestCount>;

  void update() {
    std::visit(
        [&](const auto& run) {
          states_ = run.states();
          steps_ = run.steps_done();
        },
        run_);
  }

  void give_up() {
    run_.template emplace<Small>();
    is_finished_ = true;
    gave_up_ = true;
  }

  void widen() {
    if (std::holds_alternative<Small>(run_)) {
      widen_to<Small, Middle>();
    } else if (std::holds_alternative<Middle>(run_)) {
      widen_to<Middle, Large>();
    } else if (std::holds_alternative<Large>(run_)) {
      widen_to<Large, Largest>();
    } else {
      has_overflowed_ = true;
      is_finished_ = true;
    }
  }

  template <class Narrow, class Wide>
  void widen_to() {
    Narrow narrow = std::move(std::get<Narrow>(run_));
    if (!run_.template emplace<Wide>().take(narrow, layout_, budget_)) give_up();
  }

  Layout layout_;
  MemoryBudget budget_;
  std::variant<Small, Middle, Large, Largest> run_;
  std::uint64_t states_ = 0;
  std::uint64_t steps_ = 0;
  bool is_finished_ = false;
  bool gave_up_ = false;
  bool has_overflowed_ = false;
};

/// For a layout that has more open items than a state can.
class TooWide final : public FrontierCount {
 public:
  bool run(std::uint64_t /*max_steps*/, const StopFlag& /*stop*/) override { return true; }
  bool gave_up() const override { return true; }
  WideCount count() const override { return {}; }
  std::uint64_t states() const override { return 0; }
  std::uint64_t steps() const override { return 0; }
};

std::unique_ptr<FrontierCount> make_count(Layout layout, std::uint64_t max_memory) {
  switch (layout.words) {
    case 1:
      return std::make_unique<CountOf<1>>(std::move(layout), max_memory);
    case 2:
      return std::make_unique<CountOf<2>>(std::move(layout), max_memory);
    case 4:
      return std::make_unique<CountOf<4>>(std::move(layout), max_memory);
    case 8:
      return std::make_unique<CountOf<8>>(std::move(layout), max_memory);
    default:
      return std::make_unique<TooWide>();
  }
}

}  // namespace

std::optional<Error> FrontierCount::refusal(const Problem& problem) {
  if (problem.has_colours()) return Error{"the frontier engine takes no colours"};
  if (problem.has_multiplicities()) return Error{"the frontier engine takes no multiplicities"};
  return std::nullopt;
}

std::unique_ptr<FrontierCount> FrontierCount::make(const Problem& problem,
                                                   std::uint64_t max_memory) {
  if (refusal(problem)) return nullptr;
  const FrontierOrder order = frontier_order(problem);
  auto count = make_count(frontier::make_layout(problem, order.items), max_memory);
  count->log2_width = order.log2_width;
  return count;
}

}  // namespace puzzled::cover
