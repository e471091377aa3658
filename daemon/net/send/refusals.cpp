#include "daemon/net/send/refusals.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace puzzled::net::send {
namespace {

constexpr std::uint64_t kGrowth = 4;  // of a round, over what was answered in the last one

}  // namespace

void Refusals::add(Span span, std::string_view answers, bool is_busy, Clock::time_point now) {
  const std::uint64_t count = span.size();
  const bool is_again = std::exchange(span.was_refused, true);
  if (empty() && !is_round()) not_before_ = is_busy ? now + next_pause() : now;
  waiting_requests_ += count;
  kept_ += answers.size();
  ByPlace& refused = is_again ? refused_again_ : waiting_;
  const auto behind = refused.upper_bound(span.place());
  Refused* const before = behind == refused.begin() ? nullptr : &std::prev(behind)->second;
  if (before != nullptr && before->span.block == span.block && before->span.end == span.next) {
    before->span.end = span.end;
    before->answers += answers;
  } else {
    const std::uint64_t place = span.place();
    refused.emplace_hint(behind, place, Refused{std::move(span), std::string(answers)});
  }
  if (is_again) leave_round(count, now);
}

Refusals::Clock::time_point Refusals::due() const {
  if (waiting_.empty() || (is_round() && room_ == 0)) return Clock::time_point::max();
  return not_before_;
}

std::vector<Span> Refusals::take(std::size_t max_bytes) {
  if (!is_round()) room_ = std::min(window_, waiting_requests_);
  std::vector<Span> taken;
  for (std::size_t bytes = 0; room_ > 0 && bytes < max_bytes && !waiting_.empty();) {
    Refused refused = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    kept_ -= refused.answers.size();
    taken.push_back(refused.span.take(room_));
    const Span& span = taken.back();
    bytes += span.block->size / span.block->requests * span.size();
    room_ -= span.size();
    in_flight_ += span.size();
    waiting_requests_ -= span.size();
    if (refused.span.size() == 0) continue;
    std::size_t cut = 0;  // the answers to those that are taken are not needed any more
    for (std::uint64_t i = 0; i < span.size(); ++i) cut = refused.answers.find('\n', cut) + 1;
    refused.answers.erase(0, cut);
    kept_ += refused.answers.size();
    const std::uint64_t place = refused.span.place();
    waiting_.emplace(place, std::move(refused));
  }
  return taken;
}

void Refusals::answered(std::uint64_t count, Clock::time_point now) {
  answered_ += count;
  failed_rounds_ = 0;
  pause_ = kFirstPause;
  leave_round(count, now);
}

void Refusals::withdraw(std::uint64_t count, Clock::time_point now) {
  leave_round(count, now);
}

/// So many requests of the round are answered, refused or lost; those that were the last end it.
void Refusals::leave_round(std::uint64_t count, Clock::time_point now) {
  in_flight_ -= count;
  if (in_flight_ > 0 || (room_ > 0 && !waiting_.empty())) return;
  room_ = 0;
  if (answered_ > 0) {
    window_ = kGrowth * answered_;
    not_before_ = now;
  } else if (!refused_again_.empty()) {
    ++failed_rounds_;
    not_before_ = now + next_pause();
  }
  answered_ = 0;
  waiting_.merge(refused_again_);
}

std::chrono::milliseconds Refusals::next_pause() {
  return std::exchange(pause_, std::min(2 * pause_, kLongestPause));
}

std::vector<Refusals::Refused> Refusals::take_all() {
  waiting_.merge(refused_again_);
  std::vector<Refused> all;
  for (auto& [place, refused] : waiting_) all.push_back(std::move(refused));
  waiting_.clear();
  kept_ = waiting_requests_ = room_ = 0;
  return all;
}

}  // namespace puzzled::net::send
