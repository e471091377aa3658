#include "daemon/commands/generate/generate_command.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "core/sudoku/bulk_generator.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/tools/form_table.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/commands/bulk/array_files.hpp"
#include "daemon/commands/bulk/block_run.hpp"
#include "daemon/commands/bulk/summary.hpp"
#include "daemon/commands/generate/board_run.hpp"
#include "daemon/commands/generate/generate_task.hpp"
#include "daemon/commands/generate/puzzle_maker.hpp"
#include "parallel/jobs/answer_stream.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

// Even a few puzzles are worth a task, where each is made by itself, and so a small number of
// puzzles still keeps all threads busy.
constexpr std::uint64_t kPuzzlesPerBlock = 16;
// Puzzles that are made side by side, the more the faster: as many as that, which takes 30 ms, but
// each thread gets so many blocks at least. (With eight, 4000 minimal puzzles on two threads took
// 1.25 times as long.)
constexpr std::uint64_t kMaxPuzzlesPerBlock = 2048;
constexpr std::uint64_t kBlocksPerThread = 2;
// Where most may be thrown away. Ratings are found together, and are not stopped before all are.
constexpr std::uint64_t kRatedPerBlock = 256;

// If so many have another rating, it is time to say so: some seconds of work.
constexpr std::uint64_t kRareRating = 1 << 15;

// After so many patterns without a puzzle, the next ones will hardly have one.
constexpr std::uint64_t kMaxEmptyInARow = 128;

// A set of canonical forms takes some 20 bytes for each puzzle: this is enough for 50 million.
constexpr std::uint64_t kMaxFormBytes = std::uint64_t{1} << 30;

class GenerateRun {
 public:
  GenerateRun(const GenerateSettings& settings, GenerateTask task, Output& output,
              Interrupt& interrupt)
      : settings_(settings),
        task_(std::move(task)),
        blocks_(output, interrupt, counters_, [this](bool early) { print_summary(early); }),
        workers_(task_.threads),
        block_size_(block_size()) {
    counters_.work_total = settings.count;
    if (task_.writes_arrays) arrays_.emplace(blocks_);
    if (task_.rates) blocks_.add_to_progress([this] { return seen_text("  of "); });
  }

  int run() {
    std::vector<MadeBlock> blocks(4 * static_cast<std::size_t>(task_.threads));
    const parallel::AnswerStream<MadeBlock> stream{
        .read = [this](MadeBlock& block) { return number(block); },
        .make_answerer = [this] { return maker(); },
        .write = [this](MadeBlock& block) { return take(block); },
        .stays_alone = [this] { return !task_.has_gaps() && next_ == settings_.count; }};
    blocks_.run(
        [&] {
          if (task_.separator == ',' && !blocks_.write(task_.header())) return;
          if (arrays_ && !arrays_->begin()) return;
          parallel::answer_in_order<MadeBlock>(workers_, blocks, stream, blocks_.stop());
        },
        !settings_.quiet);
    return blocks_.finish(!failed_, true, failed_ ? kExitFailure : kExitAllWell);
  }

 private:
  bool number(MadeBlock& block) {
    std::uint64_t size = block_size_;
    if (!task_.has_gaps()) size = std::min(size, settings_.count - next_);
    block.first = next_;
    next_ += size;
    block.last = next_;
    return size > 0;
  }

  // How many numbers of the sequence are one thread's task.
  std::uint64_t block_size() const {
    if (task_.walks) return 1;
    if (!task_.patterns.empty() || !sudoku::makes_side_by_side(task_.generator, task_.symmetry)) {
      return kPuzzlesPerBlock;
    }
    if (task_.rates || task_.has_column(Column::kRating)) return kRatedPerBlock;
    const auto threads = static_cast<std::uint64_t>(task_.threads);
    const std::uint64_t share =
        threads == 1 ? task_.count : task_.count / (kBlocksPerThread * threads);
    return std::clamp(share, kPuzzlesPerBlock, kMaxPuzzlesPerBlock);
  }

  /// Makes the puzzles of blocks, on one thread.
  std::function<bool(MadeBlock&)> maker() {
    // Shared, because std::function requires a copyable object.
    return [puzzle_maker = std::make_shared<PuzzleMaker>(task_, blocks_.stop())](MadeBlock& block) {
      return puzzle_maker->make(block);
    };
  }

  bool take(MadeBlock& block) {
    if (written_ == settings_.count || !found_some(block)) return false;
    look_at(block);
    std::uint64_t puzzles = 0;
    std::string text;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      if (written_ + puzzles == settings_.count) break;
      const std::size_t end = block.line_ends[i];
      const std::string_view line = std::string_view(block.text).substr(begin, end - begin);
      begin = end;
      const bool is_wanted = !task_.distinct || is_new(block.forms[i]);
      if (failed_) break;
      if (!is_wanted) continue;
      text += line;
      ++puzzles;
    }
    if (!(arrays_ ? arrays_->write(text) : blocks_.write(text))) return false;
    written_ += puzzles;
    // Those who still look for more need not.
    if (written_ == settings_.count && task_.has_gaps()) blocks_.stop() = true;
    counters_.add({.solved = puzzles});
    counters_.work_done.fetch_add(puzzles, std::memory_order_relaxed);
    return !failed_;
  }

  bool is_new(const sudoku::FormKey& form) {
    const auto inserted = forms_.insert(form);
    if (inserted == sudoku::Inserted::kNoRoom) {
      complain("there is no room to tell more than " + std::to_string(forms_.size()) +
               " puzzles apart: make fewer, and join files of other seeds by `canon --distinct`");
      failed_ = true;
    }
    return inserted == sudoku::Inserted::kNew;
  }

  // False, and a message, after many patterns in a row without a puzzle, or numbers without one of
  // the clues that are wanted.
  bool found_some(const MadeBlock& block) {
    empty_in_a_row_ = block.made == 0 ? empty_in_a_row_ + block.last - block.first : 0;
    const bool is_symmetric = task_.symmetry != sudoku::Symmetry::kNone;
    const std::uint64_t most =
        is_symmetric ? kMaxEmptyInARow
                     : std::min<std::uint64_t>(task_.patterns.size(), kMaxEmptyInARow);
    if (most == 0 || empty_in_a_row_ < most) return true;
    complain("found no puzzle with exactly one solution for " +
             (is_symmetric ? "that symmetry and number of clues"
                           : "the patterns of " + input_name(settings_.like)) +
             " in " + plural(empty_in_a_row_, "attempt"));
    failed_ = true;
    return false;
  }

  // Says so, once, if the first ratings are none of those that are wanted, unless the progress line
  // does.
  void look_at(const MadeBlock& block) {
    const std::uint64_t before = seen_.puzzles;
    {
      const std::lock_guard lock(seen_mutex_);
      seen_.add(block.seen);
    }
    if (settings_.quiet || blocks_.shows_progress()) return;
    if (written_ > 0 || !block.puzzles.empty()) return;
    if (before >= kRareRating || seen_.puzzles < kRareRating) return;
    complain("no puzzle of difficulty " + settings_.difficulty + seen_text(" among the first ") +
             "; looking on");
  }

  // How many puzzles were made, after `before`, and how they are rated.
  std::string seen_text(std::string_view before) const {
    const std::lock_guard lock(seen_mutex_);
    if (seen_.puzzles == 0) return "";
    return std::string(before) + rounded_count(static_cast<double>(seen_.puzzles)) + " made, " +
           seen_.range();
  }

  void print_summary(bool interrupted) const {
    if (settings_.quiet) return;
    complain(generated_text({.tally = counters_.tally(),
                             .seconds = counters_.seconds(),
                             .threads = task_.threads,
                             .interrupted = interrupted}) +
             (interrupted ? seen_text("; of ") : ""));
  }

  const GenerateSettings& settings_;
  const GenerateTask task_;
  RunCounters counters_;
  BlockRun blocks_;
  std::optional<ArrayFiles> arrays_;
  parallel::Workers workers_;
  const std::uint64_t block_size_;
  std::uint64_t next_ = 0;
  std::uint64_t written_ = 0;
  sudoku::FormSet forms_{kMaxFormBytes};  // of those that are written, if they are distinct
  mutable std::mutex seen_mutex_;
  SeenRatings seen_;                  // written by the draining stage
  std::uint64_t empty_in_a_row_ = 0;  // numbers that yielded nothing, up to the last block
  bool failed_ = false;
};

/// The patterns of the puzzles of a file; an error for the first line that is none.
Result<std::vector<sudoku::CellSet>> read_patterns(const std::string& path,
                                                   const Interrupt& interrupt) {
  std::vector<sudoku::CellSet> patterns;
  const Inputs inputs(std::vector<std::string>{path});
  const InputForm form;
  InputBlocks blocks(inputs, form, interrupt);
  TextBlock block(kSmallBlockBytes);
  std::uint64_t lines_before = 0;
  for (std::size_t input = 0; blocks.next(block, input);) {
    sudoku::PuzzleReader reader(block.text(), block.form, block.context);
    while (reader.next()) {
      if (!reader.puzzle().error.empty()) {
        const sudoku::TextPlace place = reader.puzzle().place;
        return Error{input_name(path) + ':' + std::to_string(lines_before + place.line) + ':' +
                     std::to_string(place.column) + ": " + reader.puzzle().error};
      }
      patterns.push_back(sudoku::pattern_of(reader.puzzle().grid));
    }
    lines_before += reader.line_ends();
  }
  if (blocks.failed()) return Error{"the patterns could not be read"};
  if (patterns.empty()) return Error{input_name(path) + ": no puzzle is in it"};
  return patterns;
}

}  // namespace

int run_generate(const GenerateSettings& settings, Interrupt& interrupt) {
  if (makes_boards(settings)) return run_boards(settings, interrupt);
  GenerateTask task = task_of(settings);
  if (!sudoku::supports(task.generator)) {
    return fail({"minimal puzzles must have " + std::to_string(sudoku::kMinGeneratedClues) +
                 " to " + std::to_string(sudoku::kMaxMinimalClues) +
                 " clues; others are too rare to find"});
  }
  if (!settings.like.empty()) {
    Result<std::vector<sudoku::CellSet>> patterns = read_patterns(settings.like, interrupt);
    if (!patterns) return fail(patterns.error());
    task.patterns = std::move(*patterns);
  }
  const Result<std::unique_ptr<Output>> output =
      task.writes_arrays ? open_arrays(settings, interrupt) : Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  return GenerateRun(settings, std::move(task), **output, interrupt).run();
}

}  // namespace puzzled::commands
