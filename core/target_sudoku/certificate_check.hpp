// Checks a certificate (its form: certificate.hpp) and uses neither the engines nor their tables,
// nor the geometry of grid.hpp. It consists of short plain loops, and its work is bounded for any
// text: a proof has at most kMaxLeaves leaves, of 30 us each, and is 81 splits deep; numbers have
// 45 bits. Memory does not grow with the text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/line_source.hpp"

namespace puzzled::target {

/// A certificate with more is refused.
inline constexpr int kMaxLeaves = 25'000;

/// What a certificate is for.
struct CertifiedProblem {
  std::string board;  ///< 81 cells, `.` for blanks
  std::array<std::int64_t, 81> weights{};
  bool minimize = false;
};

struct CheckedCertificate {
  std::string error;             ///< empty: the certificate is valid; else what is wrong
  std::uint64_t error_line = 0;  ///< its line in the source
  std::optional<CertifiedProblem> problem{};  ///< always there without an error
  std::int64_t score = 0;
  std::int64_t bound = 0;
  bool optimal = false;  ///< the bound equals the score
};

/// Checks the next certificate; nothing if only blank lines and lines that begin with `#` are left.
/// Behind an error it is unknown where the next one begins.
std::optional<CheckedCertificate> check_certificate(LineSource& lines);

}  // namespace puzzled::target
