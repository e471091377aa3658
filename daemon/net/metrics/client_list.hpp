// The connected clients, as `GET /clients` lists them: who they are and what each uses. Nothing is
// kept of clients that have left.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

struct ListedClient {
  ClientAddress peer;               ///< the client's own, if a proxy has told it
  std::chrono::nanoseconds age{0};  ///< of the connection
  std::uint64_t in_flight = 0;      ///< requests accepted and not yet answered
  std::uint64_t bytes_held = 0;     ///< of requests and answers, as `buffers-total` counts them
  std::uint64_t requests = 0;       ///< lines taken so far
  std::uint64_t bytes_in = 0;       ///< received so far
  std::uint64_t bytes_out = 0;      ///< sent so far
};

/// Clients of some or of all I/O threads.
struct ClientList {
  /// The most clients that are listed, so that the text stays below 300 kB.
  static constexpr std::size_t kMaxListed = 1000;

  std::uint64_t connected = 0;  ///< all of them
  /// The I/O threads that have told theirs.
  std::size_t threads = 0;
  std::vector<ListedClient> clients;  ///< at most kMaxListed once fit() is called

  /// Keeps the kMaxListed clients that hold most bytes; of equal ones those with most requests in
  /// flight, then the oldest.
  void fit();

  /// Adds those of another thread.
  void append(ClientList&& more);
};

/// One JSON object with its line feed. `threads`: how many I/O threads there are; when not all have
/// told their clients in time, "complete" is false.
std::string clients_json(ClientList list, std::size_t threads);

}  // namespace puzzled::net
