#include "daemon/redis/feed_scripts.hpp"

#include <algorithm>
#include <charconv>

#include "daemon/redis/block_form.hpp"

namespace puzzled::redis {
namespace {

// Of a run: takes its blocks and their results out of the stream, which stays, with its group and
// its last id: workers wait for it. What they have in work is acknowledged, so that its result is
// dropped when it comes. A block is the run's if its field `run` says so; a result if its block has
// a number from `first` to below `next`, as all blocks of the run have. What others have added
// stays, in work or not.
#define PUZZLED_LUA_REMOVE                                                               \
  "local function remove(run, first, next)\n"                                            \
  "  local from, to = string.format('%.0f-0', first), string.format('(%.0f-0', next)\n"  \
  "  local found\n"                                                                      \
  "  local at = from\n"                                                                  \
  "  repeat\n"                                                                           \
  "    found = redis.call('XRANGE', KEYS[1], at, to, 'COUNT', 16)\n"                     \
  "    for _, block in ipairs(found) do\n"                                               \
  "      at = '(' .. block[1]\n"                                                         \
  "      for i = 1, #block[2], 2 do\n"                                                   \
  "        if block[2][i] == 'run' and block[2][i + 1] == run then\n"                    \
  "          redis.call('XACK', KEYS[1], ARGV[1], block[1])\n"                           \
  "          redis.call('XDEL', KEYS[1], block[1])\n"                                    \
  "        end\n"                                                                        \
  "      end\n"                                                                          \
  "    end\n"                                                                            \
  "  until #found == 0\n"                                                                \
  "  at = from\n"                                                                        \
  "  repeat\n"                                                                           \
  "    found = redis.call('XPENDING', KEYS[1], ARGV[1], at, to, 100)\n"                  \
  "    for _, block in ipairs(found) do\n"                                               \
  "      at = '(' .. block[1]\n"                                                         \
  "      if #redis.call('XRANGE', KEYS[1], block[1], block[1]) == 0 then\n"              \
  "        redis.call('XACK', KEYS[1], ARGV[1], block[1])\n"                             \
  "      end\n"                                                                          \
  "    end\n"                                                                            \
  "  until #found == 0\n"                                                                \
  "  at = '-'\n"                                                                         \
  "  repeat\n"                                                                           \
  "    found = redis.call('XRANGE', KEYS[2], at, '+', 'COUNT', 16)\n"                    \
  "    for _, result in ipairs(found) do\n"                                              \
  "      at = '(' .. result[1]\n"                                                        \
  "      for i = 1, #result[2], 2 do\n"                                                  \
  "        local number = tonumber(string.match(result[2][i + 1], '^(%d+)%-0$') or 0)\n" \
  "        if result[2][i] == 'block' and number >= first and number < next\n"           \
  "        then redis.call('XDEL', KEYS[2], result[1]) end\n"                            \
  "      end\n"                                                                          \
  "    end\n"                                                                            \
  "  until #found == 0\n"                                                                \
  "end\n"

// Reads the hash of the run that has the stream; nothing if there is none. One that no feeder wrote
// is nobody's to overwrite. (XLEN is 0 where there is no key and an error where there is a hash;
// the user that the page describes may not ask EXISTS.)
#define PUZZLED_LUA_HELD                                                                        \
  "local function held_by(key)\n"                                                               \
  "  local held = redis.pcall('HMGET', key, 'run', 'first', 'next', 'sign')\n"                  \
  "  if not held.err and held[1] and tonumber(held[2] or '') then\n"                            \
  "    return {run = held[1], first = tonumber(held[2]), sign = held[4] or '',\n"               \
  "            next = tonumber(held[3] or held[2])}\n"                                          \
  "  end\n"                                                                                     \
  "  if not held.err and redis.pcall('XLEN', key) == 0 then return nil end\n"                   \
  "  return nil, redis.error_reply('NOFEED ' .. key .. ' was not written by a feeder: name '\n" \
  "      .. 'another stream, or delete this key if nobody wants it')\n"                         \
  "end\n"

// KEYS in, out, feed. ARGV group, run, sign of a dead one. Numbers are milliseconds, as in ids that
// the server makes: a server that has lost all its data gives later runs larger ones all the same.
constexpr std::string_view kBeginRun =
    "#!lua flags=allow-oom\n" PUZZLED_LUA_REMOVE PUZZLED_LUA_HELD
    "local held, foreign = held_by(KEYS[3])\n"
    "if foreign then return foreign end\n"
    "if held then\n"
    "  local sign = held.run .. ' ' .. held.sign\n"
    "  if held.run ~= ARGV[2] and sign ~= ARGV[3] then return {1, sign} end\n"
    "  remove(held.run, held.first, held.next)\n"
    "end\n"
    "local blocks = redis.call('XLEN', KEYS[1])\n"
    "local results = redis.call('XLEN', KEYS[2])\n"
    "if blocks + results > 0 then return {2, blocks, results} end\n"
    "local time = redis.call('TIME')\n"
    "local first = time[1] * 1000 + math.floor(time[2] / 1000)\n"
    "local about = redis.call('XINFO', 'STREAM', KEYS[1])\n"
    "for i = 1, #about, 2 do\n"
    "  if about[i] == 'last-generated-id' then\n"
    "    first = math.max(first, tonumber(string.match(about[i + 1], '^%d+')) + 1)\n"
    "  end\n"
    "end\n"
    "first = string.format('%.0f', first)\n"
    "redis.call('HSET', KEYS[3], 'run', ARGV[2], 'first', first, 'next', first, 'sign', 0)\n"
    "return {0, first}";

// KEYS in, out, feed. ARGV group, run, first, next. A server that was set back may hold an earlier
// run again, whose leftovers go.
constexpr std::string_view kHoldRun =
    "#!lua flags=allow-oom\n" PUZZLED_LUA_REMOVE PUZZLED_LUA_HELD
    "local held, foreign = held_by(KEYS[3])\n"
    "if foreign then return foreign end\n"
    "if held and held.run == ARGV[2] then\n"
    "  redis.call('HINCRBY', KEYS[3], 'sign', 1)\n"
    "  return 0\n"
    "end\n"
    "if held then\n"
    "  if held.first >= tonumber(ARGV[3]) then return 2 end\n"
    "  remove(held.run, held.first, held.next)\n"
    "end\n"
    "redis.call('HSET', KEYS[3], 'run', ARGV[2], 'first', ARGV[3], 'next', ARGV[4], 'sign', 0)\n"
    "return 1";

// KEYS feed. ARGV run, next. Not where the server has forgotten the run: a hash with nothing else
// would be no feeder's.
constexpr std::string_view kReserve =
    "#!lua flags=allow-oom\n"
    "if redis.call('HGET', KEYS[1], 'run') == ARGV[1] then\n"
    "  redis.call('HSET', KEYS[1], 'next', ARGV[2])\n"
    "end\n"
    "return 0";

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
                                     "  remove(ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]))\n"
                                     "  redis.call('DEL', KEYS[3])\n"
                                     "end\n"
                                     "return 0";

#undef PUZZLED_LUA_HELD
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
                       std::uint64_t first, std::uint64_t next) {
  const Outcome<Reply> reply =
      connection.call({"EVAL", kHoldRun, "3", keys.in, keys.out, keys.feed, kGroup, run,
                       std::to_string(first), std::to_string(next)});
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

void append_reserve(Connection& connection, const Keys& keys, std::string_view run,
                    std::uint64_t next) {
  connection.append({"EVAL", kReserve, "1", keys.feed, run, std::to_string(next)});
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
