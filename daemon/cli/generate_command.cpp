#include "daemon/cli/generate_command.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/text/answer_text.hpp"
#include "daemon/cli/summary.hpp"
#include "daemon/files/output.hpp"
#include "daemon/os/exit_code.hpp"
#include "daemon/os/message.hpp"
#include "daemon/progress/run_counters.hpp"
#include "daemon/tools/block_run.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
namespace {

// A puzzle takes a fraction of a millisecond (a rare clue count: seconds), so even a few are worth
// a task, and a small number of puzzles still keeps all threads busy.
constexpr std::uint64_t kPuzzlesPerBlock = 16;

struct MadeBlock {
  std::uint64_t first = 0;  ///< puzzles [first, last) of the sequence
  std::uint64_t last = 0;
  std::string text;
};

class GenerateRun {
 public:
  GenerateRun(const GenerateSettings& settings, const sudoku::GeneratorSettings& generator,
              int threads, Output& output, Interrupt& interrupt)
      : settings_(settings),
        generator_(generator),
        threads_(threads),
        interrupt_(interrupt),
        blocks_(output, interrupt, counters_, [this](bool early) { print_summary(early); }),
        slots_(4 * static_cast<std::size_t>(threads)) {
    counters_.work_total = settings.count;
  }

  int run() {
    parallel::Workers workers(threads_);
    blocks_.run(workers, slots_.size(),
                {.fill = [this](std::size_t slot) { return fill(slots_[slot]); },
                 .transform = [this](std::size_t slot) { make(slots_[slot]); },
                 .drain = [this](std::size_t slot) { return drain(slots_[slot]); },
                 .is_only = [this] { return next_ == settings_.count; }},
                !settings_.quiet);
    return blocks_.finish(true, kExitAllWell);
  }

 private:
  bool fill(MadeBlock& slot) {
    if (interrupt_.requested() || next_ == settings_.count) return false;
    slot.first = next_;
    slot.last = next_ + std::min(kPuzzlesPerBlock, settings_.count - next_);
    next_ = slot.last;
    return true;
  }

  void make(MadeBlock& slot) const {
    slot.text.clear();
    for (std::uint64_t index = slot.first; index < slot.last; ++index) {
      if (interrupt_.requested()) return;
      sudoku::append_cells(slot.text, sudoku::generate_puzzle(generator_, index));
      slot.text += '\n';
    }
  }

  bool drain(MadeBlock& slot) {
    if (interrupt_.requested()) return false;  // the block may be unfinished
    if (!blocks_.write(slot.text)) return false;
    const std::uint64_t puzzles = slot.last - slot.first;
    counters_.add({.solved = puzzles});
    counters_.work_done.fetch_add(puzzles, std::memory_order_relaxed);
    return true;
  }

  void print_summary(bool interrupted) const {
    if (settings_.quiet) return;
    complain(generated_text({.tally = counters_.tally(),
                             .seconds = counters_.seconds(),
                             .threads = threads_,
                             .interrupted = interrupted}));
  }

  const GenerateSettings& settings_;
  const sudoku::GeneratorSettings generator_;
  const int threads_;
  const Interrupt& interrupt_;
  RunCounters counters_;
  BlockRun blocks_;
  std::vector<MadeBlock> slots_;
  std::uint64_t next_ = 0;
};

}  // namespace

int run_generate(const GenerateSettings& settings, Interrupt& interrupt) {
  const sudoku::GeneratorSettings generator{
      .seed = settings.seed, .clues = settings.clues, .minimal = settings.minimal};
  if (!sudoku::supports(generator)) {
    complain("minimal puzzles must have " + std::to_string(sudoku::kMinGeneratedClues) + " to " +
             std::to_string(sudoku::kMaxMinimalClues) + " clues; others are too rare to find");
    return kExitFailure;
  }
  const Result<std::unique_ptr<Output>> output =
      Output::open({settings.output, settings.partial}, interrupt);
  if (!output) {
    complain(output.error().message);
    return kExitFailure;
  }
  const int threads = settings.threads > 0 ? settings.threads : parallel::available_threads();
  return GenerateRun(settings, generator, threads, **output, interrupt).run();
}

}  // namespace puzzled
