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
  add_options(command, kInput,
              {{.name = "verbose",
                .letter = 'v',
                .help = "report the place of each invalid puzzle on stderr",
                .details = "Report each invalid puzzle on stderr as `FILE:LINE:COLUMN: invalid: "
                           "REASON`, a form that editors can jump to. Where invalid puzzles have "
                           "no line in the output, they are always reported.",
                .target = &s.verbose}});
  add_options(command, kOutput,
              {output_option(s.output), partial_option(s.partial), quiet_option(s.quiet)});
  add_options(command, kWork, {isa_option(s.isa), threads_option(s.threads)});
}

std::string_view level_of(const ToolSettings& settings) {
  return settings.isa == "auto" ? std::string_view() : settings.isa;
}

}  // namespace puzzled::commands
