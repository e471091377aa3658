// deploy/puzzled.toml is made from the table of `puzzled serve` (manual_test.cpp compares); read
// back, it must hold every setting and its default.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "daemon/base/settings/config_file.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/serve/serve_command.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::commands {
namespace {

/// The sample's lines, with the keys that are commented out put in force.
std::vector<std::string> read_sample() {
  std::vector<std::string> sample;
  std::ifstream file(PUZZLED_SAMPLE_CONFIG);
  for (std::string line; std::getline(file, line);) {
    const bool key = line.size() > 1 && line[0] == '#' && line[1] >= 'a' && line[1] <= 'z';
    sample.push_back(key ? line.substr(1) : line);
  }
  return sample;
}

class SampleConfig : public ::testing::Test {
 protected:
  void SetUp() override {
#ifndef PUZZLED_HAS_TOML
    GTEST_SKIP() << "built without toml++";
#endif
    const std::vector<std::string> sample = read_sample();
    ASSERT_FALSE(sample.empty());
    path_ = directory_.path("all.toml");
    std::ofstream file(path_);
    for (const std::string& line : sample) file << line << '\n';
    file.close();
    Result<std::vector<ConfigEntry>> entries = read_config_file(path_);
    ASSERT_TRUE(entries) << entries.error().message;
    entries_ = *entries;
  }

  const ConfigEntry* find(std::string_view key) const {
    for (const ConfigEntry& entry : entries_) {
      if (entry.key == key) return &entry;
    }
    return nullptr;
  }

  TemporaryDirectory directory_;
  std::string path_;
  std::vector<ConfigEntry> entries_;
};

TEST_F(SampleConfig, NamesEverySettingWithItsDefault) {
  ServeCommandSettings settings;
  const Command serve = serve_command(settings);
  std::size_t settings_in_file = 0;
  for (const Option& option : serve.options) {
    if (!option.in_file) continue;
    ++settings_in_file;
    const ConfigEntry* const entry = find(option.name);
    ASSERT_NE(entry, nullptr) << option.name << " is missing in the sample";
    EXPECT_EQ(entry->values, std::vector<std::string>{option_text(option)}) << option.name;
  }
  EXPECT_EQ(entries_.size(), settings_in_file);
}

TEST_F(SampleConfig, IsAcceptedWithEveryKeyInForce) {
  ServeCommandSettings settings;
  const Command serve = serve_command(settings);
  const Result<LayeredValues> values = apply_layers(serve, {{"config", path_}});
  ASSERT_TRUE(values) << values.error().message;
  for (const Option& option : serve.options) {
    const auto found = values->origins.find(option.name);
    ASSERT_NE(found, values->origins.end()) << option.name;
    const std::string& place = found->second.place;
    EXPECT_EQ(place.starts_with(path_ + ':'), option.in_file) << option.name << ": " << place;
  }
}

}  // namespace
}  // namespace puzzled::commands
