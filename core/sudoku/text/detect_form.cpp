#include "core/sudoku/text/text_form.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/pair_finder.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/text/table_finder.hpp"

namespace puzzled::sudoku {
namespace {

/// Recognises a form. Nothing: more text is needed.
class Detector {
 public:
  Detector(const StreamHead& head, const FormRequest& request) : head_(head), request_(request) {
    form_.layout = Layout::kAny;
    form_.blanks = request.blanks;
    if (request.name == "board") form_.board_answers = BoardAnswers::kBoards;
  }

  std::optional<TextForm> run() {
    std::optional<StreamHead::Line> first = head_.next();
    if (first && first->is_whole) separator_ = named_separator(first->text);
    if (separator_ != 0) first = head_.next();
    // `+----+`: the upper border of a table.
    bool has_border = false;
    while (first && first->is_whole && first->text.find('+') != kNone &&
           is_column_ruler(first->text)) {
      has_border = true;
      first = head_.next();
    }
    if (!first) return when_complete();
    if (begins_list(first->text)) return of_lists();
    content_.read(first->text.substr(0, kMaxLineBytes), form_.blanks);
    if (content_.kind() == Kind::kPuzzles && request_.column.empty()) return of_puzzles(*first);
    if (!first->is_whole) return when_complete();
    if (ends_in_list(first->text)) return of_lists();
    if (content_.kind() == Kind::kNumber && request_.column.empty()) return of_count();
    using Decision = TableFinder::Decision;
    const Decision decision = find_table(first->text);
    if (decision != Decision::kNo) {
      return decision == Decision::kYes ? std::optional(form_) : when_complete();
    }
    if (!request_.column.empty()) {
      form_.lacks_column = true;
      return form_;
    }
    if (request_.name == "csv") {
      form_.table = TableForm{.fields = csv_fields(first->text, ',').size(), .has_header = true};
      form_.header = HeaderLine::of(first->text);
      return form_;
    }
    return has_border ? form_ : of_rows(first->text);
  }

 private:
  using Kind = LineContent::Kind;

  std::optional<TextForm> when_complete() const {
    return head_.is_complete() ? std::optional(form_) : std::nullopt;
  }

  /// A table may have titles above its header, which is one by itself.
  TableFinder::Decision find_table(std::string_view first) {
    constexpr int kMaxTitles = 8;
    using Decision = TableFinder::Decision;
    StreamHead head = head_;
    for (int titles = 0;; ++titles) {
      const Decision decision = TableFinder(request_, form_).find(head, first, separator_);
      if (decision != Decision::kNo || titles == kMaxTitles || !is_title(first)) return decision;
      const std::optional<StreamHead::Line> next = head.next();
      if (!next || !is_title(next->text)) return Decision::kNo;
      if (!next->is_whole) return head.is_complete() ? Decision::kNo : Decision::kOpen;
      first = next->text;
    }
  }

  bool is_title(std::string_view line) {
    if (line.size() > kMaxLineBytes) return false;
    content_.read(line, form_.blanks);
    return content_.kind() == Kind::kTitle || content_.kind() == Kind::kRuler;
  }

  /// The first line holds puzzles.
  std::optional<TextForm> of_puzzles(const StreamHead::Line& line) {
    const bool is_single = content_.values().size() == kCells && !content_.puzzle_text(0).empty();
    if (!is_single) return form_;
    const std::string_view puzzle = content_.puzzle_text(0);
    const auto at = static_cast<std::size_t>(puzzle.data() - line.text.data());
    if (!line.is_whole) return at == 0 ? std::optional(form_) : when_complete();
    if (at == 0) {
      Grid solution;
      const bool is_solved = line.text.size() == 2 * kCells + 1 &&
                             read_cells(line.text.substr(kCells + 1), solution) == kCells &&
                             !has_blank(solution);
      if (is_solved) form_.plain_form = PlainForm::kSolved;
      return form_;
    }
    // Columns without names.
    const std::vector<std::string_view> lines = some_lines();
    for (const char separator : kSeparators) {
      const auto fields = csv_fields(line.text, separator);
      const auto field = std::ranges::find(fields, puzzle);
      if (field == fields.end() || fields.size() < 2) continue;
      const auto column = static_cast<std::size_t>(field - fields.begin());
      if (are_named_values(lines, separator, column)) break;
      form_.table = TableForm{.separator = separator, .column = column, .fields = fields.size()};
      break;
    }
    return form_;
  }

  /// The line at hand, and some of those behind it.
  std::vector<std::string_view> some_lines() const {
    constexpr std::size_t kMaxLines = 50;
    std::vector<std::string_view> lines;
    StreamHead head(head_.from_last(), head_.is_complete(), form_.blanks);
    while (lines.size() < kMaxLines) {
      const std::optional<StreamHead::Line> line = head.next();
      if (!line || !line->is_whole) break;
      lines.push_back(line->text);
    }
    return lines;
  }

  /// A list begins at the end of the line, behind a name: `board = [`.
  static bool ends_in_list(std::string_view line) {
    const std::size_t bracket = line.find_first_of("[{(");
    if (bracket == kNone || bracket == 0) return false;
    const std::size_t before = line.find_last_not_of(" \t", bracket - 1);
    return before != kNone && (line[before] == '=' || line[before] == ':') &&
           begins_list(line.substr(bracket));
  }

  /// The members with values that have blanks are puzzles; if there are none, the first that has
  /// full grids.
  std::optional<TextForm> of_lists() {
    const std::string_view text = head_.from_last();
    struct Member {
      std::uint64_t key;
      std::uint32_t depth;
      Grid grid{};               ///< the first
      std::size_t object = 0;    ///< that of the last board, by the braces before it
      std::uint64_t record = 0;  ///< the outermost one of it
      bool is_repeated = false;  ///< in another object
    };
    std::vector<Member> puzzles;
    std::optional<Member> solution;
    Grid grid;  // whose rows come
    std::size_t object = 0;
    bool has_two_in_record = false;
    ListReader lists({}, {}, form_.blanks);
    const auto add = [&](std::uint64_t key, std::uint32_t depth, bool is_full) {
      const auto known = std::ranges::find(puzzles, key, &Member::key);
      const std::uint64_t record = lists.records();
      if (is_full) {
        if (!solution) {
          solution = Member{.key = key, .depth = depth, .record = record};
        } else if (solution->key == key) {
          has_two_in_record = has_two_in_record || solution->record == record;
          solution->record = record;
        }
        return;
      }
      if (known == puzzles.end()) {
        puzzles.push_back({key, depth, grid, object, record});
        return;
      }
      has_two_in_record = has_two_in_record || known->record == record;
      known->record = record;
      if (known->object != object) {
        known->is_repeated = true;
        known->object = object;
      }
    };
    std::size_t at = std::min(text.find_first_of("[{("), text.size());
    std::uint32_t line = 1;
    std::ptrdiff_t line_begin = 0;
    std::size_t row_cells = 0;
    bool row_is_full = true;
    bool ended = false;
    for (;;) {
      const std::size_t before = at;
      const ListReader::Event event = lists.next(text, at, line, line_begin);
      object += static_cast<std::size_t>(std::ranges::count(text.substr(before, at - before), '{'));
      if (event == ListReader::Event::kRow || event == ListReader::Event::kPuzzle) {
        row_is_full = (row_cells == 0 || row_is_full) &&
                      std::ranges::find(lists.values(), 0) == lists.values().end();
        for (std::size_t i = 0; i < lists.values().size() && row_cells + i < kCells; ++i) {
          grid.digits[row_cells + i] = lists.values()[i];
        }
        row_cells += lists.values().size();
        if (row_cells >= kCells) {
          add(lists.key(), lists.object_depth(), row_is_full);
          row_cells = 0;
        }
      } else if (event == ListReader::Event::kListEnd || event == ListReader::Event::kBadRow) {
        row_cells = 0;
      } else if (event == ListReader::Event::kEnd) {
        ended = lists.depth() == 0 && at < text.size();
        if (at >= text.size() || !begins_list(text.substr(at))) break;
      }
    }
    if (puzzles.empty() && !ended && !head_.is_complete()) return std::nullopt;
    if (!request_.column.empty()) {
      form_.keys.keys[0] = key_hash(request_.column);
      form_.keys.size = 1;
      form_.keys.are_given = true;
      form_.lacks_column = !has_member(text, request_.column);
      return form_;
    }
    form_.keys.has_records = lists.records() > 1 && !has_two_in_record;
    if (puzzles.empty() && solution) puzzles.push_back(*solution);
    // Values that have no name are all that there is.
    const bool is_named = !puzzles.empty() &&
                          std::ranges::none_of(puzzles, [](const Member& m) { return m.key == 0; });
    if (!is_named) return form_;
    if (std::ranges::count_if(puzzles, &Member::is_repeated) > 1) form_.refusal = kTwoColumns;
    for (const Member& member : puzzles) {
      const bool is_state = std::ranges::any_of(puzzles, [&](const Member& other) {
        return other.key != member.key && has_clues_of(member.grid, other.grid);
      });
      if (is_state) form_.refusal = kTwoColumns;
    }
    for (const Member& member : puzzles) {
      if (form_.keys.size == form_.keys.keys.size()) break;
      form_.keys.keys[form_.keys.size++] = member.key;
    }
    const std::uint32_t depth = puzzles.front().depth;
    if (std::ranges::all_of(puzzles, [&](const Member& m) { return m.depth == depth; })) {
      form_.keys.record_depth = depth;
    }
    return form_;
  }

  /// Whether some member may have this name: what it stands in is not looked at.
  static bool has_member(std::string_view text, std::string_view name) {
    for (std::size_t at = 0; at + name.size() < text.size(); ++at) {
      const char behind = text[at + name.size()];
      const bool ends = behind == '"' || behind == '\'' || behind == ':' || behind == '=' ||
                        behind == '`' || is_space(behind);
      if (ends && equal_ignoring_case(text.substr(at, name.size()), name)) return true;
    }
    return false;
  }

  /// A number in front of puzzles on lines, or of whole boards: as many rows as nine divides come
  /// up to the first gap. Else it is a row that has lost cells.
  std::optional<TextForm> of_count() {
    int rows = 0;
    bool first = true;
    Grid board;  // the first nine rows, if the number is none of them
    for (std::string_view rest = head_.rest(); !rest.empty();) {
      const bool is_whole = head_.is_complete() || rest.find('\n') != kNone;
      const std::string_view line = take_line(rest);
      if (!is_whole) break;
      const LineClass kind = classify(line, Layout::kAny, form_.blanks);
      if (kind == LineClass::kComment || (kind == LineClass::kBlank && rows == 0)) continue;
      content_.read(line.substr(0, kMaxLineBytes), form_.blanks);
      const bool is_row = kind == LineClass::kContent && content_.kind() == Kind::kRows;
      if (content_.kind() == Kind::kPuzzles && first) {
        form_.begins_with_count = true;
        return form_;
      }
      if (content_.kind() == Kind::kRuler && kind == LineClass::kContent) continue;
      if (first && is_row) set_board_answers(line);
      if (!is_row) {
        form_.begins_with_count = rows % 9 != 8;
        return form_;
      }
      first = false;
      if (rows < 9 && content_.values().size() == kSide) {
        std::ranges::copy(content_.values(), board.digits.begin() + rows * 9);
      }
      ++rows;
    }
    if (rows < 9 && !head_.is_complete()) return std::nullopt;
    // Without a gap in sight: rows of two boards would contradict each other.
    const bool is_count = head_.is_complete() ? rows % 9 != 8 : !find_conflict(board);
    form_.begins_with_count = is_count;
    return form_;
  }

  void set_board_answers(std::string_view row) {
    if (row.size() == kSide) {
      form_.board_answers = BoardAnswers::kBoards;
    } else if (content_.has_spaced_integers()) {
      form_.board_answers = BoardAnswers::kIntegers;
    }
  }

  /// Boards without any heading are answered like the question.
  std::optional<TextForm> of_rows(std::string_view first) {
    content_.read(first.substr(0, kMaxLineBytes), form_.blanks);
    if (content_.kind() != Kind::kRows) return form_;
    const std::optional<StreamHead::Line> second = head_.next();
    if (!second || !second->is_whole) {
      if (!head_.is_complete()) return std::nullopt;
      if (!second) return form_;
    }
    set_board_answers(first);
    if (form_.board_answers == BoardAnswers::kLines) return form_;
    content_.read(second->text.substr(0, kMaxLineBytes), form_.blanks);
    const bool is_row = content_.kind() == Kind::kRows || content_.kind() == Kind::kDashes ||
                        (content_.kind() == Kind::kFault && second->text.size() < kCells);
    if (!is_row && request_.name != "board") form_.board_answers = BoardAnswers::kLines;
    return form_;
  }

  StreamHead head_;
  const FormRequest& request_;
  TextForm form_;
  char separator_ = 0;  // that the text itself names
  LineContent content_;
};

/// The box of `grid` that is a corner of it: 0 top left, 1 top right, 2 and 3 at the bottom.
std::array<std::uint8_t, kSide> corner_box(const Grid& grid, int corner) {
  std::array<std::uint8_t, kSide> box{};
  for (int i = 0; i < 9; ++i) {
    box[static_cast<std::size_t>(i)] = grid[(corner / 2 * 6 + i / 3) * 9 + corner % 2 * 6 + i % 3];
  }
  return box;
}

/// Whether a text is five lines of 81 cells, of which one has its corner boxes from the others.
bool are_samurai_lines(std::string_view text, const BlankSigns& blanks) {
  constexpr std::size_t kBoards = 5;
  constexpr std::size_t kMaxBytes = 1024;
  if (text.size() > kMaxBytes) return false;
  std::vector<Grid> grids;
  StreamHead lines(text, true, blanks);
  while (const std::optional<StreamHead::Line> line = lines.next()) {
    Grid grid;
    if (grids.size() == kBoards || line->text.size() != kCells ||
        read_cells(line->text, grid) != kCells) {
      return false;
    }
    grids.push_back(grid);
  }
  if (grids.size() != kBoards) return false;
  for (std::size_t middle = 0; middle < kBoards; ++middle) {
    int shared = 0;
    bool fits = true;
    for (int corner = 0; corner < 4 && fits; ++corner) {
      const auto other = static_cast<std::size_t>(corner);
      const auto box = corner_box(grids[middle], corner);
      fits = box == corner_box(grids[other < middle ? other : other + 1], 3 - corner);
      shared += static_cast<int>(9 - std::ranges::count(box, 0));
    }
    // Blank boxes are equal in any boards.
    if (fits && shared > 1) return true;
  }
  return false;
}

/// Whether some board has both -1 and 0: then 0 is a digit on those without it, too.
bool has_zero_digits(std::string_view head, const TextForm& form) {
  if (head.find("-1") == kNone || form.lacks_column) return false;
  PuzzleReader reader(head, form, {});
  while (const std::optional<PuzzleReader::Item> item = reader.next()) {
    if (*item == PuzzleReader::Item::kFault && reader.puzzle().error == kMixedBlanks) return true;
  }
  return false;
}

}  // namespace

std::optional<TextForm> detect_form(std::string_view head, bool complete,
                                    const FormRequest& request) {
  if (request.each_line) return TextForm{.blanks = request.blanks, .answers_each_line = true};
  if (request.name == "line" || request.name == "sdm") {
    return TextForm{.blanks = request.blanks};
  }
  head = without_byte_order_mark(head);
  skip_blank_lines(head, request.blanks);
  complete = complete || head.size() >= kMaxFormBytes;
  if (request.pairs) {
    return find_pairs(StreamHead(head.substr(0, kMaxFormBytes), complete, request.blanks), request);
  }
  std::optional<TextForm> form =
      Detector(StreamHead(head.substr(0, kMaxFormBytes), complete, request.blanks), request).run();
  if (form) form->has_quotes = form->table.has_value();
  if (form && complete && are_samurai_lines(head, request.blanks)) {
    form->refusal = "five boards that share corner boxes are a Samurai, which is not read";
  }
  if (form) form->has_zero_digits = has_zero_digits(head.substr(0, kMaxFormBytes), *form);
  return form;
}

}  // namespace puzzled::sudoku
