#include "core/sudoku/text/block_cut.hpp"

#include "core/sudoku/text/board_reader.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

/// Offset behind the first line that is `end`, or npos. Looks for the letter first: puzzles have
/// none, so nearly all the text is passed over at the speed of memchr.
std::size_t find_end_line(std::string_view text, bool inside_line) {
  for (std::size_t at = text.find('e'); at != std::string_view::npos; at = text.find('e', at + 1)) {
    const bool line_begins = at == 0 ? !inside_line : text[at - 1] == '\n';
    if (!line_begins) continue;
    std::string_view rest = text.substr(at);
    if (classify(take_line(rest), Layout::kLines) == LineClass::kEnd) {
      return text.size() - rest.size();
    }
  }
  return std::string_view::npos;
}

BlockCut cut_lines(std::string_view text, const BlockContext& context, bool at_end,
                   PlainLineCounter count_plain_lines) {
  BlockCut cut;
  cut.next.begins_stream = false;
  if (count_plain_lines != nullptr && !context.inside_line) {
    cut.plain_lines = count_plain_lines(reinterpret_cast<const std::uint8_t*>(text.data()),
                                        text.size(), kMaxBlockLines);
  }
  const std::size_t plain_bytes = cut.plain_lines * kLineBytes;
  const std::string_view rest = text.substr(plain_bytes);
  if (const std::size_t end = end_of_line(rest, kMaxBlockLines - cut.plain_lines);
      end != std::string_view::npos) {
    cut.size = plain_bytes + end;
    cut.is_full = true;
  } else if (at_end) {
    cut.size = text.size();
  } else if (const std::size_t newline = rest.rfind('\n'); newline != std::string_view::npos) {
    cut.size = plain_bytes + newline + 1;
  } else if (cut.plain_lines > 0) {
    cut.size = plain_bytes;
  } else if (context.inside_line || text.size() > kMaxLineBytes) {
    cut.size = text.size();
    cut.next.inside_line = true;
  }
  // No plain line is `end`.
  const std::size_t end =
      find_end_line(rest.substr(0, cut.size - plain_bytes), context.inside_line);
  if (end != std::string_view::npos) {
    cut.size = plain_bytes + end;
    cut.ended = true;
  }
  return cut;
}

// Of a table with quotes: a block ends with a record, so each of them has to be looked at.
BlockCut cut_records(std::string_view text, const TextForm& form, const BlockContext& context,
                     bool at_end) {
  BlockCut cut;
  cut.next.begins_stream = false;
  const BlockStart start = start_of_block(text, context);
  if (start.is_within_line) return {text.size(), context, false};
  CsvRecords records(start.text, form.csv_separator, at_end);
  const auto taken = [&] { return text.size() - records.rest().size(); };
  if (context.inside_line) cut.size = taken();
  for (std::size_t lines = 0; !records.rest().empty();) {
    if (records.skip_blank_lines() > 0) cut.size = taken();
    if (records.rest().empty()) break;
    const CsvRecord record = records.read();
    if (record.size == 0) break;
    lines += record.lines;
    cut.is_full = lines > kMaxBlockLines;
    if (cut.is_full) return cut;
    records.take(record);
    cut.size = taken();
    cut.ended = classify(record.line, Layout::kLines) == LineClass::kEnd;
    if (cut.ended) return cut;
  }
  if (cut.size == 0 && records.rest().size() > kMaxLineBytes) {
    cut.size = text.size();
    cut.next.inside_line = true;
  }
  return cut;
}

BlockCut cut_boards(std::string_view text, const BlockContext& context, bool at_end, bool full) {
  BlockCut cut;
  const BlockStart start = start_of_block(text, context);
  if (start.is_within_line) return {text.size(), context, false};
  std::string_view rest = start.text;
  BoardReader reader(context, start.line_ends);
  std::size_t lines = 0;
  for (;;) {
    reader.skip_blank_lines(rest);
    if (reader.rows() == 0 && rest.size() < start.text.size()) {
      cut.size = text.size() - rest.size();
      cut.next = reader.context();
    }
    if (rest.empty()) break;
    if (++lines > kMaxBlockLines && cut.size > 0) {
      cut.is_full = true;
      return cut;
    }
    const bool whole_line = at_end || rest.find('\n') != std::string_view::npos;
    if (!whole_line && rest.size() <= kMaxLineBytes) break;
    const BoardEvent event = reader.feed(take_line(rest));
    if (event == BoardEvent::kEnd) {
      reader.finish();
      return {text.size() - rest.size(), reader.context(), true};
    }
    if (!whole_line) break;
  }
  if (at_end) {
    reader.finish();
    return {text.size(), reader.context(), false};
  }
  if (cut.size == 0 && full) {
    // A board spread over more text than can be held: answered here, its other rows passed over.
    cut.size = text.size() - rest.size();
    cut.next = reader.context();
    cut.next.inside_line = text[cut.size - 1] != '\n';
  }
  return cut;
}

}  // namespace

BlockCut cut_block(std::string_view text, const TextForm& form, const BlockContext& context,
                   bool at_end, bool full, PlainLineCounter count_plain_lines) {
  if (form.layout == Layout::kBoards) return cut_boards(text, context, at_end, full);
  if (!form.has_header) return cut_lines(text, context, at_end, count_plain_lines);
  if (text.find('"') == std::string_view::npos) return cut_lines(text, context, at_end, nullptr);
  BlockCut cut = cut_records(text, form, context, at_end);
  cut.has_quotes = true;
  return cut;
}

}  // namespace puzzled::sudoku
