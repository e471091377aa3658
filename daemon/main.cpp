// The program: one command of `puzzled`, chosen by the command line.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <variant>

#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/standard_streams.hpp"
#include "daemon/base/os/system_error.hpp"
#include "daemon/commands/command_line.hpp"
#include "daemon/commands/variable_check.hpp"

namespace {

using namespace puzzled;
using namespace puzzled::commands;

/// Ends the program when no thread catches an exception. oneTBB starts its threads one from another
/// and does not pass it on when the system gives no more of them.
[[noreturn]] void end_after_exception() {
  try {
    if (const std::exception_ptr failure = std::current_exception())
      std::rethrow_exception(failure);
  } catch (const std::exception& failure) {
    end_after(failure);
  } catch (...) {
  }
  std::abort();
}

int print(const std::string& text) {
  if (const Result<> open = check_standard_output(); !open) return fail(open.error());
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return kExitAllWell;
  return fail(system_error("cannot write to standard output"));
}

int run(int argc, char** argv) {
  if (const Result<> filled = fill_closed_streams(); !filled) return fail(filled.error());
  const ParsedCommand parsed = parse_command_line(argc, argv);
  for (const std::string& warning : variable_warnings(environ)) complain(warning);
  if (const auto* error = std::get_if<UsageError>(&parsed)) return fail({error->message});
  if (const auto* text = std::get_if<PrintText>(&parsed)) return print(text->text);
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an answer of write(2), not the end of us
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that grows beyond `ulimit -f`
  return std::get<Command>(parsed).run();
}

/// Ends the process without the end of each library, which for one puzzle takes a thirtieth of the
/// time. A sanitizer looks for leaks there.
[[noreturn]] void end_with(int status) {
  std::fflush(nullptr);
#ifdef PUZZLED_SANITIZED
  std::exit(status);
#else
  std::_Exit(status);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_after_exception);
  try {
    end_with(run(argc, argv));
  } catch (const std::exception& failure) {
    end_after(failure);
  }
}
