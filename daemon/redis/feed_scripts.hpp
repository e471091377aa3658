// What a feeder has the server do in one step.
//
// A stream is a feeder's as long as `{S}:feed` is there: a hash with the random name of its run,
// the first number of its blocks, the next one, and a sign that is counted up every second. `next`
// is raised before blocks are added, and each has the field `run`, so that whoever takes the stream
// over knows what was the run's and removes nothing else. Whoever sees the sign
// stand still for a while takes the stream over. Numbers of a run are larger than all that came
// before, so that a result of another run is known by its number, and so is who came later: also by
// a server that was set back to an earlier state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/redis/connection.hpp"
#include "daemon/redis/keys.hpp"
#include "daemon/redis/reply.hpp"

namespace puzzled::redis {

/// How begin_run() went.
struct RunBegin {
  enum class Kind {
    kOurs,     ///< the stream is this run's, and has nothing of a feeder's in it
    kHeld,     ///< it is another run's
    kForeign,  ///< it has blocks or results that no feeder added
  };

  Kind kind = Kind::kOurs;
  std::uint64_t first = 0;    ///< kOurs: the number of the first block
  std::string sign{};         ///< kHeld: changes as long as the other is alive
  std::uint64_t blocks = 0;   ///< kForeign
  std::uint64_t results = 0;  ///< kForeign
};

/// Makes the stream this run's if it is nobody's, or if it is that of a run whose sign stands at
/// `dead_sign`; its blocks and results are removed then. REQUIRES: the group is there.
Outcome<RunBegin> begin_run(Connection& connection, const Keys& keys, std::string_view run,
                            std::string_view dead_sign);

enum class Hold {
  kHeld,   ///< the stream is this run's
  kAgain,  ///< the same; but the server had forgotten it, and may have forgotten blocks, too
  kLost,   ///< a later run has taken it over
};

/// A sign of life of this run, whose blocks have numbers from `first` to below `next`.
Outcome<Hold> hold_run(Connection& connection, const Keys& keys, std::string_view run,
                       std::uint64_t first, std::uint64_t next);

/// Appends a command that has the server note that numbers below `next` are of this run, before
/// their blocks are added.
void append_reserve(Connection& connection, const Keys& keys, std::string_view run,
                    std::uint64_t next);

/// Those of these blocks that are not in `in`.
Outcome<std::vector<std::uint64_t>> blocks_not_in_stream(Connection& connection, const Keys& keys,
                                                         const std::vector<std::uint64_t>& numbers);

/// Gives the stream back if it is this run's, without its blocks, whose numbers are from `first` to
/// below `next`, and their results.
Outcome<> end_run(Connection& connection, const Keys& keys, std::string_view run,
                  std::uint64_t first, std::uint64_t next);

/// Consumers of the group, and blocks that they have taken.
struct Takers {
  std::uint64_t consumers = 0;
  std::uint64_t taken = 0;
};

Outcome<Takers> takers(Connection& connection, const Keys& keys);

}  // namespace puzzled::redis
