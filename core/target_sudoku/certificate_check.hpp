// Checks a certificate (its form: certificate.hpp) and trusts nothing: neither the engines nor
// their tables, nor the geometry of grid.hpp. Plain loops, slow and short.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled::target {

struct CheckedCertificate {
  std::string error;             ///< empty: all that it says is true; else what is not, one line
  std::uint32_t error_line = 0;  ///< counted from 1 at the beginning of the text
  std::int64_t score = 0;
  std::int64_t bound = 0;
  bool optimal = false;  ///< the bound equals the score
};

/// Checks the first certificate of `text` and takes it away, with the lines before it that are
/// blank or begin with `#`. `line` is the number of the text's first line, and afterwards of the
/// rest's.
CheckedCertificate check_certificate(std::string_view& text, std::uint32_t& line);

}  // namespace puzzled::target
