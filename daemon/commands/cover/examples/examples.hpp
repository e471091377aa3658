// Classic exact cover problems as text in Knuth's form: to try the engines on, and to learn from
// how to state a problem.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled::commands::examples {

struct Request;

struct Family {
  std::string_view name;         ///< with its parameters, such as `langford-N`
  std::string_view offered;      ///< one of the family, which shells offer
  std::string_view description;  ///< for help, with what the parameters may be
  Result<std::string> (*make)(const Request& request);
  unsigned min_n = 0;  ///< of families with one number
  unsigned max_n = 0;  ///< 0: `make` checks the parameters
};

std::span<const Family> families();

/// The text of an example, such as `langford-8`: at most about 100 MB. It begins with comments that
/// say what it is, and how many covers there are if that is known. `words`, one a line, is for word
/// rectangles.
Result<std::string> example(std::string_view name, std::string_view words = {});

}  // namespace puzzled::commands::examples
