// Lines that are meant to state a board with its rules, as far as their looks tell: damaged ones,
// too, so that no reader takes them for titles.
#pragma once

#include <cstdint>
#include <string_view>

namespace puzzled {

/// What a line of the constraint language of ISS holds. It need not be right.
enum class ConstraintLine : std::uint8_t {
  kNone,     ///< it is no such line
  kPart,     ///< one constraint, which may be a part of a board on several lines
  kClues,    ///< one constraint, of as many clues as a board has that has no other rule
  kSeveral,  ///< several constraints
  kRest,     ///< the rest of a line that was broken: `~R1C2.Cage~3~R2C1`
};

ConstraintLine constraint_line(std::string_view line);

/// Whether two such lines, of which one follows the other, belong together: then a text must not
/// be cut between them.
constexpr bool are_joined(ConstraintLine line, ConstraintLine next) {
  if (line == ConstraintLine::kNone || next == ConstraintLine::kNone) return false;
  return line == ConstraintLine::kPart || next == ConstraintLine::kPart ||
         next == ConstraintLine::kRest;
}

/// Whether a line was meant for a board with rules: a constraint string, text that is packed, or a
/// link to a board. (JSON has readers of its own.)
bool looks_like_rules(std::string_view line);

}  // namespace puzzled
