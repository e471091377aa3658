#include "daemon/redis/failure.hpp"

#include <algorithm>
#include <iterator>

namespace puzzled::redis {
namespace {

// First words of errors that a server gives for a while: it starts, fails over, is full, cannot
// write its files, runs a long script, waits for its replicas. NOGROUP: somebody has deleted all,
// which whoever connects makes anew. Those of a cluster say that the stream is, or will be, on
// another server.
constexpr std::string_view kPassing[] = {
    "LOADING",    "MASTERDOWN", "READONLY",    "OOM",      "MISCONF", "BUSY", "UNBLOCKED",
    "NOREPLICAS", "NOGROUP",    "CLUSTERDOWN", "TRYAGAIN", "MOVED",   "ASK"};

}  // namespace

Failure failure_of(std::string_view server_error) {
  const std::string_view word = server_error.substr(0, server_error.find(' '));
  const bool passes =
      std::find(std::begin(kPassing), std::end(kPassing), word) != std::end(kPassing);
  std::string message = "the server says: " + std::string(server_error);
  if (word == "MOVED") message += " (of a cluster, name the server that has the stream)";
  return {passes ? Failure::Kind::kLater : Failure::Kind::kRefused, std::move(message)};
}

}  // namespace puzzled::redis
