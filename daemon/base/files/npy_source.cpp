#include "daemon/base/files/npy_source.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/npy_header.hpp"
#include "core/sudoku/cell_name.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled {
namespace {

constexpr std::size_t kReadBytes = 64 * 1024;

class NpySource final : public ByteSource {
 public:
  NpySource(std::unique_ptr<ByteSource> array, std::string name)
      : array_(std::move(array)), name_(std::move(name)) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    while (given_ == lines_.size()) {
      if (fault_) return *fault_;
      if (at_end_) return std::size_t{0};
      if (const Result<> more = read_more(); !more) fault_ = more.error();
    }
    const std::size_t bytes = lines_.copy(to, size, given_);
    given_ += bytes;
    return bytes;
  }

  bool ready() override { return given_ < lines_.size() || at_end_ || fault_ || array_->ready(); }

  void cancel() override { array_->cancel(); }

  std::uint64_t consumed() const override { return array_->consumed() - bytes_.size(); }

 private:
  /// Reads bytes, and makes lines of the whole rows among them.
  Result<> read_more() {
    lines_.clear();
    given_ = 0;
    const std::size_t before = bytes_.size();
    bytes_.resize(before + kReadBytes);
    const Result<std::size_t> got = array_->read(bytes_.data() + before, kReadBytes);
    bytes_.resize(before + (got ? *got : 0));
    if (!got) return got.error();
    at_end_ = *got == 0;
    std::string_view rest = bytes_;
    Result<> taken = take(rest);
    bytes_.erase(0, bytes_.size() - rest.size());
    if (!taken || !at_end_ || (boards_ && row_ == boards_->rows && bytes_.empty())) return taken;
    return Error{name_ + ": the array has fewer bytes than its header says"};
  }

  Result<> take(std::string_view& rest) {
    if (!boards_) {
      if (rest.size() < kNpyBegin) return {};
      const std::optional<std::size_t> header = npy_header_bytes(rest);
      if (!header) return Error{name_ + ": not a NumPy array of Sudoku boards"};
      if (rest.size() < *header) return {};
      const Result<NpyBoards> boards = parse_npy_header(rest.substr(0, *header));
      if (!boards) return Error{name_ + ": " + boards.error().message};
      boards_ = *boards;
      rest.remove_prefix(*header);
    }
    const std::size_t row_bytes = sudoku::kCells * boards_->cell_bytes;
    if (row_ == 0) {
      if (Result<> checked = check_digits(rest, row_bytes); !checked) return checked;
    }
    for (; rest.size() >= row_bytes && row_ < boards_->rows; ++row_) {
      if (Result<> added = add_line(rest); !added) return added;
      rest.remove_prefix(row_bytes);
    }
    if (row_ < boards_->rows || rest.empty()) return {};
    return Error{name_ + ": the array has more bytes than its header says"};
  }

  /// Where some of the first rows has both -1 and 0, digits are 0 to 8 on the others, too.
  Result<> check_digits(std::string_view rows, std::size_t row_bytes) const {
    if (!boards_->is_signed) return {};
    for (std::uint64_t row = 0; rows.size() >= row_bytes && row < boards_->rows; ++row) {
      if (has_number(rows.substr(0, row_bytes), -1) && has_number(rows.substr(0, row_bytes), 0)) {
        return fault_of(row, sudoku::kMixedBlanks);
      }
      rows.remove_prefix(row_bytes);
    }
    return {};
  }

  std::size_t count_of(std::string_view row, std::int64_t number) const {
    std::size_t count = 0;
    for (; !row.empty(); row.remove_prefix(boards_->cell_bytes)) {
      if (number_of(row.substr(0, boards_->cell_bytes)) == number) ++count;
    }
    return count;
  }

  bool has_number(std::string_view row, std::int64_t number) const {
    return count_of(row, number) > 0;
  }

  /// Blanks are 1, more of them than a full grid has, or digits end with 10.
  bool is_shifted_up(std::string_view row) const {
    constexpr std::size_t kOnesOfGrid = 9;
    if (has_number(row, 0) || has_number(row, -1)) return false;
    return has_number(row, 10) || count_of(row, 1) > kOnesOfGrid;
  }

  Error fault_of(std::uint64_t row, std::string_view reason) const {
    return Error{name_ + ": row " + std::to_string(row) + ": " + std::string(reason)};
  }

  Result<> add_line(std::string_view row) {
    if (boards_->cell_bytes == 1 && add_digits(row)) return {};
    if (is_shifted_up(row)) {
      return fault_of(row_,
                      "blanks are 1 and digits one more than they should be, as in the "
                      "inputs of HRM: subtract 1 from every number");
    }
    if (boards_->is_signed && has_number(row, -1) && has_number(row, 0)) {
      return fault_of(row_, sudoku::kMixedBlanks);
    }
    const std::size_t before = lines_.size();
    for (int cell = 0; cell < sudoku::kCells; ++cell) {
      const std::int64_t value = number_of(row.substr(0, boards_->cell_bytes));
      row.remove_prefix(boards_->cell_bytes);
      const bool is_blank = value == 0 || (value == -1 && boards_->is_signed);
      if (!is_blank && (value < 1 || value > sudoku::kSide)) {
        lines_.resize(before);
        return fault_of(row_, std::string(sudoku::cell_name(cell)) + " is " +
                                  std::to_string(value) + ", not 0 to 9");
      }
      lines_ += is_blank ? '.' : static_cast<char>('0' + value);
    }
    lines_ += '\n';
    return {};
  }

  /// The quick way for bytes from 0 to 9; false, and no line, if there are others.
  bool add_digits(std::string_view row) {
    char line[sudoku::kCells + 1];
    unsigned char lowest = 255;
    unsigned char highest = 0;
    for (std::size_t cell = 0; cell < sudoku::kCells; ++cell) {
      const auto value = static_cast<unsigned char>(row[cell]);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
      line[cell] = value == 0 ? '.' : static_cast<char>('0' + value);
    }
    if (highest > sudoku::kSide || (lowest > 0 && is_shifted_up(row))) return false;
    line[sudoku::kCells] = '\n';
    lines_.append(line, sizeof line);
    return true;
  }

  /// Of unsigned numbers only those of 8 bytes may come out as negative, and wrong they are, too.
  std::int64_t number_of(std::string_view bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::size_t at = boards_->has_high_byte_first ? i : bytes.size() - 1 - i;
      value = value << 8U | static_cast<unsigned char>(bytes[at]);
    }
    if (!boards_->is_signed) return static_cast<std::int64_t>(value);
    const std::size_t unused = 64 - 8 * bytes.size();
    return static_cast<std::int64_t>(value << unused) >> unused;
  }

  const std::unique_ptr<ByteSource> array_;
  const std::string name_;
  std::string bytes_;  // read, and not yet made lines
  std::string lines_;
  std::size_t given_ = 0;  // bytes of the lines
  std::optional<NpyBoards> boards_;
  std::uint64_t row_ = 0;
  std::optional<Error> fault_;  // behind the lines
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_npy(std::unique_ptr<ByteSource> array, std::string name) {
  return std::make_unique<NpySource>(std::move(array), std::move(name));
}

}  // namespace puzzled
