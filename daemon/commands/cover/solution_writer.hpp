// How the solutions of a problem are written: as lines, or as boards of a tiling.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/cover/text/problem_text.hpp"
#include "core/result.hpp"
#include "daemon/commands/cover/request.hpp"

namespace puzzled::commands {

/// Appends a solution, and its cost unless that is null. Any number of threads may call it.
using SolutionWriter =
    std::function<void(std::string&, const std::int64_t*, std::span<const std::uint32_t>)>;

/// The writer that the settings ask for. `text` is what `problem` was read from; both must outlive
/// it. The error says why the problem's solutions cannot be drawn.
Result<SolutionWriter> solution_writer(const CoverSettings& settings, std::string_view text,
                                       const cover::ReadProblem& problem);

}  // namespace puzzled::commands
