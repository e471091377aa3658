// Steps as text: a line for people, an object for programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/json_text.hpp"
#include "core/sudoku/explain/explainer.hpp"

namespace puzzled::sudoku::explain {

/// "naked pair", "x-wing", "probing".
std::string_view name_of(const Step& step);

/// `r3c5 = 4   hidden single: 4 has no other place in box 2`, with its line feed.
void append_step_text(std::string& to, const Explanation& explanation, const Step& step);

/// Members of an object: `"rule":"hidden single","level":1,"unit":"box 2","digits":[4],
/// "cells":["r3c5"],"placed":{"r3c5":4}`. deploy/docs/json.md says them all.
void add_step_members(JsonObject& object, const Explanation& explanation, const Step& step);

/// `"status":"solved","rating":"8.2.1"`, and the suspects, or what is wrong.
void add_ending_members(JsonObject& object, const Explanation& explanation);

/// Its 81 cells.
void add_grid(JsonObject& object, std::string_view name, const Grid& grid);

/// All of an explanation as one object: `{"status":"solved","rating":"1.0.0","steps":[...],
/// "grid":"..."}`.
void append_explanation(std::string& to, const Explanation& explanation);

/// The most bytes that this takes. Each step places one of 81 digits or removes some of 729
/// candidates, and takes up to 320 bytes (a jellyfish) beside what it removes, which takes up to 12
/// a candidate. What stands around the steps, suspects among it, takes less than 1000.
inline constexpr std::size_t kMaxExplanationBytes = 320 * (81 + 729) + 12 * 729 + 1000;

/// "8 has no place in row 3".
std::string contradiction_text(const Contradiction& contradiction);

/// How the steps end, for people; nothing if all cells have their digits or more steps follow.
std::string ending_text(const Explanation& explanation);

/// "solved", "stuck", "multiple", "unsolvable", "paused" or "wrong".
std::string_view name_of(End end);

}  // namespace puzzled::sudoku::explain
