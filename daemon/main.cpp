// The program: one command of `puzzled`, chosen by the command line.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>

#include "daemon/command_line.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/generate_command.hpp"
#include "daemon/interrupt.hpp"
#include "daemon/message.hpp"
#include "daemon/queens_command.hpp"
#include "daemon/send_command.hpp"
#include "daemon/serve_command.hpp"
#include "daemon/solve_command.hpp"
#include "daemon/target_command.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace puzzled;
  Settings settings;
  const ParsedCommand parsed = parse_command_line(argc, argv, settings);
  if (const auto* error = std::get_if<UsageError>(&parsed)) {
    complain(error->message);
    return kExitFailure;
  }
  if (const auto* print = std::get_if<PrintText>(&parsed)) {
    const bool printed = std::fputs(print->text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    return printed ? kExitAllWell : kExitFailure;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an answer of write(2), not the end of us
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that grows beyond `ulimit -f`
  const std::string_view command = std::get<RunCommand>(parsed).name;
  if (command == "serve") return run_serve(settings.serve);
  Interrupt interrupt;
  if (command == "solve") return run_solve(settings.solve, interrupt);
  if (command == "generate") return run_generate(settings.generate, interrupt);
  if (command == "target") return run_target(settings.target, interrupt);
  if (command == "send") return run_send(settings.send, interrupt);
  return run_queens(settings.queens, interrupt);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    puzzled::complain(error.what());
    return puzzled::kExitFailure;
  }
}
