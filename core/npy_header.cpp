#include "core/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace puzzled {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::size_t kMaxHeaderBytes = 4096;

std::string_view without_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \n"), text.size()));
}

/// What stands behind `'name':` in the text of a dictionary; empty if the name is not there.
std::string_view value_of(std::string_view dictionary, const std::string& name) {
  for (const char quote : {'\'', '"'}) {
    const std::string key = quote + name + quote;
    const std::size_t at = dictionary.find(key);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = without_blanks(dictionary.substr(at + key.size()));
    if (rest.starts_with(':')) return without_blanks(rest.substr(1));
  }
  return {};
}

/// The text up to the sign that closes what the first sign opens, both left out.
std::string_view inside(std::string_view value, std::string_view opening, char closing) {
  if (value.empty() || opening.find(value[0]) == std::string_view::npos) return {};
  const std::size_t end = value.find(closing == 0 ? value[0] : closing, 1);
  return end == std::string_view::npos ? std::string_view() : value.substr(1, end - 1);
}

/// The numbers of `3, 81` or `81,`; none if it is something else.
std::vector<std::uint64_t> numbers_of(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  for (text = without_blanks(text); !text.empty(); text = without_blanks(text)) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return {};
    numbers.push_back(number);
    text = without_blanks(text.substr(static_cast<std::size_t>(end - text.data())));
    if (text.starts_with(',')) {
      text.remove_prefix(1);
    } else if (!text.empty()) {
      return {};
    }
  }
  return numbers;
}

/// The bytes of a number in `<i8`, `>u2`, `|u1` and the like; nothing if it is no whole number.
std::optional<std::size_t> bytes_of(std::string_view type) {
  if (type.size() != 3 || (type[1] != 'u' && type[1] != 'i')) return std::nullopt;
  const auto bytes = static_cast<std::size_t>(type[2] - '0');
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return std::nullopt;
  if (bytes > 1 && type[0] != '<' && type[0] != '>') return std::nullopt;
  return bytes;
}

}  // namespace

std::string npy_header(std::uint64_t rows, std::uint32_t columns) {
  // The length of what follows these ten bytes has its low byte first.
  constexpr std::size_t kBegin = 10;
  constexpr std::size_t kText = kNpyHeaderBytes - kBegin;
  static_assert(kText < 256);
  std::string header(kMagic);
  header += '\x01';
  header += '\x00';
  header += static_cast<char>(kText);
  header += '\x00';
  header += "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
            std::to_string(columns) + "), }";
  header.resize(kNpyHeaderBytes - 1, ' ');
  return header + '\n';
}

std::optional<std::size_t> npy_header_bytes(std::string_view begin) {
  if (!begin.starts_with(kMagic)) return std::nullopt;
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(begin[at]));
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) return std::nullopt;
  std::size_t bytes = 10 + byte(8) + 256 * byte(9);
  if (version > 1) {
    if (byte(11) != 0) return std::nullopt;
    bytes = 12 + byte(8) + 256 * byte(9) + 65536 * byte(10);
  }
  if (bytes < kNpyBegin || bytes > kMaxHeaderBytes) return std::nullopt;
  return bytes;
}

Result<NpyBoards> parse_npy_header(std::string_view header) {
  const std::string_view dictionary = header.substr(std::min<std::size_t>(10, header.size()));
  const std::string_view type = inside(value_of(dictionary, "descr"), "'\"", 0);
  const std::string_view shape = inside(value_of(dictionary, "shape"), "(", ')');
  const std::string_view order = value_of(dictionary, "fortran_order");
  const std::optional<std::size_t> cell_bytes = bytes_of(type);
  if (!cell_bytes) {
    return Error{"a NumPy array that is not of whole numbers; store array.astype(numpy.uint8)"};
  }
  std::vector<std::uint64_t> sides = numbers_of(shape);
  const bool is_board =
      sides == std::vector<std::uint64_t>{81} || sides == std::vector<std::uint64_t>{9, 9};
  if (is_board) sides.insert(sides.begin(), 1);
  const bool has_boards = (sides.size() == 2 && sides[1] == 81) ||
                          (sides.size() == 3 && sides[1] == 9 && sides[2] == 9);
  if (!has_boards || sides[0] > (std::uint64_t{1} << 48)) {
    return Error{"a NumPy array whose shape is neither (n, 81) nor (n, 9, 9)"};
  }
  if (!order.starts_with("False")) {
    return Error{"a NumPy array in Fortran's order; store numpy.ascontiguousarray(array)"};
  }
  return NpyBoards{.rows = sides[0],
                   .cell_bytes = *cell_bytes,
                   .is_signed = type[1] == 'i',
                   .has_high_byte_first = type[0] == '>'};
}

}  // namespace puzzled
