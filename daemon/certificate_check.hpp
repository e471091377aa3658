// `puzzled target --check`: certificates in, a verdict on each out.
#pragma once

#include <string>
#include <vector>

#include "daemon/interrupt.hpp"
#include "daemon/output.hpp"

namespace puzzled {

/// Writes a line for each certificate: `optimal SCORE`, `valid: score S, bound B`, or
/// `invalid REASON`. Returns the exit status.
int check_certificates(const std::vector<std::string>& inputs, Output& output, bool quiet,
                       const Interrupt& interrupt);

}  // namespace puzzled
