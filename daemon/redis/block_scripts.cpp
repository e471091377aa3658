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

// A result passes through a transaction of three commands, of which the middle one, XADD, carries
// it:
//
//   kBegin   acknowledges and deletes the block; if another has done so, puts `out` aside
//   XADD     adds the result unless there is no `out` (NOMKSTREAM)
//   kEnd     puts `out` back
//
// RENAME overwrites, so both look first: kBegin whether the random name is free, kEnd whether `out`
// is away, which it is only if kBegin has put it aside. (To add a late result and to delete it
// again would wake readers that wait for results.)
//
// As one script, which would get the answers as an argument, it takes the server a half more: its
// Lua looks at each byte of a string to hash it (2 750 us for 8 192 lines, 1 730 in this way).

// KEYS in, out, aside. ARGV group, block.
constexpr std::string_view kBegin =
    "#!lua flags=allow-oom\n"
    "local kind = redis.call('TYPE', KEYS[2]).ok\n"
    "if kind ~= 'stream' and kind ~= 'none' then return redis.error_reply('WRONGTYPE ' .. KEYS[2]) "
    "end\n"
    "if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then\n"
    "  if redis.call('EXISTS', KEYS[3]) == 1 then\n"
    "    return redis.error_reply('BUSYKEY ' .. KEYS[3] .. ' exists')\n"
    "  end\n"
    "  if kind == 'stream' then redis.call('RENAME', KEYS[2], KEYS[3]) end\n"
    "  return 1\n"
    "end\n"
    "redis.call('XDEL', KEYS[1], ARGV[2])\n"
    "if kind == 'none' then\n"
    "  redis.call('XDEL', KEYS[2], redis.call('XADD', KEYS[2], '*', 'block', ''))\n"
    "end\n"
    "return 0";

// KEYS out, aside.
constexpr std::string_view kEnd =
    "#!lua flags=allow-oom\n"
    "if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('EXISTS', KEYS[2]) == 1 then\n"
    "  redis.call('RENAME', KEYS[2], KEYS[1])\n"
    "end\n"
    "return redis.call('XLEN', KEYS[1])";

// The same as one script, for what is short, and for a server whose memory is full: there XADD is
// refused outside of scripts. KEYS in, out. ARGV group, block, fields of the result.
constexpr std::string_view kFinish =
    "#!lua flags=allow-oom\n"
    "local block = ARGV[2]\n"
    "local count = redis.call('XLEN', KEYS[2])\n"
    "if redis.call('XACK', KEYS[1], ARGV[1], block) == 0 then return {1, count} end\n"
    "redis.call('XADD', KEYS[2], '*', 'block', block, unpack(ARGV, 3))\n"
    "redis.call('XDEL', KEYS[1], block)\n"
    "return {0, count + 1}";

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
    "redis.call('XLEN', KEYS[2])\n"  // no stream: fails before anything is done
    "redis.call('XLEN', KEYS[3])\n"
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

/// The first word of the error of a server whose memory is full.
constexpr std::string_view kOutOfMemory = "OOM ";

std::string text_of(std::chrono::milliseconds time) {
  return std::to_string(time.count());
}

/// The replies to so many commands, or the first failure; all are taken unless the connection is
/// lost.
Outcome<std::vector<Reply>> take_all(Connection& connection, int commands) {
  std::vector<Reply> replies;
  std::optional<Failure> failure;
  for (int i = 0; i < commands; ++i) {
    Outcome<Reply> reply = connection.take();
    if (reply) {
      replies.push_back(std::move(*reply));
    } else if (reply.error().kind == Failure::Kind::kLost) {
      return reply.error();
    } else if (!failure) {
      failure = reply.error();
    }
  }
  if (failure) return *failure;
  return replies;
}

Outcome<Finished> finish_by_script(Connection& connection, const Keys& keys, const Finish& finish) {
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

Outcome<Finished> finish_by_transaction(Connection& connection, const Keys& keys,
                                        const Finish& finish) {
  connection.append({"MULTI"});
  connection.append({"EVAL", kBegin, "3", keys.in, keys.out, keys.aside, kGroup, finish.block});
  connection.append({"XADD", keys.out, "NOMKSTREAM", "*", kBlockField, finish.block, kLinesField,
                     finish.answers, kTallyField, finish.tally});
  connection.append({"EVAL", kEnd, "2", keys.out, keys.aside});
  connection.append({"EXEC"});
  // A command that is refused before the end has the whole refused, and its reason counts.
  const Outcome<std::vector<Reply>> replies = take_all(connection, 5);
  if (!replies) return replies.error();
  const Reply& done = replies->back();
  if (done.size() != 3) return Failure{Failure::Kind::kRefused, "the server's reply is no triple"};
  for (std::size_t i = 0; i < 3; ++i) {
    if (done[i].is_error()) return failure_of(done[i].text());
  }
  return Finished{.is_late = done[0].number() != 0,
                  .results = static_cast<std::uint64_t>(done[2].number())};
}

}  // namespace

Outcome<Finished> finish_block(Connection& connection, const Keys& keys, const Finish& finish) {
  constexpr std::size_t kShort = 4096;
  const bool is_short = !finish.error.empty() || finish.answers.size() < kShort;
  if (is_short) return finish_by_script(connection, keys, finish);
  Outcome<Finished> finished = finish_by_transaction(connection, keys, finish);
  if (!finished && finished.error().kind == Failure::Kind::kLater &&
      finished.error().message.find(kOutOfMemory) != std::string::npos) {
    return finish_by_script(connection, keys, finish);
  }
  return finished;
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
  const Outcome<std::vector<Reply>> taken = take_all(connection, 5);
  if (!taken) return taken.error();
  const std::vector<Reply>& replies = *taken;
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
