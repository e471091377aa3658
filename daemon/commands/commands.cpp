#include "daemon/commands/commands.hpp"

#include <algorithm>
#include <iterator>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/serve/serve_command.hpp"

namespace puzzled::commands {
namespace {

// Runs a command that ends early on SIGINT and SIGTERM.
template <auto kRun, class CommandSettings>
int run_interruptibly(const CommandSettings& settings) {
  Interrupt interrupt;
  return kRun(settings, interrupt);
}

struct Row {
  std::string_view name;
  Command (*make)(Settings& settings);
  int (*run)(const Settings& settings);
};

constexpr Row kRows[] = {
    {"solve", [](Settings& s) { return solve_command(s.solve); },
     [](const Settings& s) { return run_interruptibly<run_solve>(s.solve); }},
    {"generate", [](Settings& s) { return generate_command(s.generate); },
     [](const Settings& s) { return run_interruptibly<run_generate>(s.generate); }},
    {"canon", [](Settings& s) { return canon_command(s.canon); },
     [](const Settings& s) { return run_interruptibly<run_canon>(s.canon); }},
    {"shuffle", [](Settings& s) { return shuffle_command(s.shuffle); },
     [](const Settings& s) { return run_interruptibly<run_shuffle>(s.shuffle); }},
    {"rate", [](Settings& s) { return rate_command(s.rate); },
     [](const Settings& s) { return run_interruptibly<run_rate>(s.rate); }},
    {"minimal", [](Settings& s) { return minimal_command(s.minimal); },
     [](const Settings& s) { return run_interruptibly<run_minimal>(s.minimal); }},
    {"queens", [](Settings& s) { return queens_command(s.queens); },
     [](const Settings& s) { return run_interruptibly<run_queens>(s.queens); }},
    {"target", [](Settings& s) { return target_command(s.target); },
     [](const Settings& s) { return run_interruptibly<run_target>(s.target); }},
    {"cover", [](Settings& s) { return cover_command(s.cover); },
     [](const Settings& s) { return run_interruptibly<run_cover>(s.cover); }},
    {"serve", [](Settings& s) { return serve_command(s.serve); },
     [](const Settings& s) { return run_serve(s.serve); }},  // takes the signals itself
    {"send", [](Settings& s) { return send_command(s.send); },
     [](const Settings& s) { return run_interruptibly<run_send>(s.send); }},
#ifdef PUZZLED_HAS_REDIS
    {"work", [](Settings& s) { return work_command(s.work); },
     [](const Settings& s) { return run_work(s.work); }},  // takes the signals itself
    {"feed", [](Settings& s) { return feed_command(s.feed); },
     [](const Settings& s) { return run_interruptibly<run_feed>(s.feed); }},
#endif
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
  return find_row(name)->run(settings);
}

}  // namespace puzzled::commands
