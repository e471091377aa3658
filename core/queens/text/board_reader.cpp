#include "core/queens/text/board_reader.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/json_value.hpp"

namespace puzzled::queens {
namespace {

constexpr std::string_view kSquareSigns = ".#Q";

// A line of fewer signs may be a row, a word or a number.
constexpr std::size_t kMinOneLineRows = 4;

bool is_letter_or_digit(char sign) {
  return (sign >= 'A' && sign <= 'Z') || (sign >= 'a' && sign <= 'z') ||
         (sign >= '0' && sign <= '9');
}

/// The squares of a line: what separates them is left out.
std::string squares_of(std::string_view line) {
  constexpr std::string_view kSeparators = " \t\r\n,;|";
  std::string squares;
  for (const char sign : line) {
    if (kSeparators.find(sign) == std::string_view::npos) squares += sign;
  }
  return squares;
}

std::size_t root(std::size_t squares) {
  std::size_t side = 0;
  while (side * side < squares) ++side;
  return side;
}

std::size_t distinct(std::string_view signs) {
  return std::set<char>(signs.begin(), signs.end()).size();
}

/// A remark: a line that begins with `#` and holds more than squares.
bool is_remark(std::string_view squares) {
  return squares.starts_with('#') &&
         squares.find_first_not_of(kSquareSigns) != std::string_view::npos;
}

/// `8`: how many rows the board behind it has.
std::optional<int> row_count(std::string_view squares) {
  if (squares.empty() || squares.size() > 2) return std::nullopt;
  int number = 0;
  for (const char digit : squares) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = 10 * number + (digit - '0');
  }
  return number;
}

/// Whether the line may be a JSON value by itself.
bool looks_whole(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  const std::size_t end = line.find_last_not_of(" \t\r");
  if (begin == std::string_view::npos) return false;
  return (line[begin] == '[' && line[end] == ']') || (line[begin] == '{' && line[end] == '}');
}

std::string quoted_sign(char sign) {
  const auto code = static_cast<unsigned char>(sign);
  if (code > 0x20 && code < 0x7F) return std::string("'") + sign + "'";
  constexpr std::string_view kDigits = "0123456789abcdef";
  return std::string("byte 0x") + kDigits[code >> 4U] + kDigits[code & 15U];
}

Board board_of(std::string_view squares, int queens, bool is_torus) {
  Board board = empty_board(queens, is_torus);
  std::vector<Square> placed;
  for (int row = 0; row < queens; ++row) {
    for (int column = 0; column < queens; ++column) {
      const char sign = squares[static_cast<std::size_t>(row * queens + column)];
      if (sign == '#') make_hole(board, {row, column});
      if (sign == 'Q') placed.push_back({row, column});
    }
  }
  for (const Square square : placed) place_queen(board, square);
  return board;
}

/// The texts of a square array in JSON: `[["A","A"],["B","B"]]` or `["AA","BB"]`; empty if the
/// value is none.
std::vector<std::string> square_array(const JsonValue& value) {
  const std::size_t side = value.items.size();
  std::vector<std::string> squares;
  if (!value.is_array() || side == 0) return squares;
  for (const JsonValue& row : value.items) {
    if (row.is_string() && squares_of(row.text).size() == side) {
      for (const char sign : squares_of(row.text)) squares.emplace_back(1, sign);
    } else if (row.is_array() && row.items.size() == side) {
      for (const JsonValue& square : row.items) {
        if (!square.is_string() && !square.is_number()) return {};
        squares.push_back(square.text);
      }
    } else {
      return {};
    }
  }
  return squares;
}

/// A board of squares that have names: one sign each stands for them.
Result<AnyBoard> board_of_names(const std::vector<std::string>& names, bool is_torus) {
  const bool has_signs =
      std::ranges::all_of(names, [](const std::string& name) { return name.size() == 1; });
  std::string squares;
  std::vector<std::string> met;
  for (const std::string& name : names) {
    if (has_signs) {
      squares += name;
      continue;
    }
    const auto place = std::ranges::find(met, name) - met.begin();
    if (place == std::ssize(met)) met.push_back(name);
    if (met.size() > 62)
      return Error{"a board has at most " + std::to_string(kMaxBoardQueens) + " regions"};
    squares += static_cast<char>(place < 26   ? 'A' + place
                                 : place < 52 ? 'a' + place - 26
                                              : '0' + place - 52);
  }
  return make_board(squares, is_torus);
}

/// Collects the boards of a JSON value, at any depth. Of an object that has some, arrays of other
/// kinds, such as its solution, are not looked at.
void collect_boards(const JsonValue& value, bool is_torus, std::vector<Result<AnyBoard>>& boards) {
  if (value.is_string()) {
    const std::string squares = squares_of(value.text);
    if (looks_like_regions(squares) && distinct(squares) == root(squares.size())) {
      boards.push_back(make_board(squares, is_torus));
    }
    return;
  }
  if (const std::vector<std::string> squares = square_array(value); !squares.empty()) {
    boards.push_back(board_of_names(squares, is_torus));
    return;
  }
  if (!value.is_object()) {
    for (const JsonValue& item : value.items) collect_boards(item, is_torus, boards);
    return;
  }
  std::vector<Result<AnyBoard>> found;
  for (const JsonValue& member : value.items) collect_boards(member, is_torus, found);
  const bool has_some =
      std::ranges::any_of(found, [](const Result<AnyBoard>& board) { return board.has_value(); });
  for (Result<AnyBoard>& board : found) {
    if (board.has_value() || !has_some) boards.push_back(std::move(board));
  }
}

}  // namespace

Result<AnyBoard> make_board(std::string_view squares, bool is_torus) {
  const std::size_t side = root(squares.size());
  if (squares.find_first_not_of(kSquareSigns) != std::string_view::npos) {
    for (const char sign : squares) {
      if (!is_letter_or_digit(sign)) {
        return Error{quoted_sign(sign) +
                     " is no square: boards have '.', '#' and 'Q', or letters for regions"};
      }
    }
    Result<RegionBoard> board = make_region_board(squares);
    if (!board) return board.error();
    if (is_torus) return Error{"a board of regions is no torus"};
    return AnyBoard(std::move(*board));
  }
  if (squares.empty() || side * side != squares.size() || side > kMaxBoardQueens) {
    return Error{"a board must have N times N squares, N from 1 to " +
                 std::to_string(kMaxBoardQueens) + " (got " + std::to_string(squares.size()) + ")"};
  }
  return AnyBoard(board_of(squares, static_cast<int>(side), is_torus));
}

Result<AnyBoard> read_board(std::string_view text, bool is_torus) {
  const std::string squares = squares_of(text);
  if (!squares.starts_with('[') && !squares.starts_with('{')) return make_board(squares, is_torus);
  const Result<JsonValue> value = parse_json(text, kMaxBoardDocumentValues);
  if (!value) return value.error();
  std::vector<Result<AnyBoard>> boards;
  collect_boards(*value, is_torus, boards);
  if (boards.size() == 1) return std::move(boards[0]);
  return Error{"a JSON value with one board is needed (got " + std::to_string(boards.size()) + ')'};
}

bool looks_like_regions(std::string_view squares) {
  const std::size_t side = root(squares.size());
  return side >= kMinOneLineRows && side * side == squares.size() &&
         std::ranges::all_of(squares, is_letter_or_digit);
}

const BoardReader::Line* BoardReader::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) {
    const std::optional<std::string_view> line = lines_.next();
    if (!line) return nullptr;
    std::string_view text = *line;
    if (constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        lines_.number() == 1 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    ahead_.push_back({std::string(text), lines_.number()});
  }
  return &ahead_[ahead];
}

/// Skips what is left of the board: up to a blank line.
BoardReader::Read BoardReader::refused(std::uint64_t line, std::string reason) {
  while (peek(0) != nullptr && !squares_of(peek(0)->text).empty()) ahead_.pop_front();
  expected_.reset();
  return {line, Error{std::move(reason)}};
}

/// Whether a line of so many squares, a square number, is a whole board and not the first of as
/// many rows.
bool BoardReader::is_one_line(std::string_view squares) {
  if (!looks_like_regions(squares)) return false;
  if (squares.size() > kMaxBoardQueens) return true;
  const std::size_t side = root(squares.size());
  std::string all;
  bool are_boards = true;
  for (std::size_t row = 0; row < squares.size(); ++row) {
    const Line* const line = peek(row);
    const std::string next = line != nullptr ? squares_of(line->text) : std::string();
    if (next.size() != squares.size()) return true;
    are_boards = are_boards && distinct(next) == side;
    all += next;
  }
  return are_boards && distinct(all) != squares.size();
}

BoardReader::Read BoardReader::read_rows(std::size_t size) {
  const std::uint64_t first = peek(0)->number;
  std::string squares;
  for (std::size_t row = 0; row < size; ++row) {
    const Line* const line = peek(0);
    const std::string next = line != nullptr ? squares_of(line->text) : std::string();
    if (next.size() != size) {
      const std::string rows = std::to_string(size);
      return refused(first, next.empty() || row_count(next)
                                ? "a board of " + rows + " columns has " + std::to_string(row) +
                                      (row == 1 ? " row" : " rows")
                                : "row " + std::to_string(row + 1) + " has " +
                                      std::to_string(next.size()) + " squares, not " + rows);
    }
    squares += next;
    ahead_.pop_front();
  }
  return {first, make_board(squares, is_torus_)};
}

/// Reads a JSON value: of the line, if one ends there, else of all lines that are left.
void BoardReader::read_json() {
  const std::uint64_t first = peek(0)->number;
  std::string text = std::move(ahead_.front().text);
  ahead_.pop_front();
  Result<JsonValue> value = parse_json(text, kMaxBoardDocumentValues);
  const bool is_one_of_lines =
      looks_whole(text) && peek(0) != nullptr && looks_whole(peek(0)->text);
  while (!value && !is_one_of_lines && peek(0) != nullptr) {
    text += '\n';
    while (peek(0) != nullptr && text.size() <= kMaxBoardDocumentBytes) {
      text += ahead_.front().text + '\n';
      ahead_.pop_front();
    }
    if (text.size() > kMaxBoardDocumentBytes) {
      while (peek(0) != nullptr) ahead_.pop_front();
      found_.push_back({first, Error{"a JSON document of more than " +
                                     std::to_string(kMaxBoardDocumentBytes) + " bytes"}});
      return;
    }
    value = parse_json(text, kMaxBoardDocumentValues);
  }
  if (!value) {
    found_.push_back({first, value.error()});
    return;
  }
  std::vector<Result<AnyBoard>> boards;
  collect_boards(*value, is_torus_, boards);
  if (boards.empty()) boards.emplace_back(Error{"this JSON value has no board"});
  for (Result<AnyBoard>& board : boards) found_.push_back({first, std::move(board)});
}

std::optional<BoardReader::Read> BoardReader::next() {
  while (found_.empty()) {
    const Line* const line = peek(0);
    if (line == nullptr) {
      if (!expected_) return std::nullopt;
      return refused(lines_.number(), "no board stands behind the number " +
                                          std::to_string(*std::exchange(expected_, {})));
    }
    const std::string squares = squares_of(line->text);
    if (squares.empty() || is_remark(squares)) {
      ahead_.pop_front();
    } else if (const std::optional<int> count = row_count(squares)) {
      const std::uint64_t number = line->number;
      ahead_.pop_front();
      if (expected_) return refused(number, "a number of rows stands behind another one");
      expected_ = count;
    } else if (squares[0] == '[' || squares[0] == '{') {
      read_json();
    } else if (is_one_line(squares)) {
      found_.push_back({line->number, make_board(squares, is_torus_)});
      ahead_.pop_front();
    } else if (squares.size() > kMaxBoardQueens) {
      return refused(line->number, "a row has at most " + std::to_string(kMaxBoardQueens) +
                                       " squares (got " + std::to_string(squares.size()) + ")");
    } else if (expected_ && static_cast<std::size_t>(*expected_) != squares.size()) {
      return refused(line->number, "a row of " + std::to_string(squares.size()) +
                                       " squares stands behind the number of rows " +
                                       std::to_string(*expected_));
    } else {
      expected_.reset();
      return read_rows(squares.size());
    }
  }
  expected_.reset();
  Read read = std::move(found_.front());
  found_.pop_front();
  return read;
}

}  // namespace puzzled::queens
