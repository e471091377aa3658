// Notes that SudokuPad finds in the texts of cages: the title, the author, messages, and flags that
// are rules. Boards in its own form have them, and boards of f-puzzles that are meant for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

enum class CageNote : std::uint8_t {
  kNone,        ///< a text that may be anything, also a rule
  kDecoration,  ///< says nothing of the solution
  kAntiKnight,
  kAntiKing,
};

constexpr CageNote cage_note(std::string_view text) {
  constexpr std::array<std::string_view, 2> kLamps = {"FOW", "FOGLIGHT"};
  constexpr std::array<std::string_view, 8> kNames = {
      "title", "author", "rules", "solution", "msgcorrect", "msgincorrect", "source", "foglight"};
  if (std::ranges::find(kLamps, text) != kLamps.end()) return CageNote::kDecoration;
  const std::string_view name = text.substr(0, text.find(':'));
  if (name.size() == text.size()) return CageNote::kNone;
  if (std::ranges::find(kNames, name) != kNames.end()) return CageNote::kDecoration;
  const std::string_view value = text.substr(name.size() + 1);
  const std::size_t begin = value.find_first_not_of(' ');
  if (begin == std::string_view::npos || value.substr(begin) != "true") return CageNote::kNone;
  if (name == "antiknight") return CageNote::kAntiKnight;
  if (name == "antiking") return CageNote::kAntiKing;
  return CageNote::kNone;
}

/// The rule of a flag in the data beside a board of either form, by its name; nothing for other
/// data.
constexpr std::optional<RuleKind> flag_kind(std::string_view name) {
  if (name == "antiknight") return RuleKind::kAntiKnight;
  if (name == "antiking") return RuleKind::kAntiKing;
  if (name == "nonconsecutive") return RuleKind::kNonconsecutive;
  if (name == "disjointgroups") return RuleKind::kDisjointGroups;
  if (name == "diagonal+") return RuleKind::kRisingDiagonal;
  if (name == "diagonal-") return RuleKind::kFallingDiagonal;
  return std::nullopt;
}

}  // namespace puzzled::variants
