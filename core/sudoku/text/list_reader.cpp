#include "core/sudoku/text/list_reader.hpp"

#include "core/region_map.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"

namespace puzzled::sudoku {
namespace {

bool is_open(char c) {
  return c == '[' || c == '{' || c == '(';
}

bool is_close(char c) {
  return c == ']' || c == '}' || c == ')';
}

bool is_quote(char c) {
  return c == '"' || c == '\'' || c == '`';
}

constexpr std::uint32_t kMaxRecordDepth = 64;  // rules of deeper ones are not looked for

constexpr CharacterSet kSkipped(" \t\n\v\f\r)]},;:|<>=");
constexpr CharacterSet kEndOfWord(" \t\n\v\f\r)]},;:|<>=[{(\"'`");

/// Offset of the quote that closes the string whose opening quote is at `at`; kNone: not on the
/// line, so that a quote too many hides no more than that.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  for (; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == quote) return at;
    if (text[at] == '\\') ++at;
  }
  return kNone;
}

/// As many cells side by side, digits among them, as nothing but a puzzle has.
bool has_suspect_run(std::string_view text) {
  std::size_t cells = 0;
  bool has_digit = false;
  for (const char c : text) {
    cells = is_cell(c) ? cells + 1 : 0;
    has_digit = cells > 0 && (has_digit || is_digit(c));
    if (cells >= LineContent::kSuspectCells && has_digit) return true;
  }
  return false;
}

constexpr std::size_t kSmallCells = 16;

/// A board of 4x4 as one word: sixteen digits up to 4, blanks of a sign or many of them zeros, so
/// that no number looks like it.
bool is_small_board(std::string_view text) {
  if (text.size() != kSmallCells) return false;
  std::size_t zeros = 0;
  std::size_t clues = 0;
  for (const char c : text) {
    if (c == '0') ++zeros;
    if (c >= '1' && c <= '4') ++clues;
    if (!is_cell(c) || (c > '4' && is_digit(c))) return false;
  }
  return clues > 0 && (zeros + clues < kSmallCells || 2 * zeros >= kSmallCells);
}

std::string small_board_reason() {
  return counted_cells(kSmallCells) + " instead of 81";
}

/// A comment begins there, outside of strings.
bool begins_comment(std::string_view text, std::size_t at) {
  if (text[at] == '/') return at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*');
  return text[at] == '#' && (at == 0 || is_space(text[at - 1]));
}

}  // namespace

std::uint64_t key_hash(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    hash = (hash ^ static_cast<std::uint8_t>(lower)) * 0x100000001B3;
  }
  return hash == 0 ? 1 : hash;
}

std::size_t list_begin(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t\f\v\r");
  if (at == kNone) return kNone;
  if (begins_list(line.substr(at))) return at;
  // `board = [`, `np.array([`, `"a": {`
  bool is_open = false;
  for (char before = 0; at < line.size(); ++at) {
    if (line[at] == ' ' || line[at] == '\t') continue;
    is_open = is_open || before == '(';
    // `problem(1, [[`, `(def board '[[`
    const bool may_begin = before == '=' || before == ':' || before == '(' ||
                           (is_open && (before == ',' || before == '\''));
    if (may_begin && begins_list(line.substr(at))) return at;
    before = line[at];
  }
  return kNone;
}

bool is_cut_off_object(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('{')) return false;
  line = trimmed(line.substr(1));
  if (line.empty() || (line[0] != '"' && line[0] != '\'')) return false;
  const char quote = line[0];
  bool has_name = false;
  char last = 0;  // outside of strings; a quote stands for a whole one
  std::size_t depth = 1;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (is_space(c)) continue;
    const bool is_list_of_strings = !has_name && last == quote && c != ':';
    if (is_list_of_strings || begins_comment(line, at)) return false;
    if (c == quote) at = end_of_string(line, at);
    if (at == kNone) return true;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return false;
    has_name = has_name || c == ':';
    last = c;
  }
  constexpr std::string_view kGoesOn = "{[,:";
  return has_name && kGoesOn.find(last) == kNone;
}

bool leaves_list(std::string_view text) {
  Grid grid;
  return text.size() > kCells && (text[kCells] == '\n' || text[kCells] == '\r') &&
         cell_value(text[0]) >= 0 && read_cells(text, grid) == kCells;
}

bool begins_row(std::string_view text) {
  // A list that goes on has brackets, quotes or commas.
  std::size_t cells = 0;
  for (const char c : text.substr(0, 4 * kSide)) {
    if (c == '\n') return cells == kSide;
    if (cell_value(c) >= 0) {
      ++cells;
    } else if (c != ' ' && c != '\r' && c != '|') {
      return false;
    }
  }
  return false;
}

bool begins_list(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && is_space(text[at])) ++at;
  if (at == text.size() || !is_open(text[at])) return false;
  while (at < text.size() && (is_open(text[at]) || is_space(text[at]))) ++at;
  if (at == text.size() || is_close(text[at])) return true;
  const char c = text[at];
  if (is_quote(c) || cell_value(c) >= 0 || c == ',') return true;
  const std::string_view rest = text.substr(at);
  return rest.starts_with("null") || rest.starts_with("None") || rest.starts_with("nan") ||
         rest.starts_with("NaN");
}

ListReader::ListReader(const ListContext& context, const ListKeys& keys, const BlankSigns& blanks)
    : keys_(keys), blanks_(blanks), state_(context) {}

void ListReader::leave() {
  state_.depth = state_.braces = 0;
  state_.rules = {};
  state_.key = 0;
  forget_list();
}

ListReader::Event ListReader::next(std::string_view text, std::size_t& at, std::uint32_t& line,
                                   std::ptrdiff_t& line_begin) {
  const auto place = [&](std::size_t offset) {
    return TextPlace{
        line, static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(offset) - line_begin) + 1};
  };
  for (;;) {
    if (take_found()) {
      if (found_size_ != kCells) return Event::kRow;
      if (holds_back()) continue;
      return Event::kPuzzle;
    }
    if (at >= text.size()) return Event::kEnd;
    const char c = text[at];
    if (c == '\n') {
      ++line;
      line_begin = static_cast<std::ptrdiff_t>(++at);
      const bool holds_other_things = state_.has_others || list_cells_ % kSide != 0;
      if (std::exchange(state_.is_line, false) || leaves_list(text.substr(at)) ||
          (state_.depth > 0 && holds_other_things && begins_row(text.substr(at)))) {
        leave();
        return Event::kEnd;
      }
      if (state_.depth > 0 && at < text.size()) ++lines_within_;
    } else if (is_open(c)) {
      ++at;
      ++state_.depth;
      if (c == '{' && ++state_.braces == 1) ++records_;
      if (state_.depth <= kMaxRecordDepth) {
        const std::uint64_t bit = std::uint64_t{1} << (state_.depth - 1);
        state_.rules.objects = c == '{' ? state_.rules.objects | bit : state_.rules.objects & ~bit;
      }
      is_direct_ = false;
      forget_list();
      if (c == '{' && is_at_record()) {
        state_.has_answer = state_.has_member = false;
        state_.bad_key = 0;
        noted_reason_.clear();
      }
    } else if (is_close(c) &&
               !(state_.is_line && state_.depth == 1)) {  // no bracket opened such a line
      fault_place_ = place(at);
      ++at;
      const Event event = close(c);
      if (event != Event::kEnd || state_.depth == 0) return event;
    } else if (is_quote(c)) {
      const std::size_t end = end_of_string(text, at);
      if (end == kNone) {
        has_open_string_ = has_open_string_ || text.find('\n', at) == kNone;
        ++at;
        continue;
      }
      const std::string_view string = text.substr(at + 1, end - at - 1);
      const TextPlace first = place(at + 1);
      at = end + 1;
      std::size_t behind = at;
      while (behind < text.size() && (text[behind] == ' ' || text[behind] == '\t')) ++behind;
      if (behind < text.size() && text[behind] == ':') {
        at = behind + 1;
        read_key(string);
        continue;
      }
      const Event event = scalar(string, first, true);
      if (event != Event::kEnd) return event;
    } else if (begins_comment(text, at)) {
      at = std::min(text.find('\n', at), text.size());
    } else if (kSkipped.has(c)) {
      ++at;
    } else {
      const std::size_t begin = at;
      while (at < text.size() && !kEndOfWord.has(text[at])) ++at;
      const std::string_view word = text.substr(begin, at - begin);
      if (at < text.size() && text[at] == ':' && !is_digit(word[0])) {
        ++at;
        read_key(word);
        continue;
      }
      const Event event = scalar(word, place(begin), false);
      if (event != Event::kEnd) return event;
    }
  }
}

/// The depth of the object that is the record at hand; 0: there is none.
std::uint32_t ListReader::record_depth() const {
  const auto is_object = [this](std::uint32_t depth) {
    return (state_.rules.objects >> (depth - 1) & 1) != 0;
  };
  std::uint32_t depth = std::min(state_.depth, kMaxRecordDepth);
  while (depth > 0 && !is_object(depth)) --depth;
  while (depth > 1 && is_object(depth - 1)) --depth;
  return depth;
}

void ListReader::set_rules(const BareName& member, bool is_sure) {
  RecordRules& rules = state_.rules;
  const std::uint32_t depth = record_depth();
  if (depth == 0 || (rules.depth > 0 && rules.depth <= depth)) return;
  rules.depth = depth;
  rules.member = member;
  rules.is_sure = is_sure;
  rules.is_told = false;
}

void ListReader::add_regions() {
  set_rules(state_.rules.name, true);
}

std::string ListReader::rules_reason() const {
  return "the member '" + std::string(state_.rules.member.text()) +
         "' beside the puzzle may state rules: take it out, or state them in a form that has a "
         "name for them";
}

void ListReader::hold_puzzle() {
  RecordRules& rules = state_.rules;
  const std::uint32_t depth = record_depth();
  if (depth == 0 || rules.released == depth) return;
  if (rules.held == 0) {
    rules.held = depth;
  } else {
    release_puzzle();
  }
}

void ListReader::release_puzzle() {
  state_.rules.released = state_.rules.held;
  state_.rules.held = 0;
}

/// Whether the value at hand, of the member or in a list that is its value, states rules.
bool ListReader::read_member_value(std::string_view text, bool is_string) {
  RecordRules& rules = state_.rules;
  const bool is_in_list = state_.depth > rules.use_depth;
  const bool is_map = is_string && text.size() == kCells && may_be_regions(text, kSide) &&
                      map_kind(text) == MapKind::kRegions && !keys_.are_given;
  const MemberUse use = is_map ? MemberUse::kRule : rules.use;
  const ScalarKind kind = is_string ? ScalarKind::kString : ScalarKind::kWord;
  if (!is_in_list) rules.use = MemberUse::kOther;
  if (!is_map && !states_rules(use, text, kind, is_in_list)) return false;
  const bool is_new = rules.depth == 0;
  set_rules(rules.name, use != MemberUse::kText);
  return is_new && rules.depth > 0;
}

/// An object has been closed, which was `depth` deep; whether its rules have not been told of.
bool ListReader::close_record() {
  RecordRules& rules = state_.rules;
  const std::uint32_t depth = state_.depth + 1;
  if (rules.held == depth) rules.held = 0;
  const bool has_released = rules.released == depth;
  if (has_released) rules.released = 0;
  if (rules.depth != depth) return false;
  rules.depth = 0;
  return !rules.is_told && (rules.is_sure || has_released);
}

/// Numbers are the names of rows, as pandas writes them, not of members.
void ListReader::read_key(std::string_view name) {
  forget_list();
  is_direct_ = true;
  const bool is_within_member =
      state_.rules.use != MemberUse::kOther && state_.depth > state_.rules.use_depth;
  if (!is_within_member) {
    state_.rules.name = BareName(name);
    state_.rules.use_depth = state_.depth;
    const bool is_puzzle = keys_.are_given && keys_.contains(key_hash(name));
    state_.rules.use = is_puzzle ? MemberUse::kOther : use_of_member(name);
  }
  if (!name.empty() && std::ranges::all_of(name, is_digit)) return;
  state_.key = key_hash(name);
  state_.has_member = true;
  object_depth_ = state_.depth;
}

void ListReader::forget_list() {
  list_cells_ = list_size_ = 0;
  list_blanks_ = {};
  state_.has_others = false;
}

void ListReader::add_cell(std::uint8_t value, TextPlace place) {
  if (list_values_.empty()) {
    list_values_.resize(kCells);
    list_places_.resize(kCells);
  }
  if (list_cells_ < kCells) {
    list_values_[list_cells_] = value;
    list_places_[list_cells_] = place;
  }
  ++list_cells_;
  ++list_size_;
}

void ListReader::add_other(std::string_view text, TextPlace place) {
  constexpr std::size_t kMaxShown = 16;
  if (!state_.has_others) {
    other_ = text.size() <= kMaxShown ? "'" + std::string(text) + "'" : "a word";
    other_place_ = place;
  }
  state_.has_others = true;
  ++list_size_;
}

/// A list of cells and other things that has the size of a row or a puzzle, or so many cells that
/// it was meant to be one.
bool ListReader::was_meant_for_cells() const {
  const bool is_abbreviated = other_ == "'...'" && list_cells_ >= 3;
  const bool has_right_size = list_size_ == kSide || list_size_ == kCells;
  return state_.has_others && is_wanted() &&
         (is_abbreviated || list_cells_ >= LineContent::kSuspectCells ||
          (has_right_size && 2 * list_cells_ > list_size_));
}

bool ListReader::take_found() {
  if (found_at_ >= found_values_.size()) {
    found_values_.clear();
    found_places_.clear();
    found_at_ = 0;
    return false;
  }
  values_ = std::span(found_values_).subspan(found_at_, found_size_);
  places_ = std::span(found_places_).subspan(found_at_, found_size_);
  found_at_ += found_size_;
  blank_numbers_ = content_.blank_numbers();
  return true;
}

ListReader::Event ListReader::close(char bracket) {
  const std::size_t cells = list_cells_;
  blank_numbers_ = list_blanks_;
  const bool is_damaged = was_meant_for_cells();
  const bool is_list_of_cells = cells > 0 && !state_.has_others && is_wanted();
  const bool closes_record = bracket == '}' && is_at_record() && state_.has_member;
  const bool is_known_bad = is_further_fault() && state_.bad_key != state_.key;
  if (state_.depth > 0) --state_.depth;
  if (bracket == '}' && state_.braces > 0) --state_.braces;
  if (state_.depth == 0) state_.braces = 0;
  is_direct_ = false;
  if (state_.depth <= state_.rules.use_depth) state_.rules.use = MemberUse::kOther;
  const std::string reason = has_rules() ? rules_reason() : std::string();
  if (bracket == '}' && close_record()) {
    forget_list();
    state_.key = state_.puzzle_key = 0;
    has_solution_ = false;
    return fault(reason, fault_place_);
  }
  forget_list();
  if (state_.depth == 0 && bracket != '}') state_.key = 0;
  if (is_list_of_cells && (cells == kSide || cells == kCells)) {
    state_.has_answer = true;
    values_ = std::span(list_values_).first(cells);
    places_ = std::span(list_places_).first(cells);
    if (cells == kSide) return Event::kRow;
    return holds_back() ? Event::kListEnd : Event::kPuzzle;
  }
  if (is_known_bad && (is_damaged || is_list_of_cells)) {
    return state_.depth == 0 ? Event::kEnd : Event::kListEnd;
  }
  if (is_damaged) {
    state_.bad_key = state_.key;
    state_.has_answer = true;
    line_reason_ =
        other_ + (other_ == "'...'" ? " stands for cells that were left out" : " is not a cell");
    reason_ = "has " + other_ +
              (other_ == "'...'" ? " for cells that were left out" : ", which is not a cell");
    fault_place_ = other_place_;
    return Event::kBadRow;
  }
  if (is_list_of_cells && (cells > 1 || !keys_.empty())) {
    state_.bad_key = state_.key;
    state_.has_answer = true;
    const std::string count = counted_cells(cells);
    reason_ = "has " + count + " instead of 9";
    line_reason_ = cells > kCells ? "more than 81 cells" : count + " instead of 81";
    return Event::kBadRow;
  }
  if (bracket == '}') {
    state_.key = 0;
    const bool had_puzzle = std::exchange(state_.puzzle_key, 0) != 0;
    if (std::exchange(has_solution_, false) && !had_puzzle) {
      values_ = solution_values_;
      places_ = solution_places_;
      return Event::kPuzzle;
    }
    if (closes_record && !std::exchange(state_.has_answer, false)) {
      if (!noted_reason_.empty()) return fault(std::exchange(noted_reason_, {}), noted_place_);
      return fault("no puzzle in this record", fault_place_);
    }
  }
  return state_.depth == 0 ? Event::kEnd : Event::kListEnd;
}

/// Whether the puzzle at hand waits for the end of its object: a full grid, which is the solution
/// if another member is a puzzle.
bool ListReader::holds_back() {
  if (!keys_.empty() || state_.key == 0) return false;
  const bool is_full = std::ranges::find(values_, 0) == values_.end();
  if (!is_full) {
    state_.puzzle_key = state_.key;
    return false;
  }
  if (state_.puzzle_key == state_.key || has_solution_) return false;
  has_solution_ = state_.puzzle_key == 0;
  if (has_solution_) {
    solution_values_.assign(values_.begin(), values_.end());
    solution_places_.assign(places_.begin(), places_.end());
  }
  return true;
}

/// The innermost bracket is that of a record.
bool ListReader::is_at_record() const {
  if (state_.is_line) return false;
  if (keys_.has_records || keys_.record_depth == 0) return state_.depth > 0 && state_.braces == 1;
  return state_.depth == keys_.record_depth;
}

/// Faults of the record at hand have been told, or it has its puzzle: a damaged puzzle and its
/// solution have one answer.
bool ListReader::is_further_fault() const {
  return keys_.has_records && keys_.empty() && state_.braces > 0 && state_.has_answer;
}

void ListReader::note_fault(std::string reason, TextPlace place) {
  if (!noted_reason_.empty()) return;
  noted_reason_ = std::move(reason);
  noted_place_ = place;
}

ListReader::Event ListReader::fault(std::string reason, TextPlace place) {
  state_.has_answer = true;
  reason_ = std::move(reason);
  fault_place_ = place;
  return Event::kFault;
}

/// Of a value that stands there.
ListReader::Event ListReader::content_fault(TextPlace place) {
  place.column += static_cast<std::uint32_t>(content_.fault_offset());
  return fault(content_.reason(), place);
}

ListReader::Event ListReader::scalar(std::string_view text, TextPlace place, bool is_string) {
  const bool is_direct = std::exchange(is_direct_, false);
  if (state_.braces > 0 && read_member_value(text, is_string)) {
    add_other({}, place);
    fault_place_ = place;
    return Event::kRules;
  }
  if (is_string && state_.braces > 0 && is_small_board(text)) {
    note_fault(small_board_reason(), place);
  }
  if (!is_wanted()) {
    if (is_string && is_stray_puzzle(text) && add_content(text, place)) return Event::kEnd;
    add_other({}, place);
    return Event::kEnd;
  }
  if (text.size() > kMaxLineBytes && has_suspect_run(text)) {
    return fault("a value of more than " + std::to_string(kMaxLineBytes) + " bytes", place);
  }
  if (is_string && text.find('\\') != kNone) {
    // Escaped line ends and slashes stand between rows; other characters are no cells.
    unescaped_.assign(text);
    for (std::size_t i = 0; i + 1 < unescaped_.size(); ++i) {
      if (unescaped_[i] != '\\') continue;
      const bool is_gap = std::string_view("nrt/").find(unescaped_[i + 1]) != kNone;
      if (is_gap) unescaped_[i] = unescaped_[i + 1] = ' ';
      ++i;
    }
    text = unescaped_;
  }
  if (is_direct && !keys_.empty()) return direct(text, place);
  // An attribute of XML holds a puzzle, or no cell at all.
  if (state_.is_line && text.size() < LineContent::kSuspectCells) return Event::kEnd;
  const bool is_one = text.size() == 1 && cell_value(text[0]) >= 0;
  if (is_one) {
    if (text[0] == '0') list_blanks_.zero = true;
    add_cell(static_cast<std::uint8_t>(cell_value(text[0])), place);
    return Event::kEnd;
  }
  if (text.size() >= kSide && add_content(text, place)) return Event::kEnd;
  const bool is_suspect = content_.kind() == LineContent::Kind::kFault &&
                          content_.longest_token() >= LineContent::kSuspectCells &&
                          text.size() >= kSide && text.size() <= kMaxLineBytes;
  if (is_suspect && !is_further_fault()) return content_fault(place);
  if (is_string && keys_.empty() && state_.braces == 0 && is_small_board(text)) {
    return fault(small_board_reason(), place);
  }
  const std::string_view word = is_string ? trimmed(text) : text;
  const bool is_sign = is_string && !word.empty() && blanks_.text().find(word) != kNone;
  const std::optional<std::uint8_t> value = is_sign ? std::uint8_t{0} : value_of_word(word);
  if (value) {
    list_blanks_.minus_one = list_blanks_.minus_one || word.starts_with("-1");
    list_blanks_.zero = list_blanks_.zero || word.starts_with('0');
    add_cell(*value, place);
  } else {
    add_other(word, place);
  }
  return Event::kEnd;
}

/// A puzzle in a member that was not known when the form was recognised.
bool ListReader::is_stray_puzzle(std::string_view text) const {
  Grid grid;
  return !keys_.are_given && text.size() == kCells && read_cells(text, grid) == kCells &&
         has_blank(grid);
}

/// The value of a member that should be a puzzle.
ListReader::Event ListReader::direct(std::string_view text, TextPlace place) {
  const bool had_answer = state_.has_answer;
  const bool is_long = text.size() > kMaxLineBytes;
  if (add_content(text, place) && found_size_ == kCells) return Event::kEnd;
  found_values_.clear();
  found_places_.clear();
  std::string reason = counted_cells(content_.cells()) + " instead of 81";
  if (is_long) {
    reason = "a value of more than " + std::to_string(kMaxLineBytes) + " bytes";
  } else if (!content_.reason().empty()) {
    reason = content_.reason();
    place.column += static_cast<std::uint32_t>(content_.fault_offset());
  }
  if (!keys_.has_records || state_.braces <= 1) return fault(std::move(reason), place);
  // Another object of the record may have the puzzle: such as one for each message of a dialogue.
  state_.has_answer = had_answer;
  note_fault(std::move(reason), place);
  return Event::kEnd;
}

/// Puzzles or rows that a string holds; nine rows are a puzzle.
bool ListReader::add_content(std::string_view text, TextPlace place) {
  if (text.size() > kMaxLineBytes) return false;
  content_.read(text, blanks_);
  const bool is_rows = content_.kind() == LineContent::Kind::kRows;
  if (content_.kind() == LineContent::Kind::kDashes) {
    found_values_.assign(kSide, 0);
    found_places_.assign(kSide, place);
    found_size_ = kSide;
    return true;
  }
  if (!is_rows && content_.kind() != LineContent::Kind::kPuzzles) return false;
  found_values_.assign(content_.values().begin(), content_.values().end());
  found_places_.clear();
  for (const std::uint32_t offset : content_.offsets()) {
    found_places_.push_back({place.line, place.column + offset});
  }
  found_at_ = 0;
  found_size_ = is_rows && found_values_.size() != kCells ? kSide : kCells;
  // What stands beside a puzzle is no cell of another: `[7, "53..7....…"]`.
  if (!is_rows) add_other({}, place);
  state_.has_answer = true;
  return true;
}

}  // namespace puzzled::sudoku
