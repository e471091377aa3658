#include "daemon/commands/generate/board_run.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/variants/board_generator.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/line_board_writers.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/commands/bulk/block_run.hpp"
#include "daemon/commands/bulk/summary.hpp"
#include "parallel/jobs/answer_stream.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

constexpr int kUsualSize = 9;

// A board of 16x16 takes a tenth of a second, of 4x4 some ten microseconds.
constexpr std::uint64_t kBoardsPerBlock = 4;

// Numbers in a row without a board, each after dozens of tries: the next ones will hardly have one.
constexpr std::uint64_t kMaxWithout = 8;

variants::BoardRequest request_of(const GenerateSettings& settings) {
  if (settings.size.empty()) return {.size = kUsualSize};
  return *variants::parse_board_size(settings.size);
}

struct BoardBlock {
  std::uint64_t first = 0;  ///< numbers [first, last) of the sequence
  std::uint64_t last = 0;
  std::vector<std::string> lines;  ///< empty ones of numbers that yield no board
};

class GenerateBoardsRun {
 public:
  GenerateBoardsRun(const GenerateSettings& settings, variants::BoardGeneratorSettings task,
                    Output& output, Interrupt& interrupt)
      : settings_(settings),
        task_(std::move(task)),
        notation_(request_of(settings).notation.value_or(variants::Notation(
            variants::Alphabet(task_.shape.size, variants::FirstCharacter::kOne)))),
        blocks_(output, interrupt, counters_, [this](bool early) { print_summary(early); }),
        workers_(settings.threads) {
    counters_.work_total = settings.count;
  }

  int run() {
    std::vector<BoardBlock> blocks(4 * static_cast<std::size_t>(workers_.threads()));
    const parallel::AnswerStream<BoardBlock> stream{
        .read =
            [this](BoardBlock& block) {
              block.first = next_;
              block.last = next_ += kBoardsPerBlock;
              return written_ < settings_.count;
            },
        .make_answerer = [this] { return maker(); },
        .write = [this](BoardBlock& block) { return take(block); }};
    blocks_.run(
        [&] {
          if (const Result<> checked = variants::BoardGenerator(task_).check(blocks_.stop());
              !checked) {
            complain(checked.error().message);
            failed_ = true;
            return;
          }
          parallel::answer_in_order<BoardBlock>(workers_, blocks, stream, blocks_.stop());
        },
        !settings_.quiet);
    return blocks_.finish(!failed_, true, failed_ ? kExitFailure : kExitAllWell);
  }

 private:
  /// Makes the boards of blocks, on one thread.
  std::function<bool(BoardBlock&)> maker() {
    // Shared, because std::function requires a copyable object.
    return [this,
            generator = std::make_shared<variants::BoardGenerator>(task_)](BoardBlock& block) {
      block.lines.clear();
      for (std::uint64_t index = block.first; index < block.last; ++index) {
        const std::optional<variants::Puzzle> board = generator->generate(index, blocks_.stop());
        if (is_stopped(blocks_.stop())) return false;
        std::string line = board ? line_of(*board) : "";
        if (line.empty() || tells_notation(line)) block.lines.push_back(std::move(line));
      }
      return true;
    };
  }

  std::string line_of(const variants::Puzzle& board) const {
    if (!settings_.jigsaw) return write_clue_line(board, notation_);
    variants::Puzzle bare = board;
    bare.rules.clear();
    return variants::write_jigsaw_line(bare).value();
  }

  /// Whether `solve` reads the board without being told how values are written: one in some dozens
  /// of 10x10 has neither an `A` nor anything else that says so, and is passed over.
  bool tells_notation(const std::string& line) const {
    if (settings_.jigsaw) return true;
    const auto found = variants::detect_boards(line, true, {.size = task_.shape.size});
    return found.form && found.form->notation.has_value();
  }

  bool take(const BoardBlock& block) {
    std::string text;
    std::uint64_t boards = 0;
    for (const std::string& line : block.lines) {
      if (written_ + boards == settings_.count) break;
      without_ = line.empty() ? without_ + 1 : 0;
      if (without_ == kMaxWithout) {
        complain("found no board with exactly one solution in " + plural(without_, "attempt") +
                 ": its rules, or its number of clues, ask too much");
        failed_ = true;
        break;
      }
      if (line.empty()) continue;
      text += line + '\n';
      ++boards;
    }
    if (!blocks_.write(text)) return false;
    written_ += boards;
    // Those who still look for more need not.
    if (written_ == settings_.count) blocks_.stop() = true;
    counters_.add({.solved = boards});
    counters_.work_done.fetch_add(boards, std::memory_order_relaxed);
    return !failed_ && written_ < settings_.count;
  }

  void print_summary(bool interrupted) const {
    if (settings_.quiet) return;
    complain(generated_text({.tally = counters_.tally(),
                             .seconds = counters_.seconds(),
                             .threads = workers_.threads(),
                             .interrupted = interrupted}));
  }

  const GenerateSettings& settings_;
  const variants::BoardGeneratorSettings task_;
  const variants::Notation notation_;
  RunCounters counters_;
  BlockRun blocks_;
  parallel::Workers workers_;
  std::uint64_t next_ = 0;
  std::atomic<std::uint64_t> written_ = 0;  // by the draining stage
  std::uint64_t without_ = 0;               // numbers that yielded nothing, up to the last one
  bool failed_ = false;
};

}  // namespace

Result<> check_boards(const GenerateSettings& settings) {
  const std::string_view asked = !settings.rules.empty() ? "--rules"
                                 : settings.jigsaw       ? "--jigsaw"
                                                         : "--size";
  const variants::BoardRequest request = request_of(settings);
  if (settings.jigsaw && request.notation) {
    return Error{"--jigsaw writes values above 9 as letters from A: leave out the notation"};
  }
  if (request.size > variants::kMaxSearchedBoardSize &&
      (!settings.rules.empty() || settings.jigsaw || settings.minimal)) {
    return Error{std::string(settings.minimal ? "--minimal" : asked) + " is for boards up to " +
                 std::to_string(variants::kMaxSearchedBoardSize) +
                 " cells a side: larger ones take too long"};
  }
  const int cells = request.size * request.size;
  if (settings.clues && *settings.clues > cells) {
    return Error{"--clues: must be at most " + std::to_string(cells) + " (got '" +
                 std::to_string(*settings.clues) + "')"};
  }
  return {};
}

int run_boards(const GenerateSettings& settings, Interrupt& interrupt) {
  variants::BoardGeneratorSettings task{.shape = variants::plain_puzzle(request_of(settings).size),
                                        .is_irregular = settings.jigsaw,
                                        .seed = settings.seed,
                                        .clues = settings.clues,
                                        .minimal = settings.minimal};
  task.shape.rules = *variants::parse_rules(settings.rules);
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  return GenerateBoardsRun(settings, std::move(task), **output, interrupt).run();
}

}  // namespace puzzled::commands
