// Any bytes as the weights of parts, which is what `canon --split` reads: what is taken is what it
// says, and every key has a part.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/sudoku/tools/class_split.hpp"

using namespace puzzled::sudoku;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto weights = parse_split(text);
  if (!weights) return 0;
  if (weights->size() < 2 || weights->size() > kMaxSplitParts) std::abort();
  if (text.find_first_not_of("0123456789:") != std::string_view::npos) std::abort();
  std::string again;
  for (const std::uint32_t weight : *weights) {
    if (weight < 1 || weight > kMaxSplitWeight) std::abort();
    again += (again.empty() ? "" : ":") + std::to_string(weight);
  }
  if (*parse_split(again) != *weights) std::abort();
  for (std::uint64_t i = 0; i < 16; ++i) {
    if (part_of({.high = i * size, .low = ~i}, size, *weights) >= weights->size()) std::abort();
  }
  return 0;
}
