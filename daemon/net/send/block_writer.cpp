#include "daemon/net/send/block_writer.hpp"

#include <cstring>

#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
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
  block.requests += count;
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

BlockWriter::Read BlockWriter::write(std::string_view text, const sudoku::TextForm& form,
                                     const sudoku::BlockContext& context, std::uint64_t first_line,
                                     Block& block) {
  using Item = sudoku::PuzzleReader::Item;
  lines_.clear();
  sudoku::PuzzleReader reader(text, form, context, count_plain_lines_);
  std::string answer;
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
      answer = "invalid ";
      answer += reader.puzzle().error;
      block.own.add(block.requests, answer);
      if (faults_.size() < kMaxFaults) faults_.push_back({line, reader.puzzle().error});
    }
  }
  return {reader.account(), reader.context(), reader.line_ends()};
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
