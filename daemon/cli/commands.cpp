#include "daemon/cli/commands.hpp"

#include "daemon/cli/serve_command.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {

std::vector<Command> all_commands(Settings& settings) {
  return {solve_command(settings.solve),   generate_command(settings.generate),
          queens_command(settings.queens), target_command(settings.target),
          serve_command(settings.serve),   send_command(settings.send)};
}

int run_command(std::string_view name, const Settings& settings) {
  if (name == "serve") return run_serve(settings.serve);  // takes the signals itself
  Interrupt interrupt;
  if (name == "solve") return run_solve(settings.solve, interrupt);
  if (name == "generate") return run_generate(settings.generate, interrupt);
  if (name == "target") return run_target(settings.target, interrupt);
  if (name == "send") return run_send(settings.send, interrupt);
  return run_queens(settings.queens, interrupt);
}

}  // namespace puzzled
