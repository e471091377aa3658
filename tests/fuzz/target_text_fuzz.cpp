// Any bytes as weights and as a certificate: nothing crashes, and good weights are what they say.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/target_sudoku/certificate_check.hpp"
#include "core/target_sudoku/weights_text.hpp"

using namespace puzzled::target;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const WeightsText parsed = parse_weights(text);
  if (parsed.error.empty()) {
    std::string again;
    for (const std::int32_t weight : parsed.weights.of) again += std::to_string(weight) + '\n';
    if (parse_weights(again).weights != parsed.weights) std::abort();
  }
  std::string_view rest = text;
  std::uint32_t line = 1;
  check_certificate(rest, line);
  return 0;
}
