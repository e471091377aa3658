#include "daemon/redis/stream_setup.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "daemon/base/os/message.hpp"

namespace puzzled::redis {
namespace {

// Scripts that say what they need (`#!lua`), XPENDING with IDLE.
constexpr int kOldestVersion = 7;

/// The value of `name:` in the reply to INFO.
std::optional<std::string_view> info_value(std::string_view info, std::string_view name) {
  for (std::size_t at = 0; at < info.size();) {
    const std::size_t end = std::min(info.find('\n', at), info.size());
    std::string_view line = info.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(name) && line.substr(name.size()).starts_with(':')) {
      return line.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

Outcome<> check_version(Connection& connection) {
  const Outcome<Reply> info = connection.call({"INFO", "server"});
  if (!info) return info.error();
  const std::optional<std::string_view> version = info_value(info->text(), "redis_version");
  int major = 0;
  if (version) std::from_chars(version->data(), version->data() + version->size(), major);
  if (!version || major >= kOldestVersion) return {};
  return Failure{Failure::Kind::kRefused,
                 "the server is Redis " + std::string(*version) + "; 7.0 or newer is needed"};
}

Outcome<> check_eviction(Connection& connection) {
  const Outcome<Reply> info = connection.call({"INFO", "memory"});
  if (!info) return info.error();
  const std::optional<std::string_view> policy = info_value(info->text(), "maxmemory_policy");
  if (!policy || *policy == "noeviction") return {};
  return Failure{Failure::Kind::kRefused,
                 "the server may evict blocks and results when its memory is full: its "
                 "maxmemory-policy is " +
                     std::string(*policy) + "; set it to noeviction"};
}

// XGROUP CREATE alone is refused when the server's memory is full, also where the group is there:
// then no worker could start that takes blocks away.
constexpr std::string_view kMakeGroup =
    "#!lua flags=allow-oom\n"
    "return redis.call('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')";

// Recorded once and compared afterwards: in one step, so that of two that come first at the same
// time one finds the other's.
constexpr std::string_view kAgree =
    "#!lua flags=allow-oom\n"
    "if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], unpack(ARGV)) end\n"
    "return redis.call('HGETALL', KEYS[1])";

}  // namespace

Outcome<> check_server(Connection& connection) {
  if (const Outcome<> checked = check_version(connection); !checked) return checked.error();
  return check_eviction(connection);
}

Outcome<bool> has_full_memory(Connection& connection) {
  const Outcome<Reply> info = connection.call({"INFO", "memory"});
  if (!info) return info.error();
  const auto bytes = [&info](std::string_view name) {
    const std::string_view text = info_value(info->text(), name).value_or("0");
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  };
  const std::uint64_t most = bytes("maxmemory");
  return most > 0 && bytes("used_memory") > most;
}

Outcome<> make_group(Connection& connection, const Keys& keys) {
  const Outcome<Reply> made = connection.call({"EVAL", kMakeGroup, "1", keys.in, kGroup});
  if (made || made.error().message.find("BUSYGROUP") != std::string::npos) return {};
  return made.error();
}

Outcome<> agree_on_settings(Connection& connection, const Keys& keys,
                            const AnswerSettings& settings) {
  std::vector<std::string_view> words = {"EVAL", kAgree, "1", keys.options};
  for (const auto& [name, value] : settings) words.insert(words.end(), {name, value});
  const Outcome<Reply> recorded = connection.call(words);
  if (!recorded) return recorded.error();
  for (const auto& [name, value] : settings) {
    const std::optional<ReplyView> other = recorded->view().find(name);
    if (other && other->text() == value) continue;
    return Failure{Failure::Kind::kRefused, "workers of this stream answer with " + name + " " +
                                                (other ? single_quoted(other->text()) : "unknown") +
                                                ", not " + single_quoted(value) + " (recorded in " +
                                                keys.options + ")"};
  }
  return {};
}

}  // namespace puzzled::redis
