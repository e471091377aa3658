// Any bytes as boards of any size: nothing crashes, and how the text is cut into blocks changes
// neither what is found in it nor what is said of it.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/text/board_form.hpp"
#include "core/variants/text/board_reader.hpp"
#include "core/variants/text_solver.hpp"

using namespace puzzled::variants;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// What stands in a block, as text; adds its lines to `lines`.
std::string items_of(std::string_view block, const BoardForm& form, std::uint64_t& lines) {
  BoardReader reader(block, form);
  std::string text;
  for (;;) {
    const BoardReader::Item item = reader.next();
    if (item == BoardReader::Item::kEnd) break;
    text += static_cast<char>('0' + static_cast<int>(item));
    if (item == BoardReader::Item::kFault) text += reader.reason();
    if (item == BoardReader::Item::kPuzzle) text += reader.line();
    if (item == BoardReader::Item::kBoard) {
      for (std::size_t i = 0; i < reader.values().size(); ++i) {
        reader.notation().append(text, reader.values()[i], false);
        const TextPlace place = reader.place_of(static_cast<Cell>(i));
        require(place.line >= 1 && place.column >= 1);
      }
    }
    text += '\n';
  }
  require(reader.seam() <= block.size());
  lines += reader.counts().answered + reader.counts().blank + reader.counts().comments +
           reader.counts().decoration;
  return text;
}

std::string items_in_blocks(std::string_view text, const BoardForm& form, std::size_t step) {
  std::string all;
  std::uint64_t lines = 0;
  std::size_t held = 0;
  while (!text.empty()) {
    held = std::min(text.size(), held + step);
    const bool at_end = held == text.size();
    const BoardCut cut = cut_board_text(text.substr(0, held), form, at_end, false);
    require(cut.size <= held);
    if (cut.size == 0) {
      require(!at_end);
      continue;
    }
    all += items_of(text.substr(0, cut.size), form, lines);
    if (cut.has_seen_end) break;
    text.remove_prefix(cut.size);
    held = 0;
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr int kSizes[] = {0, 0, 4, 6, 9, 12, 16, 25};
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  BoardRequest request{.size = kSizes[data[0] % 8]};
  request.answers_each_line = (data[0] & 8) != 0;
  request.takes_all = (data[0] & 16) != 0;
  const BoardDetection found = detect_boards(text, true, request);
  require(found.is_decided);
  if (!found.form) return 0;
  std::uint64_t lines = 0;
  const std::string whole = items_of(text, *found.form, lines);
  require(items_in_blocks(text, *found.form, 1 + data[1]) == whole);
  require(items_in_blocks(text, *found.form, text.size()) == whole);

  puzzled::SearchLimits limits;
  limits.time = std::chrono::milliseconds(1);
  TextAnswers answers;
  TextSolver({.limits = limits, .style = static_cast<BoardStyle>(data[1] % 7)})
      .answer(text, *found.form, 1, answers);
  require(answers.faults.size() <= answers.lines.answered + answers.lines.spread);
  return 0;
}
