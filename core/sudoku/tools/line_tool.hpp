// The interface of tools, which answer each puzzle of a block by a line of text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_buffer.hpp"
#include "core/sudoku/tools/form_key.hpp"
#include "core/sudoku/tools/puzzle_lines.hpp"

namespace puzzled::sudoku {

/// The answers of a tool to a block. If the tool does not solve, each well-formed puzzle counts as
/// solved.
struct ToolAnswers : BlockAnswers {
  /// The answer to a puzzle whose canonical form may have been seen before.
  struct KeyedLine {
    FormKey form;
    /// The same for puzzles that belong together: their form's, or their solution's.
    FormKey group;
    FormKey cells;          ///< of the puzzle as it came, if asked for
    std::size_t begin = 0;  ///< in `text`
    std::size_t end = 0;
    std::uint32_t line = 1;  ///< of the block
  };

  std::size_t header_bytes = 0;            ///< of a table's header that `text` begins with
  std::vector<KeyedLine> keyed;            ///< of all puzzles, if forms are to be told apart
  std::array<std::uint64_t, 10> levels{};  ///< puzzles by the level of their rating

  /// Takes away what `text` holds; false if no more is wanted. A tool whose answers may be far
  /// longer than their block calls it whenever `text` is long. Null: `text` holds everything.
  std::function<bool()> flush{};

  void clear();  ///< keeps the memory, and `flush`
};

/// One is for one thread at a time.
class LineTool {
 public:
  /// What `lines` of answer() need.
  static constexpr PuzzleLines::PlainGrids kPlainGrids = PuzzleLines::PlainGrids::kMade;

  virtual ~LineTool() = default;
  LineTool(const LineTool&) = delete;
  LineTool& operator=(const LineTool&) = delete;

  /// Makes the answers to all puzzles of a block. `first` is the number of its first puzzle among
  /// those of all blocks, from 0; only shuffling asks for it.
  virtual void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) = 0;

 protected:
  /// How lines that are not puzzles are handled: by an answer `invalid REASON`, or by a fault
  /// alone.
  enum class InvalidLines { kAnswered, kLeftOut };

  explicit LineTool(InvalidLines invalid_lines = InvalidLines::kAnswered)
      : invalid_lines_(invalid_lines) {}

  /// Calls `answer_puzzle(i)` for each puzzle, and answers the others in between.
  template <class F>
  void in_order(const PuzzleLines& lines, ToolAnswers& answers, F answer_puzzle) const {
    std::size_t puzzle = 0;
    for (const Fault& fault : lines.faults()) {
      for (; puzzle < fault.puzzles_before; ++puzzle) answer_puzzle(puzzle);
      if (invalid_lines_ == InvalidLines::kAnswered) {
        append_invalid(lines.faults().reason(fault), fault.line, answers);
      }
    }
    for (; puzzle < lines.size(); ++puzzle) answer_puzzle(puzzle);
    Tally& tally = answers.tally;
    tally.solved = puzzle - tally.unsolvable - tally.timed_out;
    tally.invalid = lines.faults().size();
    answers.faults = lines.faults();
    answers.line_ends = lines.line_ends();
    answers.account = lines.account();
  }

  /// Appends the line that the puzzle came on, or its 81 cells, and a line feed.
  static void append_original(const PuzzleLines& lines, std::size_t puzzle, TextBuffer& text);

  /// Begins the answers with the header of a table, if there is one.
  static void append_header(const PuzzleLines& lines, ToolAnswers& answers);

  /// The answer to a line that is no puzzle: `invalid REASON`, unless a tool has another form.
  virtual void append_invalid(std::string_view reason, std::string_view line,
                              ToolAnswers& answers) const;

 private:
  const InvalidLines invalid_lines_;
};

/// Appends 81 characters, blanks as `.`, and a line feed.
void append_line(TextBuffer& text, const Grid& grid);

}  // namespace puzzled::sudoku
