#include "daemon/redis/block_scripts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "daemon/redis/block_form.hpp"

namespace puzzled::redis {
namespace {

// Scripts are sent as text each time. The server keeps their compiled forms; to hash this text
// takes it a microsecond, where a block takes it sixty, and nothing has to be sent again to a
// server that has been started anew.

// KEYS in, out. ARGV group, block, fields of the result.
constexpr std::string_view kFinish =
    "#!lua flags=allow-oom\n"
    "local block = ARGV[2]\n"
    "if redis.call('XACK', KEYS[1], ARGV[1], block) == 0 then\n"
    "  return {1, redis.call('XLEN', KEYS[2])}\n"
    "end\n"
    "redis.call('XADD', KEYS[2], '*', 'block', block, unpack(ARGV, 3))\n"
    "redis.call('XDEL', KEYS[1], block)\n"
    "return {0, redis.call('XLEN', KEYS[2])}";

// KEYS in. ARGV group, consumer, blocks. JUSTID: not counted as a delivery.
constexpr std::string_view kRenew =
    "#!lua flags=allow-oom\n"
    "local ours = 0\n"
    "for i = 3, #ARGV do\n"
    "  if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2]) == 1 then\n"
    "    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')\n"
    "    ours = ours + 1\n"
    "  end\n"
    "end\n"
    "return ours";

// KEYS in, out, dead. ARGV group, block, idle, reason. The block's fields go to `dead` as they are,
// whatever they are called.
constexpr std::string_view kBury =
    "#!lua flags=allow-oom\n"
    "local block = ARGV[2]\n"
    "local pending = redis.call('XPENDING', KEYS[1], ARGV[1], 'IDLE', ARGV[3], block, block, 1)\n"
    "if #pending == 0 then return 0 end\n"
    "local entry = redis.call('XRANGE', KEYS[1], block, block)[1]\n"
    "redis.call('XACK', KEYS[1], ARGV[1], block)\n"
    "if not entry then return 0 end\n"
    "local lines = ''\n"
    "for i = 1, #entry[2], 2 do\n"
    "  if entry[2][i] == 'lines' then lines = entry[2][i + 1] end\n"
    "end\n"
    "redis.call('XADD', KEYS[3], '*', 'block', block, 'lines', lines, 'tries', pending[1][4],\n"
    "           'reason', ARGV[4])\n"
    "redis.call('XADD', KEYS[2], '*', 'block', block, 'error', ARGV[4])\n"
    "redis.call('XDEL', KEYS[1], block)\n"
    "return 1";

// KEYS in. ARGV group, consumer.
constexpr std::string_view kRemove =
    "#!lua flags=allow-oom\n"
    "if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) == 0 then\n"
    "  return redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])\n"
    "end\n"
    "return 0";

// KEYS in. ARGV group, silence.
constexpr std::string_view kRemoveSilent =
    "#!lua flags=allow-oom\n"
    "for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do\n"
    "  local about = {}\n"
    "  for i = 1, #consumer, 2 do about[consumer[i]] = consumer[i + 1] end\n"
    "  if about.pending == 0 and about.idle > tonumber(ARGV[2]) then\n"
    "    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], about.name)\n"
    "  end\n"
    "end\n"
    "return 0";

std::string text_of(std::chrono::milliseconds time) {
  return std::to_string(time.count());
}

}  // namespace

Outcome<Finished> finish_block(Connection& connection, const Keys& keys, const Finish& finish) {
  std::vector<std::string_view> words = {"EVAL",   kFinish, "2",         keys.in,
                                         keys.out, kGroup,  finish.block};
  if (finish.error.empty()) {
    words.insert(words.end(), {kLinesField, finish.answers, kTallyField, finish.tally});
  } else {
    words.insert(words.end(), {kErrorField, finish.error});
  }
  const Outcome<Reply> reply = connection.call(words);
  if (!reply) return reply.error();
  if (reply->size() != 2) return Failure{Failure::Kind::kRefused, "the server's reply is no pair"};
  return Finished{.is_late = (*reply)[0].number() != 0,
                  .results = static_cast<std::uint64_t>((*reply)[1].number())};
}

Outcome<std::uint64_t> renew_blocks(Connection& connection, const Keys& keys,
                                    std::string_view consumer,
                                    const std::vector<std::string>& blocks) {
  std::vector<std::string_view> words = {"EVAL", kRenew, "1", keys.in, kGroup, consumer};
  words.insert(words.end(), blocks.begin(), blocks.end());
  const Outcome<Reply> reply = connection.call(words);
  if (!reply) return reply.error();
  return static_cast<std::uint64_t>(reply->number());
}

Outcome<std::vector<IdleBlock>> idle_blocks(Connection& connection, const Keys& keys,
                                            std::chrono::milliseconds idle, std::size_t most) {
  const Outcome<Reply> reply = connection.call(
      {"XPENDING", keys.in, kGroup, "IDLE", text_of(idle), "-", "+", std::to_string(most)});
  if (!reply) return reply.error();
  std::vector<IdleBlock> blocks;
  for (std::size_t i = 0; i < reply->size(); ++i) {
    const ReplyView pending = (*reply)[i];
    if (pending.size() != 4) continue;
    blocks.push_back(
        {std::string(pending[0].text()), static_cast<std::uint64_t>(pending[3].number())});
  }
  return blocks;
}

Outcome<Reply> claim_block(Connection& connection, const Keys& keys, std::string_view consumer,
                           std::chrono::milliseconds idle, std::string_view block) {
  return connection.call({"XCLAIM", keys.in, kGroup, consumer, text_of(idle), block});
}

Outcome<bool> bury_block(Connection& connection, const Keys& keys, std::chrono::milliseconds idle,
                         const IdleBlock& block) {
  const std::string reason = "given up after " + std::to_string(block.deliveries) +
                             " tries: each worker that took it died or hung";
  const Outcome<Reply> reply = connection.call(
      {"EVAL", kBury, "3", keys.in, keys.out, keys.dead, kGroup, block.id, text_of(idle), reason});
  if (!reply) return reply.error();
  return reply->number() == 1;
}

Outcome<StreamAmounts> stream_amounts(Connection& connection, const Keys& keys) {
  connection.append({"XLEN", keys.in});
  connection.append({"XLEN", keys.out});
  connection.append({"XLEN", keys.dead});
  connection.append({"XPENDING", keys.in, kGroup});
  connection.append({"XPENDING", keys.in, kGroup, "-", "+", "100"});
  std::vector<Reply> replies;
  std::optional<Failure> failure;
  for (int i = 0; i < 5; ++i) {
    Outcome<Reply> reply = connection.take();
    if (reply) {
      replies.push_back(std::move(*reply));
    } else if (reply.error().kind == Failure::Kind::kLost) {
      return reply.error();
    } else {
      failure = reply.error();  // the other replies are to be taken all the same
    }
  }
  if (failure) return *failure;
  const auto count = [&replies](std::size_t i) {
    return static_cast<std::uint64_t>(replies[i].number());
  };
  StreamAmounts amounts{.blocks = count(0), .results = count(1), .dead = count(2)};
  if (replies[3].size() > 0) amounts.pending = static_cast<std::uint64_t>(replies[3][0].number());
  for (std::size_t i = 0; i < replies[4].size(); ++i) {
    const ReplyView pending = replies[4][i];
    if (pending.size() != 4) continue;
    amounts.longest_idle =
        std::max(amounts.longest_idle, std::chrono::milliseconds(pending[2].number()));
  }
  return amounts;
}

Outcome<> remove_consumer(Connection& connection, const Keys& keys, std::string_view consumer) {
  const Outcome<Reply> reply = connection.call({"EVAL", kRemove, "1", keys.in, kGroup, consumer});
  if (!reply) return reply.error();
  return {};
}

Outcome<> remove_silent_consumers(Connection& connection, const Keys& keys,
                                  std::chrono::milliseconds silence) {
  const Outcome<Reply> reply =
      connection.call({"EVAL", kRemoveSilent, "1", keys.in, kGroup, text_of(silence)});
  if (!reply) return reply.error();
  return {};
}

}  // namespace puzzled::redis
