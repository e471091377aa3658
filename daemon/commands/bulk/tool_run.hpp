// The pipeline of a tool: files of puzzles in, a line for each puzzle out, in input order, worked
// on by all threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sudoku/tools/form_key.hpp"
#include "core/sudoku/tools/line_tool.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/commands/bulk/block_run.hpp"
#include "daemon/commands/bulk/input_report.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

class ToolRun;

/// What a command does with the answers of its tool.
struct ToolPlan {
  /// Makes the tool of a thread.
  std::function<std::unique_ptr<sudoku::LineTool>()> make_tool{};
  /// A puzzle takes up to a tenth of a millisecond, so blocks are small: 800 lines.
  std::size_t block_bytes = kSmallBlockBytes;
  bool numbers_puzzles = false;  ///< the tool asks for the number of each block's first puzzle
  bool reports_invalid = false;  ///< on stderr, for they have no answer
  bool writes_answers = true;
  /// Answers to a block may be far longer than memory allows for. So they are made where they are
  /// written, by one thread, and written piece by piece. REQUIRES: answers have no keys.
  bool streams_answers = false;
  /// Makes a text for the end of the output; may be null.
  std::function<std::string(const ToolRun&)> last_text{};

  /// Whether the answer with this key is to be written; an error ends the run. Null: all are, or
  /// answers have no keys.
  std::function<Result<bool>(const sudoku::FormKey&)> accepts{};

  /// Its answers are solutions: the summary is that of `solve`.
  bool solves = false;
  bool json_summary = false;  ///< if it solves

  /// What the summary adds to the number of puzzles, such as `12 distinct`; may be null.
  std::function<std::string()> summary{};
};

/// One run over some inputs. After run() the counters say what there was.
class ToolRun {
 public:
  /// All that is referred to must outlive this.
  ToolRun(const ToolSettings& settings, ToolPlan plan, Inputs inputs, Output& output,
          Interrupt& interrupt);

  void run();

  /// Ends the output, complete unless `read_all` is false or something went wrong in the run, and
  /// prints the summary. Returns the exit status.
  int finish(bool read_all = true);

  /// Whether all inputs were read to their ends and all answers accepted.
  bool is_complete() const { return !failed_ && !input_blocks_.failed(); }
  /// Whether there was text, but not even an invalid puzzle.
  bool found_nothing() const {
    return counters_.tally().puzzles() == 0 && input_blocks_.consumed() > 0;
  }
  /// Whether some line was no puzzle.
  bool has_invalid() const { return counters_.tally().invalid > 0; }
  /// Whether some puzzle had no solution, or not in time.
  bool has_unsolved() const {
    const sudoku::Tally tally = counters_.tally();
    return tally.unsolvable + tally.timed_out > 0;
  }
  /// Puzzles by the level of their rating.
  const std::array<std::uint64_t, 10>& levels() const { return levels_; }

 private:
  struct Slot {
    explicit Slot(std::size_t block_bytes) : block(block_bytes) {}

    TextBlock block;
    std::size_t input = 0;
    std::uint64_t first_puzzle = 0;
    sudoku::ToolAnswers answers;
  };
  /// What each thread has of its own.
  struct Worker {
    std::unique_ptr<sudoku::LineTool> tool;
    sudoku::PuzzleLines lines;
  };

  bool fill(Slot& slot);
  void answer(Slot& slot);
  void answer(Slot& slot, Worker& worker);
  bool drain(Slot& slot);
  bool stream(Slot& slot);
  bool write_answers(const sudoku::ToolAnswers& answers);
  bool write_accepted(const sudoku::ToolAnswers& answers);
  void explain_faults(const Slot& slot);
  void print_summary(bool interrupted) const;

  const ToolSettings& settings_;
  const ToolPlan plan_;
  const Inputs inputs_;
  const int threads_;
  const sudoku::PlainLineCounter count_plain_lines_;
  RunCounters counters_;
  BlockRun blocks_;
  std::vector<Slot> slots_;
  std::vector<Worker> workers_;

  // fill
  InputBlocks input_blocks_;
  std::uint64_t puzzles_ = 0;

  // drain
  Worker streaming_;
  std::size_t drained_input_ = 0;
  std::uint64_t lines_before_ = 0;  // of the input at hand
  std::uint64_t items_before_ = 0;  // puzzles, and lines that are none
  bool wrote_header_ = false;
  bool failed_ = false;
  std::array<std::uint64_t, 10> levels_{};
  InputReport report_;
};

/// Runs a tool over the inputs that the settings name. Returns the exit status.
int run_tool(const ToolSettings& settings, ToolPlan plan, Interrupt& interrupt);

}  // namespace puzzled::commands
