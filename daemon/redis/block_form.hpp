// The form of blocks and of their results, as deploy/docs/redis.md states it for producers.
//
//   {S}:in    lines LINES                                    one entry a block; a feeder's has
//                                                            the field `run`, too
//   {S}:out   block ID lines ANSWERS tally COUNTS            one entry a result,
//             block ID error TEXT                            or this for what has no answers
//   {S}:dead  block ID lines LINES tries N reason TEXT       one entry a block that was given up
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/sudoku/answer_writer.hpp"
#include "daemon/redis/reply.hpp"

namespace puzzled::redis {

/// Bytes of a block's lines.
inline constexpr std::size_t kMaxBlockBytes = std::size_t{8} << 20;

// Names of fields.
inline constexpr std::string_view kLinesField = "lines";
inline constexpr std::string_view kRunField = "run";
inline constexpr std::string_view kBlockField = "block";
inline constexpr std::string_view kTallyField = "tally";
inline constexpr std::string_view kErrorField = "error";

/// An entry of a stream, in a reply that must outlive it.
struct Entry {
  std::string_view id;
  ReplyView fields;  ///< names and values by turns
};

/// Reads an element of what XRANGE, XREAD or XCLAIM reply for a stream. Nothing for an entry that
/// has been deleted.
std::optional<Entry> read_entry(ReplyView element);

/// The entries in the reply to XREAD or XREADGROUP of one stream: a list of them, or nothing.
std::optional<ReplyView> entries_of(const Reply& reply);

/// The lines of a block; the error for what is none.
Result<std::string_view> block_lines(const Entry& entry);

/// A result, in a reply that must outlive it.
struct BlockResult {
  std::string_view entry;                   ///< its own id, in `out`
  std::string_view block;                   ///< the id of the block
  std::optional<std::string_view> answers;  ///< a line for each line of the block
  std::string_view tally;
  std::string_view error;  ///< without answers: why there are none
};

/// Nothing if the entry is no result.
std::optional<BlockResult> read_result(const Entry& entry);

/// The number of a block that was added as `N-0`; nothing for other ids.
std::optional<std::uint64_t> block_number(std::string_view id);

/// The id of the block of that number.
std::string block_id(std::uint64_t number);

/// `solved=8190 unsolvable=1 invalid=1 timeout=0 lines=8193`: lines are all lines, blank ones and
/// comments, too.
std::string tally_text(const sudoku::Tally& tally, std::uint64_t lines);

}  // namespace puzzled::redis
