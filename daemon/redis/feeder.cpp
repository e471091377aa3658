#include "daemon/redis/feeder.hpp"

#include <algorithm>
#include <utility>

#include "daemon/base/os/message.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/redis/feed_scripts.hpp"
#include "daemon/redis/result_check.hpp"
#include "daemon/redis/stream_setup.hpp"

namespace puzzled::redis {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Blocks that are added, and results that are read, by one command after another without a wait.
constexpr std::size_t kAtOnce = 4;
constexpr std::string_view kAtOnceText = "4";

// How long the server waits for a result before it says that there is none. Ctrl-C has to be seen
// well before the program is ended by force; input that comes slowly sooner.
constexpr milliseconds kResultWait{200};
constexpr milliseconds kInputWait{10};

constexpr milliseconds kFirstTryPause{50};
constexpr milliseconds kLastTryPause{2000};
constexpr milliseconds kLookPause{200};  // at the sign of another feeder

/// A silence that has been told is told again after so many times as long.
constexpr int kSilencesBetween = 6;

/// The server takes nothing now but answers all else: its memory is full, or it cannot write.
bool is_fullness(const Failure& failure) {
  return failure.kind == Failure::Kind::kLater &&
         (failure.message.find(": OOM ") != std::string::npos ||
          failure.message.find(": MISCONF ") != std::string::npos);
}

/// The server has an id that is not below that of the block.
bool is_taken_id(const Failure& failure) {
  return failure.message.find("equal or smaller") != std::string::npos;
}

}  // namespace

Feeder::Feeder(const FeedSettings& settings, const StreamAddress& address, Login login,
               LineBlocks& blocks, FeedCounters& counters, int stop_descriptor, FeedHooks hooks,
               const FeedTimes& times)
    : settings_(settings),
      address_(address),
      keys_(address.stream),
      login_(std::move(login)),
      blocks_(blocks),
      counters_(counters),
      stop_descriptor_(stop_descriptor),
      hooks_(std::move(hooks)),
      times_(times),
      run_(random_hex(16)),
      window_(settings.window) {}

bool Feeder::stopped() const {
  return wait_for_stop(stop_descriptor_, milliseconds(0));
}

std::string Feeder::name_of(const FeedBlock& block) const {
  const LineBlock& lines = block.lines;
  return "block " + std::to_string(block.ordinal) + " (lines " + std::to_string(lines.first_line) +
         " to " + std::to_string(lines.first_line + lines.lines - 1) + " of " +
         blocks_.name(lines.input) + ", id " + block_id(block.number) + ")";
}

Result<FeedEnd> Feeder::run() {
  Outcome<> done = connect();
  if (done) done = feed();
  if (connection_ && first_ != 0) {
    const Outcome<> ended = end_run(*connection_, keys_, run_, first_, next_);
    if (!ended) hooks_.tell("the stream was not given back: " + ended.error().message);
  }
  if (!done) return Error{done.error().message};
  if (is_closed_) return FeedEnd::kClosed;
  return is_at_end() ? FeedEnd::kAnswered : FeedEnd::kInterrupted;
}

// The server.

/// Tries until there is a connection on which everything is in order, or patience ends, or the
/// feeder is stopped.
Outcome<> Feeder::connect() {
  const Clock::time_point begin = Clock::now();
  const auto most = duration_cast<milliseconds>(settings_.patience);
  const bool is_first = first_ == 0;
  milliseconds pause = kFirstTryPause;
  for (;;) {
    const Clock::time_point end = begin + (is_first ? times_.first_connection : most);
    const bool is_endless = !is_first && most.count() == 0;
    const Outcome<> opened = open(is_endless ? Patience() : patience_until(end));
    counters_.is_connected = opened.has_value();
    if (opened) {
      if (!std::exchange(reported_failure_, {}).empty())
        hooks_.tell("connected to the server again");
      return {};
    }
    connection_.reset();
    const Failure& failure = opened.error();
    if (stopped()) return {};
    if (failure.kind == Failure::Kind::kRefused) return failure;
    const bool may_be_wrong = is_first && failure.kind == Failure::Kind::kLost;
    const milliseconds patience = may_be_wrong ? times_.first_connection : most;
    if (patience.count() > 0 && Clock::now() - begin >= patience) {
      const std::string rest =
          may_be_wrong ? "" : " (--patience " + duration_text(settings_.patience) + " is over)";
      return Failure{Failure::Kind::kRefused, failure.message + rest};
    }
    report_failure(failure.message);
    if (wait_for_stop(stop_descriptor_, pause)) return {};
    pause = std::min(2 * pause, kLastTryPause);
  }
}

void Feeder::report_failure(const std::string& text) {
  if (text != reported_failure_) hooks_.tell(text + "; trying again");
  reported_failure_ = text;
}

/// A server that takes the connection and says nothing is waited for no longer than `patience`.
Outcome<> Feeder::open(const Patience& patience) {
  const bool is_first = first_ == 0;
  Outcome<Connection> connection = Connection::open(address_.server, login_, patience);
  if (!connection) {
    // Once it has been let in, a refusal may pass: too many clients, a password that is changed.
    const bool may_pass = !is_first && connection.error().kind == Failure::Kind::kRefused;
    return Failure{may_pass ? Failure::Kind::kLater : connection.error().kind,
                   connection.error().message};
  }
  connection_.emplace(std::move(*connection));
  const auto prepare = [this, is_first]() -> Outcome<> {
    if (const Outcome<> checked = check_server(*connection_); !checked) return checked.error();
    if (const Outcome<> made = make_group(*connection_, keys_); !made) return made.error();
    if (is_first) return begin();
    if (const Outcome<> held = hold(); !held) return held.error();
    return add_missing();
  };
  if (const Outcome<> prepared = prepare(); !prepared) {
    return Failure{prepared.error().kind, address_.server.text() + ": " + prepared.error().message};
  }
  connection_->set_reply_patience(Patience().reply);
  return {};
}

/// Makes the stream this run's. One that is another run's is looked at until it is clear whether
/// that is alive.
Outcome<> Feeder::begin() {
  std::string sign;
  std::string dead_sign;
  Clock::time_point seen = Clock::now();
  while (!stopped()) {
    const Outcome<RunBegin> begun = begin_run(*connection_, keys_, run_, dead_sign);
    if (!begun) return begun.error();
    switch (begun->kind) {
      case RunBegin::Kind::kOurs:
        first_ = begun->first;
        next_ = first_;
        if (!dead_sign.empty()) hooks_.tell("none came: what the other left is removed");
        return {};
      case RunBegin::Kind::kForeign:
        return Failure{Failure::Kind::kRefused,
                       "the stream has " + plural(begun->blocks, "block") + " and " +
                           plural(begun->results, "result") +
                           " that no feeder added: name another stream, or delete " + keys_.in +
                           " and " + keys_.out + " if nobody wants them"};
      case RunBegin::Kind::kHeld:
        break;
    }
    if (sign.empty()) {
      sign = begun->sign;
      hooks_.tell("the stream is that of another feeder: waiting for a sign of life for " +
                  duration_text(times_.takeover));
    } else if (begun->sign != sign) {
      return Failure{Failure::Kind::kRefused,
                     "another feeder is at work on the stream: wait for its end, or name another "
                     "stream"};
    } else if (Clock::now() - seen >= times_.takeover) {
      dead_sign = sign;
    }
    wait_for_stop(stop_descriptor_, kLookPause);
  }
  return {};
}

/// A sign of life. What the server has forgotten of this run is made anew.
Outcome<> Feeder::hold() {
  next_sign_ = Clock::now() + times_.sign;
  const Outcome<Hold> held = hold_run(*connection_, keys_, run_, first_, next_);
  if (!held) return held.error();
  switch (*held) {
    case Hold::kHeld:
      return {};
    case Hold::kAgain:
      if (const Outcome<> made = make_group(*connection_, keys_); !made) return made.error();
      return add_missing();
    case Hold::kLost:
      break;
  }
  return Failure{Failure::Kind::kRefused,
                 "another feeder has taken the stream over, which saw no sign of life of this one"};
}

/// Finds blocks that the server has lost, which are then added again. A block that is finished in
/// between moves from one stream to the other: so results are read both before and after.
Outcome<> Feeder::add_missing() {
  from_ = "0";
  if (const Outcome<> read = read_all_results(); !read) return read.error();
  std::vector<std::uint64_t> numbers;
  for (const FeedBlock* const block : window_.unanswered()) numbers.push_back(block->number);
  if (numbers.empty()) return {};
  const auto missing = blocks_not_in_stream(*connection_, keys_, numbers);
  if (!missing) return missing.error();
  if (missing->empty()) return {};
  if (const Outcome<> made = make_group(*connection_, keys_); !made) return made.error();
  if (const Outcome<> read = read_all_results(); !read) return read.error();
  std::uint64_t lost = 0;
  for (const std::uint64_t number : *missing) {
    FeedBlock* const block = window_.find(number);
    if (block == nullptr) continue;
    block->number = 0;
    if (std::exchange(block->is_added, false)) ++lost;
  }
  if (lost == 0) return {};
  counters_.again += lost;
  hooks_.tell("the server has lost " + plural(lost, "block") + ": adding again");
  return {};
}

// Blocks and results.

Outcome<> Feeder::feed() {
  while (!stopped() && !is_closed_ && !is_at_end()) {
    const Outcome<> done = connection_ ? step() : connect();
    if (done) continue;
    if (done.error().kind == Failure::Kind::kRefused) return done.error();
    report_failure(address_.server.text() + ": " + done.error().message);
    connection_.reset();
    counters_.is_connected = false;
  }
  return {};
}

Outcome<> Feeder::step() {
  if (Clock::now() >= next_sign_) {
    if (const Outcome<> held = hold(); !held) return held.error();
  }
  if (const Outcome<> read = read_input(); !read) return read.error();
  if (const Outcome<> sent = send(); !sent) return sent.error();
  if (const Outcome<> collected = collect(); !collected) return collected.error();
  write();
  return check_silence();
}

Outcome<> Feeder::read_input() {
  waits_for_input_ = false;
  while (!input_ended_ && window_.has_room() && window_.to_add(kAtOnce).size() < kAtOnce) {
    LineBlock block;
    const Result<LineBlocks::Step> step = blocks_.next(block);
    if (!step) return Failure{Failure::Kind::kRefused, step.error().message};
    switch (*step) {
      case LineBlocks::Step::kBlock:
        window_.add(std::move(block));
        break;
      case LineBlocks::Step::kNotYet:
        waits_for_input_ = true;
        return {};
      case LineBlocks::Step::kEnd:
        input_ended_ = true;
        break;
    }
  }
  return {};
}

/// Adds blocks, and deletes results that were taken.
Outcome<> Feeder::send() {
  std::vector<FeedBlock*> blocks;
  if (!is_full_ || !taken_.empty() || Clock::now() >= next_try_) {
    blocks = window_.to_add(is_full_ ? 1 : kAtOnce);
  }
  if (blocks.empty() && taken_.empty()) return {};
  if (!blocks.empty() && !window_.has_unanswered()) {
    last_result_ = Clock::now();
    next_silence_ = last_result_ + times_.silence;
  }
  return send_at_once(blocks);
}

Outcome<> Feeder::send_at_once(const std::vector<FeedBlock*>& blocks) {
  if (!taken_.empty()) {
    std::vector<std::string_view> words = {"XDEL", keys_.out};
    words.insert(words.end(), taken_.begin(), taken_.end());
    connection_->append(words);
  }
  if (!blocks.empty()) append_reserve(*connection_, keys_, run_, next_ + blocks.size());
  for (FeedBlock* const block : blocks) {
    block->number = next_++;
    connection_->append({"XADD", keys_.in, block_id(block->number), kLinesField, block->lines.text,
                         kRunField, run_});
  }
  std::optional<Failure> refused;
  if (!taken_.empty()) {
    if (const Outcome<Reply> deleted = connection_->take(); deleted) {
      taken_.clear();
    } else if (deleted.error().kind == Failure::Kind::kLost) {
      return deleted.error();
    } else {
      refused = deleted.error();
    }
  }
  if (!blocks.empty()) {
    const Outcome<Reply> reserved = connection_->take();
    if (!reserved && reserved.error().kind == Failure::Kind::kLost) return reserved.error();
    // A server that cannot write refuses the blocks, too.
    if (!reserved && !is_fullness(reserved.error()) && !refused) refused = reserved.error();
  }
  bool is_full = false;
  for (FeedBlock* const block : blocks) {
    const Outcome<Reply> added = connection_->take();
    if (added) {
      block->is_added = true;
      continue;
    }
    const Failure& failure = added.error();
    if (failure.kind == Failure::Kind::kLost) return failure;  // it may be there
    // A number that somebody else has taken is not this run's, nor is what is answered to it.
    if (is_taken_id(failure)) next_ = std::min(next_, block->number);
    block->number = 0;
    if (is_fullness(failure)) {
      is_full = true;
      be_full(failure);
    } else if (!refused) {
      refused = failure;
    }
  }
  if (refused) return explain_refusal(*refused);
  if (is_full_ && !is_full && !blocks.empty()) {
    is_full_ = false;
    full_pause_ = milliseconds(0);
    hooks_.tell("the server takes blocks again");
  }
  return {};
}

void Feeder::be_full(const Failure& failure) {
  if (!is_full_) hooks_.tell(failure.message + "; waiting until there is room");
  is_full_ = true;
  full_pause_ = std::clamp(2 * full_pause_, kFirstTryPause, kLastTryPause);
  next_try_ = Clock::now() + full_pause_;
}

Failure Feeder::explain_refusal(const Failure& failure) {
  if (!is_taken_id(failure)) return failure;
  // Larger ids than ours are those of a later run, or of somebody else.
  if (const Outcome<> held = hold(); !held) return held.error();
  return {Failure::Kind::kRefused,
          "somebody else adds blocks to the stream: a feeder needs one of its own"};
}

/// Waits for results, but not while there is something to be sent.
Outcome<> Feeder::collect() {
  const bool can_send = !is_full_ && !waits_for_input_ &&
                        (!window_.to_add(1).empty() || (!input_ended_ && window_.has_room()));
  const milliseconds wait = waits_for_input_ ? kInputWait
                            : is_full_       ? std::min(full_pause_, kResultWait)
                                             : kResultWait;
  if (!window_.has_unanswered()) {
    if (!can_send && !is_at_end()) wait_for_stop(stop_descriptor_, wait);
    return {};
  }
  const Outcome<std::size_t> read =
      read_results(can_send ? std::nullopt : std::optional<milliseconds>(wait));
  if (!read) return read.error();
  return {};
}

/// How many there were; without `wait` only those that are there already.
Outcome<std::size_t> Feeder::read_results(std::optional<milliseconds> wait) {
  std::vector<std::string_view> words = {"XREAD", "COUNT", kAtOnceText};
  const std::string wait_text = std::to_string(wait.value_or(milliseconds(0)).count());
  if (wait) words.insert(words.end(), {"BLOCK", wait_text});
  words.insert(words.end(), {"STREAMS", keys_.out, from_});
  const Outcome<Reply> reply = connection_->call(words);
  if (!reply) return reply.error();
  const std::optional<ReplyView> entries = entries_of(*reply);
  if (!entries) return std::size_t{0};
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const std::optional<Entry> entry = read_entry((*entries)[i]);
    if (!entry) continue;
    if (const Outcome<> taken = take_result(*entry); !taken) return taken.error();
  }
  return entries->size();
}

Outcome<> Feeder::read_all_results() {
  for (;;) {
    const Outcome<std::size_t> read = read_results(std::nullopt);
    if (!read) return read.error();
    if (*read == 0) return {};
  }
}

Outcome<> Feeder::take_result(const Entry& entry) {
  const auto wrong = [](std::string text) {
    return Failure{Failure::Kind::kRefused, std::move(text)};
  };
  const std::string id(entry.id);
  from_ = id;
  const std::optional<BlockResult> result = read_result(entry);
  if (!result) return wrong("the entry " + id + " of " + keys_.out + " is no result");
  const std::optional<std::uint64_t> number = block_number(result->block);
  if (!number || *number < first_ || *number >= next_) {
    if (!std::exchange(has_reported_foreign_, true)) {
      hooks_.tell("the result " + id + " is of a block that this feeder did not add: left there");
    }
    return {};
  }
  taken_.push_back(id);
  FeedBlock* const block = window_.find(*number);
  if (block == nullptr) return {};  // known already

  const std::uint64_t lines = block->lines.lines;
  if (result->answers) {
    const Result<BlockTally> checked = check_answers(*result->answers, result->tally, lines);
    if (!checked) return wrong(name_of(*block) + ": " + checked.error().message);
    block->tally = *checked;
    block->answers = *result->answers;
  } else {
    const std::string line = "error " + error_text(result->error) + '\n';
    hooks_.tell(name_of(*block) + " has no answers: " + error_text(result->error));
    for (std::uint64_t i = 0; i < lines; ++i) block->answers += line;
    block->is_error = true;
  }
  block->is_answered = true;
  block->lines.text = {};
  last_result_ = Clock::now();
  next_silence_ = last_result_ + times_.silence;
  counters_.silent_s = 0;
  if (std::exchange(has_reported_silence_, false)) hooks_.tell("results come again");
  return {};
}

Outcome<> Feeder::check_silence() {
  if (!window_.has_unanswered()) return {};
  const Clock::time_point now = Clock::now();
  const auto silent = duration_cast<seconds>(now - last_result_);
  counters_.silent_s = static_cast<std::uint64_t>(silent.count());
  if (now < next_silence_) return {};
  next_silence_ = now + kSilencesBetween * times_.silence;
  if (const Outcome<> told = report_silence(silent); !told) return told.error();
  // Somebody may have deleted blocks, or all there was.
  if (const Outcome<> held = hold(); !held) return held.error();
  return add_missing();
}

Outcome<> Feeder::report_silence(seconds silent) {
  const Outcome<Takers> there = takers(*connection_, keys_);
  // Who may not ask goes without.
  if (!there && there.error().kind != Failure::Kind::kRefused) return there.error();
  const std::string under_way = std::to_string(window_.unanswered().size());
  std::string text = "no result for " + duration_text(silent) + ": ";
  if (there && there->taken == 0) {
    text +=
        "no worker takes a block (under way: " + under_way + "); start some with 'puzzled work'";
  } else {
    text += "blocks under way: " + under_way;
    if (there) {
      text += ", taken by workers: " + std::to_string(there->taken) +
              " (workers known: " + std::to_string(there->consumers) + ')';
    }
  }
  has_reported_silence_ = true;
  hooks_.tell(text);
  return {};
}

/// Hands on the answers that are next in order.
void Feeder::write() {
  while (const FeedBlock* const block = window_.first_answered()) {
    if (!hooks_.write(block->answers)) {
      is_closed_ = true;
      return;
    }
    const std::uint64_t lines = block->lines.lines;
    counters_.run.add(block->tally.counts);
    if (block->is_error) counters_.errors += lines;
    counters_.lines += lines;
    ++counters_.blocks;
    counters_.run.work_done = block->lines.consumed;
    window_.remove_first();
  }
}

}  // namespace puzzled::redis
