#include "daemon/redis/reply.hpp"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <iterator>
#include <utility>

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
  if (word == "OOM") message += kWayOutOfFullMemory;
  if (word == "MOVED") message += " (of a cluster, name the server that has the stream)";
  return {passes ? Failure::Kind::kLater : Failure::Kind::kRefused, std::move(message)};
}

bool ReplyView::is_error() const {
  return reply_->type == REDIS_REPLY_ERROR;
}

std::string_view ReplyView::text() const {
  switch (reply_->type) {
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
    case REDIS_REPLY_ERROR:
      return {reply_->str, reply_->len};
    default:
      return {};
  }
}

std::int64_t ReplyView::number() const {
  return reply_->type == REDIS_REPLY_INTEGER ? reply_->integer : 0;
}

std::size_t ReplyView::size() const {
  return reply_->type == REDIS_REPLY_ARRAY ? reply_->elements : 0;
}

ReplyView ReplyView::operator[](std::size_t i) const {
  return ReplyView(reply_->element[i]);
}

std::optional<ReplyView> ReplyView::find(std::string_view name) const {
  for (std::size_t i = 0; i + 1 < size(); i += 2) {
    if ((*this)[i].text() == name) return (*this)[i + 1];
  }
  return std::nullopt;
}

void Reply::Free::operator()(redisReply* reply) const {
  ::freeReplyObject(reply);
}

}  // namespace puzzled::redis
