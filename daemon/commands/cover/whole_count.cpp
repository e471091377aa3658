#include "daemon/commands/cover/whole_count.hpp"

#include <optional>

#include "core/cover/simplified.hpp"

namespace puzzled::commands {
namespace {

/// Smaller parts are counted before other threads have begun.
constexpr std::size_t kMinOptionsForThreads = 200;

class WholeCount {
 public:
  WholeCount(const CoverCountOptions& options, parallel::Workers& workers, StopFlag& stop,
             const std::function<bool()>& is_stopping)
      : options_(options), workers_(workers), stop_(stop), is_stopping_(is_stopping) {}

  Result<CoverCountResult> run(const cover::Problem& problem) {
    const cover::Simplified simplified = cover::simplify(problem, cover::Merge::kCounted, stop_);
    const cover::CountOutcome outcome = cover::count_parts(
        simplified, stop_, [this](const cover::Problem& part) { return count(part); });
    if (error_) return *error_;
    if (overflow_) return *overflow_;
    CoverCountResult result =
        count_result(outcome.count, outcome.status == cover::CountStatus::kComplete);
    result.nodes = outcome.nodes;
    return result;
  }

 private:
  cover::CountOutcome count(const cover::Problem& part) {
    if (part.options() < kMinOptionsForThreads) {
      return cover::count_part(part, options_.settings, stop_);
    }
    const Result<CoverCountResult> counted = CoverCountRun(part, options_, workers_, stop_).run();
    if (!counted) {
      error_ = counted.error();
      return {.count = {}, .status = cover::CountStatus::kGaveUp};
    }
    if (counted->overflow) {
      overflow_ = *counted;
      return {.count = counted->count, .status = cover::CountStatus::kGaveUp};
    }
    if (!counted->is_complete) {
      return {
          .count = counted->count, .status = cover::CountStatus::kStopped, .nodes = counted->nodes};
    }
    stop_.store(is_stopping_(), std::memory_order_relaxed);
    return {.count = counted->count, .nodes = counted->nodes};
  }

  const CoverCountOptions& options_;
  parallel::Workers& workers_;
  StopFlag& stop_;
  const std::function<bool()>& is_stopping_;
  std::optional<Error> error_;
  std::optional<CoverCountResult> overflow_;
};

}  // namespace

Result<CoverCountResult> count_whole(const cover::Problem& problem,
                                     const CoverCountOptions& options, parallel::Workers& workers,
                                     StopFlag& stop, const std::function<bool()>& is_stopping) {
  const bool is_simple = options.settings.engine == cover::Engine::kAuto &&
                         options.units.checkpoint == nullptr && !problem.has_multiplicities();
  if (is_simple) return WholeCount(options, workers, stop, is_stopping).run(problem);
  return CoverCountRun(problem, options, workers, stop).run();
}

}  // namespace puzzled::commands
