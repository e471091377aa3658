// The keys of a stream of blocks. The braces are a hash tag: in a cluster all are on one
// server, so that one script can use them together. And random names, by which workers and runs of
// a feeder are told apart.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace puzzled::redis {

/// The one consumer group of `in`. A block that is finished is deleted, so there is none other.
inline constexpr std::string_view kGroup = "puzzled";

/// So many random hexadecimal digits.
inline std::string random_hex(int digits) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string text;
  for (int i = 0; i < digits; ++i) text += kDigits[random() % 16];
  return text;
}

struct Keys {
  explicit Keys(const std::string& stream)
      : in('{' + stream + "}:in"),
        out('{' + stream + "}:out"),
        dead('{' + stream + "}:dead"),
        options('{' + stream + "}:options"),
        feed('{' + stream + "}:feed"),
        aside('{' + stream + "}:aside:" + random_hex(16)) {}

  std::string in;       ///< stream: blocks to be answered
  std::string out;      ///< stream: results
  std::string dead;     ///< stream: blocks that were given up
  std::string options;  ///< hash: how blocks are answered, the same for all workers
  std::string feed;     ///< hash: whose stream it is, if it is a feeder's
  std::string aside;    ///< `out`, while a late answer passes by; nobody else knows its name
};

}  // namespace puzzled::redis
