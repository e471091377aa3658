// The exact cover problems that clients can ask about, by name.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/cover/problem.hpp"

namespace puzzled::net {

/// Read from files at the start, and never changed.
using CoverProblems = std::map<std::string, cover::Problem, std::less<>>;

}  // namespace puzzled::net
