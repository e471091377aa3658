#include "daemon/commands/units/unit_tally.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled::commands {
namespace {

std::vector<std::uint64_t> units_of(const Part& part, const std::vector<double>& work) {
  if (part.of == 1) return parallel::longest_first(work);
  if (part.of <= work.size()) {
    return parallel::units_of_part(work, part.number - 1, part.of, part.shares);
  }
  if (part.number > work.size()) return {};
  return {part.number - 1};
}

}  // namespace

std::string done_text(const UnitProgress& progress) {
  char percent[16];
  std::snprintf(percent, sizeof percent, "%.1f %%", std::floor(1000 * progress.share()) / 10);
  return std::to_string(progress.units_done) + " of " + plural(progress.units_total, "unit") +
         " (" + percent + " of the work)";
}

std::string progress_text(const UnitProgress& progress, const std::string& sum, double seconds) {
  std::string text = percent_text(std::min(1.0, progress.share())) + "  " +
                     std::to_string(progress.units_done) + '/' +
                     std::to_string(progress.units_total) + " units";
  if (!sum.empty()) text += "  so far " + sum;
  const double work_of_this_run = progress.work_done - progress.work_loaded;
  if (work_of_this_run > 0) {
    const double work_left = progress.work_total - progress.work_done;
    text += "  ETA " + clock_text(std::max(0.0, seconds * work_left / work_of_this_run));
  }
  return text;
}

template <class Count>
UnitTally<Count>::UnitTally(std::vector<double> work, const UnitOptions& options)
    : options_(options), work_(std::move(work)), units_(units_of(options.part, work_)) {
  pending_.resize(work_.size(), false);
  for (const std::uint64_t unit : units_) {
    pending_[unit] = true;
    state_.progress.work_total += work_[unit];
  }
  state_.progress.units_total = units_.size();
}

template <class Count>
std::vector<std::uint64_t> UnitTally<Count>::units() const {
  std::vector<std::uint64_t> sorted = units_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

template <class Count>
std::vector<std::uint64_t> UnitTally<Count>::units_left() const {
  std::vector<std::uint64_t> left;
  for (const std::uint64_t unit : units_) {
    if (pending_[unit]) left.push_back(unit);
  }
  return left;
}

template <class Count>
UnitLogHeader UnitTally<Count>::header(const CountIdentity& count) const {
  return {.count = count,
          .part = options_.part.number,
          .parts = options_.part.of,
          .shares = options_.part.shares,
          .version = count.board != 0 ? kBoardLogVersion : kUnitLogVersionOf<Count>};
}

template <class Count>
void UnitTally<Count>::add(const Record& record, bool is_loaded) {
  const std::lock_guard lock(mutex_);
  const double work = work_[record.unit];
  state_.sum += record.count;
  state_.progress.units_done += 1;
  state_.progress.work_done += work;
  if (is_loaded) state_.progress.work_loaded += work;
  if (options_.keep_records) records_.push_back(record);
}

template <class Count>
Result<> UnitTally<Count>::load(const UnitLogHeader& header,
                                const std::function<void(const Record&, std::uint64_t)>& each) {
  Checkpoint* const checkpoint = options_.checkpoint;
  if (checkpoint == nullptr) return {};
  const Checkpoint::Loader<Count> load = [&](const Record& record,
                                             std::uint64_t offset) -> Result<> {
    if (!pending_[record.unit]) {
      return checkpoint->fault(offset, "unit " + std::to_string(record.unit) +
                                           " occurs twice or does not belong to this part");
    }
    pending_[record.unit] = false;
    add(record, true);
    if (each) each(record, offset);
    return {};
  };
  const Result<std::optional<std::uint64_t>> cut_at = checkpoint->begin<Count>(header, load);
  if (!cut_at) return cut_at.error();
  if (*cut_at) complain(checkpoint->fault(**cut_at, "an unfinished record, dropped").message);
  if (state_.progress.units_done > 0 && !options_.quiet) {
    complain(options_.checkpoint_path + ": resuming after " + done_text(state_.progress));
  }
  return {};
}

template <class Count>
Result<> UnitTally<Count>::take(const Record& record) {
  add(record, false);
  if (options_.checkpoint == nullptr) return {};
  // Under a mutex of its own, so that a slow disk does not block readers of the state.
  const std::lock_guard lock(append_mutex_);
  return options_.checkpoint->append(record);
}

template <class Count>
Result<> UnitTally<Count>::sync() {
  if (options_.checkpoint == nullptr) return {};
  return options_.checkpoint->sync();
}

template <class Count>
typename UnitTally<Count>::State UnitTally<Count>::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

template <class Count>
std::vector<UnitRecordOf<Count>> UnitTally<Count>::records() const {
  std::vector<Record> sorted = records_;
  std::sort(sorted.begin(), sorted.end(),
            [](const Record& a, const Record& b) { return a.unit < b.unit; });
  return sorted;
}

template class UnitTally<queens::UnitCount>;
template class UnitTally<cover::WideCount>;

}  // namespace puzzled::commands
