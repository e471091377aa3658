#include "daemon/net/send/block_writer.hpp"

#include <algorithm>
#include <cstring>

#include "core/mixed/line_pieces.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/variants/text/board_reader.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "daemon/net/verbs/read_request.hpp"

namespace puzzled::net::send {
namespace {

/// Notes on which lines the next `count` requests of the block stand: one on each from `line` on.
void add_line_numbers(std::uint64_t line, std::uint64_t count, Block& block) {
  if (block.requests == 0) block.first_line = line;
  if (block.lines.empty() && line != block.first_line + block.requests) {
    for (std::uint64_t i = 0; i < block.requests; ++i) block.lines.push_back(block.first_line + i);
  }
  if (!block.lines.empty()) {
    for (std::uint64_t i = 0; i < count; ++i) block.lines.push_back(line + i);
  }
  if (!block.kinds.empty()) block.kinds.insert(block.kinds.end(), count, RequestKind::kPuzzle);
  block.requests += count;
}

/// A plain board as the request `board` takes it: its size is said where values may be written in
/// several ways, which a single board need not tell.
std::string plain_board(const variants::BoardReader& reader) {
  constexpr int kMaxDigitValues = 9;
  const variants::Notation& notation = reader.notation();
  std::string text;
  if (reader.size() > kMaxDigitValues) {
    text = std::to_string(reader.size()) + ':' + notation.name() + ' ';
  }
  for (const std::uint8_t value : reader.values()) {
    notation.append(text, value, reader.is_lower_case());
    if (notation.has_numbers()) text += ' ';
  }
  return text;
}

sudoku::Account account_of(const variants::LineCounts& lines) {
  return {.answered = lines.answered,
          .blank = lines.blank,
          .comments = lines.comments,
          .decoration = lines.decoration,
          .spread = lines.spread};
}

RequestKind resend_kind_of(const net::Request& request) {
  using Kind = net::Request::Kind;
  const bool is_ping = request.kind == Kind::kAnswered && request.verb == &net::verb_named("ping");
  if (is_ping || request.kind == Kind::kStats) return RequestKind::kOnce;
  // Another daemon may have other limits.
  const bool is_search = request.kind == Kind::kSearch ||
                         (request.is_error && request.error == net::ErrorCode::kLimit);
  return is_search ? RequestKind::kSearch : RequestKind::kPuzzle;
}

}  // namespace

void BlockWriter::add_plain_lines(std::string_view lines, sudoku::PlainForm form,
                                  std::uint64_t line, Block& block) {
  const std::size_t stride = sudoku::plain_line_bytes(form);
  add_line_numbers(line, lines.size() / stride, block);
  if (form == sudoku::PlainForm::kPuzzle) {
    lines_ += lines;
    return;
  }
  for (; !lines.empty(); lines.remove_prefix(stride)) {
    lines_ += lines.substr(0, sudoku::kCells);
    lines_ += '\n';
  }
}

void BlockWriter::add_puzzle(const sudoku::Grid& grid, std::uint64_t line, Block& block) {
  add_line_numbers(line, 1, block);
  char text[sudoku::kLineBytes];
  sudoku::write_line(grid, text);
  lines_.append(text, sizeof text);
}

void BlockWriter::add_request(std::string_view board, std::uint64_t line, Block& block) {
  add_line_numbers(line, 1, block);
  block.kinds.resize(block.requests, RequestKind::kPuzzle);
  block.kinds.back() = RequestKind::kSearch;
  ((lines_ += "board ") += board) += '\n';
}

void BlockWriter::add_invalid(std::string_view reason, std::uint64_t line, Block& block) {
  block.own.add(block.requests, "invalid " + std::string(reason));
  if (faults_.size() < kMaxFaults) faults_.push_back({line, std::string(reason)});
}

BlockWriter::Read BlockWriter::add_puzzles(std::string_view text, const sudoku::TextForm& form,
                                           const sudoku::BlockContext& context,
                                           std::uint64_t first_line, Block& block) {
  using Item = sudoku::PuzzleReader::Item;
  sudoku::PuzzleReader reader(text, form, context, count_plain_lines_);
  while (const std::optional<Item> item = reader.next()) {
    const bool is_apart = item == Item::kPuzzle && reader.is_scattered();
    const sudoku::TextPlace place = is_apart ? reader.place_of(0) : reader.place();
    const std::uint64_t line = first_line + place.line - 1;
    if (item == Item::kPlainLines) {
      add_plain_lines(reader.plain_lines(), form.plain_form, line, block);
    } else if (item == Item::kPuzzle) {
      add_puzzle(reader.puzzle().grid, line, block);
    } else if (const std::string& rule_line = reader.puzzle().rule_line;
               !rule_line.empty() && variants::read_puzzle_line(rule_line)) {
      add_line_numbers(line, 1, block);
      lines_.append(rule_line) += '\n';
    } else {
      add_invalid(reader.puzzle().error, line, block);
    }
  }
  return {reader.account(), reader.context(), reader.line_ends()};
}

BlockWriter::Read BlockWriter::add_boards(std::string_view text, const variants::BoardForm& form,
                                          std::uint64_t first_line, Block& block) {
  using Item = variants::BoardReader::Item;
  variants::BoardReader reader(text, form);
  for (Item item = reader.next(); item != Item::kEnd; item = reader.next()) {
    const std::uint32_t in_text =
        item == Item::kBoard ? reader.place_of(0).line : reader.place().line;
    const std::uint64_t line = first_line + in_text - 1;
    if (item == Item::kBoard) {
      add_request(plain_board(reader), line, block);
    } else if (item == Item::kPuzzle) {
      add_request(reader.line(), line, block);
    } else {
      add_invalid(reader.reason(), line, block);
    }
  }
  return {account_of(reader.counts()), sudoku::kBehindPuzzle, reader.line_ends()};
}

BlockWriter::Read BlockWriter::write(std::string_view text, const sudoku::TextForm& form,
                                     const sudoku::BlockContext& context, std::uint64_t first_line,
                                     Block& block) {
  lines_.clear();
  const std::size_t faults_before = faults_.size();
  const Read read = add_puzzles(text, form, context, first_line, block);
  if (!mixed::may_hold_rules(!block.own.empty(), read.account, form, context)) return read;
  mixed::LinePieces pieces(text, form, context);
  if (!pieces.hold_rules()) return read;
  // Once more, with the lines that have rules: as `solve` reads them.
  lines_.clear();
  faults_.resize(faults_before);
  const std::uint64_t block_line = block.first_line;
  block = Block();
  block.first_line = block_line;
  Read whole{{}, read.context, pieces.line_ends()};
  while (const std::optional<mixed::LinePiece> piece = pieces.next()) {
    const std::uint64_t line = first_line + whole.line_ends;
    const Read of_piece =
        piece->are_rules ? add_boards(piece->text, {}, line, block)
                         : add_puzzles(piece->text, pieces.form(), piece->context, line, block);
    whole.account += of_piece.account;
    whole.context = of_piece.context;
    whole.line_ends += of_piece.line_ends;
  }
  return whole;
}

BlockWriter::Read BlockWriter::write_boards(std::string_view text, const variants::BoardForm& form,
                                            const sudoku::BlockContext& context,
                                            std::uint64_t first_line, Block& block) {
  lines_.clear();
  if (context.answered_rows > 0) {  // of a board that is too long, which has been answered
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    return {{.answered = lines}, sudoku::kBehindPuzzle, lines};
  }
  const sudoku::BlockStart start = sudoku::start_of_block(text, context);
  Read read = add_boards(start.text, form, first_line + start.line_ends, block);
  read.line_ends += start.line_ends;
  return read;
}

std::optional<EndLine> drop_unanswered(Block& block) {
  using Kind = net::Request::Kind;
  std::string_view rest = block.text();
  std::size_t kept = 0;
  std::uint64_t line = block.first_line;
  std::optional<EndLine> end;
  for (; !rest.empty(); ++line) {
    line += sudoku::skip_blank_lines(rest);
    if (rest.empty()) break;
    const std::size_t size = rest.find('\n') + 1;
    std::string_view text = rest.substr(0, size - 1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    const net::Request request = net::read_request(text, {});
    if (request.kind == Kind::kEnd) {
      const bool is_end = sudoku::trimmed(text) == "end";
      end = EndLine{.word = is_end ? "end" : "quit", .behind = rest.substr(size)};
      break;
    }
    if (request.kind != Kind::kNothing) {
      std::memmove(block.bytes.get() + kept, rest.data(), size);
      kept += size;
      block.lines.push_back(line);
      block.kinds.push_back(resend_kind_of(request));
    }
    rest.remove_prefix(size);
  }
  block.size = kept;
  block.requests = block.lines.size();
  return end;
}

}  // namespace puzzled::net::send
