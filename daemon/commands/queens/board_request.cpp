#include "daemon/commands/queens/board_request.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "daemon/base/text/quantity.hpp"

namespace puzzled::commands {
namespace {

using queens::Board;
using queens::Square;

/// `3,7`: row and column, from 0.
std::optional<Square> parse_square(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::optional<int> row = parse_whole<int>(text.substr(0, comma));
  const std::optional<int> column = parse_whole<int>(text.substr(comma + 1));
  if (!row || !column) return std::nullopt;
  return Square{*row, *column};
}

/// The squares of an option, whose values may hold several with blanks between them.
Result<std::vector<Square>> read_squares(std::string_view option, int queens,
                                         const std::vector<std::string>& values) {
  std::vector<Square> squares;
  for (const std::string& value : values) {
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::string_view text = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (text.empty()) continue;
      const std::optional<Square> square = parse_square(text);
      const auto is_on_board = [&](int line) { return line >= 0 && line < queens; };
      if (!square || !is_on_board(square->row) || !is_on_board(square->column)) {
        return Error{std::string(option) + ": must be a row and a column from 0 to " +
                     std::to_string(queens - 1) + ", such as 0,3 (got '" + std::string(text) +
                     "')"};
      }
      squares.push_back(*square);
    }
  }
  return squares;
}

}  // namespace

Result<QueensArguments> read_arguments(QueensArguments given) {
  const bool has_holes = !given.holes.empty();
  const bool has_placed = !given.placed.empty();
  for (const std::string& word : std::exchange(given.words, {})) {
    if (!parse_square(word) || (!has_holes && !has_placed)) {
      given.words.push_back(word);
    } else if (has_holes && has_placed) {
      return Error{
          "beside both --holes and --placed, give either once for each square, as in --holes " +
          word + " (got '" + word + "' alone)"};
    } else {
      (has_holes ? given.holes : given.placed).push_back(word);
    }
  }
  return given;
}

bool names_board_file(const std::string& argument) {
  if (argument == "-") return true;
  if (argument.empty() || parse_whole<std::int64_t>(argument)) return false;
  if (::access(argument.c_str(), F_OK) == 0) return true;
  const bool has_letter = std::ranges::any_of(
      argument, [](char sign) { return std::isalpha(static_cast<unsigned char>(sign)) != 0; });
  return has_letter && argument.find_first_of("./") != std::string::npos;
}

Result<Board> read_board(int queens, bool is_torus, const QueensArguments& arguments) {
  Board board = queens::empty_board(queens, is_torus);
  const Result<std::vector<Square>> holes = read_squares("--holes", queens, arguments.holes);
  if (!holes) return holes.error();
  const Result<std::vector<Square>> placed = read_squares("--placed", queens, arguments.placed);
  if (!placed) return placed.error();
  for (const Square square : *holes) make_hole(board, square);
  for (const Square square : *placed) {
    if (std::ranges::find(*holes, square) != (*holes).end()) {
      return Error{"--placed: " + std::to_string(square.row) + ',' + std::to_string(square.column) +
                   " is a hole"};
    }
    place_queen(board, square);
  }
  return board;
}

}  // namespace puzzled::commands
