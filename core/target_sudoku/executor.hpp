// Who does the work of one hard board: the interface behind which one thread or many search a tree,
// and the one for a single thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/target_sudoku/search.hpp"

namespace puzzled::target {

/// Steps of the bound at every node below the root: more make fewer but dearer nodes. Over 125 hard
/// weights 8 steps take a seventh more than 16, and 24 as much.
inline constexpr int kStepsPerNode = 16;

/// Takes the steps of a tree search, one node after another. One thread's.
class Expander {
 public:
  explicit Expander(const Problem& problem) : problem_(problem), searcher_(problem) {}

  /// Tightens `node` and adds what is left of it to `children`, the most promising last.
  void expand(Node& node, Bar& bar, std::vector<Node>& children);

  const Found& found() const { return searcher_.found(); }
  std::uint64_t nodes() const { return searcher_.nodes(); }

 private:
  // Some 0.5 ms: less is not worth a search.
  static constexpr std::int64_t kLeastCredit = 60'000;

  bool settle(const BandBoard& board, Bar& bar);

  const Problem& problem_;
  Searcher searcher_;
  std::int64_t credit_ = kLeastCredit;  // what quick searches may take, in places of layers
};

struct TreeResult {
  Found found;            ///< the best grid that reached the bar, if any did
  bool complete = false;  ///< nothing that reaches the bar was left unseen
  std::uint64_t nodes = 0;
};

class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Searches everything below `root` for grids that reach `bar`; ends early when one scores
  /// `enough`, or when `stop` is set. A complete result's score is the same however the work is
  /// spread; its grid is any with that score. REQUIRES: root's board is propagated and open.
  virtual TreeResult search_tree(const Problem& problem, const Node& root, std::int64_t bar,
                                 std::int64_t enough, const StopFlag& stop) = 0;
};

/// Depth first, on the calling thread.
class SerialExecutor final : public Executor {
 public:
  TreeResult search_tree(const Problem& problem, const Node& root, std::int64_t bar,
                         std::int64_t enough, const StopFlag& stop) override;

 private:
  std::vector<Node> waiting_;  // kept for its memory
};

}  // namespace puzzled::target
