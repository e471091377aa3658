// What searches share: engines, plans of counts, cover problems.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/queens/engines.hpp"
#include "core/result.hpp"
#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/target_sudoku/solver.hpp"
#include "daemon/net/verbs/cover_problems.hpp"

namespace puzzled::net {

/// The engines for one puzzle; for one thread at a time.
struct PuzzleTools {
  explicit PuzzleTools(const std::string& isa)
      : canonicalizer(isa), rater(isa), backtracks(isa), redundancy(isa), explainer(isa) {}

  sudoku::Canonicalizer canonicalizer;
  sudoku::Rater rater;
  sudoku::BacktracksRater backtracks;
  sudoku::RedundancyFinder redundancy;
  sudoku::explain::Explainer explainer;
};

/// As queens::plan_count().
using PlanCount = std::function<Result<std::shared_ptr<const queens::CountPlan>>(
    const queens::PlanOptions& options)>;

/// Thread-safe.
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

  /// Calls f(PuzzleTools&) with tools that no other thread uses meanwhile; they are kept for later
  /// calls.
  template <class F>
  auto with_puzzle_tools(F f) {
    std::unique_ptr<PuzzleTools> tools = take_puzzle_tools();
    auto result = f(*tools);
    give_back(std::move(tools));
    return result;
  }

  static constexpr std::uint64_t kMaxMemory = std::uint64_t{256} << 20;
  /// The memory limit of the cache and the frontier of a count of covers.
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

}  // namespace puzzled::net
