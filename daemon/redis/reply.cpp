#include "daemon/redis/reply.hpp"

#include <hiredis/hiredis.h>

namespace puzzled::redis {

bool ReplyView::is_error() const {
  return reply_->type == REDIS_REPLY_ERROR;
}

bool ReplyView::is_nil() const {
  return reply_->type == REDIS_REPLY_NIL;
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
