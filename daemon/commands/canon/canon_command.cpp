#include "daemon/commands/canon/canon_command.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "core/sudoku/tools/canon_tool.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

using sudoku::FormKey;
using sudoku::FormSet;

constexpr OptionGroup kForms{"Canonical forms"};
constexpr OptionGroup kClasses{"One puzzle of each class",
                               "Two puzzles are of the same class if they are equivalent, which is "
                               "if their canonical forms are the same."};

/// The classes that are known, and what becomes of each puzzle.
class Classes {
 public:
  /// `memory`: for the classes, in bytes.
  Classes(bool distinct, std::uint64_t memory)
      : distinct_(distinct), memory_(memory), known_(memory) {}

  /// Leaves the class out.
  Result<bool> exclude(const FormKey& key) {
    if (known_.insert(key) == FormSet::Inserted::kNoRoom) return too_many();
    return false;
  }

  /// Whether a puzzle of that class is to be written.
  Result<bool> accept(const FormKey& key) {
    if (!distinct_) return !known_.contains(key);
    const FormSet::Inserted inserted = known_.insert(key);
    if (inserted == FormSet::Inserted::kNoRoom) return too_many();
    if (inserted == FormSet::Inserted::kKnown) return false;
    distinct_accepted_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  /// How many of those that are to be distinct were accepted. Any thread may ask, for an interrupt
  /// does while puzzles are still coming.
  std::uint64_t distinct_accepted() const {
    return distinct_accepted_.load(std::memory_order_relaxed);
  }

 private:
  Error too_many() const {
    return Error{"more than " + std::to_string(known_.size()) +
                 " classes do not fit into --memory " + memory_text(memory_) +
                 "; without --distinct and --against canon writes all forms, of which `sort -u` "
                 "keeps one of each on disk"};
  }

  const bool distinct_;
  const std::uint64_t memory_;
  FormSet known_;
  std::atomic<std::uint64_t> distinct_accepted_ = 0;
};

StreamPlan plan_of(const CanonSettings& settings, bool keyed) {
  const sudoku::CanonOptions options{.automorphisms = settings.automorphisms,
                                     .by_solution = settings.by == "solution",
                                     .keyed = keyed,
                                     .original = settings.original,
                                     .isa = settings.isa};
  return {.make_answerer = answerers_of<sudoku::CanonTool>(options), .leaves_out_invalid = keyed};
}

/// How reading the file whose classes are to be left out went.
struct AgainstRead {
  bool complete = true;      ///< not if it went wrong, or was interrupted
  bool has_invalid = false;  ///< some lines are no puzzles, or there is no puzzle at all
};

AgainstRead read_against(const CanonSettings& settings, Classes& classes, Output& output,
                         Interrupt& interrupt) {
  StreamPlan plan = plan_of(settings, true);
  plan.writes_answers = false;
  plan.accepts = [&classes](const FormKey& key) { return classes.exclude(key); };
  StreamRun reading(settings, std::move(plan), Inputs({settings.against}), output, interrupt);
  reading.run();
  const bool complete = reading.is_complete() && !interrupt.requested();
  if (complete && reading.found_nothing()) {
    complain(input_name(settings.against) + ": no puzzle was found, so nothing is left out");
  }
  return {complete, reading.has_invalid() || reading.found_nothing()};
}

}  // namespace

Command canon_command(CanonSettings& s) {
  Command command{
      .name = "canon",
      .help = "canonical forms: which puzzles are equivalent",
      .arguments = "[FILE…|-]",
      .description =
          "Writes the canonical form of each puzzle, in input order: the lexicographically "
          "smallest of all puzzles that are equivalent to it, read row by row, where a blank comes "
          "before the digits. Two puzzles are equivalent if relabelling digits, permuting rows, "
          "columns or bands, or transposing turns one into the other; they are equivalent if and "
          "only if their canonical forms are the same. A puzzle may have any number of clues and "
          "of solutions; the form of a solution is "
          "that of its grid.",
      .examples = {{"puzzled canon puzzles.txt -o forms.txt", "Write the forms of all puzzles:"},
                   {"puzzled canon --distinct --original puzzles.txt -o unique.txt",
                    "Keep the first puzzle of each class, as it came:"},
                   {"puzzled canon --against train.txt --original test.txt >clean.txt",
                    "Drop from one file what is equivalent to a puzzle of another:"},
                   {"puzzled canon puzzles.txt | sort -u | wc -l",
                    "Count the classes of a file of any size, on disk:"}}};
  add_options(
      command, kForms,
      {Option("automorphisms", "", &s.automorphisms,
              "add the number of automorphisms, behind a tab",
              "Add the number of automorphisms behind a tab: of the 3359232 orders of rows and "
              "columns, with and without transposition, how many lead back to the same puzzle "
              "under other names of digits. Most have 1."),
       Option("by", "WHAT", &s.by, "smallest by the puzzle, or by its solution",
              "What is to be smallest: the puzzle, or first its solution. By `solution`, the form "
              "of a puzzle is the smallest that it takes when its solution becomes the smallest "
              "grid; a puzzle without exactly one solution has its usual form. It tells the same "
              "classes apart, and puzzles of one solution grid stay together.",
              {.choices = {"puzzle", "solution"}})});
  add_options(command, kClasses,
              {Option("distinct", "", &s.distinct, "write the first puzzle of each class only",
                      "Write a line for the first puzzle of each class only. A class takes about "
                      "20 bytes of memory."),
               Option("against", "FILE", &s.against, "drop what is equivalent to a puzzle of FILE",
                      "Drop all puzzles that are equivalent to a puzzle of FILE."),
               Option("original", "", &s.original, "write lines as they came, not the forms",
                      "Write the lines as they came, and the header of a table, instead of the "
                      "forms. Needs `--distinct` or `--against`."),
               memory_option(s.memory, "memory for the classes (default: half of what is free)",
                             "Memory for the classes that `--distinct` and `--against` know. More "
                             "classes than fit are an error.")});
  add_options(command, kInput, {file_part_option(s.part)});
  add_tool_options(command, s);
  return command;
}

Result<> check_canon(const CanonSettings& s) {
  if (s.original && !s.distinct && s.against.empty()) {
    return Error{"--original needs --distinct or --against: without them it would copy the input"};
  }
  if (s.distinct && !s.part.empty()) {
    return Error{
        "--distinct and --part cannot be combined: a class may have puzzles in several parts; "
        "`sort -u` keeps one of each form"};
  }
  if (s.original && s.automorphisms) {
    return Error{"--original and --automorphisms cannot be combined"};
  }
  const auto reads_stdin = [](const std::string& input) { return input == "-"; };
  if (s.against == "-" && (s.inputs.empty() || std::ranges::any_of(s.inputs, reads_stdin))) {
    return Error{"--against - and the input cannot both be standard input"};
  }
  return {};
}

int run_canon(const CanonSettings& settings, Interrupt& interrupt) {
  std::uint64_t memory = free_memory() / 2;
  if (!settings.memory.empty()) {
    const Result<std::uint64_t> given = read_memory(settings.memory);
    if (!given) return fail(given.error());
    memory = *given;
  }
  set_limits_in_force("--memory " + memory_text(memory));
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  Classes classes(settings.distinct, memory);
  AgainstRead against;
  if (!settings.against.empty()) against = read_against(settings, classes, **output, interrupt);
  const bool keyed = settings.distinct || !settings.against.empty();
  StreamPlan plan = plan_of(settings, keyed);
  if (keyed) plan.accepts = [&classes](const FormKey& key) { return classes.accept(key); };
  plan.summary = [&] {
    return settings.distinct ? std::to_string(classes.distinct_accepted()) + " distinct"
                             : std::string();
  };
  Result<Inputs> inputs = Inputs();
  if (against.complete) {
    inputs = inputs_of(settings.inputs, settings.part, settings.form, settings.quiet, interrupt);
  }
  if (!inputs) return fail(inputs.error());
  StreamRun run(settings, std::move(plan), std::move(*inputs), **output, interrupt);
  run.run();
  const int status = run.finish(against.complete);
  return status == kExitAllWell && against.has_invalid ? kExitSomeUnanswered : status;
}

}  // namespace puzzled::commands
