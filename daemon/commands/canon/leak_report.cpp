#include "daemon/commands/canon/leak_report.hpp"

#include <optional>

#include "core/json_text.hpp"
#include "daemon/base/os/free_memory.hpp"

namespace puzzled::commands {

using sudoku::Inserted;

// A group takes 32 bytes and a puzzle as it is 16: so both tables are full at about the same time.
LeakReport::LeakReport(std::uint64_t memory)
    : memory_(memory), groups_(memory / 3 * 2), against_cells_(memory / 3) {}

Classes::File LeakReport::add_against(const KeyedAnswer& answer) {
  const auto [inserted, group] = groups_.insert(answer.keys.group);
  if (inserted == Inserted::kNoRoom) return too_many();
  if (inserted == Inserted::kNew) {
    group->against_line = answer.line;
    ++against_groups_;
  }
  ++group->against_puzzles;
  if (against_cells_.insert(answer.keys.cells) == Inserted::kNoRoom) return too_many();
  return std::optional<std::size_t>();
}

Classes::File LeakReport::add_input(const KeyedAnswer& answer) {
  const auto [inserted, group] = groups_.insert(answer.keys.group);
  if (inserted == Inserted::kNoRoom) return too_many();
  const bool is_leak = group->against_puzzles > 0;
  if (!group->is_in_input) {
    group->is_in_input = true;
    ++input_groups_;
    against_leaks_ += group->against_puzzles;
    if (is_leak) ++shared_groups_;
  }
  if (!is_leak) return std::optional<std::size_t>();
  input_leaks_.fetch_add(1, std::memory_order_relaxed);
  if (against_cells_.contains(answer.keys.cells)) ++identical_;
  if (first_leaks_.size() < kListedLeaks) {
    first_leaks_.push_back({answer.input, answer.line, group->against_line});
  }
  return std::optional<std::size_t>();
}

std::string LeakReport::json(const std::string& by, const std::string& against,
                             const sudoku::Tally& against_tally, const StreamRun& input) const {
  std::string text;
  JsonObject json(text);
  json.text("by", by);
  JsonObject of_input = json.object("input");
  of_input.number("puzzles", input.tally().solved);
  of_input.number("invalid", input.tally().invalid);
  of_input.number("classes", input_groups_);
  of_input.number("leaks", leaks());
  of_input.number("identical", identical_);
  of_input.end();
  JsonObject of_against = json.object("against");
  of_against.text("file", against);
  of_against.number("puzzles", against_tally.solved);
  of_against.number("invalid", against_tally.invalid);
  of_against.number("classes", against_groups_);
  of_against.number("leaks", against_leaks_);
  of_against.end();
  json.number("shared_classes", shared_groups_);
  JsonArray first(json.member("first_leaks"));
  for (const Leak& leak : first_leaks_) {
    JsonObject one(first.next());
    one.text("file", input.input_name(leak.input));
    one.number("line", leak.line);
    one.number("against_line", leak.against_line);
    one.end();
  }
  first.end();
  json.end();
  return text + '\n';
}

Error LeakReport::too_many() const {
  return Error{
      "more than " + std::to_string(groups_.size()) + " classes do not fit into --memory " +
      memory_text(memory_) +
      "; `comm -12` of the sorted forms of both files finds those that they share on disk"};
}

}  // namespace puzzled::commands
