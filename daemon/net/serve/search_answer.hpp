// Answers to searches: count, first, queens, target, cover, canon, rate and minimal, on the threads
// of a search pool.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/queens/engines.hpp"
#include "core/result.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/target_sudoku/solver.hpp"
#include "daemon/base/log/log.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/cover_problems.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "parallel/search_pool.hpp"

namespace puzzled::net {

/// What answers questions about one puzzle; for one thread at a time.
struct PuzzleTools {
  explicit PuzzleTools(const std::string& isa) : canonicalizer(isa), rater(isa), redundancy(isa) {}

  sudoku::Canonicalizer canonicalizer;
  sudoku::Rater rater;
  sudoku::RedundancyFinder redundancy;
};

/// As queens::plan_count().
using PlanCount = std::function<Result<std::shared_ptr<const queens::CountPlan>>(
    const queens::PlanOptions& options)>;

/// What searches have in common. Any number of threads may use one.
class SearchTools {
 public:
  /// REQUIRES: isa is empty, for the best, or one that there is.
  SearchTools(std::string isa, CoverProblems covers, PlanCount plan_count = queens::plan_count);

  const target::Solver& target() const { return target_; }
  const CoverProblems& covers() const { return covers_; }
  const std::string& isa() const { return isa_; }

  /// The plan of a count, made at the first call for that board and kept; an error if a thread
  /// would need more than kMaxMemory.
  Result<std::shared_ptr<const queens::CountPlan>> plan(int queens);

  /// Calls f(PuzzleTools&) with tools that nobody else has meanwhile; they are kept for later
  /// calls.
  template <class F>
  auto with_puzzle_tools(F f) {
    std::unique_ptr<PuzzleTools> tools = take_puzzle_tools();
    auto result = f(*tools);
    give_back(std::move(tools));
    return result;
  }

  static constexpr std::uint64_t kMaxMemory = std::uint64_t{256} << 20;
  /// What the cache and the frontier of a count of covers may use.
  static constexpr std::uint64_t kMaxCoverMemory = std::uint64_t{64} << 20;

 private:
  std::unique_ptr<PuzzleTools> take_puzzle_tools();
  void give_back(std::unique_ptr<PuzzleTools> tools);

  const std::string isa_;
  const CoverProblems covers_;
  const PlanCount plan_count_;
  const target::Solver target_;
  std::mutex mutex_;
  std::array<std::shared_ptr<const queens::CountPlan>, queens::kMaxQueens + 1> plans_;
  std::vector<std::unique_ptr<PuzzleTools>> idle_tools_;
};

/// Sets the answers of a batch of the kind kSearch, counting an error in `metrics`. A wrong count,
/// which is answered `error internal`, is told in `log`, which may be null.
void answer_search(RequestBatch& batch, SearchTools& tools, parallel::SearchSeat& seat,
                   std::chrono::nanoseconds limit, Metrics& metrics, Log* log);

/// How many lines of `solved`, the answers to a batch, are `timeout`.
std::uint64_t hard_lines(std::string_view solved);

/// Solves (or counts) the puzzles of a batch of the kind kStream to which `solved`, the answers to
/// its lines, has `timeout`, each within `limit`, and sets the answers.
void answer_hard_lines(RequestBatch& batch, const std::string& solved, parallel::SearchSeat& seat,
                       std::chrono::nanoseconds limit, Metrics& metrics);

/// Answers what is not solved because the daemon ends. (Nobody reads it if the client has left.)
void refuse_for_end(RequestBatch& batch, Metrics& metrics);

/// Counts answers to Sudoku lines.
void add_tally(const sudoku::Tally& tally, Metrics& metrics);

}  // namespace puzzled::net
