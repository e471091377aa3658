// Any bytes as weights and as a certificate: nothing crashes, and good weights are what they say.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "core/target_sudoku/certificate_check.hpp"
#include "core/target_sudoku/weights.hpp"
#include "tests/core/certificate_lines.hpp"

using namespace puzzled::target;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto weights = parse_weights(text)) {
    std::string again;
    for (const std::int32_t weight : weights->cells) again += std::to_string(weight) + '\n';
    if (*parse_weights(again) != *weights) std::abort();
  }
  TextLines lines(text);
  std::uint64_t number = 0;
  while (const std::optional<CheckedCertificate> checked = check_certificate(lines)) {
    if (lines.number() <= number) std::abort();  // it would go on for ever
    number = lines.number();
    if (checked->error.empty() && !checked->problem) std::abort();
    if (checked->optimal && checked->score != checked->bound) std::abort();
  }
  return 0;
}
