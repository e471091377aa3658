// A program that is linked as `puzzled` is: the C++ library in it, oneTBB loaded when it is called,
// and with it the shared C++ library. Throws in tasks, in oneTBB itself and in threads, and checks
// that each exception arrives, is counted once and is of its type. Prints what is wrong; status 0
// if nothing is.
#include <dlfcn.h>
#include <oneapi/tbb/concurrent_vector.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

int faults = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("%s\n", what);
  ++faults;
}

struct Refusal : std::runtime_error {
  explicit Refusal(int at) : std::runtime_error("refused"), place(at) {}
  int place;
};

// On another thread than the one that catches, most times.
void throw_in_loop() {
  std::atomic<int> caught = 0;
  for (int round = 0; round < 200; ++round) {
    try {
      tbb::parallel_for(0, 64, [](int i) {
        if (i % 16 == 15) throw Refusal(i);
      });
      expect(false, "a loop swallows the exception");
    } catch (const Refusal& refusal) {
      expect(refusal.place % 16 == 15, "another value arrives");
      expect(std::string(refusal.what()) == "refused", "another message arrives");
      ++caught;
    }
    expect(std::uncaught_exceptions() == 0, "an exception that was caught still counts");
  }
  expect(caught == 200, "a loop's exception is of another type");
}

void throw_in_group() {
  tbb::task_group group;
  std::atomic<int> counted = 0;
  group.run([&] {
    try {
      throw Refusal(1);
    } catch (const std::runtime_error&) {
      counted += 1 + std::uncaught_exceptions();
    }
    throw Refusal(2);
  });
  try {
    group.wait();
    expect(false, "a group swallows the exception");
  } catch (const std::exception& failure) {
    expect(dynamic_cast<const Refusal*>(&failure) != nullptr, "its type is lost in a group");
  }
  expect(counted == 1, "a task's own exception is not caught or counted once");
}

// Kept, passed to another thread and thrown again there.
void pass_on() {
  std::exception_ptr kept;
  try {
    tbb::parallel_for(0, 64, [](int i) {
      if (i == 40) throw Refusal(i);
    });
  } catch (...) {
    kept = std::current_exception();
  }
  std::thread([&kept] {
    try {
      std::rethrow_exception(kept);
    } catch (const Refusal& refusal) {
      expect(refusal.place == 40, "what is thrown again has another value");
    } catch (...) {
      expect(false, "what is thrown again has another type");
    }
  }).join();
}

// Made by oneTBB, of a type of its C++ library.
void catch_its_own() {
  const tbb::concurrent_vector<int> none;
  try {
    expect(none.at(3) == 0, "oneTBB does not throw");
  } catch (const std::out_of_range& failure) {
    expect(failure.what() != nullptr, "its exception has no message");
  } catch (...) {
    expect(false, "its exception is not of the type that it throws");
  }
  expect(std::uncaught_exceptions() == 0, "its exception still counts");
}

// What the program sets holds for all of the process.
void end_by_handler() {
  const pid_t child = ::fork();
  if (child == 0) {
    std::set_terminate([] { std::_Exit(7); });
    void* const terminate = ::dlsym(RTLD_DEFAULT, "_ZSt9terminatev");
    if (terminate != nullptr) reinterpret_cast<void (*)()>(terminate)();
    std::_Exit(1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "std::terminate() is not the program's");
}

// That code which is loaded now finds what the program throws and allocates with.
void look_up() {
  for (const char* name :
       {"__cxa_throw", "__cxa_begin_catch", "__cxa_end_catch", "__cxa_rethrow", "__cxa_get_globals",
        "__gxx_personality_v0", "_Znwm", "_ZdlPv", "_ZSt17current_exceptionv", "_ZSt9terminatev"}) {
    Dl_info found{};
    Dl_info own{};
    void* const place = ::dlsym(RTLD_DEFAULT, name);
    const bool is_known = place != nullptr && ::dladdr(place, &found) != 0 &&
                          ::dladdr(reinterpret_cast<void*>(&look_up), &own) != 0;
    expect(is_known && found.dli_fbase == own.dli_fbase, name);
  }
}

}  // namespace

int main() {
  look_up();
  end_by_handler();
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 4);
  throw_in_loop();
  throw_in_group();
  pass_on();
  catch_its_own();
  look_up();
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
