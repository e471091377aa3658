#include "daemon/certificate_check.hpp"

#include <algorithm>

#include "core/target_sudoku/certificate_check.hpp"
#include "daemon/byte_source.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/message.hpp"
#include "daemon/whole_file.hpp"

namespace puzzled {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;

// Whether anything but blank lines and remarks is left.
bool has_more(std::string_view text) {
  while (!text.empty()) {
    if (text[0] != '#' && text.find_first_not_of(" \t\r\n") == 0) return true;
    const std::size_t end = text.find('\n');
    if (text[0] != '#' &&
        text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos) {
      return true;
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return false;
}

std::string verdict_of(const target::CheckedCertificate& checked) {
  if (!checked.error.empty()) return "invalid " + checked.error;
  if (checked.optimal) return "optimal " + std::to_string(checked.score);
  return "valid: score " + std::to_string(checked.score) + ", bound " +
         std::to_string(checked.bound);
}

}  // namespace

int check_certificates(const std::vector<std::string>& inputs, Output& output, bool quiet,
                       const Interrupt& interrupt) {
  int status = kExitAllWell;
  for (const std::string& path : inputs) {
    const Result<std::string> content = read_whole(path, kMostBytes, interrupt);
    if (!content) {
      complain(content.error().message);
      status = kExitFailure;
      continue;
    }
    std::string_view text = *content;
    std::uint32_t line = 1;
    if (!has_more(text)) {
      complain(input_name(path) + ": no certificate");
      status = std::max(status, kExitSomeUnanswered);
    }
    while (has_more(text)) {
      if (interrupt.requested()) return interrupt.exit_code();
      const target::CheckedCertificate checked = target::check_certificate(text, line);
      if (!checked.error.empty()) {
        status = std::max(status, kExitSomeUnanswered);
        if (!quiet) {
          complain(input_name(path) + ':' + std::to_string(checked.error_line) + ": " +
                   checked.error);
        }
      }
      if (output.write(verdict_of(checked) + '\n') != Output::Status::kOk) {
        complain(output.error().message);
        return kExitFailure;
      }
      if (!checked.error.empty()) break;  // where the next one begins cannot be known
    }
  }
  if (const Result<> committed = output.commit(); !committed) {
    complain(committed.error().message);
    return kExitFailure;
  }
  return status;
}

}  // namespace puzzled
