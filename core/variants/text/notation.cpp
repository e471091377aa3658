#include "core/variants/text/notation.hpp"

#include <algorithm>
#include <charconv>

namespace puzzled::variants {
namespace {

constexpr std::string_view kBlanks = "._*?-";
constexpr int kMaxDigitValues = 9;

/// -1 if it is none.
int number_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : -1;
}

}  // namespace

bool is_blank_cell(std::string_view cell) {
  if (cell == "-1") return true;
  return !cell.empty() && kBlanks.find(cell.front()) != std::string_view::npos &&
         cell.find_first_not_of(cell.front()) == std::string_view::npos;
}

Notation Notation::numbers(int size, int first) {
  Notation notation(Alphabet(size, FirstCharacter::kOne));
  notation.first_number_ = first;
  return notation;
}

Notation Notation::of_size(int size) const {
  return has_numbers() ? numbers(size, first_number_) : Notation(Alphabet(size, alphabet_.first()));
}

std::optional<Notation> Notation::find(int size, std::string_view name) {
  if (const auto alphabet = Alphabet::find(size, name)) return Notation(*alphabet);
  if (size <= kMaxDigitValues) return std::nullopt;
  for (const int first : {1, 0}) {
    if (name == std::to_string(first) + '-' + std::to_string(size - 1 + first)) {
      return numbers(size, first);
    }
  }
  return std::nullopt;
}

std::string Notation::name() const {
  if (!has_numbers()) return alphabet_.name();
  return std::to_string(first_number_) + '-' + std::to_string(alphabet_.size() - 1 + first_number_);
}

std::string Notation::names(int size) {
  const std::string front = std::to_string(size) + ':';
  std::string names;
  for (const Alphabet& alphabet : Alphabet::all_of(size)) {
    names += (names.empty() ? "" : ", ") + front + alphabet.name();
  }
  if (size > kMaxDigitValues) {
    names += ", " + front + "1-" + std::to_string(size);
    names += ", " + front + "0-" + std::to_string(size - 1);
  }
  return names;
}

int Notation::value(std::string_view cell) const {
  if (!has_numbers()) return cell.size() == 1 ? value(cell.front()) : Alphabet::kNoCell;
  if (is_blank_cell(cell)) return 0;
  const int number = number_of(cell);
  if (number == 0 && first_number_ == 1) return 0;
  const int value = number - first_number_ + 1;
  return number >= first_number_ && alphabet_.has(value) ? value : Alphabet::kNoCell;
}

void Notation::append(std::string& text, int value, bool is_lower_case) const {
  if (value == 0) {
    text += '.';
  } else if (has_numbers()) {
    text += std::to_string(value + first_number_ - 1);
  } else {
    text += alphabet_.character(value, is_lower_case);
  }
}

void NotationChoice::add(const std::vector<std::string_view>& cells) {
  int zeros = 0;
  bool has_blank = false;
  for (const std::string_view cell : cells) {
    if (is_blank_cell(cell)) {
      has_blank = true;
    } else if (cell.size() == 1) {
      const char c = cell.front();
      seen_[static_cast<std::uint8_t>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c)] = true;
      if (c == '0') ++zeros;
    } else if (const int number = number_of(cell); number > kMaxDigitValues) {
      has_long_ = true;
      has_last_number_ |= number == size_;
    }
  }
  has_blank_ |= has_blank;
  // A full board has its first value as often as any other: that tells nothing.
  has_zero_ |= zeros > 0 && (has_blank || zeros != size_);
}

bool NotationChoice::is_blank() const {
  return !has('1', '9') && !has('A', 'Z') && !has_long_ && !(has_zero_ && has_blank_);
}

bool NotationChoice::has(char first, char last) const {
  return std::any_of(seen_.begin() + first, seen_.begin() + last + 1,
                     [](bool seen) { return seen; });
}

std::optional<Notation> NotationChoice::decision() const {
  if (size_ <= kMaxDigitValues) return Notation(Alphabet(size_, FirstCharacter::kOne));
  if (has_long_) {
    const bool counts_from_zero = has_zero_ && has_blank_ && !has_last_number_;
    return Notation::numbers(size_, counts_from_zero ? 0 : 1);
  }
  const auto alphabet = [this](FirstCharacter first) { return Notation(Alphabet(size_, first)); };
  if (!has('1', '9')) {
    if (has('A', 'Z')) return alphabet(FirstCharacter::kLetter);
    return std::nullopt;
  }
  // Only `1-G` has a G.
  const char last = Alphabet(size_, FirstCharacter::kOne).character(size_, false);
  if (has(last, 'Z')) return alphabet(FirstCharacter::kOne);
  if (!has_zero_) return std::nullopt;
  return alphabet(has_blank_ ? FirstCharacter::kZero : FirstCharacter::kOne);
}

std::string NotationChoice::open_names() const {
  const std::string front = std::to_string(size_) + ':';
  std::string names = front + Alphabet(size_, FirstCharacter::kOne).name() + " or " + front +
                      Alphabet(size_, FirstCharacter::kZero).name();
  if (!has('1', '9')) names += " or " + front + Alphabet(size_, FirstCharacter::kLetter).name();
  return names;
}

}  // namespace puzzled::variants
