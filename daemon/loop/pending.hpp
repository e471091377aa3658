// Whether something goes on in a loop: a handler that waits, or a coroutine. Asio destroys a
// handler (and the coroutine behind it) that it has no memory to call, and nothing else tells of
// that.
#pragma once

#include <memory>
#include <utility>

namespace puzzled {

class Pending {
 public:
  /// Lives in the handler or coroutine, and says that it is over when it goes.
  class Token {
   public:
    explicit Token(std::shared_ptr<int> count) : count_(std::move(count)) { ++*count_; }
    Token(Token&&) noexcept = default;
    Token& operator=(Token&&) = delete;
    ~Token() { end(); }

    /// It is over now.
    void end() {
      if (count_ != nullptr) --*count_;
      count_ = nullptr;
    }

   private:
    std::shared_ptr<int> count_;  // where a loop outlives what goes on in it
  };

  Token begin() { return Token(count_); }
  bool is_active() const { return *count_ > 0; }

 private:
  std::shared_ptr<int> count_ = std::make_shared<int>(0);
};

}  // namespace puzzled
