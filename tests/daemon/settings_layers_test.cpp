// Flag, variable, file, default; what is refused, and what a reload changes.
#include "daemon/settings/settings_layers.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <fstream>
#include <string>

#include "daemon/settings/config_file.hpp"
#include "daemon/settings/network_options.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

using namespace std::chrono_literals;

/// A variable of the environment while this lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

class SettingsLayers : public ::testing::Test {
 protected:
  void SetUp() override {
#ifndef PUZZLED_HAS_TOML
    GTEST_SKIP() << "built without toml++";
#endif
  }

  void write(const std::string& text) {
    std::ofstream(path_) << text;
  }

  /// What is wrong with a configuration of that text; empty if nothing is. The path is left out.
  std::string error_of(const std::string& text, GivenValues flags = {}) {
    write(text);
    ServeSettings settings;
    flags.emplace("config", path_);
    const Result<LayeredValues> values = apply_layers(serve_command(settings), flags);
    const Result<> checked = values ? check_serve_settings(settings, *values) : values.error();
    if (checked) return "";
    std::string message = checked.error().message;
    const std::size_t at = message.find(path_);
    if (at != std::string::npos) message.replace(at, path_.size(), "FILE");
    return message;
  }

  TemporaryDirectory directory_;
  const std::string path_ = directory_.path("puzzled.toml");
};

TEST_F(SettingsLayers, FlagsBeatVariablesBeatTheFileBeatsDefaults) {
  write("threads = 2\nsearch-threads = 2\nio-threads = 2\n");
  const Variable of_search("PUZZLED_SEARCH_THREADS", "3");
  const Variable of_stream("PUZZLED_THREADS", "3");
  ServeSettings settings;
  Result<LayeredValues> values =
      apply_layers(serve_command(settings), {{"config", path_}, {"threads", "4"}});
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(settings.threads, 4);
  EXPECT_EQ(settings.search_threads, 3);
  EXPECT_EQ(settings.io_threads, 2);
  EXPECT_EQ(settings.connections, 10000u);
  EXPECT_EQ(values->at("threads"), "--threads");
  EXPECT_EQ(values->at("search-threads"), "PUZZLED_SEARCH_THREADS");
  EXPECT_EQ(values->at("io-threads"), path_ + ":3");
  EXPECT_EQ(values->at("connections"), "default");
}

TEST_F(SettingsLayers, AVariableCanNameTheFile) {
  write("threads = 2\n");
  const Variable config("PUZZLED_CONFIG", path_.c_str());
  ServeSettings settings;
  ASSERT_TRUE(apply_layers(serve_command(settings), {}));
  EXPECT_EQ(settings.threads, 2);
}

TEST_F(SettingsLayers, ReadsSizesAndTimes) {
  EXPECT_EQ(error_of("line-limit = \"8KiB\"\nunsent-pause = 65536\n"), "");
  write(
      "line-limit = \"8KiB\"\nunsent-pause = 65536\nstall-limit = 5\nline-deadline = 0.25\n"
      "idle-timeout = \"1h\"\n");
  ServeSettings settings;
  ASSERT_TRUE(apply_layers(serve_command(settings), {{"config", path_}}));
  EXPECT_EQ(settings.line_limit, 8192u);
  EXPECT_EQ(settings.output_soft_limit, 65536u);
  EXPECT_EQ(settings.write_timeout, 5s);
  EXPECT_EQ(settings.read_timeout, 250ms);
  EXPECT_EQ(settings.idle_timeout, 1h);
}

TEST_F(SettingsLayers, NamesTheLineThatIsWrong) {
  EXPECT_EQ(error_of("\n\nthread = 3\n"), "FILE:3: unknown key 'thread'; did you mean 'threads'?");
  EXPECT_EQ(error_of("config = \"x\"\n"), "FILE:1: unknown key 'config'");
  EXPECT_EQ(error_of("threads = \"3\"\n"), "FILE:1: threads must be a whole number without quotes");
  EXPECT_EQ(error_of("threads = 2.5\n"), "FILE:1: threads must be a whole number without quotes");
  EXPECT_EQ(error_of("threads = 5000\n"), "FILE:1: threads: '5000' is no number from 0 to 1024");
  EXPECT_EQ(error_of("threads = -1\n"), "FILE:1: threads: '-1' is no number from 0 to 1024");
  EXPECT_EQ(error_of("#\nline-limit = \"big\"\n"),
            "FILE:2: line-limit: 'big' is no size from 128 to 1MiB");
  EXPECT_EQ(error_of("stall-limit = true\n"),
            "FILE:1: stall-limit must be a time such as 10 or \"250ms\"");
  EXPECT_EQ(error_of("log-level = \"inf\"\n"),
            "FILE:1: log-level: 'inf' is none of trace, debug, info, warning, error, off; "
            "did you mean 'info'?");
  EXPECT_EQ(error_of("[limits]\nthreads = 1\n"),
            "FILE:1: 'limits' is a table, not a setting; keys stand one a line, without tables");
  EXPECT_EQ(error_of("threads = 1\nthreads = 2\n").substr(0, 8), "FILE:2: ");
  EXPECT_EQ(error_of("threads = 1\nthreads\n").substr(0, 8), "FILE:2: ");
  EXPECT_EQ(error_of("proxy-from = \"10.0.0.0/8, here\"\n"),
            "FILE:1: proxy-from: must list addresses such as 127.0.0.1, networks such as "
            "10.0.0.0/8, or unix (got 'here')");
  EXPECT_EQ(error_of("proxy-from = \"10.0.0.0/8, ::1, unix\"\n"), "");
  EXPECT_EQ(error_of("address-connections = 0\naddress-rate = 0\nproxy-from = \"\"\n"), "");
  EXPECT_EQ(error_of("listen = \"here\"\n"),
            "FILE:1: listen: 'here' is no ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009");
}

TEST_F(SettingsLayers, AWrongFileIsWrongUnderAFlag) {
  EXPECT_EQ(error_of("threads = 5000\n", {{"threads", std::string("2")}}),
            "FILE:1: threads: '5000' is no number from 0 to 1024");
}

TEST_F(SettingsLayers, RefusesLimitsThatContradictEachOther) {
  EXPECT_EQ(error_of("unsent-pause = \"9MiB\"\n"),
            "FILE:1: unsent-pause: must not be larger than unsent-drop");
  EXPECT_EQ(error_of("unsent-drop = \"8KiB\"\n"),
            "FILE:1: unsent-drop: must not be smaller than unsent-pause");
  EXPECT_EQ(error_of("", {{"searches-total", std::string("4")}}),
            "--searches-total: must not be smaller than searches-per-client");
}

TEST_F(SettingsLayers, SaysThatAFileCannotBeRead) {
  ServeSettings settings;
  const std::string missing = directory_.path("missing");
  const Result<LayeredValues> values = apply_layers(serve_command(settings), {{"config", missing}});
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().message, "cannot read " + missing + ": No such file or directory");
}

TEST_F(SettingsLayers, PrintsSettingsThatReadBackAsThemselves) {
  write("threads = 3\nline-limit = \"8KiB\"\nstall-limit = 0.5\nunix = \"/a \\\"b\\\"\"\n");
  ServeSettings first;
  const Command serve = serve_command(first);
  const Result<LayeredValues> values = apply_layers(serve, {{"config", path_}});
  ASSERT_TRUE(values) << values.error().message;
  write(settings_text(serve, *values));
  ServeSettings second;
  const Command again = serve_command(second);
  ASSERT_TRUE(apply_layers(again, {{"config", path_}}));
  EXPECT_EQ(second.threads, 3);
  EXPECT_EQ(second.unix_path, "/a \"b\"");
  EXPECT_EQ(second.write_timeout, 500ms);
}

TEST_F(SettingsLayers, AReloadTakesLimitsAndSaysWhatNeedsARestart) {
  write("threads = 2\nlog-level = \"info\"\n");
  ServeSettings running;
  running.flags = {{"config", path_}, {"connections", "7"}};
  ASSERT_TRUE(apply_layers(serve_command(running), running.flags));

  write(
      "threads = 3\nlog-level = \"debug\"\nstall-limit = 5\nconnections = 9\n"
      "address-connections = 3\naddress-rate = 100\nproxy-from = \"::1\"\n");
  Result<ReloadedSettings> reloaded = reload_settings(running);
  ASSERT_TRUE(reloaded) << reloaded.error().message;
  EXPECT_EQ(reloaded->settings.threads, 2);
  EXPECT_EQ(reloaded->settings.log_level, "debug");
  EXPECT_EQ(reloaded->settings.write_timeout, 5s);
  EXPECT_EQ(reloaded->settings.connections, 7u);  // a flag still beats the file
  EXPECT_EQ(reloaded->changed, (std::vector<std::string>{"proxy-from", "log-level", "stall-limit",
                                                         "address-connections", "address-rate"}));
  EXPECT_EQ(reloaded->need_restart, (std::vector<std::string>{"threads"}));
  EXPECT_EQ(reloaded->settings.flags, running.flags);

  write("threads = 2\n");  // back to where it began
  reloaded = reload_settings(reloaded->settings);
  ASSERT_TRUE(reloaded);
  EXPECT_EQ(reloaded->settings.log_level, "info");
  EXPECT_TRUE(reloaded->need_restart.empty());

  write("threads = 2\nlog-level = 3\n");
  EXPECT_FALSE(reload_settings(running));
}

}  // namespace
}  // namespace puzzled
