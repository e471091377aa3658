// The walk through solutions by bit sets.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/search/matrices.hpp"

namespace puzzled::cover::search {

/// See cover::walk(). REQUIRES: can_search(problem).
std::unique_ptr<SolutionWalk> walk_by_search(const Problem& problem, std::string_view isa,
                                             std::span<const std::uint32_t> prefix);

/// The same for many walks that share the matrices of a problem.
std::unique_ptr<SolutionWalk> walk_by_search(std::shared_ptr<const Matrices> matrices,
                                             std::string_view isa,
                                             std::span<const std::uint32_t> prefix);

}  // namespace puzzled::cover::search
