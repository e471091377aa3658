// The run of every command that answers the puzzles of files, in input order, on all threads. The
// plan has what differs between commands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/tools/line_tool.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/commands/bulk/array_files.hpp"
#include "daemon/commands/bulk/block_pace.hpp"
#include "daemon/commands/bulk/block_run.hpp"
#include "daemon/commands/bulk/head_start.hpp"
#include "daemon/commands/bulk/input_report.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"
#include "parallel/jobs/answer_stream.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

/// A block of an input and the answers to it.
struct StreamBlock {
  explicit StreamBlock(std::size_t bytes) : question(bytes) {}

  TextBlock question;
  std::size_t input = 0;           ///< its number
  std::uint64_t first_puzzle = 0;  ///< the number of its first puzzle, if the plan wants numbers
  sudoku::ToolAnswers answers;
};

using Answerer = parallel::AnswerStream<StreamBlock>::Answerer;
/// Puzzles that take long may let the workers help, and must end early when the flag is raised.
using MakeAnswerer = std::function<Answerer(parallel::Workers&, const StopFlag&)>;

/// An answer whose puzzle's canonical form may have been seen before.
struct KeyedAnswer {
  const sudoku::ToolAnswers::KeyedLine& keys;
  std::size_t input = 0;   ///< its number
  std::uint64_t line = 0;  ///< of the input, from 1
};

class StreamRun;

/// How a command answers, and what it does with the answers.
struct StreamPlan {
  /// Makes the answerer of a thread, which gets blocks whose answers are empty.
  MakeAnswerer make_answerer{};
  /// A puzzle takes up to a tenth of a millisecond, so blocks are small: 800 lines.
  std::size_t block_bytes = kSmallBlockBytes;
  bool may_double_blocks = false;  ///< for long inputs, if memory allows it
  /// A block takes long, so the last ones shall keep all threads busy until the end. (Where the
  /// length of the input is known.)
  bool has_equal_shares = false;
  bool paces_blocks = false;  ///< by BlockPace
  /// The calling thread answers alone at first (HeadStart), so blocks are paced, too. For puzzles
  /// of which a small block takes some milliseconds.
  bool begins_alone = false;
  bool numbers_puzzles = false;  ///< answerers ask for the number of each block's first puzzle

  /// Which invalid puzzles are told of on stderr: of each input the first record of a table with a
  /// line break, for it is a fault of the table; or all, as for --verbose.
  enum class ReportedFaults { kNone, kUnclosedQuote, kAll };
  ReportedFaults reported_faults = ReportedFaults::kNone;
  bool leaves_out_invalid = false;  ///< they have no answer, so all are told of
  bool answers_each_line = false;   ///< whatever it is: invalid puzzles are answers as others

  bool writes_answers = true;
  /// Answers to a block may be longer than memory. So the thread that writes makes them, piece by
  /// piece. REQUIRES: answers have no keys.
  bool streams_answers = false;
  /// Makes a text for the end of the output; may be null.
  std::function<std::string(const StreamRun&)> last_text{};

  /// Which file of the output an answer with keys is written to, or none; an error ends the run.
  /// Null: all are written to the first, or answers have no keys.
  std::function<Result<std::optional<std::size_t>>(const KeyedAnswer&)> chooses{};
  std::size_t files = 1;  ///< of the output

  /// Answers are records of ArrayFiles, and the output is one of open_arrays().
  bool writes_arrays = false;

  /// Its answers are solutions: the summary is that of `solve`.
  bool solves = false;
  bool json_summary = false;  ///< if it solves

  /// Answers are verdicts on pairs: the summary says how many are ok and how many wrong, and faults
  /// are told of in the words of their answers.
  bool judges_pairs = false;

  /// What the summary adds to the number of puzzles, such as `12 distinct`; may be null.
  std::function<std::string()> summary{};
};

/// StreamPlan::make_answerer for a tool.
template <class Tool, class Options>
MakeAnswerer answerers_of(const Options& options) {
  return [options](parallel::Workers&, const StopFlag&) -> Answerer {
    // Shared, because std::function requires copyable objects.
    return [tool = std::make_shared<Tool>(options),
            lines = std::make_shared<sudoku::PuzzleLines>(Tool::kPlainGrids),
            counter = sudoku::plain_line_counter(options.isa)](StreamBlock& block) {
      const TextBlock& question = block.question;
      lines->read(question.text(), question.form, question.context, counter);
      tool->answer(*lines, block.first_puzzle, block.answers);
      return true;
    };
  };
}

/// One run over some inputs. After run() the counters say what there was.
class StreamRun {
 public:
  /// All that is referred to must outlive this.
  StreamRun(const ToolSettings& settings, StreamPlan plan, Inputs inputs, Output& output,
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
  sudoku::Tally tally() const { return counters_.tally(); }
  std::string input_name(std::size_t input) const { return inputs_.name(input); }
  /// Whether some line was no puzzle.
  bool has_invalid() const { return counters_.tally().invalid > 0; }
  /// Puzzles by the level of their rating.
  const std::array<std::uint64_t, 10>& levels() const { return levels_; }

 private:
  bool is_answered_alone();
  bool read(StreamBlock& block);
  Answerer make_answerer();
  bool take(StreamBlock& block);
  bool stream(StreamBlock& block);
  bool write_answers(const sudoku::ToolAnswers& answers);
  bool write_header(std::string_view header);
  bool write_chosen(const sudoku::ToolAnswers& answers);
  void report_faults(const StreamBlock& block);
  void print_summary(bool interrupted) const;

  const ToolSettings& settings_;
  const StreamPlan plan_;
  const Inputs inputs_;
  const sudoku::PlainLineCounter count_plain_lines_;
  parallel::Workers workers_;
  RunCounters counters_;
  BlockRun blocks_;
  std::optional<BlockPace> pace_;  // while it runs
  std::size_t answer_room_ = 0;    // that the answers to a block have from the first on
  HeadStart head_start_;
  bool is_alone_ = false;  // the others have not begun, and head_start_ says when they do

  // source
  InputBlocks input_blocks_;
  std::uint64_t puzzles_ = 0;

  // sink
  Answerer streaming_;
  std::size_t input_ = 0;
  std::uint64_t lines_before_ = 0;   // of the input at hand
  std::uint64_t items_before_ = 0;   // puzzles, and lines that are none
  bool has_reported_quote_ = false;  // of the input
  bool wrote_header_ = false;
  bool failed_ = false;
  std::array<std::uint64_t, 10> levels_{};
  std::optional<ArrayFiles> arrays_;
  std::vector<std::string> chosen_;  // what goes to each file
  InputReport report_;
};

/// Runs a plan over the inputs that the settings name. Returns the exit status.
int run_stream(const ToolSettings& settings, StreamPlan plan, Interrupt& interrupt);

}  // namespace puzzled::commands
