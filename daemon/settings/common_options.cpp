#include "daemon/settings/common_options.hpp"

#include "core/simd/levels.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "parallel/workers.hpp"

namespace puzzled {

std::vector<std::string> isa_names() {
  std::vector<std::string> names = {"auto"};
  for (const std::string_view isa : simd::kIsaNames) names.emplace_back(isa);
  return names;
}

std::vector<std::string> form_names() {
  return {std::begin(sudoku::kFormNames), std::end(sudoku::kFormNames)};
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "|") + word;
  return text;
}

Option formerly(std::string_view former, Option option) {
  option.former_name = former;
  return option;
}

Option output_option(std::string& target) {
  return {.name = "output",
          .letter = 'o',
          .value = "FILE",
          .help = "write to FILE, which appears only when complete",
          .target = &target};
}

Option partial_option(bool& target) {
  return {.name = "partial",
          .value = "",
          .help = "keep incomplete results as FILE.partial",
          .target = &target};
}

Option threads_option(int& target) {
  return {.name = "threads",
          .letter = 't',
          .value = "T",
          .help = "worker threads (default: one per CPU)",
          .target = &target,
          .minimum = 1,
          .maximum = parallel::Workers::kMaxThreads};
}

Option quiet_option(bool& target) {
  return {.name = "quiet",
          .letter = 'q',
          .value = "",
          .help = "no summary and no progress line",
          .target = &target};
}

Option json_summary_option(bool& target) {
  return {.name = "json-summary",
          .value = "",
          .help = "print the summary on stderr as a JSON object",
          .target = &target};
}

}  // namespace puzzled
