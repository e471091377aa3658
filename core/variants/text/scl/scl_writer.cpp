#include "core/variants/text/scl/scl_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/json_text.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/text/packed/link.hpp"
#include "core/variants/text/packed/lz_string.hpp"

namespace puzzled::variants {
namespace {

constexpr std::string_view kSclLink = "https://sudokupad.app/scl";

std::string_view global_name(RuleKind kind) {
  switch (kind) {
    case RuleKind::kAntiKnight:
      return "antiknight";
    case RuleKind::kAntiKing:
      return "antiking";
    case RuleKind::kNonconsecutive:
      return "nonconsecutive";
    default:
      return "";
  }
}

bool is_scl_cage(const Rule& rule) {
  return rule.kind == RuleKind::kCage || rule.kind == RuleKind::kSum ||
         rule.kind == RuleKind::kDistinct;
}

class SclWriter {
 public:
  explicit SclWriter(const Puzzle& puzzle) : puzzle_(puzzle), size_(puzzle.size) {}

  Result<std::string> write() {
    for (const Rule& rule : puzzle_.rules) {
      if (is_scl_cage(rule) || !global_name(rule.kind).empty()) continue;
      return Error{"SudokuPad has no rule that means '" + std::string(name_of(rule.kind)) + '\''};
    }
    JsonObject board(text_);
    board.number("cellSize", 50);
    if (const Result<> written = write_cells(board); !written) return written.error();
    if (const Result<> written = write_regions(board); !written) return written.error();
    write_cages(board);
    write_global(board);
    board.end();
    return std::move(text_);
  }

 private:
  void append_place(JsonArray& places, Cell cell) const {
    JsonArray place(places.next());
    append_json_number(place.next(), std::int64_t{cell / size_});
    append_json_number(place.next(), std::int64_t{cell % size_});
    place.end();
  }

  Result<> write_cells(JsonObject& board) {
    JsonArray rows(board.member("cells"));
    std::size_t at = 0;
    for (int row = 0; row < size_; ++row) {
      JsonArray cells(rows.next());
      for (int column = 0; column < size_; ++column, ++at) {
        const ValueSet values = puzzle_.allowed[at];
        if (!is_single(values) && values != all_values(size_)) {
          return Error{"SudokuPad has no marks in cells that are part of a board"};
        }
        JsonObject cell(cells.next());
        if (is_single(values)) cell.number("value", value_of(values));
        cell.end();
      }
      cells.end();
    }
    rows.end();
    return {};
  }

  Result<> write_regions(JsonObject& board) {
    std::vector<std::vector<Cell>> regions;
    for (std::size_t i = 0; i < puzzle_.regions.size(); ++i) {
      const std::size_t region = puzzle_.regions[i];
      if (region == Puzzle::kNoRegion) continue;
      if (region >= regions.size()) regions.resize(region + 1);
      regions[region].push_back(static_cast<Cell>(i));
    }
    JsonArray list(board.member("regions"));
    for (const std::vector<Cell>& region : regions) {
      if (region.size() != static_cast<std::size_t>(size_)) {
        return Error{"SudokuPad has no regions that are not as large as a row"};
      }
      JsonArray places(list.next());
      for (const Cell cell : region) append_place(places, cell);
      places.end();
    }
    list.end();
    return {};
  }

  void write_cages(JsonObject& board) {
    JsonArray list(board.member("cages"));
    for (const Rule& rule : puzzle_.rules) {
      if (!is_scl_cage(rule)) continue;
      JsonObject cage(list.next());
      JsonArray places(cage.member("cells"));
      for (const Cell cell : rule.cells) append_place(places, cell);
      places.end();
      cage.flag("unique", rule.kind != RuleKind::kSum);
      if (!rule.numbers.empty()) {
        cage.text("value", std::to_string(rule.numbers[0]));
        cage.number("sum", rule.numbers[0]);
      }
      cage.end();
    }
    list.end();
  }

  void write_global(JsonObject& board) {
    JsonArray list(board.member("global"));
    std::vector<RuleKind> written;
    for (const Rule& rule : puzzle_.rules) {
      const std::string_view name = global_name(rule.kind);
      if (name.empty() || std::ranges::find(written, rule.kind) != written.end()) continue;
      written.push_back(rule.kind);
      append_json_string(list.next(), name);
    }
    list.end();
  }

  const Puzzle& puzzle_;
  const int size_;
  std::string text_;
};

}  // namespace

Result<std::string> write_scl_json(const Puzzle& puzzle) {
  return SclWriter(puzzle).write();
}

Result<std::string> write_scl_link(const Puzzle& puzzle) {
  const Result<std::string> json = write_scl_json(puzzle);
  if (!json) return json.error();
  return std::string(kSclLink) + encode_url(pack_lz(*json));
}

}  // namespace puzzled::variants
