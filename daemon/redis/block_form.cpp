#include "daemon/redis/block_form.hpp"

#include <charconv>

namespace puzzled::redis {

std::optional<Entry> read_entry(ReplyView element) {
  if (element.size() != 2 || element[1].size() == 0) return std::nullopt;
  return Entry{element[0].text(), element[1]};
}

std::optional<ReplyView> entries_of(const Reply& reply) {
  if (reply.size() != 1 || reply[0].size() != 2) return std::nullopt;
  return reply[0][1];
}

Result<std::string_view> block_lines(const Entry& entry) {
  const std::optional<ReplyView> lines = entry.fields.find(kLinesField);
  if (!lines) return Error{"the block has no field 'lines'"};
  const std::string_view text = lines->text();
  if (text.size() > kMaxBlockBytes) {
    return Error{"the block has " + std::to_string(text.size()) + " bytes; at most " +
                 std::to_string(kMaxBlockBytes) + " are taken"};
  }
  return text;
}

std::optional<BlockResult> read_result(const Entry& entry) {
  const std::optional<ReplyView> block = entry.fields.find(kBlockField);
  if (!block) return std::nullopt;
  BlockResult result{
      .entry = entry.id, .block = block->text(), .answers = {}, .tally = {}, .error = {}};
  if (const auto lines = entry.fields.find(kLinesField)) result.answers = lines->text();
  if (const auto tally = entry.fields.find(kTallyField)) result.tally = tally->text();
  if (const auto error = entry.fields.find(kErrorField)) result.error = error->text();
  if (!result.answers && result.error.empty()) return std::nullopt;
  return result;
}

std::optional<std::uint64_t> block_number(std::string_view id) {
  std::uint64_t number = 0;
  const auto [stop, failure] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (failure != std::errc{} || std::string_view(stop, id.data() + id.size()) != "-0") {
    return std::nullopt;
  }
  return number;
}

std::string block_id(std::uint64_t number) {
  return std::to_string(number) + "-0";
}

std::string tally_text(const sudoku::Tally& tally, std::uint64_t lines) {
  return "solved=" + std::to_string(tally.solved) +
         " unsolvable=" + std::to_string(tally.unsolvable) +
         " invalid=" + std::to_string(tally.invalid) +
         " timeout=" + std::to_string(tally.timed_out) + " lines=" + std::to_string(lines);
}

}  // namespace puzzled::redis
