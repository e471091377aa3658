#include "daemon/commands/queens/counted_board.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/queens/text/board_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/line_reader.hpp"

namespace puzzled::commands {

Result<queens::Board> counted_board(const QueensRequest& request, Interrupt& interrupt) {
  if (request.inputs.empty()) return request.board;
  const auto another_number = [](const std::string& which) {
    return Error{"--checkpoint, --part, --estimate and --verify-sample take one board, not " +
                 which};
  };
  if (request.inputs.size() > 1) return another_number("several files");
  const std::string& input = request.inputs[0];
  Result<std::unique_ptr<ByteSource>> source = open_input(input, interrupt);
  if (!source) return source.error();
  LineReader lines(std::move(*source), input_name(input),
                   {.line_bytes = queens::kMaxBoardDocumentBytes, .gives_all = true});
  queens::BoardReader reader(lines);
  std::optional<queens::BoardReader::Read> read = reader.next();
  if (lines.error()) return *lines.error();
  if (!read) return Error{input_name(input) + " has no board"};
  if (!read->board) {
    return Error{input_name(input) + ':' + std::to_string(read->line) + ": " +
                 read->board.error().message};
  }
  const auto* const board = std::get_if<queens::Board>(&*read->board);
  if (board == nullptr) return another_number("a board of regions");
  if (reader.next()) return another_number("the several of " + input_name(input));
  if (lines.error()) return *lines.error();
  return *board;
}

}  // namespace puzzled::commands
