#include "core/variants/text/estimate_answer.hpp"

#include <charconv>
#include <cstdint>
#include <string_view>

#include "core/json_text.hpp"

namespace puzzled::variants {
namespace {

/// To six digits that count, which is more than an estimate has.
std::string six_digits_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::general, 6).ptr};
}

/// Time ran out before there was any interval.
bool is_unknown(const CountEstimate& estimate) {
  constexpr std::uint64_t kMinProbes = 100;
  return estimate.timed_out && estimate.probes < kMinProbes;
}

void append_json(std::string& text, const CountEstimate& estimate) {
  const bool is_counted = estimate.probes == 0;
  JsonObject object(text);
  object.text("status", is_unknown(estimate)      ? "timeout"
                        : estimate.solutions == 0 ? "unsolvable"
                                                  : "solved");
  if (!is_unknown(estimate)) {
    if (is_counted) object.count("count", static_cast<std::uint64_t>(estimate.solutions));
    object.number("probes", estimate.probes);
    object.member("solutions") += six_digits_of(estimate.solutions);
    object.member("solutions_error") += six_digits_of(estimate.error);
  }
  object.end();
  text += '\n';
}

}  // namespace

bool append_estimate(std::string& text, const CountEstimate& estimate, BoardStyle style,
                     const EstimateText& for_people) {
  if (style == BoardStyle::kJson) {
    append_json(text, estimate);
  } else if (is_unknown(estimate)) {
    text += "timeout\n";
  } else if (estimate.solutions == 0) {
    text += "unsolvable\n";
  } else if (style == BoardStyle::kLine || !for_people) {
    text += six_digits_of(estimate.solutions) + '\t' + six_digits_of(estimate.error) + '\t' +
            std::to_string(estimate.probes) + '\n';
  } else {
    text += for_people(estimate);
  }
  return is_unknown(estimate);
}

}  // namespace puzzled::variants
