// Steps as text: a line for people, an object for programs.
#pragma once

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

/// "8 has no place in row 3".
std::string contradiction_text(const Contradiction& contradiction);

/// "solved", "stuck", "multiple", "unsolvable" or "paused".
std::string_view name_of(End end);

}  // namespace puzzled::sudoku::explain
