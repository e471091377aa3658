#include "core/variants/text/scl/scl_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/fpuzzles/cage_note.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_reader.hpp"
#include "core/variants/text/packed/link.hpp"
#include "core/variants/text/packed/lz_string.hpp"
#include "core/variants/text/scl/zipped_json.hpp"

namespace puzzled::variants {
namespace {

/// A member that stands there by its name and by the short form of it; empty: there is none.
std::string_view doubled_name(const JsonValue& object) {
  for (std::size_t i = 0; i < object.names.size(); ++i) {
    const std::string_view name = long_name(object.names[i]);
    if (name == object.names[i]) continue;
    if (object.find(name) != nullptr) return name;
  }
  return {};
}

/// A member by its name or the short form of it.
const JsonValue* find_scl(const JsonValue& object, std::string_view name) {
  for (std::size_t i = 0; i < object.names.size(); ++i) {
    if (long_name(object.names[i]) == name) return &object.items[i];
  }
  return nullptr;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

std::optional<int> scl_number(const JsonValue& value) {
  if (!value.is_number() && !value.is_string()) return std::nullopt;
  return parse_number(value.text, kMaxRuleNumber);
}

/// All functions that return bool say by false that error_ is set.
class SclReader {
 public:
  Result<Puzzle> read(const JsonValue& board) {
    if (read_cells(board) && read_members(board)) return std::move(puzzle_);
    return Error{std::move(error_)};
  }

 private:
  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }

  bool read_cells(const JsonValue& board) {
    if (const std::string_view name = doubled_name(board); !name.empty()) {
      return fail("member '" + std::string(name) + "' is there twice, in short as well");
    }
    const JsonValue* const rows = board.is_object() ? find_scl(board, "cells") : nullptr;
    if (rows == nullptr || !rows->is_array()) return fail("a SudokuPad board has `cells`");
    const std::size_t size = rows->items.size();
    if (size < kMinSize || size > kMaxSize) {
      return fail("a board must be from 4x4 to 25x25 (got " + std::to_string(size) + " rows)");
    }
    puzzle_.size = static_cast<int>(size);
    puzzle_.allowed.assign(size * size, all_values(puzzle_.size));
    for (std::size_t row = 0; row < size; ++row) {
      const JsonValue& cells = rows->items[row];
      if (!cells.is_array() || cells.items.size() != size) {
        return fail("cells: row " + std::to_string(row + 1) + " must have " + std::to_string(size) +
                    " cells");
      }
      for (std::size_t column = 0; column < size; ++column) {
        if (!read_cell(cells.items[column], puzzle_.allowed[row * size + column])) return false;
      }
    }
    return true;
  }

  /// Marks are the player's.
  bool read_cell(const JsonValue& cell, ValueSet& allowed) {
    if (!cell.is_object()) return fail("cells: each must be an object");
    bool has_value = false;
    for (std::size_t i = 0; i < cell.names.size(); ++i) {
      const std::string_view name = long_name(cell.names[i]);
      if (name == "value") {
        if (has_value) return fail("cells: one has 'value' twice, in short as well");
        has_value = true;
        if (cell.items[i].is_null() || cell.items[i].text.empty()) continue;
        const auto value = scl_number(cell.items[i]);
        if (!value || *value < 1 || *value > puzzle_.size) {
          return fail("cells: '" + cell.items[i].text + "' is not from 1 to " +
                      std::to_string(puzzle_.size));
        }
        allowed = set_of(*value);
      } else if (!is_one_of(name, {"centremarks", "pencilMarks", "cornermarks", "given"})) {
        return fail("cells: member '" + std::string(name) + "' is not known");
      }
    }
    return true;
  }

  bool read_members(const JsonValue& board) {
    for (std::size_t i = 0; i < board.names.size(); ++i) {
      const std::string_view name = long_name(board.names[i]);
      const JsonValue& value = board.items[i];
      if (value.is_null() ||
          is_one_of(name, {"cells", "id", "cellSize", "settings", "title", "author", "rules",
                           "solution", "videos", "foglight", "triggereffect"})) {
        continue;
      }
      if (is_one_of(name, {"lines", "arrows", "overlays", "underlays", "foglink"})) {
        if (value.items.empty()) continue;
        return fail(std::string(name) +
                    ": what is drawn may hold rules that only people read; give the board in "
                    "f-puzzles' form or as an ISS string");
      }
      const bool is_read = name == "regions"    ? read_regions(value)
                           : name == "cages"    ? read_cages(value)
                           : name == "global"   ? read_global(value)
                           : name == "metadata" ? read_metadata(value)
                                                : fail("member '" + std::string(name) +
                                                       "' is not known; without it the board "
                                                       "can be read");
      if (!is_read) return false;
    }
    return true;
  }

  /// A list of pairs, row and column from 0.
  bool read_places(std::string_view of, const JsonValue& list, std::vector<Cell>& cells) {
    if (!list.is_array()) return fail(std::string(of) + ": must have lists of cells");
    for (const JsonValue& place : list.items) {
      const bool is_pair = place.is_array() && place.items.size() == 2;
      const auto row = is_pair ? scl_number(place.items[0]) : std::nullopt;
      const auto column = is_pair ? scl_number(place.items[1]) : std::nullopt;
      if (!row || !column || *row >= puzzle_.size || *column >= puzzle_.size) {
        return fail(std::string(of) + ": a cell is not on the board");
      }
      cells.push_back(static_cast<Cell>(*row * puzzle_.size + *column));
    }
    return true;
  }

  bool read_regions(const JsonValue& list) {
    if (!list.is_array()) return fail("regions: must be a list");
    if (list.items.empty()) return true;
    constexpr int kUnset = -1;
    std::vector<int> owners(puzzle_.allowed.size(), kUnset);
    for (std::size_t region = 0; region < list.items.size(); ++region) {
      std::vector<Cell> cells;
      if (!read_places("regions", list.items[region], cells)) return false;
      if (cells.size() != static_cast<std::size_t>(puzzle_.size)) {
        return fail("regions: each must have " + std::to_string(puzzle_.size) + " cells (got " +
                    std::to_string(cells.size()) + ')');
      }
      for (const Cell cell : cells) {
        if (owners[cell] != kUnset) return fail("regions: a cell is in two of them");
        owners[cell] = static_cast<int>(region);
      }
    }
    // Numbered as they begin, as other readers do.
    std::vector<int> seen;
    for (const int owner : owners) {
      const auto at = std::ranges::find(seen, owner);
      puzzle_.regions.push_back(owner == kUnset ? Puzzle::kNoRegion
                                                : static_cast<std::uint8_t>(at - seen.begin()));
      if (owner != kUnset && at == seen.end()) seen.push_back(owner);
    }
    return true;
  }

  /// Without cells it is a title, or a note. With a sum, its values differ unless `unique` is
  /// false; without a sum, they do if it says so.
  bool read_cage(const JsonValue& cage) {
    if (!cage.is_object()) return fail("cages: each must be an object");
    if (const std::string_view name = doubled_name(cage); !name.empty()) {
      return fail("cages: one has '" + std::string(name) + "' twice, in short as well");
    }
    std::vector<Cell> cells;
    if (const JsonValue* const places = find_scl(cage, "cells");
        places != nullptr && !read_places("cages", *places, cells)) {
      return false;
    }
    if (const JsonValue* const value = find_scl(cage, "value"); value != nullptr) {
      const CageNote note = cage_note(value->text);
      if (note == CageNote::kAntiKnight) add_global(RuleKind::kAntiKnight);
      if (note == CageNote::kAntiKing) add_global(RuleKind::kAntiKing);
      if (note != CageNote::kNone) return true;
    }
    if (cells.empty()) return true;
    std::optional<int> sum;
    for (const std::string_view name : {"value", "sum"}) {
      const JsonValue* const value = find_scl(cage, name);
      if (value == nullptr || value->is_null() || value->text.empty()) continue;
      const auto number = scl_number(*value);
      if (!number) return fail("cages: '" + value->text + "' is not a sum");
      if (sum && sum != number) return fail("cages: `value` and `sum` are different");
      sum = number;
    }
    for (const std::string& name : cage.names) {
      if (!is_one_of(long_name(name),
                     {"cells", "value", "sum", "unique", "hidden", "style", "type", "borderColor",
                      "textColor", "fontC", "outlineC", "fontSize", "color", "backgroundColor"})) {
        return fail("cages: member '" + name + "' is not known");
      }
    }
    const JsonValue* const unique = find_scl(cage, "unique");
    const bool is_unique = unique != nullptr && unique->kind == JsonValue::Kind::kTrue;
    const bool is_repeating = unique != nullptr && unique->kind == JsonValue::Kind::kFalse;
    if (!sum && is_repeating) return true;
    if (!sum && !is_unique) {
      return fail("cages: one has neither a sum nor `unique`, and may hold any rule");
    }
    Rule& rule = puzzle_.rules.emplace_back();
    rule.kind = is_repeating ? RuleKind::kSum : RuleKind::kCage;
    rule.cells = std::move(cells);
    if (sum) rule.numbers = {*sum};
    return true;
  }

  bool read_cages(const JsonValue& list) {
    if (!list.is_array()) return fail("cages: must be a list");
    return std::ranges::all_of(list.items,
                               [this](const JsonValue& cage) { return read_cage(cage); });
  }

  void add_global(RuleKind kind) {
    if (globals_.insert(kind).second) puzzle_.rules.emplace_back().kind = kind;
  }
  bool read_global(const JsonValue& list) {
    if (!list.is_array()) return fail("global: must be a list");
    for (const JsonValue& name : list.items) {
      if (name.text == "antiknight") {
        add_global(RuleKind::kAntiKnight);
      } else if (name.text == "antiking") {
        add_global(RuleKind::kAntiKing);
      } else if (name.text == "nonconsecutive") {
        add_global(RuleKind::kNonconsecutive);
      } else {
        return fail("global: rule '" + name.text + "' is not known");
      }
    }
    return true;
  }

  /// Some of its flags are rules as well.
  bool read_metadata(const JsonValue& metadata) {
    for (std::size_t i = 0; i < metadata.names.size(); ++i) {
      const std::optional<RuleKind> kind = flag_kind(metadata.names[i]);
      const JsonValue& flag = metadata.items[i];
      const bool is_unset = flag.is_null() || flag.kind == JsonValue::Kind::kFalse ||
                            flag.text == "false" || (flag.is_string() && flag.text.empty());
      if (!kind || is_unset) continue;
      if (flag.kind != JsonValue::Kind::kTrue && flag.text != "true") {
        return fail("metadata: '" + metadata.names[i] + "' must be true or false");
      }
      add_global(*kind);
    }
    return true;
  }

  Puzzle puzzle_;
  std::set<RuleKind> globals_;
  std::string error_;
};

/// What is behind the address, and behind the name of its parameter.
std::string_view puzzle_of_link(std::string_view text) {
  constexpr std::string_view kParameter = "puzzleid=";
  if (const std::size_t at = text.find(kParameter); at != std::string_view::npos) {
    return text.substr(at + kParameter.size());
  }
  for (const std::string_view site : {"sudokupad.app/", "crackingthecryptic.com/", "//puzzle/"}) {
    const std::size_t at = text.find(site);
    if (at == std::string_view::npos) continue;
    text.remove_prefix(at + site.size());
    for (const std::string_view page : {"sudoku/", "sudoku.html/"}) {
      if (text.starts_with(page)) text.remove_prefix(page.size());
    }
    return text.substr(0, text.find('?'));
  }
  return text;
}

Result<JsonValue> parse_scl(std::string_view text) {
  Result<JsonValue> plain = parse_json(text, kMaxBoardValues);
  if (plain) return plain;
  Result<JsonValue> unzipped = parse_json(unzip_json(text), kMaxBoardValues);
  return unzipped ? std::move(unzipped) : std::move(plain);
}

}  // namespace

Result<Puzzle> read_scl(const JsonValue& board) {
  return SclReader().read(board);
}

Result<Puzzle> read_scl(std::string_view text) {
  const bool is_json = text.find('{') != std::string_view::npos;
  std::string_view prefix;
  std::string content(text);
  if (!is_json) {
    content = decode_url(puzzle_of_link(text));
    for (const std::string_view known : {"fpuzzles", "fpuz", "scl", "ctc", "scf"}) {
      if (prefix.empty() && content.starts_with(known)) prefix = known;
    }
    if (prefix.empty()) return Error{"the link has no board in it; open it and share the board"};
    if (prefix == "scf") return Error{"boards that begin with `scf` are not supported"};
    content.erase(0, prefix.size());
    if (prefix.starts_with("fpuz")) return read_fpuzzles(content);
    Result<std::string> unpacked = unpack_lz(content);
    if (!unpacked) return unpacked.error();
    content = std::move(*unpacked);
  }
  const Result<JsonValue> board = parse_scl(content);
  if (!board) return board.error();
  return read_scl(*board);
}

}  // namespace puzzled::variants
