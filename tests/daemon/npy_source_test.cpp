// NumPy arrays as input: headers of all versions, written by hand, numbers of all sizes, and what
// is wrong with others.
#include "daemon/base/files/npy_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/npy_header.hpp"

namespace puzzled {
namespace {

/// Gives some bytes at a time.
class PieceSource final : public ByteSource {
 public:
  PieceSource(std::string bytes, std::size_t piece) : bytes_(std::move(bytes)), piece_(piece) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    const std::size_t got = bytes_.copy(to, std::min(size, piece_), consumed_);
    consumed_ += got;
    return got;
  }
  bool ready() override { return true; }
  void cancel() override {}
  std::uint64_t consumed() const override { return consumed_; }

 private:
  const std::string bytes_;
  const std::size_t piece_;
  std::size_t consumed_ = 0;
};

/// All lines, and the error behind them in brackets.
std::string lines_of(const std::string& array, std::size_t piece = 1 << 20,
                     std::size_t wanted = 1000) {
  const auto source = open_npy(std::make_unique<PieceSource>(array, piece), "a.npy");
  std::string lines;
  std::vector<char> buffer(wanted);
  for (;;) {
    const Result<std::size_t> got = source->read(buffer.data(), buffer.size());
    if (!got) return lines + '[' + got.error().message + ']';
    if (*got == 0) return lines;
    lines.append(buffer.data(), *got);
  }
}

std::string header_of(const std::string& dictionary, char version = 1) {
  const std::size_t bytes = dictionary.size() + 1;
  std::string header = "\x93NUMPY";
  header += version;
  header += '\0';
  header += static_cast<char>(bytes % 256);
  header += static_cast<char>(bytes / 256);
  if (version > 1) header += std::string(2, '\0');
  return header + dictionary + '\n';
}

std::string header_of(const std::string& type, const std::string& shape) {
  return header_of("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }");
}

const std::string kLine =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// Cells as numbers of so many bytes.
std::string cells_of(const std::string& line, std::size_t bytes = 1, bool blanks_are_ones = false) {
  std::string cells;
  for (const char c : line.substr(0, 81)) {
    const char low = c == '.' ? (blanks_are_ones ? '\xff' : '\0') : static_cast<char>(c - '0');
    cells += low;
    cells += std::string(bytes - 1, low == '\xff' ? '\xff' : '\0');
  }
  return cells;
}

TEST(NpySource, ReadsWhatWeWrite) {
  const std::string array =
      npy_header(3, 81) + cells_of(kLine) + std::string(81, '\x09') + cells_of(kLine);
  const std::string expected = kLine + std::string(81, '9') + '\n' + kLine;
  for (const std::size_t piece : {1, 7, 81, 128, 130, 1000}) {
    EXPECT_EQ(lines_of(array, piece), expected) << piece;
    EXPECT_EQ(lines_of(array, 1 << 20, piece), expected) << piece;
  }
  EXPECT_EQ(lines_of(npy_header(0, 81)), "");
}

TEST(NpySource, ReadsNumbersOfAllSizesAndShapesOfBoards) {
  for (const std::size_t bytes : {1, 2, 4, 8}) {
    const std::string size = std::to_string(bytes);
    for (const std::string type : {"u", "i"}) {
      EXPECT_EQ(lines_of(header_of((bytes == 1 ? "|" : "<") + type + size, "(1, 81)") +
                         cells_of(kLine, bytes)),
                kLine);
    }
    EXPECT_EQ(lines_of(header_of("<i" + size, "(1,9,9)") + cells_of(kLine, bytes, true)), kLine);
  }
  for (const char* shape : {"(1, 81)", "(81,)", "(9, 9)", "(1, 9, 9)", "( 1L , 81 )"}) {
    const std::string lines = lines_of(header_of("|u1", shape) + cells_of(kLine), 5);
    EXPECT_EQ(lines == kLine, std::string(shape).find('L') == std::string::npos) << lines;
  }
}

TEST(NpySource, ReadsNumbersWithTheHighByteFirst) {
  for (const std::size_t bytes : {2, 4, 8}) {
    std::string cells = cells_of(kLine, bytes, true);
    for (std::size_t at = 0; at < cells.size(); at += bytes) {
      std::reverse(&cells[at], &cells[at] + bytes);
    }
    EXPECT_EQ(lines_of(header_of(">i" + std::to_string(bytes), "(1, 81)") + cells), kLine);
  }
}

TEST(NpySource, RefusesDigitsThatAreOneLessOrMore) {
  std::string less = cells_of(kLine, 1, true);
  for (char& cell : less) cell = static_cast<char>(cell == '\xff' ? cell : cell - 1);
  std::string without_zero = less;
  std::ranges::replace(without_zero, '\0', '\xff');
  EXPECT_EQ(
      lines_of(header_of("|i1", "(2, 81)") + without_zero + less),
      "[a.npy: row 1: -1 is a blank and 0 a digit: add 1 to every number, so that 0 is blank]");
  std::string more = cells_of(kLine);
  for (char& cell : more) ++cell;
  const std::string reason =
      "[a.npy: row 0: blanks are 1 and digits one more than they should be, as in the inputs of "
      "HRM: subtract 1 from every number]";
  EXPECT_EQ(lines_of(header_of("|u1", "(1, 81)") + more), reason);
  std::ranges::replace(more, '\x0a', '\1');  // no digit 9
  EXPECT_EQ(lines_of(header_of("|u1", "(1, 81)") + more), reason);
}

TEST(NpySource, ReadsHeadersOfAllVersions) {
  const std::string dictionary = "{\"shape\":(1,81),  'descr' : \"|u1\", 'fortran_order': False }";
  for (const char version : {1, 2, 3}) {
    EXPECT_EQ(lines_of(header_of(dictionary, version) + cells_of(kLine), 3), kLine);
  }
  for (const char version : {0, 4}) {
    EXPECT_EQ(lines_of(header_of(dictionary, version) + cells_of(kLine)),
              "[a.npy: not a NumPy array of Sudoku boards]");
  }
}

TEST(NpySource, SaysWhatElseAnArrayIs) {
  const std::string no_numbers =
      "[a.npy: a NumPy array that is not of whole numbers; store array.astype(numpy.uint8)]";
  for (const char* type : {"<f8", ">f4", "|b1", "<U81", "|S1", "u1", "<i3", "|O", ""}) {
    EXPECT_EQ(lines_of(header_of(type, "(1, 81)") + cells_of(kLine, 8)), no_numbers) << type;
  }
  for (const char* shape : {"(1, 80)", "(81, 1)", "()", "(3,)", "(1, 1, 81)", "(2, 3, 9, 9)",
                            "(-1, 81)", "(99999999999999999999, 81)", "(281474976710657, 81)",
                            "(1, 81", "1, 81", "[1, 81]", "(1 81)"}) {
    EXPECT_EQ(lines_of(header_of("|u1", shape) + cells_of(kLine)),
              "[a.npy: a NumPy array whose shape is neither (n, 81) nor (n, 9, 9)]")
        << shape;
  }
  EXPECT_EQ(lines_of(header_of("{'descr': '|u1', 'fortran_order': True, 'shape': (1, 81), }") +
                     cells_of(kLine)),
            "[a.npy: a NumPy array in Fortran's order; store numpy.ascontiguousarray(array)]");
  EXPECT_EQ(lines_of(header_of("{}")), no_numbers);
}

TEST(NpySource, GivesTheLinesBeforeWhatIsWrong) {
  const std::string header = header_of("|i1", "(2, 81)");
  std::string wrong = cells_of(kLine);
  wrong[2] = 10;
  EXPECT_EQ(lines_of(header + cells_of(kLine) + wrong),
            kLine + "[a.npy: row 1: r1c3 is 10, not 0 to 9]");
  wrong[1] = -2;
  EXPECT_EQ(lines_of(header + wrong), "[a.npy: row 0: r1c2 is -2, not 0 to 9]");
  EXPECT_EQ(lines_of(header_of("|u1", "(1, 81)") + wrong),
            "[a.npy: row 0: r1c2 is 254, not 0 to 9]");
  const std::string few = "[a.npy: the array has fewer bytes than its header says]";
  EXPECT_EQ(lines_of(header + cells_of(kLine)), kLine + few);
  EXPECT_EQ(lines_of(header + cells_of(kLine) + "\1\2", 7), kLine + few);
  EXPECT_EQ(lines_of(header.substr(0, 50)), few);
  EXPECT_EQ(lines_of("\x93NUM"), few);
  EXPECT_EQ(lines_of(header + cells_of(kLine) + cells_of(kLine) + '\0'),
            kLine + kLine + "[a.npy: the array has more bytes than its header says]");
}

}  // namespace
}  // namespace puzzled
