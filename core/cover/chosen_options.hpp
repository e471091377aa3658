// The residual problem when some options are chosen beforehand.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/cover/problem.hpp"

namespace puzzled::cover {

/// The problem whose solutions are those of `problem` that contain the `chosen` options, without
/// these; its options are those compatible with all of them, renumbered. Nothing if the chosen
/// options are incompatible or one is given twice: then there is no solution.
/// REQUIRES: each of them is an option of `problem`.
std::optional<Problem> with_chosen(const Problem& problem, std::span<const std::uint32_t> chosen);

}  // namespace puzzled::cover
