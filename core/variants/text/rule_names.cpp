#include "core/variants/text/rule_names.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace puzzled::variants {
namespace {

struct BoardRule {
  std::string_view name;
  std::vector<Rule> rules;
};

Rule whole(RuleKind kind, std::vector<int> numbers = {}) {
  return {.kind = kind, .cells = {}, .others = {}, .numbers = std::move(numbers)};
}

const std::vector<BoardRule>& board_rules() {
  using enum RuleKind;
  static const std::vector<BoardRule> rules{
      {"diagonal", {whole(kFallingDiagonal), whole(kRisingDiagonal)}},
      {"falling-diagonal", {whole(kFallingDiagonal)}},
      {"rising-diagonal", {whole(kRisingDiagonal)}},
      {"windoku", {whole(kWindoku)}},
      {"disjoint-groups", {whole(kDisjointGroups)}},
      {"anti-knight", {whole(kAntiKnight)}},
      {"anti-king", {whole(kAntiKing)}},
      {"nonconsecutive", {whole(kNonconsecutive)}},
      {"diagonally-nonconsecutive", {whole(kDiagonalNonconsecutive)}},
      {"global-entropy", {whole(kGlobalEntropy)}},
      {"global-modular", {whole(kGlobalModular)}},
      {"negative-kropki", {whole(kUnmarkedKropki)}},
      {"negative-xv", {whole(kUnmarkedSum, {5, 10})}},
  };
  return rules;
}

/// Other names that data sets and people have, in small letters without spaces and hyphens.
struct OtherName {
  std::string_view other;
  std::string_view name;
};
constexpr OtherName kOtherNames[] = {
    {"x", "diagonal"},
    {"sudokux", "diagonal"},
    {"xsudoku", "diagonal"},
    {"diagonals", "diagonal"},
    {"diagonalsudoku", "diagonal"},
    {"bothdiagonals", "diagonal"},
    {"hyper", "windoku"},
    {"hypersudoku", "windoku"},
    {"disjointsets", "disjoint-groups"},
    {"knightsmove", "anti-knight"},
    {"antiknightsudoku", "anti-knight"},
    {"antikingsudoku", "anti-king"},
    {"anticonsecutive", "nonconsecutive"},
    {"nonconsecutivesudoku", "nonconsecutive"},
};

/// In small letters, without spaces and hyphens.
std::string bare(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '-' || c == '_') continue;
    text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const BoardRule& rule : board_rules()) names.emplace_back(rule.name);
  return names;
}

Result<RuleKind> find_rule_kind(std::string_view name) {
  const std::string asked = bare(name);
  std::vector<std::string> names;
  for (int number = 0; number <= static_cast<int>(RuleKind::kGreater); ++number) {
    const auto kind = static_cast<RuleKind>(number);
    if (bare(name_of(kind)) == asked) return kind;
    names.emplace_back(name_of(kind));
  }
  return Error{"there is no rule '" + std::string(name) + "'; known are " + joined(names)};
}

Result<std::vector<Rule>> find_rules(std::string_view name) {
  std::string asked = bare(name);
  const auto* const other = std::ranges::find(kOtherNames, asked, &OtherName::other);
  if (other != std::end(kOtherNames)) asked = bare(other->name);
  for (const BoardRule& rule : board_rules()) {
    if (bare(rule.name) == asked) return rule.rules;
  }
  for (auto kind = RuleKind::kDistinct; kind <= RuleKind::kGreater && !asked.empty();
       kind = static_cast<RuleKind>(static_cast<int>(kind) + 1)) {
    if (!bare(name_of(kind)).starts_with(asked)) continue;
    return Error{"the rule '" + std::string(name) +
                 "' needs cells, which a plain board does not name; known are " +
                 joined(rule_names())};
  }
  return Error{"there is no rule '" + std::string(name) + "'; known are " + joined(rule_names())};
}

Result<std::vector<Rule>> parse_rules(std::string_view names) {
  std::vector<Rule> rules;
  while (!names.empty()) {
    const std::size_t comma = names.find(',');
    std::string_view name = names.substr(0, comma);
    names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const Result<std::vector<Rule>> found = find_rules(name);
    if (!found) return found.error();
    // A rule that is named twice holds once.
    std::ranges::copy_if(*found, std::back_inserter(rules), [&](const Rule& rule) {
      return std::ranges::find(rules, rule) == rules.end();
    });
  }
  return rules;
}

}  // namespace puzzled::variants
