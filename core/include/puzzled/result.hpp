// A value, or the reason why there is none: how failures are reported that are expected, such as
// bad input and limits. Apart from the members of Result, no function of core throws anything but
// std::bad_alloc; what those on many threads may throw is said in <puzzled/parallel.hpp>.
//
//   const puzzled::Result<puzzled::Grid> grid = puzzled::Grid::parse(line);
//   if (!grid) std::cerr << grid.error().message << '\n';
//
//   use(puzzled::Grid::parse(line).value());  // or std::runtime_error
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace puzzled {

/// A reason for people: lower case, no full stop, names the thing concerned.
struct Error {
  std::string message;
};

/// True means success. `E` is Error, or says more than that.
///
/// REQUIRES: success, before the value is used, and failure, before error() is. (If not,
/// std::bad_variant_access is thrown.)
template <class T = std::monostate, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(E error) : state_(std::move(error)) {}
  Result() requires std::is_same_v<T, std::monostate>
  = default;

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  bool has_value() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const E& error() const { return std::get<E>(state_); }

  /// The value. Throws std::runtime_error with the message of the error if there is none.
  T& value() & { return checked(*this); }
  const T& value() const& { return checked(*this); }
  T&& value() && { return std::move(checked(*this)); }

 private:
  template <class Self>
  static auto& checked(Self& self) {
    if (!self) throw std::runtime_error(self.error().message);
    return *self;
  }

  std::variant<T, E> state_;
};

}  // namespace puzzled
