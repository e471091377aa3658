#include "core/sudoku/text/block_cut.hpp"

#include <algorithm>

#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"

namespace puzzled::sudoku {
namespace {

/// Offset behind the first line that is `end`, or npos. Looks for the letter first: puzzles have
/// none, so nearly all the text is passed over at the speed of memchr.
std::size_t find_end_line(std::string_view text, bool inside_line) {
  for (std::size_t at = text.find('e'); at != kNone; at = text.find('e', at + 1)) {
    const bool line_begins = at == 0 ? !inside_line : text[at - 1] == '\n';
    if (!line_begins) continue;
    std::string_view rest = text.substr(at);
    if (classify(take_line(rest), Layout::kLines) == LineClass::kEnd) {
      return text.size() - rest.size();
    }
  }
  return kNone;
}

/// Offset behind the last whole line, or the last of kMaxBlockLines; 0: there is none.
struct WholeLines {
  std::size_t size = 0;
  bool is_full = false;
};

WholeLines whole_lines(std::string_view text, std::size_t plain_lines, bool at_end) {
  const std::size_t end = end_of_line(text, kMaxBlockLines - plain_lines);
  if (end != kNone) return {end, true};
  if (at_end) return {text.size(), false};
  const std::size_t newline = text.rfind('\n');
  return {newline == kNone ? 0 : newline + 1, false};
}

// Boards with rules are the longest lines.
constexpr std::size_t kMaxEachLineBytes = std::size_t{60} * 1024;

// One answer a line: any line end will do.
BlockCut cut_lines(std::string_view text, const BlockContext& context, bool at_end,
                   bool answers_each_line, PlainLineCounter count_plain_lines) {
  BlockCut cut;
  cut.next.begins_stream = false;
  if (count_plain_lines != nullptr && !context.inside_line) {
    cut.plain_lines = count_plain_lines(reinterpret_cast<const std::uint8_t*>(text.data()),
                                        text.size(), kMaxBlockLines, PlainForm::kPuzzle);
  }
  const std::size_t plain_bytes = cut.plain_lines * kLineBytes;
  const std::string_view rest = text.substr(plain_bytes);
  const WholeLines whole = whole_lines(rest, cut.plain_lines, at_end);
  cut.size = plain_bytes + whole.size;
  cut.is_full = whole.is_full;
  const std::size_t most = answers_each_line ? kMaxEachLineBytes : kMaxLineBytes;
  if (cut.size == 0 && (context.inside_line || text.size() > most)) {
    cut.size = text.size();
    cut.next.inside_line = true;
  }
  if (answers_each_line) return cut;
  // No plain line is `end`.
  const std::size_t end =
      find_end_line(rest.substr(0, cut.size - plain_bytes), context.inside_line);
  if (end != kNone) {
    cut.size = plain_bytes + end;
    cut.ended = true;
  }
  return cut;
}

/// Whether each quoted field begins and ends on one line; false where it takes reading to tell.
bool keeps_quotes_within_lines(std::string_view lines, char separator) {
  const auto ends_field = [&](std::size_t at) {
    return at >= lines.size() || lines[at] == separator || lines[at] == '\n' || lines[at] == '\r';
  };
  for (std::size_t at = lines.find('"'); at != kNone; at = lines.find('"', at + 1)) {
    if (at > 0 && lines[at - 1] != separator && lines[at - 1] != '\n') return false;
    std::size_t close = lines.find('"', at + 1);
    while (close != kNone && close + 1 < lines.size() && lines[close + 1] == '"') {
      close = lines.find('"', close + 2);
    }
    if (close == kNone || !ends_field(close + 1)) return false;
    if (lines.substr(at, close - at).find('\n') != kNone) return false;
    at = close;
  }
  return true;
}

/// As cut_lines(); but a line end within quotes is none.
BlockCut cut_pairs(std::string_view text, const PairForm& form, const BlockContext& context,
                   bool at_end) {
  BlockCut cut = cut_lines(text, context, at_end, false, nullptr);
  if (form.has_objects || form.separator == ' ' || cut.next.inside_line) return cut;
  const BlockStart start = start_of_block(text.substr(0, cut.size), context);
  cut.has_quotes = start.text.find('"') != kNone;
  if (!cut.has_quotes || keeps_quotes_within_lines(start.text, form.separator)) return cut;
  const auto begin = static_cast<std::size_t>(start.text.data() - text.data());
  CsvRecords records(text.substr(begin), form.separator, at_end);
  std::size_t lines = 0;
  while (!records.rest().empty() && lines < kMaxBlockLines) {
    const CsvRecord record = records.read();
    if (record.size == 0) break;
    records.take(record);
    lines += record.lines;
    if (classify(record.line, Layout::kLines) == LineClass::kEnd) {
      cut.ended = true;
      cut.size = text.size() - records.rest().size();
      return cut;
    }
  }
  cut.ended = false;
  cut.is_full = lines >= kMaxBlockLines;
  cut.size = text.size() - records.rest().size();
  return cut;
}

/// Whether `line` is a puzzle whatever comes before it, so that no board and no list goes on behind
/// it.
bool is_puzzle_line(std::string_view line, const TextForm& form) {
  Grid grid;
  if (!form.table) {
    return line.size() >= kCells && read_cells(line, grid) == kCells &&
           (line.size() == kCells || ends_cells(line[kCells]));
  }
  const auto field = csv_field(line, form.table->column, form.table->separator);
  return line.size() <= kMaxLineBytes && form.table->cell_columns == 0 && field &&
         field->size() == kCells && read_cells(*field, grid) == kCells;
}

/// The line that ends at the end of `text`.
std::string_view last_line(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t feed = text.rfind('\n');
  if (feed != kNone) text.remove_prefix(feed + 1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// Where lines are puzzles: the last of them is looked at alone. Nothing if the text has to be read
/// to tell.
std::optional<BlockCut> cut_quickly(std::string_view text, const TextForm& form,
                                    const BlockContext& context, bool at_end,
                                    PlainLineCounter count_plain_lines) {
  if (context.inside_line || context.list.depth > 0 || context.answered_rows > 0) {
    return std::nullopt;
  }
  BlockCut cut{.next = kBehindPuzzle};
  const bool begins_plain = !form.table || form.table->column == 0;
  if (count_plain_lines != nullptr && begins_plain) {
    cut.plain_lines = count_plain_lines(reinterpret_cast<const std::uint8_t*>(text.data()),
                                        text.size(), kMaxBlockLines, form.plain_form);
  }
  const std::size_t plain_bytes = cut.plain_lines * plain_line_bytes(form.plain_form);
  const std::string_view rest = text.substr(plain_bytes);
  const WholeLines whole = whole_lines(rest, cut.plain_lines, at_end);
  const std::string_view lines = rest.substr(0, whole.size);
  cut.size = plain_bytes + whole.size;
  cut.is_full = whole.is_full;
  if (lines.empty()) return cut.size > 0 ? std::optional(cut) : std::nullopt;
  cut.has_quotes = form.table && lines.find('"') != kNone;
  if (cut.has_quotes && !keeps_quotes_within_lines(lines, form.table->separator)) {
    return std::nullopt;
  }
  if (find_end_line(lines, false) != kNone) return std::nullopt;
  // Nothing comes behind the last block, so what it ends with does not matter.
  if (at_end && whole.size == rest.size()) return cut;
  for (const char bracket : {'[', '{', '('}) {
    if (lines.find(bracket) != kNone) return std::nullopt;
  }
  // A title or a blank line may come last.
  constexpr int kMaxOtherLines = 4;
  std::string_view known = lines;
  for (int i = 0; i <= kMaxOtherLines && !known.empty(); ++i) {
    const std::string_view line = last_line(known);
    if (is_puzzle_line(line, form)) {
      cut.size = plain_bytes + known.size();
      return cut;
    }
    known.remove_suffix(known.size() - static_cast<std::size_t>(line.data() - known.data()));
  }
  return std::nullopt;
}

/// Reads the text to find out between which puzzles it can be cut.
BlockCut cut_by_reading(std::string_view text, const TextForm& form, const BlockContext& context,
                        bool at_end, bool full) {
  BlockCut cut;
  if (start_of_block(text, context).is_within_line) return {.size = text.size(), .next = context};
  TextForm block_form = form;
  block_form.has_quotes = form.table && text.find('"') != kNone;
  block_form.plain_lines = 0;
  cut.has_quotes = block_form.has_quotes;
  // A line that is not whole is left to the next block; a list is cut within its lines.
  const std::size_t newline = text.rfind('\n');
  const std::size_t whole = at_end ? text.size() : newline == kNone ? 0 : newline + 1;
  if (whole == 0 && context.list.depth == 0 && text.size() <= kMaxLineBytes) return cut;
  const bool is_list = context.list.depth > 0 || whole == 0;
  const std::string_view known = is_list ? text : text.substr(0, whole);
  PuzzleReader reader(known, block_form, context);
  reader.keep_open(whole, kMaxBlockLines);
  while (reader.next()) {
  }
  if (reader.is_full()) {
    return {.size = reader.seam().position,
            .next = reader.seam().context,
            .has_quotes = cut.has_quotes,
            .is_full = true};
  }
  if (reader.has_seen_end())
    return {.size = reader.position(), .next = {}, .ended = true, .has_quotes = cut.has_quotes};
  if (at_end) return {.size = text.size(), .next = reader.context(), .has_quotes = cut.has_quotes};
  cut.size = reader.seam().position;
  cut.next = reader.seam().context;
  if (cut.size > 0) return cut;
  if (newline == kNone && text.size() > kMaxLineBytes && reader.context().list.depth == 0) {
    // An overlong line is answered here.
    cut.size = text.size();
    cut.next = context;
    cut.next.begins_stream = cut.next.begins_content = cut.next.begins_board = false;
    cut.next.inside_line = true;
    if (context.preceding_text == PrecedingText::kLines)
      cut.next.section = cut.next.board_section = 0;
  } else if (full) {
    // A board spread over more text than can be held: answered here, its other rows passed over.
    cut.size = reader.position() > 0 ? reader.position() : text.size();
    cut.next = reader.context();
    cut.next.inside_line = text[cut.size - 1] != '\n';
  }
  return cut;
}

/// Whether `line`, with its line feed, is a puzzle, or a puzzle and its solution, whatever comes
/// before it, and leaves nothing open behind it.
bool stands_alone(std::string_view line, const TextForm& form) {
  if (line.size() > kMaxLineBytes || line.find_first_of("[{(") != kNone) return false;
  TextForm alone = form;
  alone.plain_lines = 0;
  alone.has_quotes = form.table && line.find('"') != kNone;
  PuzzleReader reader(line, alone, kBehindPuzzle);
  std::size_t puzzles = 0;
  while (const auto item = reader.next()) {
    if (item != PuzzleReader::Item::kPuzzle) return false;
    ++puzzles;
  }
  const BlockContext behind = reader.context();
  return puzzles > 0 && !reader.has_seen_end() && !behind.beside && behind.section == 0 &&
         behind.board_section == 0 && behind.answered_rows == 0 && behind.list.depth == 0 &&
         !behind.begins_board && behind.preceding_text == PrecedingText::kLines;
}

}  // namespace

std::optional<std::size_t> find_part_cut(std::string_view text, std::size_t from,
                                         const TextForm& form, bool begins_file) {
  bool is_whole = begins_file;  // the line at hand
  for (std::size_t begin = 0;; is_whole = true) {
    const std::size_t feed = text.find('\n', begin);
    if (feed == kNone) return std::nullopt;
    const std::size_t end = feed + 1;
    const std::string_view line = text.substr(begin, end - begin);
    begin = end;
    if (end < from) continue;
    if (form.layout == Layout::kLines) return end;
    if (!is_whole || !stands_alone(line, form)) continue;
    if (!form.table) return end;
    // A record with a line end in quotes that is open here began within as many bytes.
    const std::size_t lead = end - std::min(end, 2 * kMaxLineBytes);
    const std::size_t first = lead == 0 ? 0 : text.find('\n', lead) + 1;
    const std::string_view lines = text.substr(first, end - first);
    if (keeps_quotes_within_lines(lines, form.table->separator)) return end;
  }
}

BlockCut cut_block(std::string_view text, const TextForm& form, const BlockContext& context,
                   bool at_end, bool full, PlainLineCounter count_plain_lines) {
  if (form.pairs) return cut_pairs(text, *form.pairs, context, at_end);
  if (form.layout == Layout::kLines)
    return cut_lines(text, context, at_end, form.answers_each_line, count_plain_lines);
  if (const auto cut = cut_quickly(text, form, context, at_end, count_plain_lines)) return *cut;
  return cut_by_reading(text, form, context, at_end, full);
}

}  // namespace puzzled::sudoku
