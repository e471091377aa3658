#include "daemon/commands/bulk/tool_settings.hpp"

#include "daemon/base/settings/common_options.hpp"

namespace puzzled::commands {

void add_tool_options(Command& command, ToolSettings& s) {
  command.operands = {{"FILE",
                       "A file of puzzles; `-` is standard input, which is read if no file is "
                       "named. Several files are read one after the other."}};
  command.positionals = &s.inputs;
  command.exit_statuses =
      exit_statuses("Some line was no puzzle (`invalid`). All others were answered.");
  add_options(command, kInput, form_options(s.form));
  add_options(
      command, kInput,
      {Option("verbose", "", &s.verbose, "report the place of each invalid puzzle on stderr",
              "Report each invalid puzzle on stderr as `FILE:LINE:COLUMN: invalid: REASON`, a form "
              "that editors can jump to. Where invalid puzzles have no line in the output, they "
              "are always reported.",
              {.letter = 'v'})});
  add_options(command, kOutput, output_options(s));
  add_options(command, kWork, {isa_option(s.isa), threads_option(s.threads)});
}

}  // namespace puzzled::commands
