// The run of commands that draw a puzzle instead of answering lines: of their inputs, the first
// puzzle.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/stop.hpp"
#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/grid.hpp"
#include "core/variants/puzzle.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

/// What became of the first puzzle.
struct Picture {
  std::string svg{};      ///< empty: there is nothing to draw
  std::string remark{};   ///< why, or what else there is to say; may be empty
  sudoku::Tally tally{};  ///< of the one puzzle
  int threads = 1;        ///< that it took
};

/// Makes the picture of a puzzle whose clues do not contradict each other; ends early, without one,
/// when the flag is raised.
using Draw = std::function<Picture(const sudoku::Grid&, const StopFlag&)>;

/// The same of a board of another size, or with rules.
using DrawBoard = std::function<Picture(const variants::Puzzle&, const StopFlag&)>;

/// Draws the first puzzle that the settings name, and says so if the input has more of them.
/// Returns the exit status: without a picture, nothing is written. REQUIRES: `draw_board`, if the
/// settings look for boards.
int draw_first(const ToolSettings& settings, bool json_summary, Interrupt& interrupt,
               const Draw& draw, const DrawBoard& draw_board = {});

/// An option that asks for something else than one picture.
struct OtherOutput {
  std::string_view option;  ///< its name
  bool on;
};

/// Settles what was asked for beside `--svg`: a flag holds against a variable, which has `svg`
/// turned off where `--svg` is the variable. An error if both are flags, or none is.
Result<> check_svg(bool& svg, const GivenValues& flags, std::span<const OtherOutput> others);

}  // namespace puzzled::commands
