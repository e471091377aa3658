#include "daemon/commands/bulk/first_picture.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/likely_cause.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/variants/text/board_reader.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/summary.hpp"

namespace puzzled::commands {
namespace {

/// The first puzzle of the inputs, or what stands in its place.
struct FirstPuzzle {
  sudoku::Grid grid{};
  std::optional<variants::Puzzle> board{};  // instead, if it has another size or rules
  std::string fault{};                      // `FILE:LINE:COLUMN: invalid: REASON`, if it is none
  bool is_followed = false;                 // by another
};

FirstPuzzle first_of(const sudoku::PuzzleReader& reader, bool takes_boards,
                     const std::string& input, std::uint64_t lines_before) {
  const sudoku::PuzzleText& puzzle = reader.puzzle();
  if (takes_boards && puzzle.has_rule_line()) {
    Result<variants::Puzzle> board = variants::read_puzzle_line(puzzle.rule_line);
    if (board) return {.board = std::move(*board)};
  }
  FirstPuzzle first{.grid = puzzle.grid};
  sudoku::TextPlace place = puzzle.place;
  std::string reason(puzzle.error);
  if (reason.empty()) {
    const std::optional<sudoku::Conflict> conflict = sudoku::find_conflict(puzzle.grid);
    if (!conflict) return first;
    place = reader.place_of(conflict->second_cell);
    reason = to_text(*conflict);
  }
  first.fault = input + ':' + std::to_string(lines_before + place.line) + ':' +
                std::to_string(place.column) + ": invalid: " + reason;
  return first;
}

using Item = variants::BoardReader::Item;

FirstPuzzle first_of(Item item, const variants::BoardReader& reader, const std::string& input,
                     std::uint64_t lines_before) {
  Result<variants::Puzzle> board = reader.puzzle(item);
  if (board) return {.board = std::move(*board)};
  return {.fault = input + ':' + std::to_string(lines_before + reader.place().line) + ':' +
                   std::to_string(reader.place().column) + ": invalid: " + board.error().message};
}

/// Reads the boards of a block up to the second of all. False: there may be more blocks to read.
bool read_boards(const TextBlock& block, const std::string& input, std::uint64_t& lines_before,
                 std::optional<FirstPuzzle>& first) {
  const sudoku::BlockStart start = sudoku::start_of_block(block.text(), block.context);
  lines_before += start.line_ends;
  if (block.context.answered_rows > 0) {
    lines_before += static_cast<std::uint64_t>(std::ranges::count(start.text, '\n'));
    return false;
  }
  variants::BoardReader reader(start.text, *block.boards);
  for (Item item = reader.next(); item != Item::kEnd; item = reader.next()) {
    if (item == Item::kEmpty) continue;
    if (first) {
      first->is_followed = true;
      return true;
    }
    first = first_of(item, reader, input, lines_before);
  }
  lines_before += reader.line_ends();
  return false;
}

/// Reads up to the second puzzle. Nothing if there is not even one.
std::optional<FirstPuzzle> read_first(InputBlocks& blocks, bool takes_boards) {
  std::optional<FirstPuzzle> first;
  TextBlock block(kSmallBlockBytes);
  std::uint64_t lines_before = 0;
  std::size_t input = 0;
  for (std::size_t before = 0; blocks.next(block, input); before = input) {
    if (input != before) lines_before = 0;
    if (block.boards) {
      if (read_boards(block, blocks.name(input), lines_before, first)) return first;
      continue;
    }
    sudoku::PuzzleReader reader(block.text(), block.form, block.context);
    while (reader.next()) {
      if (first) {
        first->is_followed = true;
        return first;
      }
      first = first_of(reader, takes_boards, blocks.name(input), lines_before);
    }
    lines_before += reader.line_ends();
  }
  return first;
}

std::string missing_text(const InputBlocks& blocks) {
  const std::string cause = sudoku::likely_cause(blocks.beginning());
  return blocks.name(0) + ": no puzzle was found" + (cause.empty() ? "" : ": " + cause);
}

/// Draws with a flag that an interrupt raises.
Picture draw_interruptibly(const FirstPuzzle& first, const Draw& draw, const DrawBoard& draw_board,
                           Interrupt& interrupt) {
  StopFlag stop = false;
  interrupt.set_exit_message([] { complain("interrupted before there was an answer"); });
  interrupt.set_stop_flag(&stop);
  Picture picture = first.board ? draw_board(*first.board, stop) : draw(first.grid, stop);
  interrupt.set_stop_flag(nullptr);
  interrupt.set_exit_message({});
  return picture;
}

}  // namespace

int draw_first(const ToolSettings& settings, bool json_summary, Interrupt& interrupt,
               const Draw& draw, const DrawBoard& draw_board) {
  const auto begin = std::chrono::steady_clock::now();
  const Result<Inputs> inputs =
      inputs_of(settings.inputs, "", settings.form, settings.quiet, interrupt);
  if (!inputs) return fail(inputs.error());
  const Result<std::unique_ptr<Output>> opened = Output::open(settings, interrupt);
  if (!opened) return fail(opened.error());
  Output& output = **opened;

  InputBlocks blocks(*inputs, settings.form, interrupt);
  const std::optional<FirstPuzzle> first = read_first(blocks, settings.form.boards.has_value());
  if (interrupt.requested()) return output.finish(Results::kIncomplete, interrupt.exit_code());
  if (blocks.failed()) return output.finish(Results::kIncomplete, kExitFailure);
  if (!first || !first->fault.empty()) {
    if (first) {
      const std::string line = first->fault + '\n';
      std::fwrite(line.data(), 1, line.size(), stderr);
    } else {
      complain(missing_text(blocks));
    }
    return output.finish(Results::kIncomplete, kExitSomeUnanswered);
  }

  const Picture picture = draw_interruptibly(*first, draw, draw_board, interrupt);
  if (!picture.svg.empty()) output.write(picture.svg);
  if (!picture.remark.empty() && !interrupt.requested()) complain(picture.remark);
  const bool is_answered = picture.tally.solved == 1;
  const int status = output.finish(picture.svg.empty() ? Results::kIncomplete : Results::kComplete,
                                   is_answered ? kExitAllWell : kExitSomeUnanswered);
  if (output.status() != Output::Status::kOk || interrupt.requested()) return status;
  if (settings.quiet) return status;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  report({.tally = picture.tally, .seconds = taken.count(), .threads = picture.threads},
         json_summary);
  if (first->is_followed && !json_summary) {
    complain("the first puzzle was drawn; the input has more of them");
  }
  return status;
}

Result<> check_svg(bool& svg, const GivenValues& flags, std::span<const OtherOutput> others) {
  for (const OtherOutput& other : others) {
    bool on = other.on;
    if (!resolve_exclusive(flags, {"svg", svg}, {other.option, on})) {
      return Error{"--svg and --" + std::string(other.option) +
                   " cannot be combined: the output is one picture"};
    }
  }
  return {};
}

}  // namespace puzzled::commands
