#include "core/variants/text/rule_text.hpp"

#include <algorithm>
#include <cstddef>

#include "core/rule_line.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_reader.hpp"
#include "core/variants/text/iss/iss_reader.hpp"
#include "core/variants/text/line_boards.hpp"
#include "core/variants/text/rule_record.hpp"
#include "core/variants/text/scl/scl_reader.hpp"

namespace puzzled::variants {
namespace {

constexpr std::size_t kAddressBytes = 64;  // a link names its site before them

bool is_letter_or_digit(char c) {
  const char letter = static_cast<char>(c | 0x20);
  return (c >= '0' && c <= '9') || (letter >= 'a' && letter <= 'z');
}

/// `.` first and `~` anywhere; or what else may be meant for a constraint string, damaged or not.
bool begins_as_iss(std::string_view line) {
  if (line.starts_with('.') && line.find('~') != std::string_view::npos) return true;
  const ConstraintLine kind = constraint_line(line);
  return kind != ConstraintLine::kNone && kind != ConstraintLine::kRest;
}

bool begins_as_link(std::string_view line) {
  constexpr std::string_view kBeginnings[] = {"http", "www.", "f-puzzles", "sudokupad", "app."};
  return std::ranges::any_of(kBeginnings,
                             [line](std::string_view text) { return line.starts_with(text); });
}

/// Whether JSON has a member that is a list of lists of objects.
bool has_table(std::string_view json, std::string_view name) {
  const std::size_t at = json.find(name);
  if (at == std::string_view::npos) return false;
  std::string_view rest = json.substr(at + name.size());
  for (const char c : {':', '[', '[', '{'}) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
  }
  return true;
}

/// An object with empty cells side by side, as only boards have them, whose `grid` or `cells` are
/// damaged.
bool begins_as_damaged_board(std::string_view line) {
  const bool has_cells =
      line.find("{}, {}") != std::string_view::npos || line.find("{},{}") != std::string_view::npos;
  return has_cells && !has_table(line, "\"grid\"") && !has_table(line, "\"cells\"") &&
         line.find("ce:[[") == std::string_view::npos;
}

bool is_packed(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_letter_or_digit(c) || c == '+' || c == '/' || c == '=' || c == '%';
  });
}

}  // namespace

RuleForm find_form(std::string_view line) {
  if (line.empty()) return RuleForm::kNone;
  if (begins_as_iss(line)) return RuleForm::kIss;
  if (line.front() == '{') {
    if (begins_as_damaged_board(line)) return RuleForm::kFpuzzles;
    // (SudokuPad shortens `cells` to `ce`, and leaves out `{}`.)
    if (has_table(line, "\"grid\"")) return RuleForm::kFpuzzles;
    return has_table(line, "\"cells\"") || line.find("ce:[[") != std::string_view::npos
               ? RuleForm::kSudokuPad
           : is_rule_record(line) ? RuleForm::kRecord
                                  : RuleForm::kNone;
  }
  if (begins_as_link(line)) {
    const std::string_view address = line.substr(0, kAddressBytes);
    const auto has = [address](std::string_view site) {
      return address.find(site) != std::string_view::npos;
    };
    if (has("f-puzzles.com/")) return RuleForm::kFpuzzles;
    if (has("sudokupad.app/") || has("crackingthecryptic.com/") || has("sudokupad://")) {
      return RuleForm::kSudokuPad;
    }
  }
  for (const std::string_view prefix : {"scl", "ctc", "fpuz", "scf"}) {
    if (line.starts_with(prefix) && is_packed(line.substr(prefix.size()))) {
      return RuleForm::kSudokuPad;
    }
  }
  // A packed object begins so: `{`, then `"`.
  if (line.starts_with("N4Ig")) return RuleForm::kFpuzzles;
  if (is_sumocue(line)) return RuleForm::kSumoCue;
  if (is_long_killer(line)) return RuleForm::kLongKiller;
  if (is_short_killer(line)) return RuleForm::kShortKiller;
  if (is_jigsaw_line(line)) return RuleForm::kJigsaw;
  if (is_candidate_line(line)) return RuleForm::kCandidates;
  return RuleForm::kNone;
}

Result<Puzzle> read_rules(RuleForm form, std::string_view line) {
  switch (form) {
    case RuleForm::kFpuzzles:
      return read_fpuzzles(line);
    case RuleForm::kSudokuPad:
      return read_scl(line);
    case RuleForm::kShortKiller:
      return read_short_killer(line);
    case RuleForm::kLongKiller:
      return read_long_killer(line);
    case RuleForm::kJigsaw:
      return read_jigsaw_line(line);
    case RuleForm::kCandidates:
      return read_candidate_line(line);
    case RuleForm::kSumoCue:
      return read_sumocue(line);
    case RuleForm::kRecord:
      return read_rule_record(line);
    default:
      return read_iss(line);
  }
}

}  // namespace puzzled::variants
