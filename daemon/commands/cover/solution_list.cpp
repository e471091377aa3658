#include "daemon/commands/cover/solution_list.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/cover/links/links.hpp"
#include "parallel/cover_list.hpp"

namespace puzzled::commands {
namespace {

using Clock = std::chrono::steady_clock;

// So long one thread lists before others join, so that a first solution that is near comes at once.
constexpr std::chrono::milliseconds kAlone{100};
constexpr std::uint64_t kNodesBetweenWrites = 20'000;
// Enough for many threads, and few enough that the last one to end is short.
constexpr std::size_t kListedUnits = 512;
constexpr std::size_t kWriteBytes = 1 << 16;
// Solutions that are found slowly are shown at once, for people who watch.
constexpr std::chrono::milliseconds kLongestWait{50};

/// Cuts the first `lines` lines off.
std::string_view without_lines(std::string_view text, std::uint64_t lines) {
  for (; lines > 0; --lines) text.remove_prefix(text.find('\n') + 1);
  return text;
}

class CoverListRun {
 public:
  CoverListRun(const cover::Problem& problem, const CoverListOptions& options,
               const CoverSolutionText& text, Output& output, const StopFlag& stop)
      : problem_(problem), options_(options), text_(text), output_(output), stop_(stop) {}

  CoverListResult run(parallel::Workers& workers) {
    const bool has_others = workers.threads() > 1;
    list_alone(!has_others);
    if (has_others && goes_on()) list_together(workers);
    return result_;
  }

 private:
  bool goes_on() const {
    return !result_.is_complete && result_.status == Output::Status::kOk && !is_stopped(stop_);
  }

  void list_alone(bool to_the_end) {
    const std::unique_ptr<cover::SolutionWalk> walk =
        cover::walk(problem_, options_.engine, options_.isa);
    std::string lines;
    std::uint64_t solutions = 0;
    const Clock::time_point begin = Clock::now();
    Clock::time_point last_write{};
    while (goes_on() && (to_the_end || Clock::now() - begin < kAlone)) {
      switch (walk->next(kNodesBetweenWrites, stop_)) {
        case cover::SolutionWalk::Step::kSolution:
          text_.append(lines, walk->solution());
          ++solutions;
          result_.is_complete = result_.written + solutions == options_.limit;
          break;
        case cover::SolutionWalk::Step::kEnd:
          result_.is_complete = true;
          break;
        case cover::SolutionWalk::Step::kPaused:
          break;
      }
      if (lines.size() < kWriteBytes && Clock::now() - last_write < kLongestWait) continue;
      write_kept(lines, solutions);
      last_write = Clock::now();
    }
    write_kept(lines, solutions);
  }

  /// From the beginning, without what is written already.
  void list_together(parallel::Workers& workers) {
    // Of links, whose units hold every solution, in the order of all engines that list.
    const std::shared_ptr<const cover::CountPlan> plan =
        cover::plan_by_links(problem_, kListedUnits, stop_);
    std::uint64_t skipped = result_.written;
    const cover::Walks walks(problem_, options_.engine, options_.isa);
    const std::unique_ptr<cover::UnitSplitter> splitter = cover::split_by_links(problem_, stop_);
    const parallel::CoverListStages stages{
        .walk = [&walks](const cover::Unit& unit) { return walks.walk(unit.prefix); },
        .split = [&splitter](const cover::Unit& unit,
                             std::size_t units) { return splitter->split(unit, units); },
        .format = [this](std::string& to,
                         std::span<const std::uint32_t> options) { text_.append(to, options); },
        .show =
            [&](const std::string& text, std::uint64_t solutions) {
              const std::uint64_t old = std::min(skipped, solutions);
              skipped -= old;
              if (solutions > old) write(without_lines(text, old), solutions - old);
              return result_.status == Output::Status::kOk;
            }};
    parallel::list_covers(workers, plan->units(), options_.limit, stages, stop_);
    result_.is_complete = goes_on();
  }

  void write_kept(std::string& lines, std::uint64_t& solutions) {
    if (solutions == 0) return;
    write(lines, std::exchange(solutions, 0));
    lines.clear();
  }

  void write(std::string_view lines, std::uint64_t solutions) {
    result_.status = output_.write(lines);
    result_.written += solutions;
  }

  const cover::Problem& problem_;
  const CoverListOptions& options_;
  const CoverSolutionText& text_;
  Output& output_;
  const StopFlag& stop_;
  CoverListResult result_;
};

}  // namespace

CoverListResult list_covers(const cover::Problem& problem, const CoverListOptions& options,
                            const CoverSolutionText& text, Output& output,
                            parallel::Workers& workers, const StopFlag& stop) {
  return CoverListRun(problem, options, text, output, stop).run(workers);
}

}  // namespace puzzled::commands
