#include "daemon/cli/commands.hpp"

#include <algorithm>
#include <iterator>

#include "daemon/cli/serve_command.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {
namespace {

struct Row {
  std::string_view name;
  Command (*make)(Settings& settings);
  int (*run)(const Settings& settings, Interrupt& interrupt);  ///< null: takes the signals itself
};

constexpr Row kRows[] = {
    {"solve", [](Settings& s) { return solve_command(s.solve); },
     [](const Settings& s, Interrupt& i) { return run_solve(s.solve, i); }},
    {"generate", [](Settings& s) { return generate_command(s.generate); },
     [](const Settings& s, Interrupt& i) { return run_generate(s.generate, i); }},
    {"queens", [](Settings& s) { return queens_command(s.queens); },
     [](const Settings& s, Interrupt& i) { return run_queens(s.queens, i); }},
    {"target", [](Settings& s) { return target_command(s.target); },
     [](const Settings& s, Interrupt& i) { return run_target(s.target, i); }},
    {"serve", [](Settings& s) { return serve_command(s.serve); }, nullptr},
    {"send", [](Settings& s) { return send_command(s.send); },
     [](const Settings& s, Interrupt& i) { return run_send(s.send, i); }},
};

const Row* find_row(std::string_view name) {
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows),
                                       [name](const Row& r) { return r.name == name; });
  return row == std::end(kRows) ? nullptr : row;
}

}  // namespace

std::vector<Command> all_commands(Settings& settings) {
  std::vector<Command> commands;
  for (const Row& row : kRows) commands.push_back(row.make(settings));
  return commands;
}

std::optional<Command> make_command(std::string_view name, Settings& settings) {
  const Row* const row = find_row(name);
  if (row == nullptr) return std::nullopt;
  return row->make(settings);
}

int run_command(std::string_view name, const Settings& settings) {
  const Row& row = *find_row(name);
  if (row.run == nullptr) return run_serve(settings.serve);
  Interrupt interrupt;
  return row.run(settings, interrupt);
}

}  // namespace puzzled
