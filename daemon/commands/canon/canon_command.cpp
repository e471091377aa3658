#include "daemon/commands/canon/canon_command.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/sudoku/tools/canon_tool.hpp"
#include "core/sudoku/tools/class_split.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/stream_run.hpp"
#include "daemon/commands/canon/classes.hpp"
#include "daemon/commands/canon/leak_report.hpp"

namespace puzzled::commands {
namespace {

bool is_keyed(const CanonSettings& settings) {
  return settings.distinct || !settings.against.empty() || !settings.split.empty();
}

StreamPlan plan_of(const CanonSettings& settings) {
  const bool keyed = is_keyed(settings);
  const sudoku::CanonOptions options{.automorphisms = settings.automorphisms,
                                     .by_solution = settings.by == "solution",
                                     .keyed = keyed,
                                     .cell_keys = settings.leaks,
                                     .original = settings.original || !settings.split.empty(),
                                     .isa = settings.isa};
  return {.make_answerer = answerers_of<sudoku::CanonTool>(options),
          .begins_alone = true,
          .leaves_out_invalid = keyed};
}

/// How reading the file of --against went.
struct AgainstRead {
  bool complete = true;      ///< not if it went wrong, or was interrupted
  bool has_invalid = false;  ///< some lines are no puzzles, or there is no puzzle at all
  sudoku::Tally tally{};
};

/// Hands all of its puzzles to `take`.
AgainstRead read_against(const CanonSettings& settings, decltype(StreamPlan::chooses) take,
                         Output& output, Interrupt& interrupt) {
  if (settings.against.empty()) return {};
  StreamPlan plan = plan_of(settings);
  plan.writes_answers = false;
  plan.chooses = std::move(take);
  StreamRun reading(settings, std::move(plan), Inputs({settings.against}), output, interrupt);
  reading.run();
  const bool complete = reading.is_complete() && !interrupt.requested();
  if (complete && reading.found_nothing()) {
    complain(input_name(settings.against) + ": no puzzle was found, so nothing is " +
             (settings.leaks ? "shared" : "left out"));
  }
  return {complete, reading.has_invalid() || reading.found_nothing(), reading.tally()};
}

/// Runs a plan over the input, if the other file was read to its end.
int run_input(const CanonSettings& settings, StreamPlan plan, const AgainstRead& against,
              Output& output, Interrupt& interrupt) {
  Result<Inputs> inputs = Inputs();
  if (against.complete) {
    inputs = inputs_of(settings.inputs, settings.part, settings.form, settings.quiet, interrupt);
  }
  if (!inputs) return fail(inputs.error());
  StreamRun run(settings, std::move(plan), std::move(*inputs), output, interrupt);
  run.run();
  const int status = run.finish(against.complete);
  return status == kExitAllWell && against.has_invalid ? kExitSomeUnanswered : status;
}

int count_leaks(const CanonSettings& settings, std::uint64_t memory, Output& output,
                Interrupt& interrupt) {
  LeakReport report(memory);
  const AgainstRead against = read_against(
      settings, [&](const KeyedAnswer& answer) { return report.add_against(answer); }, output,
      interrupt);
  StreamPlan plan = plan_of(settings);
  plan.writes_answers = false;
  plan.chooses = [&](const KeyedAnswer& answer) { return report.add_input(answer); };
  plan.summary = [&] { return plural(report.leaks(), "leak"); };
  plan.last_text = [&](const StreamRun& run) {
    return report.json(settings.by, input_name(settings.against), against.tally, run);
  };
  const int status = run_input(settings, std::move(plan), against, output, interrupt);
  return status == kExitAllWell && report.leaks() > 0 ? kExitSomeUnanswered : status;
}

int write_puzzles(const CanonSettings& settings, ClassRules rules, Output& output,
                  Interrupt& interrupt) {
  const std::size_t parts = rules.split_weights.size();
  Classes classes(std::move(rules));
  const AgainstRead against = read_against(
      settings, [&](const KeyedAnswer& answer) { return classes.exclude(answer); }, output,
      interrupt);
  StreamPlan plan = plan_of(settings);
  if (is_keyed(settings)) {
    plan.chooses = [&](const KeyedAnswer& answer) { return classes.choose(answer); };
  }
  if (parts > 0) plan.files = parts;
  plan.summary = [&] { return classes.counts_text(); };
  return run_input(settings, std::move(plan), against, output, interrupt);
}

}  // namespace

int run_canon(const CanonSettings& settings, Interrupt& interrupt) {
  std::uint64_t memory = free_memory() / 2;
  if (!settings.memory.empty()) {
    const Result<std::uint64_t> given = read_memory(settings.memory);
    if (!given) return fail(given.error());
    memory = *given;
  }
  set_limits_in_force("--memory " + memory_text(memory));
  ClassRules rules{.distinct = settings.distinct, .seed = settings.seed, .memory = memory};
  if (!settings.split.empty()) rules.split_weights = *sudoku::parse_split(settings.split);
  std::vector<std::string> names = {settings.output};
  if (!settings.split.empty()) {
    names.clear();
    for (const std::string& part : part_names(rules.split_weights.size())) {
      names.push_back(name_with(settings.output, part));
    }
  }
  const Result<std::unique_ptr<Output>> output = Output::open(settings, names, interrupt);
  if (!output) return fail(output.error());
  if (settings.leaks) return count_leaks(settings, memory, **output, interrupt);
  return write_puzzles(settings, std::move(rules), **output, interrupt);
}

}  // namespace puzzled::commands
