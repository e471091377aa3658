#include "daemon/commands/send/send_command.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "daemon/base/files/input.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/heap.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/commands/bulk/input_report.hpp"
#include "daemon/net/send/client.hpp"

namespace puzzled::commands {
namespace {

using net::send::Clock;

// With several connections a block holds as many lines as the daemon solves together; with one,
// which gets all blocks anyway, less.
constexpr std::size_t kOneConnectionBytes = std::size_t{256} << 10;
constexpr std::size_t kLargeBlock = std::size_t{384} << 10;
constexpr std::size_t kSmallestBlock = std::size_t{4} << 10;

// Bytes of requests in flight over all connections; bounds the answers that come out of order. More
// is slower, because it does not fit into the caches. 4.9 million puzzles over 64 connections take
// 0.97 s of processor time with 12 blocks in all, 0.98 with 24, 1.05 with two for each connection.
constexpr std::size_t kInFlightBytes = 12 * kLargeBlock;

/// Bytes in a block. Several connections that share an input of known size each get a part of it.
std::size_t block_bytes(const SendSettings& settings, const std::string& input) {
  constexpr std::size_t kBlocksEach = 4;
  if (settings.connections == 1) return kOneConnectionBytes;
  std::size_t bytes = kLargeBlock;
  if (const auto size = input_size(input)) {
    bytes = std::min<std::size_t>(bytes, *size / (kBlocksEach * settings.connections));
  }
  return std::max(bytes, kSmallestBlock);
}

/// Lines in a block: at most what a connection can have in flight, and 10 ms of its share of the
/// rate, so that no connection holds requests that others could send.
std::uint64_t block_lines(const SendSettings& settings) {
  std::uint64_t lines = UINT64_MAX;
  if (settings.pipeline > 0) lines = settings.pipeline;
  if (settings.rate > 0) {
    lines = std::min(lines, std::max<std::uint64_t>(1, settings.rate / settings.connections / 100));
  }
  return lines;
}

net::send::ClientOptions options_for(const SendSettings& settings) {
  net::send::ClientOptions options;
  options.address = settings.arguments[0];
  if (settings.arguments.size() > 1) options.input = settings.arguments[1];
  options.feed.block_bytes = block_bytes(settings, options.input);
  options.feed.block_lines = block_lines(settings);
  options.feed.repeat = settings.duration.count() > 0;
  options.feed.form = settings.form;
  options.work.connections = settings.connections;
  options.work.pipeline = settings.pipeline;
  options.work.bytes_total = kInFlightBytes;
  if (settings.connections > 1) {
    options.work.blocks_in_flight = std::max<std::uint64_t>(
        2, kInFlightBytes / settings.connections / options.feed.block_bytes);
  }
  options.work.rate = settings.rate;
  options.work.keeps_answers = settings.duration.count() == 0;
  if (!options.work.keeps_answers) {  // no order to keep: all connections send at all times
    options.work.bytes_total = UINT64_MAX;
    options.work.blocks_in_flight = 4;
  }
  options.retries = settings.retries;
  options.timeouts = {.connect = settings.connect_timeout, .answer = settings.timeout};
  options.duration = settings.duration;
  return options;
}

/// Whether the input can be opened again and has the same bytes then: not a pipe, a terminal or
/// standard input. True for a missing file, which open_input() reports.
bool can_read_again(const std::string& input) {
  struct stat info {};
  return input != "-" &&
         (::stat(input.c_str(), &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
}

/// Raises the soft limit of open files to the hard one: each connection takes a descriptor.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

class SendRun {
 public:
  SendRun(const SendSettings& settings, Output& output, const Interrupt& interrupt)
      : settings_(settings),
        output_(output),
        input_(settings.arguments.size() > 1 ? settings.arguments[1] : "-"),
        client_(options_for(settings), interrupt,
                [this](std::string_view answers) { return write(answers); }) {}

  int run() {
    const Result<net::send::ClientEnd> end = exchange();
    if (!end) {
      complain(end.error().message);
      return output_.finish(Results::kIncomplete, kExitFailure);
    }
    return finish(*end);
  }

 private:
  Result<net::send::ClientEnd> exchange() {
    const ProgressLine progress([this] { return progress_line(); }, !settings_.quiet);
    return client_.run();
  }

  bool write(std::string_view answers) { return output_.write(answers) == Output::Status::kOk; }

  std::string progress_line() const {
    const double seconds = seconds_so_far();
    const auto answers = static_cast<double>(client_.work().tally().answers);
    std::string text =
        rounded_count(answers) + " answers  " + rounded_count(answers / seconds) + "/s";
    const auto size = settings_.duration.count() > 0 ? std::nullopt : input_size(input_);
    if (size && *size > 0) {
      const double share = std::min(
          1.0, static_cast<double>(client_.input().consumed()) / static_cast<double>(*size));
      text = percent_text(share) + "  " + text;
      if (share > 0) text += "  ETA " + clock_text(seconds / share * (1 - share));
    }
    return text;
  }

  double seconds_so_far() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  int finish(const net::send::ClientEnd& end) {
    const double seconds = seconds_so_far();
    const bool failed = !end.connected || end.input;
    const bool has_all = !failed && end.unanswered.empty() && !end.unread;
    const bool has_answers = client_.work().tally().answers > 0 || client_.input().consumed() == 0;
    const bool answered = has_all && has_answers;
    const bool complete = answered && client_.work().tally().declined == 0;
    int status = answered && client_.work().tally().all_well() ? kExitAllWell : kExitSomeUnanswered;
    if (failed) status = kExitFailure;
    if (!end.interrupted) explain(end);
    if (!end.interrupted && has_all) explain_input(has_answers);
    if (!end.interrupted && client_.input().has_text_behind_end()) {
      complain(text_behind_end(input_, client_.input().end_word()));
    }
    status = output_.finish(complete ? Results::kComplete : Results::kIncomplete, status);
    if (output_.status() != Output::Status::kFailed && !settings_.quiet) summarise(end, seconds);
    return status;
  }

  /// Reports what went wrong, apart from the answers themselves; also with --quiet.
  void explain(const net::send::ClientEnd& end) const {
    const std::string& address = settings_.arguments[0];
    if (end.input) complain(end.input->message);
    if (output_.status() != Output::Status::kOk) return;  // the output has closed or failed
    if (end.refused > 0) {
      const std::string which = settings_.connections == 1
                                    ? ""
                                    : std::to_string(end.refused) + " of " +
                                          plural(settings_.connections, "connection") +
                                          " refused: ";
      complain(address + ": " + which + end.connection.value_or(""));
    } else if (end.lost > 0 || !end.once.empty()) {
      complain(address + ": connection lost: " + end.connection.value_or(""));
    }
    if (!end.connected) return;
    if (!end.unanswered.empty()) complain("no answer to " + net::send::ranges_text(end.unanswered));
    if (!end.once.empty()) {
      complain("ping and stats are not asked again: " + net::send::ranges_text(end.once));
    }
    if (end.unread) complain("lines from " + std::to_string(*end.unread) + " on were not sent");
  }

  /// Says so if there is no puzzle in the input, or hardly any.
  void explain_input(bool has_answers) const {
    if (output_.status() != Output::Status::kOk) return;
    const net::send::InputFeed& input = client_.input();
    const net::send::AnswerTally& tally = client_.work().tally();
    InputReport report;
    const bool judges = !input.is_of_requests() && settings_.duration.count() == 0;
    if (has_answers && !judges) return;
    report.add(0, tally.answers, tally.invalid);
    for (const net::send::InputFault& fault : input.faults())
      report.add_fault(fault.line, fault.reason);
    report.add_fault(kAnyNumber, tally.first_invalid);
    std::string message = report.closing_message(input_name(input_), input.beginning(), has_answers,
                                                 input.counters());
    if (message.empty()) return;
    if (!has_answers) message += "; --format line sends every line as a request";
    complain(message);
  }

  void summarise(const net::send::ClientEnd& end, double seconds) const {
    const net::send::Work& work = client_.work();
    const RunCounters& counters = client_.input().counters();
    const net::send::RunReport report{
        .tally = client_.work().tally(),
        .latency = work.latency(),
        .requests = work.requests(),
        .unanswered = work.requests() - client_.work().tally().answers,
        .asked_again = work.asked_again(),
        .connections = settings_.connections,
        .bytes_sent = work.bytes_sent,
        .bytes_received = work.bytes_received,
        .seconds = seconds,
        .interrupted = end.interrupted,
        .decoration = counters.decoration,
        .skipped = skipped_text(counters)};
    if (settings_.json_summary) {
      std::fprintf(stderr, "%s\n", net::send::report_json(report).c_str());
      return;
    }
    complain(net::send::report_text(report));
    const bool measures = settings_.latency || settings_.rate > 0 || settings_.duration.count() > 0;
    if (measures && work.latency().count() > 0) complain(net::send::latency_text(work.latency()));
  }

  const SendSettings& settings_;
  Output& output_;
  const std::string input_;
  const Clock::time_point start_ = Clock::now();
  net::send::Client client_;
};

}  // namespace

int run_send(const SendSettings& settings, Interrupt& interrupt) {
  const std::vector<std::string>& arguments = settings.arguments;
  if (arguments.empty() || arguments.size() > 2) {
    return fail(
        {"send takes the daemon's address and at most one file; see 'puzzled send --help'"});
  }
  const std::string input = arguments.size() > 1 ? arguments[1] : "-";
  if (settings.duration.count() > 0 && !can_read_again(input)) {
    return fail({"--duration needs a file that can be read again, not " + input_name(input)});
  }
  if (settings.output != "-" && settings.duration.count() > 0) {
    return fail({"--duration discards the answers and cannot be combined with --output"});
  }
  if (input == "-" && ::isatty(STDIN_FILENO) == 1 && !settings.quiet) {
    complain("reading puzzles or requests from the terminal; end with Ctrl-D or a line 'end'");
  }
  keep_freed_memory();
  raise_descriptor_limit();
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  return SendRun(settings, **output, interrupt).run();
}

}  // namespace puzzled::commands
