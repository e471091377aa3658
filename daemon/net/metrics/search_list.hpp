// The searches that run and those that wait, as `GET /searches` lists them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "daemon/net/verbs/request.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

/// What monitoring shows of a search.
struct SearchSubject {
  /// Of `solve`: Sudoku lines that take long, `request.most` of them.
  SearchRequest request;
  ClientAddress client;
};

/// The request without its verb, as it stands on a line of the protocol: `18`, `100 53..7…`; of
/// lines that take long, their number. At most kMaxArgumentBytes of printable ASCII characters.
std::string argument_of(const SearchRequest& request);
inline constexpr std::size_t kMaxArgumentBytes = 128;

struct SearchList {
  /// The most searches that are listed, the oldest first.
  static constexpr std::size_t kMaxListed = 100;

  struct Running {
    std::uint64_t id = 0;                          ///< by which it can be cancelled
    std::shared_ptr<const SearchSubject> subject;  ///< not null
    std::chrono::nanoseconds age{0};               ///< since it began to run
  };

  std::uint64_t running = 0;  ///< all of them
  std::uint64_t waiting = 0;  ///< for a thread
  std::vector<Running> searches;
};

/// One JSON object with its line feed. Without `details` it has the two counts alone.
std::string searches_json(const SearchList& list, bool details);

}  // namespace puzzled::net
