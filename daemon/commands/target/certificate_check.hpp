// `puzzled target --check`: certificates in, a verdict on each out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/target_sudoku/weights.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled::commands {

/// Writes a line for each certificate, with what it proves about which problem:
///
///     optimal SCORE tab BOARD tab DIRECTION tab WEIGHTS
///     valid: score S, bound B tab BOARD tab DIRECTION tab WEIGHTS
///     invalid REASON [tab BOARD tab DIRECTION tab WEIGHTS]
///
/// BOARD is 81 cells, WEIGHTS is `standard weights`, or `weights` and all 81 numbers: a shorter
/// form would be ambiguous. With `weights`, certificates for other weights are invalid. Reads at
/// most 256 MiB of an input, unpacked. Returns the exit status.
int check_certificates(const std::vector<std::string>& inputs,
                       const std::optional<target::Weights>& weights, Output& output, bool quiet,
                       const Interrupt& interrupt);

}  // namespace puzzled::commands
