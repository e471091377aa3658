// Why something that was asked of a Redis server was not done, and whether to ask again.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/result.hpp"

namespace puzzled::redis {

struct Failure {
  enum class Kind {
    kLost,     ///< the connection is gone; what was asked may have been done or not
    kLater,    ///< the server cannot now: it loads its data, it is a replica, its memory is full
    kRefused,  ///< the same again would be refused again
  };

  Kind kind = Kind::kRefused;
  std::string message;
};

template <class T = std::monostate>
using Outcome = Result<T, Failure>;

/// What an error of the server means, such as `LOADING Redis is loading the dataset in memory`.
Failure failure_of(std::string_view server_error);

}  // namespace puzzled::redis
