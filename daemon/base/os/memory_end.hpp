// The end of the process when the system gives it no more memory, or no more threads.
//
// What inputs and clients can make us allocate is bounded before it is allocated, so an allocation
// that fails says that the limits in force allow more than there is. Which of thousands of places
// meets that is chance. To survive it in each of them takes code that nothing but faults ever runs,
// and leaves a process that answers some and hangs for others. So the process ends at once: a
// service manager starts it again, and clients ask again. The libraries throw, as they say.
//
// To say so takes no allocation, and neither a lock nor a reader of stderr that reads nothing can
// hold the end up for more than half a second.
#pragma once

#include <cstddef>
#include <exception>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace puzzled {

/// The status with which the process ends then: kExitFailure until this is called.
void set_memory_end_status(int status);
int memory_end_status();

/// What the last line says of the limits that we set ourselves: `buffers-total 67108864`. Those of
/// the system are told anyway. Of a longer text the beginning is kept. One thread at a time.
void set_limits_in_force(std::string_view limits);

/// Says that so many bytes were asked for and not to be had, and ends the process. 0: nobody knows
/// how many. Any thread, at any time.
[[noreturn]] void end_without_memory(std::size_t bytes) noexcept;

/// Says what an exception says and ends the process: as above if it is for want of memory, with
/// that status, too, if it is for want of threads, else with kExitFailure.
[[noreturn]] void end_after(const std::exception& failure) noexcept;

/// A thread that runs `body`; the end of the process if the system gives none. (To leave a function
/// by an exception would end those that have started, and they may be busy.)
template <class Body>
std::thread start_thread(Body&& body) {
  try {
    return std::thread(std::forward<Body>(body));
  } catch (const std::system_error& failure) {
    end_after(failure);
  }
}

}  // namespace puzzled
