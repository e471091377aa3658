#include "daemon/commands/target/certificate_check.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/target_sudoku/certificate_check.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/line_reader.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"

namespace puzzled::commands {
namespace {

// The shortest leaves take 166 bytes and 30 us each: less than a minute in all.
constexpr std::uint64_t kMaxCertificateBytes = std::uint64_t{256} << 20;

bool is_for(const target::CertifiedProblem& problem, const target::Weights& weights) {
  return std::equal(problem.weights.begin(), problem.weights.end(), weights.cells.begin());
}

std::string text_of(const target::CertifiedProblem& problem) {
  std::string text = '\t' + problem.board + (problem.minimize ? "\tminimize\t" : "\tmaximize\t");
  if (is_for(problem, target::kTargetWeights)) return text + "standard weights";
  text += "weights";
  for (const std::int64_t weight : problem.weights) text += ' ' + std::to_string(weight);
  return text;
}

std::string verdict_of(const target::CheckedCertificate& checked) {
  if (!checked.error.empty()) return "invalid " + checked.error;
  if (checked.optimal) return "optimal " + std::to_string(checked.score);
  return "valid: score " + std::to_string(checked.score) + ", bound " +
         std::to_string(checked.bound);
}

/// One run over all inputs.
class CheckRun {
 public:
  CheckRun(const std::optional<target::Weights>& weights, Output& output, bool quiet,
           const Interrupt& interrupt)
      : weights_(weights), output_(output), quiet_(quiet), interrupt_(interrupt) {}

  /// False when the run must end.
  bool check_input(const std::string& path) {
    const std::string name = input_name(path);
    Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt_);
    if (!source) return complain_of(source.error());
    LineReader lines(std::move(*source), name, {.bytes = kMaxCertificateBytes});
    bool found = false;
    for (;; found = true) {
      std::optional<target::CheckedCertificate> checked = target::check_certificate(lines);
      if (interrupt_.requested()) return false;
      if (lines.error()) return complain_of(*lines.error());
      if (!checked) break;
      const bool is_broken = !checked->error.empty();
      if (!is_broken && weights_ && !is_for(*checked->problem, *weights_)) {
        checked->error = "the certificate is for other weights";
        checked->error_line = lines.number();
      }
      if (!report(*checked, name)) return false;
      if (is_broken) return true;  // the begin of the next one is unknown
    }
    if (!found) {
      complain(name + ": contains no certificate");
      status_ = std::max(status_, kExitSomeUnanswered);
    }
    return true;
  }

  int status() const { return status_; }

 private:
  bool complain_of(const Error& error) {
    complain(error.message);
    status_ = kExitFailure;
    return true;
  }

  bool report(const target::CheckedCertificate& checked, const std::string& name) {
    if (!checked.error.empty()) {
      status_ = std::max(status_, kExitSomeUnanswered);
      if (!quiet_) {
        complain(name + ':' + std::to_string(checked.error_line) + ": " + checked.error);
      }
    }
    std::string verdict = verdict_of(checked);
    if (checked.problem) verdict += text_of(*checked.problem);
    return output_.write(verdict + '\n') == Output::Status::kOk;
  }

  const std::optional<target::Weights>& weights_;
  Output& output_;
  const bool quiet_;
  const Interrupt& interrupt_;
  int status_ = kExitAllWell;
};

}  // namespace

int check_certificates(const std::vector<std::string>& inputs,
                       const std::optional<target::Weights>& weights, Output& output, bool quiet,
                       const Interrupt& interrupt) {
  CheckRun run(weights, output, quiet, interrupt);
  for (const std::string& path : inputs) {
    if (!run.check_input(path)) return output.finish(Results::kIncomplete, run.status());
  }
  const bool read_all = run.status() != kExitFailure;
  return output.finish(read_all ? Results::kComplete : Results::kIncomplete, run.status());
}

}  // namespace puzzled::commands
