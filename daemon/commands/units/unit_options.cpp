#include "daemon/commands/units/unit_options.hpp"

#include <utility>

#include "daemon/base/text/quantity.hpp"

namespace puzzled::commands {

Result<> read_units(const UnitSettings& settings, UnitRequest& request) {
  const std::vector<std::string>& arguments = settings.arguments;
  request.inputs.assign(arguments.begin() + (settings.merges() ? 1 : 0), arguments.end());
  if (settings.merges() && request.inputs.empty()) {
    return Error{"merge needs the files of the parts"};
  }
  if (!settings.part.empty()) {
    const Result<Part> part = read_part(settings.part, settings.taper);
    if (!part) return part.error();
    request.part = *part;
  }
  if (!settings.memory.empty()) {
    const Result<std::uint64_t> memory = read_memory(settings.memory);
    if (!memory) return memory.error();
    request.memory = *memory;
  }
  request.listed = settings.all ? UINT64_MAX : settings.first;
  if (settings.first > 0 && settings.all) return Error{"--first and --all cannot be combined"};
  if (settings.taper && settings.part.empty()) return Error{"--taper needs --part I/K"};
  return {};
}

std::optional<Error> file_contradiction(const UnitSettings& s) {
  if (s.checkpoint.empty() || s.output != s.checkpoint) return std::nullopt;
  return Error{"--checkpoint and --output name the same file"};
}

std::optional<Error> part_contradiction(const UnitSettings& s) {
  if (s.output.empty() || s.output == "-") return Error{"--part needs --output FILE"};
  if (auto error = file_contradiction(s)) return error;
  if (s.json) return Error{"--json cannot be combined with --part; give it to merge"};
  if (s.partial) {
    return Error{"--partial cannot be combined with --part; --checkpoint saves a count"};
  }
  return std::nullopt;
}

std::vector<Option> list_options(UnitSettings& s, std::string first, std::string all) {
  return {
      Option("first", "K", &s.first, "list the first K solutions", std::move(first),
             {.default_text = "no list", .minimum = 1, .maximum = kAnyNumber}),
      Option("all", "", &s.all, "list all solutions", std::move(all), {.letter = 'a'}),
  };
}

Option count_option(bool& target) {
  return Option("count", "", &target, "also print the number of all solutions after a list",
                "Print the number of all solutions, too, after a list. Without a list it is "
                "printed anyway.");
}

std::vector<Option> part_options(UnitSettings& s, const std::string& merge) {
  return {
      Option(
          "checkpoint", "FILE", &s.checkpoint, "save finished units to FILE, and resume from it",
          "Save each finished unit to FILE, and resume from FILE if it exists. Whatever ends the "
          "program, only the units in progress are lost. Only one process may use FILE.",
          {.letter = 'k', .default_text = "none"}),
      Option(
          "part", "I/K", &s.part, "count part I of K into --output, for merge",
          "Count part I of K only, such as 3/8, and write it to the file of `--output`, which `" +
              merge +
              "` reads. A part that is there already is not counted again. All parts must come "
              "from one version of the program.",
          {.default_text = "the whole"}),
      Option("taper", "", &s.taper, "make later parts smaller: for K = 8 × workers",
             "Cut the count into parts of unequal work: from 1.9 times the mean for the first "
             "part down to 0.1 for the last. Tasks that start in the order of their parts then "
             "keep all workers busy to the end; take 8 parts a worker, at least 64. Give it "
             "with every part of a count, or with none."),
  };
}

std::vector<Option> unit_output_options(UnitSettings& s) {
  return {output_option(s.output), partial_option(s.partial),
          json_option(s.json, "print JSON objects",
                      "Write JSON objects instead of text: one for each listed solution, one for "
                      "the total, one for an estimate."),
          quiet_option(s.quiet)};
}

Entry merge_operand() {
  return {"merge PART…",
          "Check that the files hold all parts of one count, and print their total."};
}

}  // namespace puzzled::commands
