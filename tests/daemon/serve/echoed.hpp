// What a parser makes of bytes, without solving: every Sudoku line is answered by itself, every
// search by what it asks for. And the same, found line by line in the plainest way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "daemon/net/verbs/queens_lines.hpp"
#include "daemon/net/verbs/read_request.hpp"

namespace puzzled::net {

/// Boards of regions, which are searched together, a line each; the tag stands before its line.
inline std::string echo_lines(const SearchRequest& search) {
  const queens::BoardQuestion& question = search.boards;
  std::string text;
  for (std::string_view rest = search.line; !rest.empty();) {
    std::string_view line = sudoku::take_line(rest);
    const std::string_view tag = tag_of_line(line);
    text.append(tag).append(search.verb->name);
    text += ' ' + std::to_string(question.limit) + (question.has_solution ? " yes" : "");
    line.remove_prefix(line.find(' '));
    text.append(line).append("\n");
  }
  return text;
}

inline std::string echo(const SearchRequest& search) {
  if (search.lines > 0) return echo_lines(search);
  std::string text(search.verb->name);
  text += ' ' + std::to_string(search.most) + ' ' + std::to_string(search.queens) + ' ';
  sudoku::append_cells(text, search.grid);
  text += ' ' + search.problem;
  for (const std::uint32_t option : search.options) text += ' ' + std::to_string(option);
  return text + '\n';
}

/// What stands before the echo of a line that is not only solved.
inline std::string limit_mark(std::uint64_t limit) {
  return limit == 1 ? "" : std::to_string(limit) + " of ";
}

/// Answers the batch; returns its answers.
inline std::string echo(RequestBatch& batch) {
  if (batch.kind == BatchKind::kStats) return batch.tag + "stats\n";
  if (batch.kind == BatchKind::kSearch) return batch.tag + echo(batch.search);
  if (batch.kind == BatchKind::kStream) {
    std::string solved;
    for (std::string_view rest = batch.requests.view(); !rest.empty();) {
      const std::string_view line = sudoku::take_line(rest);
      if (sudoku::classify(line, sudoku::Layout::kLines) != sudoku::LineClass::kContent) continue;
      solved.append(limit_mark(batch.limit)).append(line).append("\n");
    }
    set_answers(batch, solved);
  }
  return std::string(batch.answers.view());
}

struct Echoed {
  std::string text;
  bool closed = false;  ///< before the end of the bytes
};

inline Echoed echo(std::vector<std::unique_ptr<RequestBatch>>& batches) {
  Echoed all;
  for (const std::unique_ptr<RequestBatch>& batch : batches) {
    all.text += echo(*batch);
    all.closed = all.closed || batch->closes != CloseReason::kNone;
  }
  return all;
}

/// What the protocol says about `bytes` as a whole stream.
inline Echoed echo_plainly(std::string_view bytes, const RequestLimits& limits) {
  Echoed all;
  bytes = sudoku::without_byte_order_mark(bytes);
  while (!bytes.empty()) {
    const std::string_view line = sudoku::take_line(bytes);
    if (line.size() > limits.line_bytes) {
      all.text += too_long_answer(limits) + '\n';
      all.closed = true;
      return all;
    }
    const Request request = read_request(line, limits);
    if (request.kind == Request::Kind::kNothing) continue;
    if (request.kind == Request::Kind::kEnd) {
      all.closed = true;
      return all;
    }
    if (!request.tag.empty() && request.search.lines == 0) {
      all.text.append(request.tag).append(" ");
    }
    if (request.kind == Request::Kind::kSudoku) {
      all.text.append(limit_mark(request.limit)).append(request.sudoku).append("\n");
    }
    if (request.kind == Request::Kind::kSearch) all.text += echo(request.search);
    if (request.kind == Request::Kind::kStats) all.text += "stats\n";
    if (request.kind == Request::Kind::kAnswered) all.text += request.answer + '\n';
    if (request.closes) {
      all.closed = true;
      return all;
    }
  }
  return all;
}

}  // namespace puzzled::net
