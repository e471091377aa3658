// Any bytes as the header of a NumPy array: what is taken has a shape and numbers that the reader
// knows, and headers that we write are taken as they are.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "core/npy_header.hpp"

using namespace puzzled;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto check = [](const Result<NpyBoards>& boards) {
    if (!boards) return;
    const std::size_t bytes = boards->cell_bytes;
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) std::abort();
    if (boards->rows > std::uint64_t{1} << 48) std::abort();
  };
  check(parse_npy_header(text));
  if (size >= kNpyBegin) {
    const std::optional<std::size_t> bytes = npy_header_bytes(text);
    if (bytes && *bytes < kNpyBegin) std::abort();
    if (bytes && *bytes <= size) check(parse_npy_header(text.substr(0, *bytes)));
  }
  std::uint64_t rows = 0;
  std::memcpy(&rows, data, std::min(size, sizeof rows));
  rows >>= 16;
  const std::string header = npy_header(rows, 81);
  if (header.size() != kNpyHeaderBytes || npy_header_bytes(header) != kNpyHeaderBytes) std::abort();
  if (parse_npy_header(header)->rows != rows) std::abort();
  return 0;
}
