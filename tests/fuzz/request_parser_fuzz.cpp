// Any bytes from a client: nothing crashes, what is answered does not depend on how the bytes were
// cut into packets, and it is what each line by itself is answered.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/daemon/serve/echoed.hpp"
#include "tests/daemon/serve/parsed_batches.hpp"

using namespace puzzled::net;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::uint64_t lines_of(const std::vector<std::unique_ptr<RequestBatch>>& batches) {
  std::uint64_t lines = 0;
  for (const auto& batch : batches) lines += batch->lines;
  return lines;
}

void require_answers(std::vector<std::unique_ptr<RequestBatch>>& batches, const Echoed& expected) {
  const std::uint64_t lines = lines_of(batches);
  const Echoed found = echo(batches);
  require(found.text == expected.text);
  require(found.closed == expected.closed);
  // Nothing is answered that was not asked.
  std::uint64_t answers = 0;
  for (const char c : found.text) answers += c == '\n' ? 1 : 0;
  require(answers <= lines || found.closed);
}

/// Refusing changes the words of the answers, not their number.
void require_refusals(std::string_view text, const RequestLimits& limits, std::size_t answers) {
  std::size_t refused = 0;
  for (const auto& batch : cut_at_once(text, limits)) {
    refuse(*batch, ErrorCode::kBusy, "no");
    for (const char c : batch->answers.view()) refused += c == '\n' ? 1 : 0;
  }
  require(refused == answers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  std::string text(reinterpret_cast<const char*>(data + 3), size - 3);
  // Some of the inputs over and over: runs of lines are long, and fuzzers' inputs short.
  if (data[2] % 4 == 0) {
    for (int i = 0; i < data[2] / 16 && text.size() < 3000; ++i) text += '\n' + text;
  }
  const RequestLimits limits{.line_bytes = data[2] % 2 == 0 ? std::size_t{4096} : std::size_t{40},
                             .queens = 18,
                             .first = 1000};
  const Echoed expected = echo_plainly(text, limits);

  auto whole = cut_at_once(text, limits);
  require_answers(whole, expected);

  std::uint32_t state = data[0] + 256U * data[1];
  const auto next_size = [&state, largest = 1U + data[1]] {
    state = state * 1664525U + 1013904223U;
    return std::size_t{1} + (state >> 16U) % largest;
  };
  const std::uint64_t most = data[0] % 3 == 0 ? 1U + data[0] / 3 : UINT64_MAX;
  auto packets = cut_in_packets(text, limits, next_size, most);
  require_answers(packets, expected);

  std::size_t answers = 0;
  for (const char c : expected.text) answers += c == '\n' ? 1 : 0;
  require_refusals(text, limits, answers);
  return 0;
}
