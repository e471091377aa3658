#include "daemon/commands/cover/engine_fit.hpp"

#include <string>

#include "daemon/base/os/free_memory.hpp"

namespace puzzled::commands {

Result<EngineFit> fit_engine(const cover::Problem& problem, cover::Engine engine, int threads,
                             std::uint64_t memory) {
  const auto counters = static_cast<unsigned>(threads);
  for (const cover::Engine fitting : {engine, cover::Engine::kLinks}) {
    const std::uint64_t needed = cover::bytes_needed(problem, fitting, counters);
    if (needed <= memory) return EngineFit{fitting, memory - needed};
    if (engine != cover::Engine::kAuto || fitting == cover::Engine::kLinks) {
      return Error{"the engine needs " + memory_text(needed) + " of memory, of which " +
                   memory_text(memory) + " are left (--memory)"};
    }
  }
  return EngineFit{};
}

}  // namespace puzzled::commands
