#include "daemon/commands/canon/classes.hpp"

#include "daemon/base/os/free_memory.hpp"

namespace puzzled::commands {
namespace {

using sudoku::FormKey;
using sudoku::Inserted;

/// Groups that are left out stand in the same set as classes that were written. The form of a
/// solution may be that of a puzzle, too (a full grid), so their keys are others.
FormKey key_of_excluded(const FormKey& group) {
  return {group.high, ~group.low};
}

void add_one(std::atomic<std::uint64_t>& count) {
  count.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Classes::File Classes::exclude(const KeyedAnswer& answer) {
  excludes_ = true;
  if (known_.insert(key_of_excluded(answer.keys.group)) == Inserted::kNoRoom) return too_many();
  return std::optional<std::size_t>();
}

Classes::File Classes::choose(const KeyedAnswer& answer) {
  std::optional<std::size_t> file;
  if (excludes_ && known_.contains(key_of_excluded(answer.keys.group))) return file;
  if (rules_.distinct) {
    const Inserted inserted = known_.insert(answer.keys.form);
    if (inserted == Inserted::kNoRoom) return too_many();
    if (inserted == Inserted::kKnown) return file;
    add_one(distinct_written_);
  }
  file = 0;
  if (!rules_.split_weights.empty()) {
    file = sudoku::part_of(answer.keys.group, rules_.seed, rules_.split_weights);
    add_one(written_[*file]);
  }
  return file;
}

std::string Classes::counts_text() const {
  std::string text;
  const auto add = [&text](const std::atomic<std::uint64_t>& count, const std::string& what) {
    if (!text.empty()) text += ", ";
    text += std::to_string(count.load(std::memory_order_relaxed)) + ' ' + what;
  };
  if (rules_.distinct) add(distinct_written_, "distinct");
  const std::vector<std::string> names = part_names(rules_.split_weights.size());
  for (std::size_t part = 0; part < names.size(); ++part) add(written_[part], names[part]);
  return text;
}

Error Classes::too_many() const {
  return Error{"more than " + std::to_string(known_.size()) + " classes do not fit into --memory " +
               memory_text(rules_.memory) +
               "; without --distinct and --against canon writes all forms, of which `sort -u` "
               "keeps one of each on disk"};
}

std::vector<std::string> part_names(std::size_t parts) {
  if (parts == 0) return {};
  if (parts == 2) return {"train", "test"};
  return {"train", "validation", "test"};
}

}  // namespace puzzled::commands
