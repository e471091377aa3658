#include "core/variants/text/blank_dash.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/text/notation.hpp"

namespace puzzled::variants {
namespace {

/// What has been seen of a board whose rows have no blanks but lines of dashes.
class FullRows {
 public:
  FullRows(int size, std::size_t band) : size_(static_cast<std::size_t>(size)), band_(band) {}

  void add_row(std::size_t words) {
    ++rows_;
    words_ = words;
  }

  /// False if it is of another sign than those before: both are rulers.
  bool add_dashes(const CellWords& line) {
    if (sign_ != 0 && sign_ != line.dash()) return false;
    if (sign_ == 0) words_of_dashes_ = line.words();
    sign_ = line.dash();
    rows_before_.push_back(rows_);
    return true;
  }

  /// Without any row, the dashes are the board.
  bool is_over() const { return rows_ == size_ || (rows_ == 0 && rows_before_.size() == size_); }

  BlankDash decide() const {
    const BlankDash rows_of_blanks{sign_, rows_ > 0 ? words_ : words_of_dashes_};
    if (rows_ < size_) {
      return rows_ + rows_before_.size() == size_ ? rows_of_blanks : BlankDash();
    }
    const bool are_between_boxes =
        std::ranges::all_of(rows_before_, [this](std::size_t rows) { return rows % band_ == 0; });
    const bool are_everywhere = rows_before_.size() + 1 >= size_;
    return are_between_boxes || are_everywhere ? BlankDash() : rows_of_blanks;
  }

 private:
  std::size_t size_;
  std::size_t band_;  // rows of a box
  std::size_t rows_ = 0;
  std::size_t words_ = 0;  // of the last row
  char sign_ = 0;
  std::size_t words_of_dashes_ = 0;
  std::vector<std::size_t> rows_before_;  // each line of dashes
};

}  // namespace

char dash_among(const std::vector<std::string_view>& cells) {
  for (const std::string_view cell : cells) {
    if (is_blank_cell(cell) && cell != "-1" && is_dash_character(cell.front())) return cell.front();
  }
  return 0;
}

std::optional<BlankDash> find_blank_dash(std::string_view text, int size, bool as_words,
                                         bool is_open) {
  const auto count = static_cast<std::size_t>(size);
  FullRows full(size, static_cast<std::size_t>(std::max(usual_boxes(size).rows, 1)));
  CellWords words;
  std::vector<std::string_view> cells;
  // Each row may have a ruler and a blank line beside it.
  std::size_t lines_left = 4 * count;
  while (lines_left-- > 0 && !full.is_over()) {
    if (text.empty()) {
      if (is_open) return std::nullopt;
      break;
    }
    const std::string_view line = take_text_line(text);
    const TextLine kind = classify_text_line(line);
    if (kind == TextLine::kEnd) break;
    if (kind == TextLine::kBlank && full.decide().sign != 0) break;
    if (kind != TextLine::kContent) continue;
    words.read(line.substr(0, kMaxRowBytes));
    if (words.is_ruler()) continue;
    if (!words.has_cells(count, as_words)) {
      if (words.is_dashes()) continue;
      break;
    }
    if (words.dash() != 0) {
      if (!full.add_dashes(words)) return BlankDash();
      continue;
    }
    cells.clear();
    words.append_cells(count, as_words, cells);
    if (const char sign = dash_among(cells); sign != 0) return BlankDash{sign, words.words()};
    const bool has_blank = std::ranges::any_of(
        cells, [](std::string_view cell) { return is_blank_cell(cell) || cell == "0"; });
    if (has_blank) return BlankDash();
    full.add_row(words.words());
  }
  return full.decide();
}

}  // namespace puzzled::variants
