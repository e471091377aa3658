// The table of the options of `puzzled canon`, its manual, and which options go together.
#include <algorithm>
#include <string>
#include <string_view>

#include "core/sudoku/tools/class_split.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/paired_output.hpp"
#include "daemon/commands/canon/canon_command.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kForms{"Canonical forms"};
constexpr OptionGroup kClasses{"One puzzle of each class",
                               "Two puzzles are of the same class if they are equivalent, which is "
                               "if their canonical forms are the same."};
constexpr OptionGroup kParts{"Training and test sets",
                             "Parts of the input without an equivalent pair between them."};

Result<> check_split(const std::string& text) {
  const auto weights = sudoku::parse_split(text);
  return weights ? Result<>() : weights.error();
}

Result<> check_parts(const CanonSettings& s) {
  if (s.automorphisms) return Error{"--split and --automorphisms cannot be combined"};
  if (s.output == "-") {
    return Error{"--split needs -o FILE: its parts are files, such as FILE-train and FILE-test"};
  }
  return check_paired_output(s.output);
}

Result<> check_leaks(const CanonSettings& s) {
  if (s.against.empty()) return Error{"--leaks needs --against FILE, the other of two files"};
  struct Other {
    std::string_view name;
    bool on;
  };
  const Other others[] = {{"distinct", s.distinct},
                          {"original", s.original},
                          {"automorphisms", s.automorphisms},
                          {"split", !s.split.empty()},
                          {"part", !s.part.empty()}};
  for (const Other& other : others) {
    if (!other.on) continue;
    return Error{"--leaks and --" + std::string(other.name) +
                 " cannot be combined: it counts all puzzles of two whole files"};
  }
  return {};
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
          "of solutions; the form of a solution is that of its grid.",
      .examples = {{"puzzled canon puzzles.txt -o forms.txt", "Write the forms of all puzzles:"},
                   {"puzzled canon --distinct --original puzzles.txt -o unique.txt",
                    "Keep the first puzzle of each class, as it came:"},
                   {"puzzled canon --against train.txt --original test.txt >clean.txt",
                    "Drop from one file what is equivalent to a puzzle of another:"},
                   {"puzzled canon --split 90:10 --distinct puzzles.txt -o set.txt",
                    "Write set-train.txt and set-test.txt, without an equivalent pair:"},
                   {"puzzled canon --leaks --against train.txt clean.txt && echo clean",
                    "Count the puzzles that two files share, in disguise or not:"},
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
              "classes apart, and puzzles of one solution grid stay together: `--split`, "
              "`--against` and `--leaks` then take puzzles with equivalent solutions for one.",
              {.choices = {"puzzle", "solution"}})});
  add_options(command, kClasses,
              {Option("distinct", "", &s.distinct, "write the first puzzle of each class only",
                      "Write a line for the first puzzle of each class only. A class takes about "
                      "20 bytes of memory."),
               Option("against", "FILE", &s.against, "drop what is equivalent to a puzzle of FILE",
                      "Drop all puzzles that are equivalent to a puzzle of FILE."),
               Option("leaks", "", &s.leaks, "count what FILE and the input share, as JSON",
                      "Write no puzzles, but one JSON object: how many puzzles and classes the "
                      "input and the file of `--against` have, how many puzzles of each have an "
                      "equivalent one in the other, and where the first ten stand. The exit status "
                      "is 1 if there are any. A class takes about 60 bytes of memory."),
               Option("original", "", &s.original, "write lines as they came, not the forms",
                      "Write the lines as they came, and the header of a table, instead of the "
                      "forms. Needs `--distinct` or `--against`; `--split` always does so."),
               memory_option(s.memory, "memory for the classes (default: half of what is free)",
                             "Memory for the classes that `--distinct` and `--against` know. More "
                             "classes than fit are an error.")});
  add_options(
      command, kParts,
      {Option(
           "split", "A:B", &s.split, "write parts, NAME-train and NAME-test of -o NAME",
           "Write the lines as they came to several files, so that equivalent puzzles are in the "
           "same one. With `-o set.csv`, `90:10` writes set-train.csv and set-test.csv, and "
           "`80:10:10` also set-validation.csv; each has the header of a table. The part of a "
           "class is drawn by the seed and its form alone: it needs no memory, neither other "
           "puzzles nor their order change it, and numbers are as the weights on average. "
           "Incomplete results replace none of the files.",
           {.default_text = "none", .check = check_split}),
       Option("seed", "S", &s.seed, "seed of --split (default: 1)",
              "Seed of `--split`. The same seed puts a class into the same part.",
              {.letter = 's', .maximum = kAnyNumber})});
  add_options(command, kInput, {file_part_option(s.part)});
  add_tool_options(command, s);
  command.exit_statuses = exit_statuses(
      "Some line was no puzzle (`invalid`); all others were answered. With `--leaks`, also if "
      "there "
      "are leaks.");
  return command;
}

Result<> check_canon(const CanonSettings& s, const LayeredValues& values) {
  if (s.split.empty() && values.flags.contains("seed")) return Error{"--seed needs --split"};
  if (Result<> checked = s.leaks ? check_leaks(s) : Result<>(); !checked) return checked;
  if (Result<> checked = s.split.empty() ? Result<>() : check_parts(s); !checked) {
    return checked;
  }
  if (s.original && !s.distinct && s.against.empty() && s.split.empty()) {
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

}  // namespace puzzled::commands
