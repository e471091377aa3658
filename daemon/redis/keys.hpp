// The keys of a stream of blocks. The braces are a hash tag: in a cluster all are on one
// server, so that one script can use them together.
#pragma once

#include <string>
#include <string_view>

namespace puzzled::redis {

/// The one consumer group of `in`. A block that is finished is deleted, so there is none other.
inline constexpr std::string_view kGroup = "puzzled";

struct Keys {
  explicit Keys(const std::string& stream)
      : in('{' + stream + "}:in"),
        out('{' + stream + "}:out"),
        dead('{' + stream + "}:dead"),
        aside('{' + stream + "}:aside"),
        options('{' + stream + "}:options"),
        feed('{' + stream + "}:feed") {}

  std::string in;       ///< stream: blocks to be answered
  std::string out;      ///< stream: results
  std::string dead;     ///< stream: blocks that were given up
  std::string aside;    ///< `out`, while a late answer passes by; nobody ever sees it
  std::string options;  ///< hash: how blocks are answered, the same for all workers
  std::string feed;     ///< hash: whose stream it is, if it is a feeder's
};

}  // namespace puzzled::redis
