// Loads a shared library when a function of it is first called. The program needs oneTBB, zlib,
// zstd, hiredis and the mathematical library for some of its work, but to load and relocate them
// takes a fifth of the time in which one puzzle is read, solved and written, which needs none of
// them (tests/bench/NOTES.md, "Starting").
//
// cmake/on_demand.sh defines the functions that the program calls, so that the linker finds no need
// of the libraries. Each jumps to where its slot says.
#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/system_error.hpp"

extern "C" {
extern void* function_slots[];                   // by the number of a function
extern const std::uint8_t function_libraries[];  // the number of its library
extern const char function_names[];              // each ended by NUL; an empty one ends them
extern const char library_names[];               // so are these
[[gnu::visibility("hidden")]] void* puzzled_load_function(std::size_t function) noexcept;
}

namespace {

using namespace puzzled;

constexpr std::size_t kMaxLibraries = 5;
std::array<std::once_flag, kMaxLibraries> loaded;

[[noreturn]] void end_without_library() {
  Interrupt::end_process(
      fail({with_file_limit("cannot load a library: " + std::string(::dlerror()))}));
}

const char* behind(const char* text) {
  return text + std::strlen(text) + 1;
}

void load(std::size_t number) {
  const char* name = library_names;
  for (std::size_t i = 0; i < number; ++i) name = behind(name);
  void* const library = ::dlopen(name, RTLD_NOW | RTLD_NODELETE);
  if (library == nullptr) end_without_library();
  std::size_t i = 0;
  for (const char* function = function_names; *function != '\0'; function = behind(function), ++i) {
    if (function_libraries[i] != number) continue;
    void* const place = ::dlsym(library, function);
    if (place == nullptr) end_without_library();
    __atomic_store_n(&function_slots[i], place, __ATOMIC_RELAXED);  // others may be calling it
  }
}

}  // namespace

// Returns the function of that number. Any thread may call it.
void* puzzled_load_function(std::size_t function) noexcept {
  const std::size_t library = function_libraries[function];
  std::call_once(loaded[library], load, library);
  return function_slots[function];
}
