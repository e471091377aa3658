// Two switches that contradict each other.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled {

/// A switch, or a choice that is one of two ways to say what a switch says.
struct Switch {
  std::string_view option;  ///< name of the option that sets it
  bool& on;
};

/// If both are on: the one that was given as a flag turns off the one that was not, because flags
/// beat variables. An error if both are flags, or none is.
Result<> resolve_exclusive(const GivenValues& flags, Switch a, Switch b);

}  // namespace puzzled
