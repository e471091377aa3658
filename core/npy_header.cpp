#include "core/npy_header.hpp"

namespace puzzled {

std::string npy_header(std::uint64_t rows, std::uint32_t columns) {
  // The length of what follows these ten bytes has its low byte first.
  constexpr std::size_t kBegin = 10;
  constexpr std::size_t kText = kNpyHeaderBytes - kBegin;
  static_assert(kText < 256);
  std::string header = "\x93NUMPY";
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(kText);
  header += '\x00';
  header += "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
            std::to_string(columns) + "), }";
  header.resize(kNpyHeaderBytes - 1, ' ');
  return header + '\n';
}

}  // namespace puzzled
