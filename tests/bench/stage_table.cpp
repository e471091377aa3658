// What bounds the whole program: nanoseconds a puzzle that each stage of `puzzled solve` takes on
// one thread, found by running ever more stages over the file. Turns are taken, and the least
// counts: what the kernel does for a file depends much on what else it does for others.
//
//   stage_table [--json] [--limit K] FILE…     CPU time; writes, and removes, a file in the
//   current directory
#include <ctime>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/block_solver.hpp"
#include "daemon/files/block_reader.hpp"
#include "daemon/files/byte_source.hpp"
#include "daemon/files/input.hpp"
#include "daemon/files/output.hpp"

namespace {

using namespace puzzled;

constexpr int kRounds = 5;

enum Stages : std::size_t { kRead, kCut, kParseAndFormat, kSolve, kWrite, kStages };

constexpr std::array<const char*, kStages> kNames = {"read (and unpack)", "cut into blocks",
                                                     "find puzzles, write answers", "solve",
                                                     "write the output file"};

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class T>
T required(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "stage_table: %s\n", result.error().message.c_str());
  std::exit(2);
}

/// A solution of every puzzle that costs nothing to find (but a call and a copy: 5 ns).
sudoku::Solutions no_search(const sudoku::Grid& puzzle, const SearchLimits&) {
  return {.count = 1, .first = puzzle, .branches = 0};
}

struct Run {
  double seconds = 0;
  std::uint64_t puzzles = 0;
};

/// What is asked for.
struct Form {
  SearchLimits limits;
  sudoku::AnswerStyle style = sudoku::AnswerStyle::kLine;
};

/// Reads `path` and does everything up to the stage `last`.
Run run(const std::string& path, Stages last, const Form& form, Interrupt& interrupt) {
  constexpr const char* kOutput = "stage_table.output";
  const sudoku::Engine none{
      .name = "none", .summary = "", .make_solver = sudoku::one_by_one<no_search>};
  sudoku::BlockSolver solver({.engine = last >= kSolve ? sudoku::find_engine("batch") : &none,
                              .isa = {},
                              .limits = form.limits,
                              .style = form.style});
  sudoku::BlockAnswers answers;
  TextBlock block(kBlockBytes);
  Run result;
  const double start = cpu_seconds();
  std::unique_ptr<ByteSource> source = required(open_input(path, interrupt));
  if (last == kRead) {
    std::vector<char> buffer(kBlockBytes);
    while (required(source->read(buffer.data(), buffer.size())) > 0) {
    }
    result.seconds = cpu_seconds() - start;
  } else {
    const std::unique_ptr<Output> output =
        required(Output::open({.path = last == kWrite ? kOutput : "/dev/null"}, interrupt));
    BlockReader reader(std::move(source), "auto");
    while (reader.next(block)) {
      if (last == kCut) continue;
      answers.clear();
      solver.answer(block.text(), block.form, block.context, answers);
      result.puzzles += answers.tally.puzzles();
      output->write(answers.text.view());
    }
    result.seconds = cpu_seconds() - start;
    output->finish(Results::kComplete, 0);
    if (last == kWrite) std::remove(kOutput);
  }
  return result;
}

void print_rows(const std::string& path, const Form& form, Interrupt& interrupt) {
  std::array<double, kStages> seconds;
  seconds.fill(1e9);
  double puzzles = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t last = 0; last < kStages; ++last) {
      const Run done = run(path, static_cast<Stages>(last), form, interrupt);
      seconds[last] = std::min(seconds[last], done.seconds);
      puzzles = std::max(puzzles, static_cast<double>(done.puzzles));
    }
  }
  double before = 0;
  for (std::size_t last = 0; last < kStages; ++last) {
    std::printf("| %s | %.0f | %s | %.1f |\n", path.substr(path.rfind('/') + 1).c_str(), puzzles,
                kNames[last], 1e9 * (seconds[last] - before) / puzzles);
    before = seconds[last];
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Interrupt interrupt;
  Form form;
  int first_file = 1;
  if (argc > first_file && std::string_view(argv[first_file]) == "--json") {
    form.style = sudoku::AnswerStyle::kJson;
    first_file += 1;
  }
  if (argc > first_file + 1 && std::string_view(argv[first_file]) == "--limit") {
    form.limits.solutions = std::strtoull(argv[first_file + 1], nullptr, 10);
    first_file += 2;
  }
  if (first_file >= argc) {
    std::fputs("usage: stage_table [--json] [--limit K] FILE…\n", stderr);
    return 2;
  }
  std::puts("| file | puzzles | stage | ns a puzzle |\n|---|---:|---|---:|");
  for (int i = first_file; i < argc; ++i) print_rows(argv[i], form, interrupt);
}
