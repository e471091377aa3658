#include "daemon/commands/bulk/inputs.hpp"

#include <optional>
#include <utility>

#include "daemon/base/files/file_part.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/commands/units/part.hpp"

namespace puzzled::commands {
namespace {

Result<> check_part(const std::string& text) {
  const std::optional<Part> part = parse_part(text);
  if (part && part->of <= kMaxFileParts) return {};
  return Error{"must be a part such as 3/8, of " + std::to_string(kMaxFileParts) +
               " at most (got '" + text + "')"};
}

}  // namespace

Result<Inputs> inputs_of(const std::vector<std::string>& named, const std::string& part,
                         const InputForm& form, bool quiet, const Interrupt& interrupt) {
  if (part.empty()) return Inputs(inputs_or_stdin(named, quiet));
  if (named.empty()) return Error{"--part needs files that are named, not standard input"};
  const Part parsed = *parse_part(part);
  Result<std::vector<FileRange>> ranges =
      find_part(named, {.number = parsed.number, .of = parsed.of}, form, interrupt);
  if (!ranges) return ranges.error();
  return Inputs(std::move(*ranges));
}

Option file_part_option(std::string& target) {
  return Option(
      "part", "I/K", &target, "answer part I of K of the files: a range of bytes",
      "Answer part I of K only, such as 3/8: of the bytes of all files the I-th range, moved to "
      "line ends. The answers to all parts, one behind the other, are those to the files. So the "
      "files must not change meanwhile, and each puzzle must stand on one line: boards, lists, "
      "line breaks in quotes, a line `end` and compressed files are refused. Messages count lines "
      "from the first byte of the part, which they name.",
      {.default_text = "the whole", .check = check_part});
}

}  // namespace puzzled::commands
