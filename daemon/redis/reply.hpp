// What a Redis server replied: text, a number, nothing, an error, or a list of such; and why
// something that was asked of it was not done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.hpp"

struct redisReply;

namespace puzzled::redis {

/// A reply or a part of one, which must outlive it. A reply that is not of the kind that is asked
/// for reads as empty, 0 or without elements: servers of others are not trusted to keep to forms.
class ReplyView {
 public:
  explicit ReplyView(const redisReply* reply) : reply_(reply) {}

  bool is_error() const;
  /// Of a text, a status or an error.
  std::string_view text() const;
  std::int64_t number() const;

  std::size_t size() const;  ///< of a list
  /// REQUIRES: i < size().
  ReplyView operator[](std::size_t i) const;

  /// In a list of names and values by turns: the value of that name.
  std::optional<ReplyView> find(std::string_view name) const;

 private:
  const redisReply* reply_;
};

/// A whole reply, with all its parts.
class Reply {
 public:
  explicit Reply(redisReply* reply) : reply_(reply) {}

  ReplyView view() const { return ReplyView(reply_.get()); }
  ReplyView operator[](std::size_t i) const { return view()[i]; }
  std::size_t size() const { return view().size(); }
  std::string_view text() const { return view().text(); }
  std::int64_t number() const { return view().number(); }

 private:
  struct Free {
    void operator()(redisReply* reply) const;
  };
  std::unique_ptr<redisReply, Free> reply_;
};

/// Why something was not done, and whether to ask again.
struct Failure {
  enum class Kind {
    kLost,     ///< the connection is gone; what was asked may have been done or not
    kLater,    ///< the server cannot now: it loads its data, it is a replica, its memory is full
    kRefused,  ///< the same again would be refused again
  };

  Kind kind = Kind::kRefused;
  std::string message;
};

/// Behind what says that the server's memory is full.
inline constexpr std::string_view kWayOutOfFullMemory =
    " (raise its maxmemory, as in 'redis-cli CONFIG SET maxmemory 4gb', or take results and delete "
    "what nobody needs)";

template <class T = std::monostate>
using Outcome = Result<T, Failure>;

/// What an error of the server means, such as `LOADING Redis is loading the dataset in memory`.
Failure failure_of(std::string_view server_error);

}  // namespace puzzled::redis
