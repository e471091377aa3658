#include "daemon/redis/feed_scripts.hpp"

#include <algorithm>
#include <charconv>

#include "daemon/redis/block_form.hpp"

namespace puzzled::redis {
namespace {

// Takes blocks and results with numbers from `first` to below `next` out of the stream, which
// stays, with its group and its last id: workers wait for it. What they have in work is
// acknowledged, so that its result is dropped when it comes.
#define PUZZLED_LUA_REMOVE                                                                    \
  "local function remove(first, next)\n"                                                      \
  "  local from, to = string.format('%.0f-0', first), '+'\n"                                  \
  "  if next then to = string.format('(%.0f-0', next) end\n"                                  \
  "  local found\n"                                                                           \
  "  repeat\n"                                                                                \
  "    found = redis.call('XRANGE', KEYS[1], from, to, 'COUNT', 16)\n"                        \
  "    for _, block in ipairs(found) do redis.call('XDEL', KEYS[1], block[1]) end\n"          \
  "  until #found == 0\n"                                                                     \
  "  repeat\n"                                                                                \
  "    found = redis.call('XPENDING', KEYS[1], ARGV[1], from, to, 100)\n"                     \
  "    for _, block in ipairs(found) do redis.call('XACK', KEYS[1], ARGV[1], block[1]) end\n" \
  "  until #found == 0\n"                                                                     \
  "  local at = '-'\n"                                                                        \
  "  repeat\n"                                                                                \
  "    found = redis.call('XRANGE', KEYS[2], at, '+', 'COUNT', 16)\n"                         \
  "    for _, result in ipairs(found) do\n"                                                   \
  "      at = '(' .. result[1]\n"                                                             \
  "      for i = 1, #result[2], 2 do\n"                                                       \
  "        local number = tonumber(string.match(result[2][i + 1], '^(%d+)%-0$') or 0)\n"      \
  "        if result[2][i] == 'block' and number >= first and (not next or number < next)\n"  \
  "        then redis.call('XDEL', KEYS[2], result[1]) end\n"                                 \
  "      end\n"                                                                               \
  "    end\n"                                                                                 \
  "  until #found == 0\n"                                                                     \
  "end\n"

// KEYS in, out, feed. ARGV group, run, sign of a dead one. Numbers are milliseconds, as in ids that
// the server makes: a server that has lost all its data gives later runs larger ones all the same.
constexpr std::string_view kBeginRun =
    "#!lua flags=allow-oom\n" PUZZLED_LUA_REMOVE
    "local held = redis.call('HMGET', KEYS[3], 'run', 'sign', 'first')\n"
    "if held[1] then\n"
    "  local sign = held[1] .. ' ' .. (held[2] or '')\n"
    "  if held[1] ~= ARGV[2] and sign ~= ARGV[3] then return {1, sign} end\n"
    "  remove(tonumber(held[3] or 0))\n"
    "else\n"
    "  local blocks = redis.call('XLEN', KEYS[1])\n"
    "  local results = redis.call('XLEN', KEYS[2])\n"
    "  if blocks + results > 0 then return {2, blocks, results} end\n"
    "end\n"
    "local time = redis.call('TIME')\n"
    "local first = time[1] * 1000 + math.floor(time[2] / 1000)\n"
    "local about = redis.call('XINFO', 'STREAM', KEYS[1])\n"
    "for i = 1, #about, 2 do\n"
    "  if about[i] == 'last-generated-id' then\n"
    "    first = math.max(first, tonumber(string.match(about[i + 1], '^%d+')) + 1)\n"
    "  end\n"
    "end\n"
    "first = string.format('%.0f', first)\n"
    "redis.call('HSET', KEYS[3], 'run', ARGV[2], 'first', first, 'sign', 0)\n"
    "return {0, first}";

// KEYS feed. ARGV run, first.
constexpr std::string_view kHoldRun =
    "#!lua flags=allow-oom\n"
    "local held = redis.call('HMGET', KEYS[1], 'run', 'first')\n"
    "if held[1] == ARGV[1] then\n"
    "  redis.call('HINCRBY', KEYS[1], 'sign', 1)\n"
    "  return 0\n"
    "end\n"
    "if held[1] and tonumber(held[2] or 0) >= tonumber(ARGV[2]) then return 2 end\n"
    "redis.call('HSET', KEYS[1], 'run', ARGV[1], 'first', ARGV[2], 'sign', 0)\n"
    "return 1";

// KEYS in. ARGV ids.
constexpr std::string_view kMissing =
    "#!lua flags=allow-oom\n"
    "local missing = {}\n"
    "for _, id in ipairs(ARGV) do\n"
    "  if #redis.call('XRANGE', KEYS[1], id, id) == 0 then table.insert(missing, id) end\n"
    "end\n"
    "return missing";

// KEYS in, out, feed. ARGV group, run, first, next.
constexpr std::string_view kEndRun = "#!lua flags=allow-oom\n" PUZZLED_LUA_REMOVE
                                     "if redis.call('HGET', KEYS[3], 'run') == ARGV[2] then\n"
                                     "  remove(tonumber(ARGV[3]), tonumber(ARGV[4]))\n"
                                     "  redis.call('DEL', KEYS[3])\n"
                                     "end\n"
                                     "return 0";

#undef PUZZLED_LUA_REMOVE

/// The script looks at the blocks themselves: few at a time, so that others need not wait long.
constexpr std::size_t kAskedAtOnce = 16;

Failure no_such_reply() {
  return {Failure::Kind::kRefused, "the server's reply to a script is of no known form"};
}

}  // namespace

Outcome<RunBegin> begin_run(Connection& connection, const Keys& keys, std::string_view run,
                            std::string_view dead_sign) {
  const Outcome<Reply> reply = connection.call(
      {"EVAL", kBeginRun, "3", keys.in, keys.out, keys.feed, kGroup, run, dead_sign});
  if (!reply) return reply.error();
  if (reply->size() < 2) return no_such_reply();
  RunBegin begin;
  switch ((*reply)[0].number()) {
    case 0: {
      const std::string_view first = (*reply)[1].text();
      const char* const last = first.data() + first.size();
      if (std::from_chars(first.data(), last, begin.first).ptr != last) return no_such_reply();
      return begin;
    }
    case 1:
      begin.kind = RunBegin::Kind::kHeld;
      begin.sign = (*reply)[1].text();
      return begin;
    default:
      if (reply->size() < 3) return no_such_reply();
      begin.kind = RunBegin::Kind::kForeign;
      begin.blocks = static_cast<std::uint64_t>((*reply)[1].number());
      begin.results = static_cast<std::uint64_t>((*reply)[2].number());
      return begin;
  }
}

Outcome<Hold> hold_run(Connection& connection, const Keys& keys, std::string_view run,
                       std::uint64_t first) {
  const Outcome<Reply> reply =
      connection.call({"EVAL", kHoldRun, "1", keys.feed, run, std::to_string(first)});
  if (!reply) return reply.error();
  switch (reply->number()) {
    case 0:
      return Hold::kHeld;
    case 1:
      return Hold::kAgain;
    default:
      return Hold::kLost;
  }
}

Outcome<std::vector<std::uint64_t>> blocks_not_in_stream(
    Connection& connection, const Keys& keys, const std::vector<std::uint64_t>& numbers) {
  std::vector<std::uint64_t> missing;
  for (std::size_t begin = 0; begin < numbers.size(); begin += kAskedAtOnce) {
    const std::size_t end = std::min(begin + kAskedAtOnce, numbers.size());
    std::vector<std::string> ids;
    for (std::size_t i = begin; i < end; ++i) ids.push_back(block_id(numbers[i]));
    std::vector<std::string_view> words = {"EVAL", kMissing, "1", keys.in};
    words.insert(words.end(), ids.begin(), ids.end());
    const Outcome<Reply> reply = connection.call(words);
    if (!reply) return reply.error();
    for (std::size_t i = 0; i < reply->size(); ++i) {
      const std::optional<std::uint64_t> number = block_number((*reply)[i].text());
      if (!number) return no_such_reply();
      missing.push_back(*number);
    }
  }
  return missing;
}

Outcome<> end_run(Connection& connection, const Keys& keys, std::string_view run,
                  std::uint64_t first, std::uint64_t next) {
  const Outcome<Reply> reply =
      connection.call({"EVAL", kEndRun, "3", keys.in, keys.out, keys.feed, kGroup, run,
                       std::to_string(first), std::to_string(next)});
  if (!reply) return reply.error();
  return {};
}

Outcome<Takers> takers(Connection& connection, const Keys& keys) {
  const Outcome<Reply> groups = connection.call({"XINFO", "GROUPS", keys.in});
  if (!groups) return groups.error();
  Takers takers;
  for (std::size_t i = 0; i < groups->size(); ++i) {
    const ReplyView group = (*groups)[i];
    const std::optional<ReplyView> name = group.find("name");
    if (!name || name->text() != kGroup) continue;
    const auto number = [&group](std::string_view of) {
      const std::optional<ReplyView> found = group.find(of);
      return found ? static_cast<std::uint64_t>(found->number()) : 0;
    };
    takers = {.consumers = number("consumers"), .taken = number("pending")};
  }
  return takers;
}

}  // namespace puzzled::redis
