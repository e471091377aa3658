// A value, or the reason why there is none: how every room reports failures that are expected (bad
// input, limits, files). True means success.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace puzzled {

/// A reason for people: lower case, no full stop, names the thing concerned.
struct Error {
  std::string message;
};

/// `E` is Error, or says more than that.
template <class T = std::monostate, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(E error) : state_(std::move(error)) {}
  Result() requires std::is_same_v<T, std::monostate>
  = default;

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const E& error() const { return std::get<E>(state_); }

 private:
  std::variant<T, E> state_;
};

}  // namespace puzzled
