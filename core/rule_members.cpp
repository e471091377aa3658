#include "core/rule_members.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>

namespace puzzled {
namespace {

constexpr std::string_view kTextMembers[] = {"additionalconstraints",
                                             "additionalrules",
                                             "boardtype",
                                             "constraint",
                                             "constraints",
                                             "extraconstraints",
                                             "extrarules",
                                             "gametype",
                                             "global",
                                             "globalconstraints",
                                             "globalrules",
                                             "globals",
                                             "puzzletype",
                                             "rule",
                                             "rules",
                                             "ruleset",
                                             "sudokutype",
                                             "sudokuvariant",
                                             "type",
                                             "variant",
                                             "variants",
                                             "variation",
                                             "visualelements"};

constexpr std::string_view kRuleMembers[] = {
    "anticonsecutive", "antidiagonal",   "antiking",  "antiknight",     "consecutive",
    "diagonal",        "diagonal+",      "diagonals", "disjointgroups", "disjointsets",
    "hyper",           "hypersudoku",    "irregular", "jigsaw",         "killer",
    "knightsmove",     "nonconsecutive", "sudokux",   "windoku",        "xsudoku"};

constexpr std::string_view kListMembers[] = {"areas",
                                             "arrow",
                                             "arrows",
                                             "betweenline",
                                             "betweenlines",
                                             "blackdot",
                                             "blackdots",
                                             "blocks",
                                             "boxes",
                                             "boxindexer",
                                             "cage",
                                             "cages",
                                             "clone",
                                             "clones",
                                             "columnindexer",
                                             "difference",
                                             "dots",
                                             "doublearrow",
                                             "dutchwhispers",
                                             "entropicline",
                                             "entropiclines",
                                             "even",
                                             "evenodd",
                                             "extraregion",
                                             "extraregions",
                                             "germanwhispers",
                                             "greater",
                                             "greaterthan",
                                             "inequalities",
                                             "inequality",
                                             "killercage",
                                             "killercages",
                                             "kropki",
                                             "kropkidots",
                                             "layout",
                                             "littlekiller",
                                             "littlekillers",
                                             "littlekillersum",
                                             "littlekillersums",
                                             "lockout",
                                             "maximum",
                                             "minimum",
                                             "modularline",
                                             "nabner",
                                             "negative",
                                             "numberedroom",
                                             "odd",
                                             "oddeven",
                                             "outsideclues",
                                             "palindrome",
                                             "palindromes",
                                             "parities",
                                             "parity",
                                             "partition",
                                             "pieces",
                                             "quadruple",
                                             "quadruples",
                                             "quads",
                                             "ratio",
                                             "region",
                                             "regionmap",
                                             "regions",
                                             "regionsumline",
                                             "regionsumlines",
                                             "renban",
                                             "renbans",
                                             "rowindexer",
                                             "sandwich",
                                             "sandwiches",
                                             "sandwichsum",
                                             "sandwichsums",
                                             "skyscraper",
                                             "skyscrapers",
                                             "slowthermometer",
                                             "thermo",
                                             "thermometer",
                                             "thermometers",
                                             "thermos",
                                             "whisper",
                                             "whispers",
                                             "whitedot",
                                             "whitedots",
                                             "xsum",
                                             "xsums",
                                             "xv",
                                             "zipperline",
                                             "zipperlines",
                                             "zones"};

struct NamedUse {
  std::string_view name;
  MemberUse use = MemberUse::kOther;
};

/// The three lists in order of their names.
constexpr auto kMembers = [] {
  std::array<NamedUse, std::size(kTextMembers) + std::size(kRuleMembers) + std::size(kListMembers)>
      members;
  std::size_t count = 0;
  for (const std::string_view name : kTextMembers) members[count++] = {name, MemberUse::kText};
  for (const std::string_view name : kRuleMembers) members[count++] = {name, MemberUse::kRule};
  for (const std::string_view name : kListMembers) members[count++] = {name, MemberUse::kList};
  std::ranges::sort(members, {}, &NamedUse::name);
  return members;
}();

/// Bare names of the plain game, and of what is no rule at all.
constexpr std::string_view kPlainTexts[] = {"",
                                            "0",
                                            "1",
                                            "baseline",
                                            "basic",
                                            "beginner",
                                            "benchmark",
                                            "board",
                                            "classic",
                                            "classical",
                                            "classicsudoku",
                                            "daily",
                                            "default",
                                            "dev",
                                            "development",
                                            "diabolical",
                                            "difficult",
                                            "easy",
                                            "eval",
                                            "evaluation",
                                            "evil",
                                            "expert",
                                            "extreme",
                                            "false",
                                            "fiendish",
                                            "game",
                                            "generated",
                                            "given",
                                            "grid",
                                            "hard",
                                            "input",
                                            "insane",
                                            "intermediate",
                                            "logic",
                                            "master",
                                            "medium",
                                            "minimal",
                                            "moderate",
                                            "na",
                                            "nan",
                                            "nil",
                                            "no",
                                            "none",
                                            "norm",
                                            "normal",
                                            "normalsudoku",
                                            "null",
                                            "original",
                                            "plain",
                                            "puzzle",
                                            "question",
                                            "quiz",
                                            "regular",
                                            "regularsudoku",
                                            "simple",
                                            "standard",
                                            "standardsudoku",
                                            "string",
                                            "sudoku",
                                            "sudokupuzzle",
                                            "sudokus",
                                            "symmetric",
                                            "test",
                                            "testing",
                                            "text",
                                            "train",
                                            "training",
                                            "traditional",
                                            "unique",
                                            "user",
                                            "val",
                                            "valid",
                                            "validation",
                                            "vanilla",
                                            "verydifficult",
                                            "veryeasy",
                                            "veryhard"};

/// Words with which people tell the rules of rows, columns and boxes.
constexpr std::string_view kPlainWords[] = {
    "1",       "16",       "2",       "25",      "3",        "3x3",        "4",        "4x4",
    "6",       "6x6",      "9",       "9x9",     "a",        "all",        "and",      "appear",
    "appears", "apply",    "applies", "be",      "block",    "blocks",     "box",      "boxes",
    "by",      "can",      "cell",    "cells",   "classic",  "classical",  "column",   "columns",
    "contain", "contains", "digit",   "digits",  "each",     "every",      "exactly",  "fill",
    "filled",  "from",     "grid",    "has",     "have",     "here",       "in",       "into",
    "is",      "it",       "may",     "must",    "nine",     "no",         "normal",   "not",
    "number",  "numbers",  "of",      "once",    "one",      "only",       "place",    "puzzle",
    "region",  "regions",  "regular", "repeat",  "repeats",  "repetition", "row",      "rows",
    "rule",    "rules",    "so",      "solve",   "standard", "subgrid",    "subgrids", "sudoku",
    "that",    "the",      "this",    "through", "time",     "times",      "to",       "usual",
    "with",    "without"};

bool has(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

constexpr bool is_word_sign(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool has_only_plain_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::string word;
    while (at < text.size() && is_word_sign(text[at])) {
      const char c = text[at++];
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    }
    if (word.empty()) {
      ++at;
    } else if (!has(kPlainWords, word)) {
      return false;
    }
  }
  return true;
}

MemberUse listed_use(std::string_view name) {
  const auto at = std::ranges::lower_bound(kMembers, name, {}, &NamedUse::name);
  return at != kMembers.end() && at->name == name ? at->use : MemberUse::kOther;
}

}  // namespace

MemberUse use_of_member(std::string_view name) {
  constexpr std::size_t kMaxName = 40;
  if (name.empty() || name.size() > kMaxName) return MemberUse::kOther;
  const BareName bare(name);
  const MemberUse use = listed_use(bare.text());
  if (use != MemberUse::kOther) return use;
  // `cell_constraints`, `house_rules`, `is_killer`
  const std::string_view text = bare.text();
  if (text.find("constraint") != std::string_view::npos || text.ends_with("rules") ||
      text.ends_with("ruleset")) {
    return MemberUse::kText;
  }
  const std::size_t prefix = text.starts_with("is") ? 2 : text.starts_with("has") ? 3 : 0;
  const bool is_asked = prefix > 0 && listed_use(text.substr(prefix)) != MemberUse::kOther;
  return is_asked ? MemberUse::kRule : MemberUse::kOther;
}

bool states_rules(MemberUse use, std::string_view value, ScalarKind kind, bool is_in_list) {
  if (use == MemberUse::kOther || (use == MemberUse::kList && !is_in_list)) return false;
  const bool is_number = kind == ScalarKind::kWord && !value.empty() &&
                         value.find_first_not_of("0123456789.+-eE") == std::string_view::npos;
  if (is_number && !is_in_list) return use == MemberUse::kRule && value != "0";
  if (is_number) return use != MemberUse::kText;
  const BareName word(value);
  if (word.text() == "true") return use == MemberUse::kRule;
  return !means_plain_game(value);
}

bool means_plain_game(std::string_view text) {
  return has(kPlainTexts, BareName(text).text()) || has_only_plain_words(text);
}

}  // namespace puzzled
