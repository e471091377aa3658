#include "core/variants/text/rule_record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json_value.hpp"
#include "core/region_map.hpp"
#include "core/rule_members.hpp"
#include "core/variants/text/cage_list.hpp"
#include "core/variants/text/line_boards.hpp"
#include "core/variants/text/rule_names.hpp"

namespace puzzled::variants {
namespace {

constexpr std::size_t kMaxRecordSide = 9;

std::size_t record_side(std::size_t cells) {
  for (std::size_t side = kMinSize; side <= kMaxRecordSide; ++side) {
    if (side * side == cells) return side;
  }
  return 0;
}

/// A symbol for a value of a list; nothing if it is none of a cell.
std::optional<char> symbol_of(const JsonValue& value) {
  if (value.is_null() || (value.is_string() && value.text.empty())) return '.';
  if ((value.is_number() || value.is_string()) && value.text.size() == 1) return value.text[0];
  return std::nullopt;
}

/// The symbols of a board, which may be a text, a list, or a list of rows; empty if it is none.
std::string symbols_of(const JsonValue& value) {
  std::string symbols;
  if (value.is_string()) {
    std::ranges::copy_if(value.text, std::back_inserter(symbols), [](char c) {
      return std::string_view(" \t\r\n|,").find(c) == std::string_view::npos;
    });
  } else if (value.is_array()) {
    for (const JsonValue& item : value.items) {
      if (const std::optional<char> symbol = symbol_of(item)) {
        symbols += *symbol;
      } else if (item.is_array() || item.is_string()) {
        if (item.is_string() && item.text.size() != value.items.size()) return {};
        if (item.is_string()) symbols += item.text;
        for (const JsonValue& cell : item.items) {
          const std::optional<char> inner = symbol_of(cell);
          if (!inner) return {};
          symbols += *inner;
        }
      } else {
        return {};
      }
    }
  }
  return record_side(symbols.size()) == 0 ? std::string() : symbols;
}

bool is_blank_symbol(char c) {
  return std::string_view(".0*_-?xX").find(c) != std::string_view::npos;
}

bool hold_each_cell_once(const std::vector<Rule>& rules) {
  std::vector<Cell> cells;
  for (const Rule& rule : rules) cells.insert(cells.end(), rule.cells.begin(), rule.cells.end());
  std::ranges::sort(cells);
  return std::ranges::adjacent_find(cells) == cells.end();
}

/// All functions that return bool say by false that error_ is set.
class RecordReader {
 public:
  explicit RecordReader(const JsonValue& record) {
    is_read_ = read_object(record);
    if (is_read_ && cages_.empty() && !needs_cages_.empty()) is_read_ = fail(needs_cages_);
  }

  bool states_rules() const { return states_rules_; }

  Result<Puzzle> puzzle() {
    if (!is_read_ || !choose_board() || !build()) return Error{std::move(error_)};
    return std::move(puzzle_);
  }

 private:
  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }
  bool fail(std::string_view member, std::string_view what) {
    return fail("member '" + std::string(member) + "' " + std::string(what));
  }
  bool fail_unknown(std::string_view member) {
    return fail(
        member,
        "may state rules that are not known here; state them in another form, or take it out");
  }

  bool read_object(const JsonValue& object) {
    for (std::size_t i = 0; i < object.names.size(); ++i) {
      if (!read_member(object.names[i], object.items[i])) return false;
    }
    return true;
  }

  bool read_member(const std::string& name, const JsonValue& value) {
    const std::string symbols = symbols_of(value);
    const MapKind kind = map_kind(symbols);
    if (kind == MapKind::kUnclear || (kind == MapKind::kRegions && !regions_.empty())) {
      states_rules_ = true;
      return fail(name, "may hold regions or not");
    }
    if (kind == MapKind::kRegions) {
      states_rules_ = true;
      regions_ = symbols;
      return true;
    }
    const MemberUse use = use_of_member(name);
    if (use == MemberUse::kOther) {
      if (!symbols.empty()) boards_.push_back(symbols);
      return !value.is_object() || read_object(value);
    }
    if (value.is_array() || value.is_object()) {
      if (value.items.empty()) return true;
      if (value.is_array() && use == MemberUse::kText) {
        return std::ranges::all_of(value.items,
                                   [&](const JsonValue& item) { return read_names(name, item); });
      }
      states_rules_ = true;
      return is_cage_member(name) ? read_cages(name, value) : fail_unknown(name);
    }
    if (use == MemberUse::kText) return read_names(name, value);
    const ScalarKind scalar = value.is_string() ? ScalarKind::kString : ScalarKind::kWord;
    const std::string_view text = value.kind == JsonValue::Kind::kTrue
                                      ? std::string_view("true")
                                      : std::string_view(value.text);
    const bool is_false = value.is_null() || value.kind == JsonValue::Kind::kFalse;
    if (is_false || !puzzled::states_rules(use, text, scalar, false)) return true;
    states_rules_ = true;
    if (text != "true" && text != "1") return fail_unknown(name);
    return add_rules(name, name);
  }

  bool read_names(const std::string& member, const JsonValue& value) {
    if (value.is_null() || value.kind == JsonValue::Kind::kFalse || value.is_number()) return true;
    if (!value.is_string()) {
      states_rules_ = true;
      return fail_unknown(member);
    }
    std::string_view rest = value.text;
    if (means_plain_game(rest)) return true;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(",;+&|/"), rest.size());
      std::string_view name = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (means_plain_game(name)) continue;
      states_rules_ = true;
      if (!add_rules(member, name)) return false;
    }
    return true;
  }

  bool read_cages(const std::string& name, const JsonValue& value) {
    if (!cages_.empty()) return fail(name, "has cages, and so has '" + cage_member_ + "'");
    cage_member_ = name;
    const Result<> read = cages_.read(value);
    return read || fail(name, read.error().message);
  }

  bool add_rules(std::string_view member, std::string_view name) {
    const Result<std::vector<Rule>> rules = find_rules(name);
    if (!rules) {
      fail(member, "states what is not known: " + rules.error().message);
      // Cages are all that it means, and they may follow.
      const BareName bare(name);
      const bool means_cages = bare.text() == "killer" || bare.text() == "killersudoku";
      if (means_cages) needs_cages_ = std::exchange(error_, {});
      return means_cages;
    }
    for (const Rule& rule : *rules) {
      if (std::ranges::find(puzzle_.rules, rule) == puzzle_.rules.end()) {
        puzzle_.rules.push_back(rule);
      }
    }
    return true;
  }

  // ---- The board.

  bool choose_board() {
    std::vector<std::string> open;  // not full
    for (const std::string& board : boards_) {
      const bool is_full = std::ranges::none_of(board, is_blank_symbol);
      if (is_full && boards_.size() > 1) continue;
      if (std::ranges::find(open, board) == open.end()) open.push_back(board);
    }
    // Cages that hold all cells of the largest board need no other.
    constexpr std::size_t kMaxCells = kMaxRecordSide * kMaxRecordSide;
    are_cages_all_ = boards_.empty() && cages_.cells() == kMaxCells;
    if (are_cages_all_) open.emplace_back(kMaxCells, '.');
    if (open.empty()) return fail("no board of up to 9x9 stands beside the rules");
    if (open.size() > 1) return fail("several boards stand beside the rules");
    board_ = open.front();
    return true;
  }

  bool build() {
    if (!regions_.empty() && regions_.size() != board_.size()) {
      return fail("the regions are not of the board's size");
    }
    std::vector<Rule> rules = std::move(puzzle_.rules);
    const int size = static_cast<int>(record_side(board_.size()));
    puzzle_ = empty_line_board(size);
    puzzle_.rules = std::move(rules);
    if (const Result<> added = cages_.add_rules(size, puzzle_.rules); !added) {
      return fail(cage_member_, added.error().message);
    }
    if (are_cages_all_ && !hold_each_cell_once(puzzle_.rules)) {
      return fail("no board stands beside the cages, and they leave cells out");
    }
    for (std::size_t i = 0; i < board_.size(); ++i) {
      if (is_blank_symbol(board_[i])) continue;
      const int value = board_[i] - '0';
      if (value < 1 || value > size) {
        return fail("'" + std::string(1, board_[i]) + "' is not from 1 to " + std::to_string(size));
      }
      puzzle_.allowed[i] = set_of(value);
    }
    if (!regions_.empty()) {
      std::string seen;
      for (std::size_t i = 0; i < regions_.size(); ++i) {
        if (seen.find(regions_[i]) == std::string::npos) seen += regions_[i];
        puzzle_.regions[i] = static_cast<std::uint8_t>(seen.find(regions_[i]));
      }
    }
    return true;
  }

  bool is_read_ = false;
  bool states_rules_ = false;
  std::vector<std::string> boards_;
  std::string board_;
  std::string regions_;
  CageList cages_;
  std::string cage_member_;
  bool are_cages_all_ = false;
  std::string needs_cages_;  // why the record is refused if it has none
  Puzzle puzzle_;
  std::string error_;
};

/// Whether some name of a member says that its value may state rules. A quick look, so that other
/// objects are not parsed.
bool may_state_rules(std::string_view line) {
  for (std::size_t at = line.find('"'); at != std::string_view::npos; at = line.find('"', at)) {
    const std::size_t end = line.find('"', at + 1);
    if (end == std::string_view::npos) return false;
    const std::string_view text = line.substr(at + 1, end - at - 1);
    at = line.find_first_not_of(" \t", end + 1);
    const bool is_name = at != std::string_view::npos && line[at] == ':';
    if (is_name ? use_of_member(text) != MemberUse::kOther : map_kind(text) != MapKind::kNone) {
      return true;
    }
    if (at == std::string_view::npos) return false;
  }
  return false;
}

}  // namespace

bool is_rule_record(std::string_view line) {
  if (!line.starts_with('{') || !may_state_rules(line)) return false;
  const Result<JsonValue> record = parse_json(line);
  return record && RecordReader(*record).states_rules();
}

Result<Puzzle> read_rule_record(std::string_view line) {
  const Result<JsonValue> record = parse_json(line);
  if (!record) return record.error();
  return RecordReader(*record).puzzle();
}

}  // namespace puzzled::variants
