// The engines, what problems each of them takes, and the one interface by which all of them count
// and list. Each engine has a folder or file of its own; README.md shows them on one example.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/cover/problem.hpp"
#include "core/cover/wide_count.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// `links` is the reference; `search`, `cache` and `frontier` are faster where they can be used.
enum class Engine { kAuto, kLinks, kSearch, kCache, kFrontier };

/// What an engine can do, by Engine. Every engine takes plain problems with secondary items and
/// counts their solutions.
struct Abilities {
  std::string_view name;
  bool colours;
  bool multiplicities;
  bool lists;  ///< shows the solutions
  bool parts;  ///< counts units of work: threads, parts of a cluster, checkpoints
};
inline constexpr Abilities kEngines[] = {
    {"auto", true, true, true, true},         {"links", true, true, true, true},
    {"search", true, false, true, true},      {"cache", true, false, false, true},
    {"frontier", false, false, false, false},
};

constexpr const Abilities& abilities(Engine engine) {
  return kEngines[static_cast<std::size_t>(engine)];
}

/// The engine of that name.
std::optional<Engine> find_engine(std::string_view name);

/// Why `engine` cannot count (`listing`: show) the solutions of `problem`; nothing if it can.
std::optional<Error> refusal(Engine engine, const Problem& problem, bool listing);

/// The approximate memory of counting or listing with `counters` at work at the same time, without
/// caches and frontiers.
std::uint64_t bytes_needed(const Problem& problem, Engine engine, unsigned counters);

/// How a count is to be done.
struct CountSettings {
  Engine engine = Engine::kAuto;
  std::string_view isa{};  ///< see simd::has_isa()
  /// Bytes that cache and frontier may use. Beyond it the frontier gives up, and a cache drops
  /// entries.
  std::uint64_t memory = std::uint64_t{512} << 20;
  unsigned counters = 1;  ///< of a plan, at work at the same time: they share the memory
  bool symmetry = true;   ///< count symmetric solutions once
  /// Of a plan: a search of fewer expected nodes is one unit.
  std::uint64_t min_work_to_cut = 0;
};

enum class CountStatus {
  kComplete,
  kStopped,  ///< by the stop flag
  kGaveUp,   ///< the engine reached its limit of memory or nodes
};

struct CountOutcome {
  WideCount count;  ///< a lower bound if not complete
  CountStatus status = CountStatus::kComplete;
  std::uint64_t nodes = 0;  ///< how often the engine chose an option, or visited a state
};

/// The number of solutions of `problem`, by one thread.
/// REQUIRES: no refusal().
CountOutcome count(const Problem& problem, const CountSettings& settings,
                   const StopFlag& stop = kNeverStop);

/// The same for a part that simplify() (core/cover/simplified.hpp) has made, which kAuto does not
/// simplify again.
CountOutcome count_part(const Problem& part, const CountSettings& settings,
                        const StopFlag& stop = kNeverStop);

/// Walks through the solutions, one after another; it can be left and continued at any time.
///
/// The order: branches on the primary item with the fewest live options (the first of them in item
/// order) and tries its options in the order in which they were added. With multiplicities see
/// links. Every engine that lists gives the same solutions in the same order.
class SolutionWalk {
 public:
  enum class Step {
    kSolution,  ///< solution() is the next one
    kEnd,       ///< there are no more
    kPaused,    ///< `max_nodes` were visited, or `stop` is set: next() goes on from there
  };

  virtual ~SolutionWalk() = default;

  /// Continues to the next solution.
  virtual Step next(std::uint64_t max_nodes = UINT64_MAX, const StopFlag& stop = kNeverStop) = 0;

  /// The options of the solution, in the order in which they were chosen; those of the prefix come
  /// first. Valid until the next call of next().
  virtual std::span<const std::uint32_t> solution() const = 0;
};

/// A walk through all solutions. `problem` must outlive it. REQUIRES: no refusal() for listing.
std::unique_ptr<SolutionWalk> walk(const Problem& problem, Engine engine,
                                   std::string_view isa = {});

/// Whether there is a solution; nothing if `stop` was set. REQUIRES: no refusal() for listing.
std::optional<bool> has_solution(const Problem& problem, Engine engine, std::string_view isa = {},
                                 const StopFlag& stop = kNeverStop);

namespace search {
struct Matrices;
}

/// Makes walks below many prefixes of one problem, which share read-only data. Thread-safe.
class Walks {
 public:
  /// `problem` must outlive this and its walks. REQUIRES: as for walk().
  Walks(const Problem& problem, Engine engine, std::string_view isa);

  /// A walk through the solutions that contain the options of `prefix` and that the walk through
  /// all would find below them. It may outlive this.
  /// REQUIRES: `prefix` is empty or the beginning of a path of that walk.
  std::unique_ptr<SolutionWalk> walk(std::span<const std::uint32_t> prefix) const;

 private:
  const Problem& problem_;
  std::string isa_;
  std::shared_ptr<const search::Matrices> matrices_;  // null: links walk
};

}  // namespace puzzled::cover
