#include "daemon/commands/version.hpp"

#include <gnu/libc-version.h>
#include <spdlog/version.h>
#include <tbb/version.h>
#include <zlib.h>
#include <zstd.h>

#include <boost/version.hpp>
#include <utility>

#include "core/simd/levels.hpp"
#include "daemon/base/manual/layout.hpp"
#include "daemon/base/settings/config_file.hpp"
#include "daemon/base/text/build_info.hpp"

namespace puzzled::commands {
namespace {

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

std::string instruction_sets() {
  std::string text;
  for (const simd::Level& level : simd::kLevels) {
    text += (text.empty() ? "" : ", ") + std::string(level.name);
  }
  return text + "; this machine uses " + std::string(simd::kLevels[simd::best_level()].name);
}

std::string optional_parts() {
  const std::string toml = toml_version();
  return toml.empty() ? "no configuration files (built without toml++)"
                      : "configuration files (toml++ " + toml + ")";
}

std::string libraries() {
  return "oneTBB " + std::to_string(TBB_VERSION_MAJOR) + '.' + std::to_string(TBB_VERSION_MINOR) +
         ", Boost " +
         dotted(BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100) +
         ", zlib " + ::zlibVersion() + ", zstd " + ::ZSTD_versionString() + ", spdlog " +
         dotted(SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH) + ", glibc " +
         ::gnu_get_libc_version() + " (allocator)";
}

}  // namespace

std::string short_version() {
  return "puzzled " PUZZLED_VERSION "\n";
}

std::string long_version() {
  const std::pair<std::string_view, std::string> rows[] = {
      {"commit", std::string(kBuildCommit) + " (" + std::string(kBuildDate) + ')'},
      {"compiler", PUZZLED_COMPILER},
      {"architecture", PUZZLED_ARCHITECTURE},
      {"instructions", instruction_sets()},
      {"parts", optional_parts()},
      {"libraries", libraries()}};
  constexpr std::size_t kNameColumns = 14;
  std::string text = short_version();
  for (const auto& [name, value] : rows) {
    std::string lines =
        manual::wrapped(value, std::string(kNameColumns, ' '), manual::kHelpColumns);
    text += lines.replace(0, name.size(), name);
  }
  return text;
}

}  // namespace puzzled::commands
