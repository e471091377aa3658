// What the functions for C have in common: no exception comes out, and the reason of a failure is
// kept.
#pragma once

#include <exception>
#include <new>
#include <optional>
#include <string_view>

#include "puzzled/puzzled.h"
#include "puzzled/sudoku.hpp"

namespace puzzled::c {

/// A failure with its code.
struct Failure {
  puzzled_code code;
  std::string message;
};

/// Fails as its caller does.
using Outcome = std::optional<Failure>;

/// Keeps the message for puzzled_last_error().
puzzled_code keep(puzzled_code code, std::string_view message) noexcept;

/// Runs the body of a function for C.
template <class Body>
puzzled_code call(const Body& body) noexcept {
  try {
    const Outcome outcome = body();
    return outcome ? keep(outcome->code, outcome->message) : PUZZLED_OK;
  } catch (const std::bad_alloc&) {
    return keep(PUZZLED_NO_MEMORY, "out of memory");
  } catch (const std::exception& fault) {
    return keep(PUZZLED_INTERNAL_ERROR, fault.what());
  } catch (...) {
    return keep(PUZZLED_INTERNAL_ERROR, "unknown exception");
  }
}

inline Failure null_pointer() {
  return {PUZZLED_INVALID_ARGUMENT, "a pointer is null"};
}

/// The result's value goes to `to`, or its error becomes a failure with this code.
template <class T, class To>
Outcome give(const Result<T>& result, puzzled_code code, To* to) {
  if (!result) return Failure{code, result.error().message};
  *to = *result;
  return std::nullopt;
}

}  // namespace puzzled::c
