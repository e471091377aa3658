// The table of the options of `puzzled send`, and its manual.
#include <vector>

#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/commands/send/send_command.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kLoad{"Connections and load"};
constexpr OptionGroup kTimeouts{"Timeouts"};

/// Those of the forms; `line` says more here.
std::vector<Option> input_options(SendSettings& s) {
  s.form.refuses_rules = false;  // the daemon takes them
  std::vector<Option> options = form_options(s.form);
  options.front().details =
      "Format of the input. `auto` detects the form of the file, or that it holds requests, and "
      "takes whatever it holds. `line` sends every line as a request. `sdm` has 81 cells a line, "
      "and every other line is invalid; `csv` is a table with a header; `board`, `integers`, `sdk` "
      "and `ss` are boards of nine rows.";
  return options;
}

std::vector<Option> load_options(SendSettings& s) {
  return {
      Option("connections", "N", &s.connections, "spread requests over N connections (default: 1)",
             "Open N connections and spread the requests over them. The answers are written in the "
             "order of the input all the same.",
             {.minimum = 1, .maximum = 60'000}),
      Option("pipeline", "N", &s.pipeline, "unanswered requests per connection (default: many)",
             "Keep at most N unanswered requests on each connection. 1 waits for each answer "
             "before the next request is sent.",
             {.default_text = "as many as fit into the buffers",
              .minimum = 1,
              .maximum = 1'000'000'000}),
      Option("rate", "N", &s.rate, "N requests per second in total (default: no limit)",
             "Send N requests a second over all connections together. Latencies then count from "
             "when a request was due, so that a daemon that stalls cannot hide it.",
             {.letter = 'r', .default_text = "no limit", .minimum = 1, .maximum = 1'000'000'000}),
      Option("duration", "TIME", &s.duration, "repeat the file for TIME and discard the answers",
             "Send the file again and again for TIME and discard the answers. The input must be a "
             "file that can be read again; `--output` cannot be given.",
             {.letter = 'd', .default_text = "send the input once"}),
      Option("latency", "", &s.latency, "print latencies: p50, p90, p99, p99.9, max",
             "Print latencies after the summary: the percentiles 50, 90, 99 and 99.9, and the "
             "maximum. `--rate` and `--duration` print them, too."),
  };
}

std::vector<Option> timeout_options(SendSettings& s) {
  return {
      Option("retries", "N", &s.retries,
             "retries of connections and refusals (default: " + std::to_string(s.retries) + ")",
             "Try N more times if a connection is refused, not accepted or breaks, or the daemon "
             "has too many: after 0.1 s, then after twice as long each time, at most 5 s. An "
             "answer gives all N back. What a broken connection left unanswered is asked again, "
             "and so is what the daemon refused, with `error busy` or `error shutting-down`: "
             "through another connection, with the same pauses, until N times in a row nothing "
             "that was refused is answered. 0 asks nothing twice.",
             {.maximum = 1000}),
      Option(
          "connect-timeout", "TIME", &s.connect_timeout,
          "longest wait to connect, 0 for none (default: " + duration_text(s.connect_timeout) + ")",
          "Wait at most TIME until the daemon accepts a connection; 0 waits without limit."),
      Option("timeout", "TIME", &s.timeout,
             "longest wait for an answer (default: " + duration_text(s.timeout) + ")",
             "Give a connection up as lost if no answer came for TIME while some are due; 0 waits "
             "without limit. TIME must be longer than the `search-timeout` of the daemon."),
  };
}

}  // namespace

Command send_command(SendSettings& s) {
  Command command{
      .name = "send",
      .help = "send requests to a daemon and write the answers in input order",
      .arguments = "ADDR:PORT|PATH [FILE|-]",
      .description =
          "Sends the puzzles of a file to a daemon (`puzzled serve`) and writes the answers in the "
          "order of the input, as `puzzled solve` does with the same file, whatever its form: "
          "lines, tables, boards, lists, JSON. What is no puzzle is answered `invalid` without "
          "asking the daemon. Requests are pipelined: it does not wait for an answer before it "
          "sends the next line. Files packed with gzip or zstd are detected and unpacked.\n\n"
          "A file may also hold requests of the protocol, one a line, which are sent as they "
          "stand: so it is understood if the first line that is not blank, a comment, a title or a "
          "puzzle of 81 cells is tagged (`@tag S`) or begins with a verb (`count 2 S`, `queens 8`, "
          "`ping`). `--format line` sends every line of any file so.\n\n"
          "When a connection breaks, for instance because the daemon is started again, what has no "
          "answer yet is asked again, and so is what a daemon refuses because it has too much to "
          "do or is shutting down (`--retries`). Only `ping` and `stats`, whose answers are of the "
          "moment and of one daemon, are never asked again. If that does not help, the refusals "
          "are written as they came, the lines without an answer are reported, and `error lost` "
          "stands in the output for an answer that is missing before others, so that lines of "
          "output and input match.\n\n"
          "Memory does not depend on the input: requests that are sent, or wait to be asked again, "
          "take about 5 MiB, and answers that wait for earlier ones 64 MiB at most. Beyond that, "
          "answers are left unread, or asked again, until the earlier ones have come.\n\n"
          "With `--duration`, `--rate` and `--latency` it is a load generator.",
      .operands =
          {{"ADDR:PORT|PATH",
            "Address of the daemon: an IP address or a host name, and a port, or the path of its "
            "Unix socket."},
           {"FILE",
            "A file of puzzles, in any form that `puzzled solve` takes, or of requests, one a "
            "line, as puzzled-protocol(7) describes them. `-` or none is standard input."}},
      .examples = {{"puzzled send 127.0.0.1:9009 puzzles.txt -o solutions.txt",
                    "Have the daemon on this machine solve a file:"},
                   {"printf '%s\\n' 'queens 8' ping | puzzled send puzzled.sock",
                    "Ask through a Unix socket:"},
                   {"puzzled send 127.0.0.1:9009 puzzles.txt --connections 8 \\\n"
                    "  --rate 5000 --duration 1s --latency",
                    "Put load on it, and print the latencies:"}},
      .exit_statuses =
          exit_statuses("Some request has no answer, because the daemon was too busy or shut down "
                        "or a connection was lost, or some puzzle was unsolvable, invalid or timed "
                        "out, or nothing in the input has an answer."),
      .positionals = &s.arguments};
  add_options(command, kInput, input_options(s));
  add_options(command, kLoad, load_options(s));
  add_options(command, kTimeouts, timeout_options(s));
  add_options(command, kOutput, output_options(s, &s.json_summary));
  return command;
}

}  // namespace puzzled::commands
