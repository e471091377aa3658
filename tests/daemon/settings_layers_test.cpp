// Flag, variable, file, default; what is refused, and what a reload changes.
#include "daemon/base/settings/settings_layers.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "daemon/base/settings/config_file.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/commands/serve/serve_command.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::commands {
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
    ServeCommandSettings settings;
    flags.emplace("config", path_);
    const Result<LayeredValues> values = apply_layers(serve_command(settings), flags);
    return values ? "" : without_path(values.error().message);
  }

  /// The message with FILE in place of the path.
  std::string without_path(std::string message) const {
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
  ServeCommandSettings settings;
  Result<LayeredValues> values =
      apply_layers(serve_command(settings), {{"config", path_}, {"threads", "4"}});
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(settings.server.threads, 4);
  EXPECT_EQ(settings.server.search_threads, 3);
  EXPECT_EQ(settings.server.io_threads, 2);
  EXPECT_EQ(settings.server.connections, 10000u);
  EXPECT_EQ(values->origins.at("threads").place, "--threads");
  EXPECT_EQ(values->origins.at("search-threads").place, "PUZZLED_SEARCH_THREADS");
  EXPECT_EQ(values->origins.at("io-threads").place, path_ + ":3");
  EXPECT_EQ(values->origins.at("connections").place, "default");
}

TEST_F(SettingsLayers, AVariableCanNameTheFile) {
  write("threads = 2\n");
  const Variable config("PUZZLED_CONFIG", path_.c_str());
  ServeCommandSettings settings;
  ASSERT_TRUE(apply_layers(serve_command(settings), {}));
  EXPECT_EQ(settings.server.threads, 2);
}

TEST_F(SettingsLayers, ReadsSizesAndTimes) {
  EXPECT_EQ(error_of("line-limit = \"8KiB\"\noutput-soft-limit = 65536\n"), "");
  write(
      "line-limit = \"8KiB\"\noutput-soft-limit = 65536\nwrite-timeout = 5\nread-timeout = 0.25\n"
      "idle-timeout = \"1h\"\n");
  ServeCommandSettings settings;
  ASSERT_TRUE(apply_layers(serve_command(settings), {{"config", path_}}));
  EXPECT_EQ(settings.server.line_limit, 8192u);
  EXPECT_EQ(settings.server.output_soft_limit, 65536u);
  EXPECT_EQ(settings.server.write_timeout, 5s);
  EXPECT_EQ(settings.server.read_timeout, 250ms);
  EXPECT_EQ(settings.server.idle_timeout, 1h);
}

TEST_F(SettingsLayers, NamesTheLineThatIsWrong) {
  EXPECT_EQ(error_of("\n\nthread = 3\n"), "FILE:3: unknown key 'thread'; did you mean 'threads'?");
  EXPECT_EQ(error_of("config = \"x\"\n"), "FILE:1: unknown key 'config'");
  EXPECT_EQ(error_of("threads = \"3\"\n"), "FILE:1: threads must be a whole number without quotes");
  EXPECT_EQ(error_of("threads = 2.5\n"), "FILE:1: threads must be a whole number without quotes");
  EXPECT_EQ(error_of("threads = 5000\n"),
            "FILE:1: threads: must be a number from 0 to 1024 (got '5000')");
  EXPECT_EQ(error_of("threads = -1\n"),
            "FILE:1: threads: must be a number from 0 to 1024 (got '-1')");
  EXPECT_EQ(error_of("#\nline-limit = \"big\"\n"),
            "FILE:2: line-limit: must be a size from 128 to 1MiB (got 'big')");
  EXPECT_EQ(error_of("write-timeout = true\n"),
            "FILE:1: write-timeout must be a time such as 10 or \"250ms\"");
  EXPECT_EQ(
      error_of("log-level = \"inf\"\n"),
      "FILE:1: log-level: must be one of trace, debug, info, warning, error, off (got 'inf'); "
      "did you mean 'info'?");
  EXPECT_EQ(error_of("[limits]\nthreads = 1\n"),
            "FILE:1: 'limits' is a table, not a setting; write one key per line, without tables");
  EXPECT_EQ(error_of("threads = [1]\n"), "FILE:1: 'threads': an array lists strings");
  EXPECT_EQ(error_of("threads = [\"1\"]\n"),
            "FILE:1: threads must be a whole number without quotes");
  EXPECT_EQ(error_of("log-level = [\"info\"]\n"), "FILE:1: log-level must be a string in quotes");
  EXPECT_EQ(error_of("read-timeout = [\"1s\"]\n"),
            "FILE:1: read-timeout must be a time such as 10 or \"250ms\"");
  EXPECT_EQ(error_of("line-limit = [\"1KiB\"]\n"),
            "FILE:1: line-limit must be a size such as 4096 or \"4KiB\"");
  EXPECT_EQ(error_of("listen = 9009\n"),
            "FILE:1: listen must be a string in quotes, or an array of such");
  EXPECT_EQ(error_of("threads = 1\nthreads = 2\n").substr(0, 8), "FILE:2: ");
  EXPECT_EQ(error_of("threads = 1\nthreads\n").substr(0, 8), "FILE:2: ");
  EXPECT_EQ(error_of("proxy-from = \"10.0.0.0/8, here\"\n"),
            "FILE:1: proxy-from: must list addresses such as 127.0.0.1, networks such as "
            "10.0.0.0/8, or unix (got 'here')");
  EXPECT_EQ(error_of("proxy-from = \"10.0.0.0/8, ::1, unix\"\n"), "");
  EXPECT_EQ(error_of("address-connections = 0\naddress-rate = 0\nproxy-from = \"\"\n"), "");
  EXPECT_EQ(error_of("listen = \"here\"\n"),
            "FILE:1: listen: must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009 (got 'here')");
}

TEST_F(SettingsLayers, AWrongFileIsWrongUnderAFlag) {
  EXPECT_EQ(error_of("threads = 5000\n", {{"threads", std::string("2")}}),
            "FILE:1: threads: must be a number from 0 to 1024 (got '5000')");
}

TEST_F(SettingsLayers, RefusesLimitsThatContradictEachOther) {
  EXPECT_EQ(error_of("output-soft-limit = \"9MiB\"\n"),
            "FILE:1: output-soft-limit: must not be larger than output-hard-limit");
  EXPECT_EQ(error_of("output-hard-limit = \"8KiB\"\n"),
            "FILE:1: output-hard-limit: must not be smaller than output-soft-limit");
  EXPECT_EQ(error_of("", {{"searches-total", std::string("4")}}),
            "--searches-total: must not be smaller than searches-per-client");
}

TEST_F(SettingsLayers, SaysThatAFileCannotBeRead) {
  ServeCommandSettings settings;
  const std::string missing = directory_.path("missing");
  const Result<LayeredValues> values = apply_layers(serve_command(settings), {{"config", missing}});
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().message, missing + ": No such file or directory");
}

TEST_F(SettingsLayers, ReadsNoFileWithoutEnd) {
  const std::string comment(1024 * 1024, '#');
  EXPECT_EQ(error_of(comment), "");
  EXPECT_EQ(error_of(comment + '\n'), "FILE is longer than 1048576 bytes");
  ServeCommandSettings settings;
  const Result<LayeredValues> values =
      apply_layers(serve_command(settings), {{"config", "/dev/zero"}});
  ASSERT_FALSE(values);
}

TEST_F(SettingsLayers, TakesADashForTheNameOfAFile) {
  ServeCommandSettings settings;
  const Result<LayeredValues> values = apply_layers(serve_command(settings), {{"config", "-"}});
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().message, "./-: No such file or directory");
}

TEST_F(SettingsLayers, PrintsSettingsThatReadBackAsThemselves) {
  write("threads = 3\nline-limit = \"8KiB\"\nwrite-timeout = 0.5\nunix = \"/a \\\"b\\\"\"\n");
  ServeCommandSettings first;
  const Command serve = serve_command(first);
  const Result<LayeredValues> values = apply_layers(serve, {{"config", path_}});
  ASSERT_TRUE(values) << values.error().message;
  write(settings_text(serve, *values));
  ServeCommandSettings second;
  const Command again = serve_command(second);
  ASSERT_TRUE(apply_layers(again, {{"config", path_}}));
  EXPECT_EQ(second.server.threads, 3);
  EXPECT_EQ(second.server.unix_paths, (std::vector<std::string>{"/a \"b\""}));
  EXPECT_EQ(second.server.write_timeout, 500ms);
}

TEST_F(SettingsLayers, AReloadTakesLimitsAndSaysWhatNeedsARestart) {
  write("threads = 2\nlog-level = \"info\"\n");
  const GivenValues flags = {{"config", path_}, {"connections", "7"}};
  ServeCommandSettings running;
  ASSERT_TRUE(apply_layers(serve_command(running), flags));
  const auto read_again = [&flags](const ServeSettings& old) {
    return reload_settings(flags, old);
  };

  write(
      "threads = 3\nlog-level = \"debug\"\nwrite-timeout = 5\nconnections = 9\n"
      "address-connections = 3\naddress-rate = 100\nproxy-from = \"::1\"\n");
  Result<ReloadedSettings> reloaded = read_again(running.server);
  ASSERT_TRUE(reloaded) << reloaded.error().message;
  EXPECT_EQ(reloaded->settings.threads, 2);
  EXPECT_EQ(reloaded->settings.log_level, "debug");
  EXPECT_EQ(reloaded->settings.write_timeout, 5s);
  EXPECT_EQ(reloaded->settings.connections, 7u);  // a flag still beats the file
  EXPECT_EQ(reloaded->changed,
            (std::vector<std::string>{"log-level", "write-timeout", "address-connections",
                                      "address-rate", "proxy-from"}));
  EXPECT_EQ(reloaded->need_restart, (std::vector<std::string>{"threads"}));

  write("threads = 2\n");  // back to where it began
  reloaded = read_again(reloaded->settings);
  ASSERT_TRUE(reloaded);
  EXPECT_EQ(reloaded->settings.log_level, "info");
  EXPECT_TRUE(reloaded->need_restart.empty());

  write("threads = 2\nlog-level = 3\n");
  EXPECT_FALSE(read_again(running.server));
}

// Options that take several values.

using Texts = std::vector<std::string>;

TEST_F(SettingsLayers, AnArrayAVariableOrRepeatedFlagsGiveSeveralAddresses) {
  write(
      "listen = [\n  \"127.0.0.1:1\",  # here\n  \"[::1]:1\",\n]\n"
      "unix = \"one\"\nhttp = [\"127.0.0.1:2\"]\nipv6-only = true\n");
  ServeCommandSettings from_file;
  ASSERT_TRUE(apply_layers(serve_command(from_file), {{"config", path_}}));
  EXPECT_EQ(from_file.server.listen, (Texts{"127.0.0.1:1", "[::1]:1"}));
  EXPECT_EQ(from_file.server.unix_paths, Texts{"one"});
  EXPECT_EQ(from_file.server.http, Texts{"127.0.0.1:2"});
  EXPECT_TRUE(from_file.server.ipv6_only);

  const Variable variable("PUZZLED_UNIX", "two, three\t,a b");
  const Variable http("PUZZLED_HTTP", "127.0.0.1:3,127.0.0.1:4");
  ServeCommandSettings settings;
  const Result<LayeredValues> values = apply_layers(
      serve_command(settings),
      {{"config", path_}, {"http", "127.0.0.1:5"}, {"http", "127.0.0.1:6"}, {"http", "[::1]:7"}});
  ASSERT_TRUE(values) << values.error().message;
  EXPECT_EQ(settings.server.listen, (Texts{"127.0.0.1:1", "[::1]:1"}));
  EXPECT_EQ(settings.server.unix_paths, (Texts{"two", "three", "a b"}));
  EXPECT_EQ(settings.server.http, (Texts{"127.0.0.1:5", "127.0.0.1:6", "[::1]:7"}));
  EXPECT_EQ(values->origins.at("http").place, "--http");
}

TEST_F(SettingsLayers, AnEmptyFlagClearsTheAddressesBeforeIt) {
  const auto listen = [](const GivenValues& flags) {
    ServeCommandSettings settings;
    EXPECT_TRUE(apply_layers(serve_command(settings), flags));
    return settings.server.listen;
  };
  EXPECT_EQ(listen({}), Texts{"127.0.0.1:9009"});
  EXPECT_EQ(listen({{"listen", ""}}), Texts{});
  EXPECT_EQ(listen({{"listen", "1"}, {"listen", ""}}), Texts{});
  EXPECT_EQ(listen({{"listen", "1"}, {"listen", ""}, {"listen", "2"}}), Texts{"2"});
  EXPECT_EQ(listen({{"listen", ""}, {"listen", ""}, {"listen", "2"}, {"listen", "3"}}),
            (Texts{"2", "3"}));
}

TEST_F(SettingsLayers, AnEmptyAddressIsNone) {
  write("listen = \"\"\nunix = []\nhttp = [\"\"]\n");
  ServeCommandSettings settings;
  ASSERT_TRUE(apply_layers(serve_command(settings), {{"config", path_}}));
  EXPECT_EQ(settings.server.listen, Texts{});
  EXPECT_EQ(settings.server.unix_paths, Texts{});
  EXPECT_EQ(settings.server.http, Texts{});
  EXPECT_EQ(error_of("listen = [\"1\", \"\"]\n"),
            "FILE:1: listen: an empty one stands beside others");
  const Variable variable("PUZZLED_LISTEN", "1,");
  EXPECT_EQ(error_of(""), "PUZZLED_LISTEN: an empty one stands beside others");
}

TEST_F(SettingsLayers, EveryAddressIsCheckedAndTheirNumberIsBounded) {
  EXPECT_EQ(error_of("http = [\"1\", \"here\"]\n"),
            "FILE:1: http: must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009 (got 'here')");
  EXPECT_EQ(error_of("listen = [\"1,2\"]\n"),
            "FILE:1: listen: must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009 (got '1,2')");
  GivenValues flags;
  for (int i = 1; i <= 16; ++i) flags.emplace("unix", std::to_string(i));
  EXPECT_EQ(error_of("", flags), "");
  flags.emplace("unix", "17");
  EXPECT_EQ(error_of("", flags), "--unix: at most 16 may be given (got 17)");
}

TEST_F(SettingsLayers, PrintsSeveralAddressesThatReadBackAsThemselves) {
  write("listen = [\"1\", \"[::1]:2\"]\nunix = [\"a, \\\"b\\\"\", \"c\"]\n");
  ServeCommandSettings first;
  const Command serve = serve_command(first);
  const Result<LayeredValues> values = apply_layers(serve, {{"config", path_}});
  ASSERT_TRUE(values) << values.error().message;
  write(settings_text(serve, *values));
  ServeCommandSettings second;
  ASSERT_TRUE(apply_layers(serve_command(second), {{"config", path_}}));
  EXPECT_EQ(second.server.listen, (Texts{"1", "[::1]:2"}));
  EXPECT_EQ(second.server.unix_paths, (Texts{"a, \"b\"", "c"}));
  EXPECT_EQ(second.server.http, Texts{});
}

TEST_F(SettingsLayers, AReloadKeepsTheAddressesAndSaysThatTheyDiffer) {
  write("listen = [\"1\", \"2\"]\n");
  const GivenValues flags = {{"config", path_}};
  ServeCommandSettings running;
  ASSERT_TRUE(apply_layers(serve_command(running), flags));
  const auto read_again = [&] { return reload_settings(flags, running.server); };
  Result<ReloadedSettings> reloaded = read_again();
  ASSERT_TRUE(reloaded);
  EXPECT_EQ(reloaded->need_restart, Texts{});

  write("listen = [\"1\", \"3\"]\nipv6-only = true\n");
  reloaded = read_again();
  ASSERT_TRUE(reloaded);
  EXPECT_EQ(reloaded->settings.listen, (Texts{"1", "2"}));
  EXPECT_FALSE(reloaded->settings.ipv6_only);
  EXPECT_EQ(reloaded->need_restart, (Texts{"listen", "ipv6-only"}));

  write("listen = [\"1\", \"1\"]\n");
  reloaded = read_again();
  ASSERT_FALSE(reloaded);
  EXPECT_EQ(without_path(reloaded.error().message), "FILE:1: listen: 1 is given twice");
}

TEST(Automatic, IsReadAsWhatItStandsForAndPrintedAsGiven) {
  EXPECT_EQ(std::string_view(IsaSetting{}), "");
  EXPECT_EQ(std::string_view(IsaSetting{"avx2"}), "avx2");
  EXPECT_GT(int{ThreadsSetting{}}, 0);
  EXPECT_EQ(int{ThreadsSetting{3}}, 3);
  ServeCommandSettings settings;
  const Command serve = serve_command(settings);
  EXPECT_EQ(option_text(*find_option(serve.options, "isa")), "auto");
  EXPECT_EQ(option_text(*find_option(serve.options, "threads")), "0");
}

}  // namespace
}  // namespace puzzled::commands
