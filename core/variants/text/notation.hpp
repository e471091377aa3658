// How the cells of boards of a size are written: a character each, or as numbers apart. Where the
// user does not say, what occurs in the first boards decides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/text/alphabet.hpp"

namespace puzzled::variants {

class Notation {
 public:
  /// A character for each cell.
  explicit Notation(const Alphabet& alphabet) : alphabet_(alphabet) {}

  /// Numbers from `first` on, 0 or 1, apart from each other. REQUIRES: size > 9.
  static Notation numbers(int size, int first);

  /// The one of that name: `1-G`, `0-F`, `A-P`, `1-16` or `0-15`. Nothing if the size has none
  /// such.
  static std::optional<Notation> find(int size, std::string_view name);

  /// The name that find() knows.
  std::string name() const;

  /// What `--size` calls all that a size has: `16:1-G, 16:0-F, …`.
  static std::string names(int size);

  /// The same way to write the values of another size. REQUIRES: size > 9.
  Notation of_size(int size) const;

  bool has_numbers() const { return first_number_ >= 0; }

  /// The value of a character; as Alphabet::value(). REQUIRES: !has_numbers().
  int value(char c) const { return alphabet_.value(c); }

  /// The same of what stands for a cell, of any number of characters.
  int value(std::string_view cell) const;

  /// Appends a value, or a blank for 0.
  void append(std::string& text, int value, bool is_lower_case) const;

 private:
  Alphabet alphabet_;
  int first_number_ = -1;  // -1: cells are characters
};

/// Finds out the notation of boards from what occurs in them.
class NotationChoice {
 public:
  explicit NotationChoice(int size) : size_(size) {}

  /// Adds a board, cell by cell.
  void add(const std::vector<std::string_view>& cells);

  /// Nothing while several are possible that read the boards in different ways.
  std::optional<Notation> decision() const;

  /// Whether there was no value at all, so that it does not matter.
  bool is_blank() const;

  /// `16:1-G or 16:0-F`: those that are possible.
  std::string open_names() const;

 private:
  bool has(char first, char last) const;

  int size_;
  std::array<bool, 256> seen_{};
  bool has_blank_ = false;        // other than 0
  bool has_zero_ = false;         // in a board that has other blanks, or not as often as values
  bool has_long_ = false;         // cells of two digits
  bool has_last_number_ = false;  // the size
};

/// Whether `cell` is a blank in any notation but one that has it as a value: `.`, `--`, `-1`.
bool is_blank_cell(std::string_view cell);

}  // namespace puzzled::variants
