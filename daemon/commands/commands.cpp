#include "daemon/commands/commands.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <type_traits>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/canon/canon_command.hpp"
#include "daemon/commands/cover/cover_command.hpp"
#include "daemon/commands/explain/explain_command.hpp"
#include "daemon/commands/feed/feed_command.hpp"
#include "daemon/commands/generate/generate_command.hpp"
#include "daemon/commands/generate/generate_task.hpp"
#include "daemon/commands/minimal/minimal_command.hpp"
#include "daemon/commands/queens/queens_command.hpp"
#include "daemon/commands/rate/rate_command.hpp"
#include "daemon/commands/send/send_command.hpp"
#include "daemon/commands/serve/serve_command.hpp"
#include "daemon/commands/shuffle/shuffle_command.hpp"
#include "daemon/commands/solve/solve_command.hpp"
#include "daemon/commands/target/target_command.hpp"
#include "daemon/commands/verify/verify_command.hpp"
#include "daemon/commands/work/work_command.hpp"

namespace puzzled::commands {
namespace {

template <class Settings>
std::shared_ptr<Settings> settings_for(Command (*)(Settings& settings)) {
  return std::make_shared<Settings>();
}

/// A command, with settings of its own. `kTable` binds the table of its options to them. `kRun`
/// takes an Interrupt unless it handles signals itself. `kCheck` may change the settings and take
/// the LayeredValues; without one there is nothing to check.
template <auto kTable, auto kRun, auto kCheck = nullptr>
Command make() {
  const auto settings = settings_for(kTable);
  Command command = kTable(*settings);
  command.run = [settings] {
    if constexpr (std::is_invocable_v<decltype(kRun), decltype(*settings), Interrupt&>) {
      Interrupt interrupt;
      return kRun(*settings, interrupt);
    } else {
      return kRun(*settings);
    }
  };
  if constexpr (std::is_invocable_v<decltype(kCheck), decltype(*settings)>) {
    command.check = [settings](const LayeredValues&) { return kCheck(*settings); };
  } else if constexpr (!std::is_null_pointer_v<decltype(kCheck)>) {
    command.check = [settings](const LayeredValues& values) { return kCheck(*settings, values); };
  }
  return command;
}

struct Row {
  std::string_view name;
  Command (*make)();
};

// Each with the table of its options, its run and its check.
constexpr Row kRows[] = {
    {"solve", make<solve_command, run_solve, check_solve>},
    {"generate", make<generate_command, run_generate, check_generate>},
    {"canon", make<canon_command, run_canon, check_canon>},
    {"shuffle", make<shuffle_command, run_shuffle>},
    {"rate", make<rate_command, run_rate, check_rate>},
    {"explain", make<explain_command, run_explain, check_explain>},
    {"minimal", make<minimal_command, run_minimal>},
    {"verify", make<verify_command, run_verify, check_verify>},
    {"queens", make<queens_command, run_queens>},
    {"target", make<target_command, run_target, check_target>},
    {"cover", make<cover_command, run_cover>},
    {"serve", make<serve_command, run_serve, check_serve>},
    {"send", make<send_command, run_send>},
#ifdef PUZZLED_HAS_REDIS
    {"work", make<work_command, run_work>},
    {"feed", make<feed_command, run_feed>},
#endif
};

}  // namespace

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  for (const Row& row : kRows) commands.push_back(row.make());
  return commands;
}

std::optional<Command> make_command(std::string_view name) {
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows),
                                       [name](const Row& r) { return r.name == name; });
  if (row == std::end(kRows)) return std::nullopt;
  return row->make();
}

}  // namespace puzzled::commands
