// Where the time of `puzzled solve` goes: nanoseconds a puzzle of each stage on one thread. Runs
// the pipeline that the command runs, with a clock around each of its steps, and the command itself
// beside it, so that the sum can be compared: what the table leaves out shows as `the rest`.
//
//   stage_table [--json] [--limit K] FILE…     CPU time, medians of interleaved rounds; writes, and
//   removes, a file in the current directory
//
// The steps, each with what it does for plain lines:
//   read            the kernel's copy of the input (and unpacking)
//   cut             whole lines, at most kMaxBlockLines of them, make a block
//   find puzzles    runs of plain lines counted, the address of each stored
//   solve           from cells where they stand to solutions where they belong
//   write answers   counts in front of lines, lines moved if need be, all other answers
//   output          the kernel's copy to the output file
//   the rest        of the command: opening, memory, pipeline, closing and naming the file
#include <ctime>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/block_solver.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/commands/solve/solve_command.hpp"

namespace {

using namespace puzzled;
using namespace puzzled::commands;

constexpr int kRounds = 15;
constexpr const char* kOutput = "stage_table.output";

enum Stage : std::size_t { kRead, kCut, kFind, kSolve, kWriteAnswers, kOutputFile, kStages };

constexpr std::array<const char*, kStages> kNames = {"read",  "cut",           "find puzzles",
                                                     "solve", "write answers", "output"};

double cpu_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Seconds of each stage. The stages of one thread follow each other: each is charged the time
/// since the one before.
class StageClock {
 public:
  void start() { last_ = cpu_seconds(CLOCK_THREAD_CPUTIME_ID); }
  void charge(Stage stage) {
    const double now = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
    seconds_[stage] += now - std::exchange(last_, now);
  }
  const std::array<double, kStages>& seconds() const { return seconds_; }
  void reset() { seconds_.fill(0); }

 private:
  double last_ = 0;
  std::array<double, kStages> seconds_{};
};

StageClock stage_clock;  // of the one thread that runs the stages

/// Charges what comes before a read to cutting.
class TimedSource final : public ByteSource {
 public:
  explicit TimedSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    stage_clock.charge(kCut);
    Result<std::size_t> result = source_->read(to, size);
    stage_clock.charge(kRead);
    return result;
  }
  bool ready() override { return source_->ready(); }
  void cancel() override { source_->cancel(); }
  std::uint64_t consumed() const override { return source_->consumed(); }

 private:
  std::unique_ptr<ByteSource> source_;
};

/// The batches; charges what comes before to finding puzzles.
class TimedSolver final : public sudoku::Solver {
 public:
  explicit TimedSolver(std::unique_ptr<Solver> solver) : solver_(std::move(solver)) {}

  Answers solve_cells(std::span<const std::uint8_t* const> puzzles, const SearchLimits& limits,
                      char* lines, std::size_t stride) override {
    stage_clock.charge(kFind);
    const Answers answers = solver_->solve_cells(puzzles, limits, lines, stride);
    stage_clock.charge(kSolve);
    return answers;
  }
  std::uint64_t branches() const override { return solver_->branches(); }

 private:
  std::unique_ptr<Solver> solver_;
};

constexpr sudoku::Engine kTimedEngine{
    .name = "batch", .summary = "", .make_solver = [](std::string_view isa) {
      return std::unique_ptr<sudoku::Solver>(
          std::make_unique<TimedSolver>(sudoku::all_engines().front().make_solver(isa)));
    }};

template <class T>
T required(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "stage_table: %s\n", result.error().message.c_str());
  std::exit(2);
}

/// Runs the stages as run_solve() does on one thread, where the pipeline is a loop over one block
/// of twice the usual size (for files that are large enough), and returns the number of puzzles.
std::uint64_t run_stages(const SolveSettings& settings, Interrupt& interrupt) {
  using sudoku::AnswerStyle;
  sudoku::BlockSolver solver({.engine = &kTimedEngine,
                              .limits = {.solutions = settings.limit},
                              .style = settings.json ? AnswerStyle::kJson : AnswerStyle::kAuto});
  sudoku::BlockAnswers answers;
  TextBlock block(2 * kBlockBytes);
  const std::unique_ptr<Output> output =
      required(Output::open({.output = settings.output}, interrupt));
  std::unique_ptr<ByteSource> source = required(open_input(settings.inputs.front(), interrupt));
  BlockReader reader(std::make_unique<TimedSource>(std::move(source)), sudoku::FormRequest{},
                     sudoku::plain_line_counter());
  std::uint64_t puzzles = 0;
  stage_clock.start();
  while (reader.next(block)) {
    stage_clock.charge(kCut);
    answers.clear();
    solver.answer(block.text(), block.form, block.context, answers);
    stage_clock.charge(kWriteAnswers);
    output->write(answers.text.view());
    stage_clock.charge(kOutputFile);
    puzzles += answers.tally.puzzles();
  }
  stage_clock.charge(kCut);
  output->finish(Results::kComplete, 0);
  return puzzles;
}

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_rows(const SolveSettings& settings, Interrupt& interrupt) {
  std::array<std::vector<double>, kStages> seconds;
  std::vector<double> all;
  double puzzles = 0;
  for (int round = 0; round < kRounds; ++round) {
    stage_clock.reset();
    puzzles = static_cast<double>(run_stages(settings, interrupt));
    std::remove(kOutput);
    for (std::size_t i = 0; i < kStages; ++i) seconds[i].push_back(stage_clock.seconds()[i]);
    const double start = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    run_solve(settings, interrupt);
    all.push_back(cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
    std::remove(kOutput);
  }
  const std::string& path = settings.inputs.front();
  const std::string file = path.substr(path.rfind('/') + 1);
  const auto print = [&](const char* stage, double total) {
    std::printf("| %s | %.0f | %s | %.1f |\n", file.c_str(), puzzles, stage, 1e9 * total / puzzles);
  };
  double rest = median(all);
  for (std::size_t i = 0; i < kStages; ++i) {
    rest -= median(seconds[i]);
    print(kNames[i], median(seconds[i]));
  }
  print("the rest", rest);
  print("`puzzled solve`", median(all));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Interrupt interrupt;
  SolveSettings settings;
  settings.threads.given = 1;
  settings.quiet = true;
  settings.output = kOutput;
  int first_file = 1;
  if (argc > first_file && std::string_view(argv[first_file]) == "--json") {
    settings.json = true;
    first_file += 1;
  }
  if (argc > first_file + 1 && std::string_view(argv[first_file]) == "--limit") {
    settings.limit = std::strtoull(argv[first_file + 1], nullptr, 10);
    first_file += 2;
  }
  if (first_file >= argc) {
    std::fputs("usage: stage_table [--json] [--limit K] FILE…\n", stderr);
    return 2;
  }
  std::puts("| file | puzzles | stage | ns a puzzle |\n|---|---:|---|---:|");
  for (int i = first_file; i < argc; ++i) {
    settings.inputs = {argv[i]};
    print_rows(settings, interrupt);
  }
}
