#include "core/variants/text/board_form.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <vector>

#include "core/json_value.hpp"
#include "core/variants/model.hpp"
#include "core/variants/text/blank_dash.hpp"
#include "core/variants/text/cell_words.hpp"
#include "core/variants/text/puzzle_line.hpp"

namespace puzzled::variants {
namespace {

constexpr int kClassicSize = 9;

std::size_t square(int size) {
  return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
}

/// Whether these are cells of some notation of that size, but for an eighth of them, which may be
/// damaged.
bool may_be_cells(std::span<const std::string_view> cells, int size) {
  const std::vector<Alphabet> alphabets = Alphabet::all_of(size);
  const Notation numbers = Notation::numbers(size, 1);
  const auto bad = std::ranges::count_if(cells, [&](std::string_view cell) {
    if (is_blank_cell(cell) || numbers.value(cell) != Alphabet::kNoCell) return false;
    return cell.size() != 1 || std::ranges::none_of(alphabets, [&](const Alphabet& alphabet) {
             return alphabet.value(cell.front()) != Alphabet::kNoCell;
           });
  });
  return 8 * static_cast<std::size_t>(bad) <= cells.size();
}

bool has_value_above(const std::vector<std::string_view>& cells, int size) {
  const Notation low(Alphabet(size, FirstCharacter::kOne));
  return std::ranges::any_of(cells, [&](std::string_view cell) {
    return !is_blank_cell(cell) && low.value(cell) == Alphabet::kNoCell;
  });
}

/// Some value comes twice.
bool has_repetition(std::vector<std::string_view> cells) {
  std::erase_if(cells, [](std::string_view cell) { return is_blank_cell(cell) || cell == "0"; });
  std::ranges::sort(cells);
  return std::ranges::adjacent_find(cells) != cells.end();
}

std::string sizes_text() {
  std::string text;
  for (const int size : box_sizes()) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

class BoardDetector {
 public:
  BoardDetector(std::string_view head, bool complete, const BoardRequest& request)
      : rest_(head), complete_(complete), request_(request) {}

  BoardDetection run() {
    // Titles, headers and a number of boards may come first.
    constexpr int kMaxTitles = 8;
    for (int titles = 0; titles <= kMaxTitles; ++titles) {
      std::string_view behind = rest_;
      if (!take_content(behind)) return at_end();
      begin_ = rest_;
      rest_ = behind;
      if (std::optional<BoardDetection> found = look_at_line()) return *found;
      if (request_.answers_each_line || !may_be_title()) break;
    }
    return refused();
  }

 private:
  /// The next line that is neither blank nor a comment, into words_; false if it is not there.
  bool take_content(std::string_view& rest) {
    while (!rest.empty()) {
      if (!complete_ && rest.find('\n') == std::string_view::npos) break;
      line_ = take_text_line(rest);
      if (const TextLine kind = classify_text_line(line_); kind == TextLine::kContent) {
        words_.read(line_.substr(0, kMaxBoardLineBytes));
        return true;
      } else if (kind == TextLine::kEnd) {
        rest = {};
      }
    }
    return false;
  }

  BoardDetection at_end() const { return complete_ ? refused() : BoardDetection{}; }

  /// Not found out. If the user has said what they are, it is the reader that refuses them.
  BoardDetection refused() const {
    BoardDetection detection{.is_decided = true};
    if (request_.size != 0 || request_.takes_all) {
      detection.form = form_of(BoardLayout::kLines, request_.size, request_.notation);
    }
    return detection;
  }

  BoardForm form_of(BoardLayout layout, int size, std::optional<Notation> notation) const {
    return {.layout = layout,
            .size = layout == BoardLayout::kRows ? size : request_.size,
            .notation_size = size,
            .notation = notation,
            .line_dash = line_dash_,
            .answers_each_line = request_.answers_each_line};
  }

  std::vector<int> sizes() const {
    if (request_.size != 0) return {request_.size};
    std::vector<int> sizes(box_sizes().begin(), box_sizes().end());
    if (!request_.takes_all) std::erase(sizes, kClassicSize);
    return sizes;
  }

  /// A title, a ruler, a number of boards.
  bool may_be_title() const {
    constexpr std::size_t kMaxTitle = 60;
    if (line_.size() > kMaxTitle || line_.find_first_of("[{(<") != std::string_view::npos) {
      return false;
    }
    const bool is_count = words_.words() == 1 && words_.characters() < 4;
    return words_.has_letter() || is_count || words_.is_ruler() || words_.is_dashes();
  }

  std::optional<BoardDetection> look_at_line() {
    if (is_puzzle_line(line_)) {
      return BoardDetection{.is_decided = true,
                            .form = form_of(BoardLayout::kLines, request_.size, request_.notation)};
    }
    if (!request_.answers_each_line) {
      const CellWords first = words_;
      for (const int size : sizes()) {
        if (std::optional<BoardDetection> found = look_at_rows(size)) return found;
        words_ = first;
      }
    }
    if (request_.size == 0 && !request_.takes_all && is_classic_line()) return std::nullopt;
    for (const int size : sizes()) {
      if (!has_cells(square(size))) continue;
      std::vector<std::string_view> cells;
      append_cells(square(size), cells);
      if (words_.is_dashes() || (request_.size == 0 && !may_be_cells(cells, size))) continue;
      return choose_notation(BoardLayout::kLines, size);
    }
    return std::nullopt;
  }

  /// 81 cells side by side, 81 words, or a row of candidates: what stands on the line may make it
  /// as long as another board.
  bool is_classic_line() const {
    constexpr std::size_t kClassicCells = 81;
    if (words_.words() == kClassicCells) return true;
    if (words_.words() == kClassicSize) {
      std::vector<std::string_view> words;
      words_.append_cells(kClassicSize, true, words);
      return std::ranges::all_of(words, [](std::string_view word) {
        return word.find_first_not_of("123456789") == std::string_view::npos &&
               std::ranges::adjacent_find(word, std::ranges::greater_equal()) == word.end();
      });
    }
    if (words_.characters() == kClassicCells || !words_.has_cells(kClassicCells, false))
      return false;
    std::vector<std::string_view> cells;
    words_.append_cells(kClassicCells, false, cells);
    return may_be_cells(cells, kClassicSize);
  }

  /// As many lines as there are values, each a row.
  std::optional<BoardDetection> look_at_rows(int size) {
    const auto count = static_cast<std::size_t>(size);
    if (!has_cells(count)) return std::nullopt;
    const bool is_known = request_.size != 0;
    const BlankDash dash = *find_blank_dash(begin_, size, !words_.has_cells(count, false), false);
    std::vector<std::string_view> cells;
    append_cells(count, cells);
    if (!dash.is_row(words_)) return std::nullopt;
    if (!is_known && !may_be_cells(cells, size)) return std::nullopt;
    // 16 cells may be a 4x4 board; in a row, no value comes twice.
    constexpr int kSizeOfRow = 16;
    if (size == kSizeOfRow && !is_known && has_repetition(cells)) return std::nullopt;
    std::string_view rest = rest_;
    for (int row = 1; row < size;) {
      if (!take_content(rest)) {
        if (!complete_) return BoardDetection{};
        // The last rows of a board may be missing.
        if (!is_known && (row < 3 || 2 * row < size)) return std::nullopt;
        break;
      }
      const std::size_t before = cells.size();
      const bool has_row = has_cells(count) && dash.is_row(words_);
      if (words_.is_ruler() || (words_.is_dashes() && !has_row)) continue;
      if (has_row) append_cells(count, cells);
      if (!is_known &&
          (cells.size() == before || !may_be_cells(std::span(cells).subspan(before), size))) {
        return std::nullopt;
      }
      ++row;
    }
    const int low = size == kSizeOfRow ? 4 : kClassicSize;
    if (!is_known && size > kClassicSize && !has_value_above(cells, low)) return std::nullopt;
    return choose_notation(BoardLayout::kRows, size);
  }

  bool has_cells(std::size_t count) const {
    return words_.has_cells(count, false) || words_.has_cells(count, true);
  }

  void append_cells(std::size_t count, std::vector<std::string_view>& cells) const {
    words_.append_cells(count, !words_.has_cells(count, false), cells);
  }

  /// Board by board, until one decides.
  BoardDetection choose_notation(BoardLayout layout, int size) {
    const auto found = [&](std::optional<Notation> notation) {
      return BoardDetection{.is_decided = true, .form = form_of(layout, size, notation)};
    };
    if (request_.notation) return found(request_.notation);
    const std::size_t count = square(size);
    const std::size_t on_line =
        layout == BoardLayout::kRows ? static_cast<std::size_t>(size) : count;
    NotationChoice choice(size);
    std::vector<std::string_view> cells;
    std::string_view rest = begin_;
    while (take_content(rest)) {
      if (has_cells(on_line) && !words_.is_dashes()) append_cells(on_line, cells);
      if (cells.size() < count) continue;
      if (layout == BoardLayout::kLines && !line_dash_) line_dash_ = dash_among(cells);
      choice.add(cells);
      if (std::optional<Notation> notation = choice.decision()) return found(notation);
      if (request_.answers_each_line) break;
      cells.clear();
    }
    if (!complete_ && !request_.answers_each_line) return {};
    return found(std::nullopt);
  }

  std::string_view rest_;
  const bool complete_;
  const BoardRequest& request_;
  std::string_view begin_;  // of the line that is looked at
  std::string_view line_;
  CellWords words_;
  std::optional<char> line_dash_;
};

}  // namespace

namespace {

/// Whether a text begins with an object that goes on over several lines.
bool begins_document(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || text[begin] != '{') return false;
  text.remove_prefix(begin);
  const std::size_t feed = text.find('\n');
  return feed != std::string_view::npos && !parse_json(text.substr(0, feed));
}

}  // namespace

std::string joined_document(std::string_view text) {
  std::string joined(text);
  std::ranges::replace_if(
      joined, [](char c) { return c >= '\t' && c <= '\r'; }, ' ');
  joined.erase(0, joined.find_first_not_of(' '));
  return joined;
}

BoardDetection detect_boards(std::string_view head, bool complete, const BoardRequest& request) {
  if (!request.answers_each_line && head.size() <= kMaxBoardLineBytes && begins_document(head)) {
    if (!complete) return {};
    if (is_puzzle_line(joined_document(head)) && parse_json(head)) {
      return {.is_decided = true, .form = BoardForm{.size = request.size, .is_document = true}};
    }
  }
  complete = complete || head.size() >= kMaxBoardFormBytes;
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  return BoardDetector(head, complete, request).run();
}

Result<BoardRequest> parse_board_size(std::string_view text) {
  const std::string_view number = text.substr(0, text.find(':'));
  int size = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), size);
  if (error != std::errc{} || end != number.data() + number.size() ||
      std::ranges::find(box_sizes(), size) == box_sizes().end()) {
    return Error{"the sizes are " + sizes_text()};
  }
  BoardRequest request{.size = size};
  if (number.size() == text.size()) return request;
  request.notation = Notation::find(size, text.substr(number.size() + 1));
  if (!request.notation) return Error{"known are " + Notation::names(size)};
  return request;
}

bool is_board_line(std::string_view line) {
  BoardRequest request;
  request.answers_each_line = true;
  return detect_boards(line, true, request).form.has_value();
}

}  // namespace puzzled::variants
